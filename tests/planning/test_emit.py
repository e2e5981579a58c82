"""Configs to paste: the rules of each generation and option, names, and what is not emitted."""

import datetime as dt

import parse_back
import pytest

import tpu_zones as tz
from tpu_zones.planning.emit import FORMS, compute_class
from tpu_zones.planning.plan import plan

CATALOG = tz.Catalog.bundled(today=dt.date(2026, 11, 30))


def first(tpu, **asked):
    return plan(tpu, catalog=CATALOG, **asked)[0]


V6E = first("v6e", chips=256, within="EU")
TPU7X = first("tpu7x", topology="2x2x4")

GCLOUD = """\
gcloud container node-pools create v6e-16x16 \\
  --cluster=CLUSTER \\
  --location=LOCATION \\
  --node-locations=europe-west4-a \\
  --machine-type=ct6e-standard-4t \\
  --placement-type=COMPACT \\
  --tpu-topology=16x16 \\
  --disk-type=hyperdisk-balanced \\
  --num-nodes=64
"""
TERRAFORM = """\
resource "google_container_node_pool" "v6e_16x16" {
  name           = "v6e-16x16"
  cluster        = "CLUSTER"
  location       = "LOCATION"
  node_locations = ["europe-west4-a"]
  node_count     = 64

  node_config {
    machine_type = "ct6e-standard-4t"
    disk_type    = "hyperdisk-balanced"
  }

  placement_policy {
    type         = "COMPACT"
    tpu_topology = "16x16"
  }
}
"""


def code(text):
    return "".join(f"{line}\n" for line in text.splitlines() if not line.startswith("#")).strip() + "\n"


def test_the_founding_example_in_full():
    assert code(V6E.emit("gcloud")) == GCLOUD
    assert code(V6E.emit("terraform")) == TERRAFORM
    assert V6E.emit("gcloud").startswith(
        "# one slice of v6e 16x16: 64 x ct6e-standard-4t in europe-west4-a, on-demand\n"
        "# GKE: 1.31.2-gke.1115000 or newer\n"
        "# quota: compute.googleapis.com/tpus_per_tpu_family, tpu_family CT6E: 256 chips per region\n"
    )
    assert "# upgrades: no blue-green for a multi-host slice" in V6E.emit("terraform")


def test_tpu7x_takes_a_policy_and_no_compact_placement():
    (policy, _), (pool, _) = parse_back.commands(TPU7X.emit("gcloud"))
    assert policy == {
        "command": "gcloud compute resource-policies create workload-policy",
        "name": "tpu7x-2x2x4",
        "--region": "us-central1",
        "--type": "HIGH_THROUGHPUT",
        "--accelerator-topology": "2x2x4",
    }
    assert pool["--placement-policy"] == "tpu7x-2x2x4" and pool["--num-nodes"] == "4"
    assert not {"--placement-type", "--tpu-topology"} & pool.keys()
    text = TPU7X.emit("terraform")
    assert "policy_name = google_compute_resource_policy.tpu7x_2x2x4.name" in text and "COMPACT" not in text
    assert parse_back.priorities(TPU7X.emit("computeclass"))[0]["policy"] == "tpu7x-2x2x4"


@pytest.mark.parametrize("tpu", ["v4-8", "v5p-8", "v5litepod-4", "v6e-8", "v6e-1", "tpu7x"])
def test_a_single_host_has_neither_topology_nor_policy(tpu):
    one = first(tpu, topology="2x2x1") if tpu == "tpu7x" else first(tpu)
    assert not one.multi_host
    text = one.emit("gcloud") + one.emit("terraform")
    assert "topology" not in code(text) and "placement" not in code(text)


def test_single_hosts_of_several_slices_share_a_pool():
    one = first("v6e-8", slices=3)
    (pool, times), *others = parse_back.commands(one.emit("gcloud"))
    assert (pool["--num-nodes"], times, others) == ("3", 1, [])
    assert "\n  count " not in one.emit("terraform") and "exclusive-topology" not in one.emit("pod")


def test_several_slices_are_several_pools():
    one = first("v6e", chips=16, slices=3, within="NL")
    (pool, times), *others = parse_back.commands(one.emit("gcloud"))
    assert (pool["name"], pool["--num-nodes"], times, others) == ("v6e-4x4-$slice", "4", 3, [])
    text = one.emit("terraform")
    assert "  count          = 3\n" in text and 'name           = "v6e-4x4-${count.index + 1}"' in text
    (job,) = parse_back.documents(one.emit("pod"))
    assert job["kind"] == "JobSet" and job["spec"]["replicatedJobs"][0]["replicas"] == 3
    assert list(job["metadata"]["annotations"].values()) == ["cloud.google.com/gke-nodepool"]


def test_one_policy_serves_the_slices_of_a_shape():
    found = parse_back.commands(first("tpu7x", topology="2x2x4", slices=3).emit("gcloud"))
    assert [times for _, times in found] == [1, 3]


def test_spot_and_flex_start_pods_ask_for_such_nodes():
    for option in ("spot", "flex-start"):
        (job,) = parse_back.documents(first("v6e-8", option=option).emit("pod"))
        spec = job["spec"]["template"]["spec"]
        key = f"cloud.google.com/gke-{option}"
        assert spec["nodeSelector"][key] == "true"
        assert spec["tolerations"] == [{"key": key, "operator": "Equal", "value": "true", "effect": "NoSchedule"}]


def test_reserved_pools_name_their_reservation():
    one = first("v6e", chips=16, option="reservation", within="NL")
    assert "--reservation=RESERVATION" in one.emit("gcloud")
    pool, _ = parse_back.gcloud(one.emit("gcloud", reservation="res-1"))
    assert (pool["--reservation-affinity"], pool["--reservation"]) == ("specific", "res-1")
    shared = one.emit("terraform", reservation="res-1", project="other-project")
    assert 'values                   = ["projects/other-project/reservations/res-1"]' in shared
    (rule,) = parse_back.documents(one.emit("computeclass", reservation="res-1", project="other-project"))[0]["spec"][
        "priorities"
    ]
    assert rule["reservations"]["specific"] == [
        {"name": "res-1", "project": "other-project", "zones": ["europe-west4-a"]}
    ]
    assert "location" not in rule


def test_commitments_are_bought_apart():
    one = first("v6e", chips=16, option="commit-1y", within="NL")
    assert "--reservation" not in code(one.emit("gcloud")) and "a commitment is a price, not capacity" in one.emit(
        "pod"
    )


def test_one_compute_class_of_ranked_priorities():
    rows = plan("v6e", chips=8, within="US", option="reservation,flex-start,spot,on-demand", catalog=CATALOG, limit=100)
    alike = [one for one in rows if one.machine_type == "ct6e-standard-8t"]
    found = parse_back.priorities(compute_class(alike, "v6e-serving"))
    assert len(found) == len(alike) > 8
    for one, rule in zip(alike, found, strict=True):
        assert (rule["zone"], rule["machine"]) == (one.zone, "ct6e-standard-8t")
        assert (rule["spot"], rule["flex"]) == (one.option == "spot", one.option == "flex-start")
    with pytest.raises(tz.WrongUsage, match="differ in hosts or chips per host"):
        compute_class(rows)
    with pytest.raises(tz.WrongUsage, match="at least one"):
        compute_class([])


@pytest.mark.parametrize("form", FORMS)
def test_names_are_used(form):
    names = {"cluster": "training", "location": "europe-west4", "name": "pool-a"}
    text = V6E.emit(form, **names)
    assert "pool-a" in text
    if form in ("gcloud", "terraform"):
        assert "training" in text and "CLUSTER" not in text and "LOCATION" not in text


@pytest.mark.parametrize("form", FORMS)
def test_a_cluster_elsewhere_has_no_such_pool(form):
    assert V6E.emit(form, location="europe-west4-b")  # a zonal cluster
    for location in ("europe-west1", "europe-west", "europe-west41", "us-east5-a"):
        with pytest.raises(
            tz.WrongUsage, match=f"'{location}': a pool in europe-west4-a needs a cluster in europe-west4"
        ):
            V6E.emit(form, location=location)


@pytest.mark.parametrize("word", ["no", "true", "y", "null", "on"])
def test_names_that_yaml_takes_for_something_else(word):
    assert parse_back.documents(V6E.emit("computeclass", name=word))[0]["metadata"]["name"] == word
    service, job = parse_back.documents(V6E.emit("pod", name=word))
    assert service["metadata"]["name"] == job["metadata"]["name"] == word


BAD_NAMES = [
    "",
    "A",
    "-a",
    "a-",
    "1a",
    "a b",
    "a;b",
    "$(id)",
    'a"',
    "a\nb",
    "a\n",
    "é",
    "a" * 41,
    "`id`",
    None.__class__,
    3,
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("what", ["cluster", "location", "name", "reservation", "project"])
@pytest.mark.parametrize("name", BAD_NAMES)
def test_names_that_are_none(form, what, name):
    with pytest.raises(tz.WrongUsage, match=rf"^{what} .*a name has 1 to 40"):
        V6E.emit(form, **{what: name})


@pytest.mark.parametrize(
    "field", ["zone", "region", "machine_type", "gke_accelerator", "boot_disk", "topology", "generation"]
)
@pytest.mark.parametrize("value", ["a; rm -rf /", 'x"', "x\ny", "${x}", "0x10"])
@pytest.mark.parametrize("form", FORMS)
def test_nothing_unsafe_becomes_text(field, value, form):
    bad = V6E.__replace__(**{field: value})
    with pytest.raises(tz.WrongUsage):
        bad.emit(form)


def test_comments_cannot_end_their_line():
    text = V6E.__replace__(notes=("a\nrm -rf /",), quota=("b\r\n$(id)",)).emit("gcloud")
    assert code(text) == GCLOUD


def test_a_gke_version_that_is_not_known_is_said_once():
    assert first("v5p", chips=8).emit("gcloud").count("GKE") == 1
    assert "# GKE: 1.31.2-gke.1115000 or newer\n" in V6E.emit("gcloud")


def test_what_is_not_emitted():
    with pytest.raises(
        tz.UnknownName, match="no form is called 'helm': it is one of gcloud, terraform, computeclass, pod"
    ):
        V6E.emit("helm")
    with pytest.raises(tz.WrongUsage, match="not made through gke"):
        first("v2-8", surface="cloud-tpu-api").emit("gcloud")
    with pytest.raises(tz.WrongUsage, match="how GKE asks for capacity-optimized is not known"):
        first("v6e", chips=8, option="capacity-optimized").emit("gcloud")
    with pytest.raises(tz.WrongUsage, match="longer than 40"):
        first("v6e", chips=16, slices=100).emit("gcloud", name="a" * 37)


def test_every_flag_of_the_fixture_has_its_source():
    about = parse_back.FLAGS
    assert about["version"] == "528.0.0" and "gcloud_completions" in about["source"]
    assert len(about["commands"]["gcloud container node-pools create"]) == 84


def test_the_parsers_see_faults():
    with pytest.raises(AssertionError, match="has no flag --tpu-shape"):
        parse_back.gcloud(V6E.emit("gcloud").replace("--tpu-topology", "--tpu-shape"))
    with pytest.raises(AssertionError):
        parse_back.blocks(V6E.emit("terraform").replace("}\n", "", 1))
