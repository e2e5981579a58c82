"""The check as a whole: files in, groups, faults, exit codes, what stays silent."""

import json
import os

import pytest

import tpu_zones as tz
from tpu_zones.cli.main import main
from tpu_zones.lint.rules import RULES

POOL = """
resource "google_container_node_pool" "tpu" {
  cluster        = "prod"
  location       = "europe-west4"
  node_locations = [var.zone]
  node_count     = %s
  node_config { machine_type = "ct6e-standard-4t" }
  placement_policy {
    type         = "COMPACT"
    tpu_topology = "4x4"
  }
}
variable "zone" { default = "europe-west4-a" }
"""
GOOD, BAD = POOL % 4, POOL % 7


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Return a function that writes files below the current folder."""
    monkeypatch.chdir(tmp_path)

    def write(**files):
        for name, text in files.items():
            path = tmp_path / name.replace("__", "/").replace("_dot_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return tmp_path

    return write


def rules(report):
    return [(one.rule, one.path, one.line) for one in report.findings]


def test_a_good_folder_is_ok_and_counts_what_was_read(repository):
    repository(a__main_dot_tf=GOOD)
    report = tz.check(".")
    assert report.ok and report.complete and not report.findings
    assert (report.summary["node_pool"], report.summary["unknown_value"], report.summary["file"]) == (1, 0, 1)


def test_a_bad_one_names_file_line_value_and_fix(repository):
    repository(a__main_dot_tf=BAD)
    (one,) = tz.check(".").findings
    assert (one.rule, one.path, one.line, one.column, one.value) == ("TPZ311", "a/main.tf", 6, 20, "7")
    assert one.fix == type(one.fix)(path="a/main.tf", line=6, column=20, old="7", new="4")
    assert one.subject == "node pool google_container_node_pool.tpu"


def test_a_value_from_tfvars_is_found_there(repository):
    repository(main_dot_tf=GOOD, terraform_dot_tfvars='# zone\nzone = "europe-west4-b"\n')
    (one,) = tz.check(".").findings
    assert (one.rule, one.path, one.line) == ("TPZ201", "terraform.tfvars", 2)
    assert [str(place) for place in one.related] == ["main.tf:5:20"]


def test_a_named_tfvars_file_counts_for_every_root(repository):
    repository(main_dot_tf=GOOD, envs__prod_dot_tfvars='zone = "europe-west4-b"\n')
    assert not tz.check(".", exclude="envs").findings
    assert rules(tz.check(".", var_files="envs/prod.tfvars")) == [("TPZ201", "envs/prod.tfvars", 1)]


def test_a_module_outside_the_folder_is_read_inside_the_repository_alone(repository, tmp_path):
    root = repository(
        repo__envs__prod__main_dot_tf='module "pool" {\n  source = "../../modules/pool"\n  nodes = 7\n}\n',
        repo__modules__pool__main_dot_tf='variable "nodes" {}\n' + POOL % "var.nodes",
        repo__envs__bad__main_dot_tf='module "pool" {\n  source = "../../../outside"\n  nodes = 7\n}\n',
        outside__main_dot_tf='variable "nodes" {}\n' + POOL % "var.nodes",
    )
    (root / "repo" / ".git").mkdir()
    assert rules(tz.check("repo/envs/prod")) == [("TPZ311", "repo/envs/prod/main.tf", 3)]
    assert [one.rule for one in tz.check("repo/envs/bad").findings if one.rule != "TPZ902"] == []


def test_equal_findings_of_one_value_are_one_with_several_subjects(repository):
    pools = "".join(
        f'resource "google_container_node_pool" "{name}" {{\n  cluster = "c"\n  node_locations = [var.zone]\n'
        f'  node_config {{ machine_type = "ct5p-hightpu-4t" }}\n}}\n'
        for name in ("one", "two")
    )
    repository(main_dot_tf=pools + 'variable "zone" { default = "europe-west4-a" }\n')
    (one,) = [found for found in tz.check(".").findings if found.rule == "TPZ201"]
    assert one.subject == "node pool google_container_node_pool.one, node pool google_container_node_pool.two"
    assert len(one.related) == 2


def test_roots_do_not_know_one_another(repository):
    pool = POOL % 4 + 'variable "unused" {}\n'
    cluster = 'resource "google_container_cluster" "prod" {\n  name = "prod"\n  location = "us-east5"\n}\n# tpu\n'
    repository(a__main_dot_tf=pool, b__main_dot_tf=cluster)
    assert not tz.check(".").findings


def test_a_file_without_a_tpu_word_is_silent(repository):
    repository(a_dot_tf="resource {{{", b_dot_yaml="a: [1", c_dot_json="{", d_dot_sh="gcloud ((")
    report = tz.check(".")
    assert not report.findings and report.complete and report.summary["file"] == 0


def test_one_bad_file_is_one_finding_and_the_others_count(repository):
    repository(a__main_dot_tf=BAD, b__broken_dot_tf='# tpu\nresource "x" {\n', c_dot_yaml=b"tpu: \xff\xfe\n")
    report = tz.check(".")
    assert not report.complete
    assert [(one.rule, one.path) for one in report.findings] == [
        ("TPZ311", "a/main.tf"),
        ("TPZ901", "b/broken.tf"),
        ("TPZ901", "c.yaml"),
    ]


def test_what_a_guess_cannot_read_is_no_fault(repository):
    command = "gcloud container node-pools create a --machine-type=ct6e-standard-3t\n"
    steps = f"run: {command}\t- x\n"
    repository(notes=f"{command}it's no script\n", Recipe=steps, c_dot_yaml=steps, d_dot_libsonnet=steps)
    report = tz.check(".")
    assert rules(report) == [("TPZ901", "c.yaml", 2), ("TPZ101", "notes", 1)]
    assert rules(tz.check("Recipe")) == [("TPZ901", "Recipe", 2)]


def test_a_root_that_breaks_us_costs_no_other(repository, monkeypatch):
    from tpu_zones.lint.read import terraform

    repository(a__main_dot_tf=BAD, b__main_dot_tf=BAD, c__main_dot_tf=BAD)
    walk = terraform._walk

    def broken(module, made):
        walk(module, made)
        if module.folder.path == "b":
            raise KeyError("x")

    monkeypatch.setattr(terraform, "_walk", broken)
    report = tz.check(".")
    assert rules(report) == [("TPZ311", "a/main.tf", 6), ("TPZ901", "b", 1), ("TPZ311", "c/main.tf", 6)]
    assert "a fault of ours: KeyError" in report.findings[1].message and not report.complete


def test_a_named_file_is_silent_without_a_tpu_word_whatever_it_is(repository):
    repository(a_dot_bin=b"\x7fELF\0\1\2\xff", b_dot_yaml="a: b")
    report = tz.check("a.bin", "b.yaml")
    assert report.complete and not report.findings and report.summary["file"] == 0
    repository(c_dot_bin=b"\x7fELF\0 tpu \xff")
    assert [(one.rule, one.path) for one in tz.check("c.bin").findings] == [("TPZ901", "c.bin")]


def test_a_warning_about_one_of_several_zones_names_the_kind_of_thing():
    compute_class = """apiVersion: cloud.google.com/v1
kind: ComputeClass
metadata: {name: c}
spec:
  priorities:
  - tpu: {type: tpu-v5p-slice, count: 4, topology: 2x2x1}
    location: {zones: [europe-west4-a, europe-west4-b]}
"""
    (one,) = tz.check_text(compute_class, name="c.yaml").findings
    assert one.rule == "TPZ201" and one.message.endswith("; other zones of the ComputeClass do")


def test_exit_codes(repository, capsys):
    repository(good_dot_tf=GOOD, bad__main_dot_tf=BAD, worse__a_dot_tf="# tpu\nresource {", worse__b_dot_tf=BAD)
    assert main(["check", "good.tf"]) == 0
    assert main(["check", "bad"]) == 1
    assert main(["check", "worse"]) == 3
    assert main(["check", "nowhere"]) == 3
    assert main(["check", "good.tf", "--output", "pdf=x"]) == 2
    assert main(["check", "good.tf", "--output", "sarif=no/such/folder/x"]) == 2
    assert "there is no such file or folder" in capsys.readouterr().out


def test_several_reports_at_once_and_the_job_summary(repository, capsys, monkeypatch):
    root = repository(main_dot_tf=BAD)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(root / "summary.md"))
    assert main(["check", ".", "--format", "github", "--output", "sarif=o.sarif", "--output", "json=o.json"]) == 1
    assert capsys.readouterr().out.startswith("::error file=main.tf,line=6,col=20,title=TPZ311 node-count::7 nodes")
    assert json.loads((root / "o.sarif").read_text())["runs"][0]["results"][0]["ruleId"] == "TPZ311"
    assert json.loads((root / "o.json").read_text())["findings"][0]["value"] == "7"
    assert (root / "summary.md").read_text().startswith("### tpu-zones: 1 error in 1 node pool")


def test_standard_input_goes_by_the_name_it_is_given(repository, capsys, monkeypatch):
    import io

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BAD.encode())))
    assert main(["check", "-", "--stdin-filename", "pools.tf"]) == 1
    assert "pools.tf:6:20: error TPZ311" in capsys.readouterr().out


def test_a_text_and_pools_from_code_are_checked_by_the_same_rules():
    assert rules(tz.check_text(BAD, name="x.tf")) == [("TPZ311", "x.tf", 6)]
    pool = tz.NodePool(machine_type="ct6e-standard-4t", topology="4x4", num_nodes=7, locations=["europe-west4-a"])
    (one,) = tz.check_pools(pool).findings
    assert (one.rule, one.path, one.value) == ("TPZ311", "<python>", "7")
    with pytest.raises(tz.WrongUsage, match="NodePool has no field 'machine'"):
        tz.NodePool(machine="x")
    with pytest.raises(tz.WrongUsage, match=r"spot is the place in a file, and not True; Spot VMs are spot_vms=True"):
        tz.NodePool(machine_type="ct6e-standard-4t", spot=True)
    with pytest.raises(tz.WrongUsage, match="takes NodePool objects, and dict is none"):
        tz.check_pools({})
    with pytest.raises(tz.WrongUsage, match="no mode of GKE is called 'auto'"):
        tz.check_pools(pool, mode="auto")


def test_fields_of_a_pool_may_be_assigned_later():
    pool = tz.NodePool(machine_type="ct6e-standard-4t", num_nodes=7)
    pool.topology = "4x4"
    assert [(one.rule, one.value) for one in tz.check_pools(pool).findings] == [("TPZ311", "7")]
    pool.topologie = "4x4"
    with pytest.raises(tz.WrongUsage, match="NodePool has no field 'topologie'"):
        tz.check_pools(pool)


def test_a_chart_is_told_how_to_be_rendered(repository):
    repository(c__Chart_dot_yaml="name: c", c__templates__pool_dot_yaml="machineType: ct6e-standard-4t\n{{ if }}\n")
    report = tz.check(".")
    assert report.complete and not report.findings
    assert [str(note) for note in report.notes] == [
        "c/templates/pool.yaml: a template of a Helm chart: render it and pipe that in"
        " (helm template . | tpu-zones check -)"
    ]
    assert report.summary["file_out_of_scope"] == 1


def test_a_catalog_of_another_day_ages_place_verdicts_alone(repository):
    import datetime as dt

    repository(main_dot_tf=BAD.replace("europe-west4-a", "europe-west4-b"))
    later = tz.Catalog.bundled(today=dt.date(2030, 1, 1))
    assert [(one.rule, str(one.severity)) for one in tz.check(".").findings] == [
        ("TPZ311", "error"),
        ("TPZ201", "error"),
    ]
    assert [(one.rule, str(one.severity)) for one in tz.check(".", catalog=later).findings] == [
        ("TPZ311", "error"),
        ("TPZ201", "warning"),
    ]


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_loops_of_links_end(repository):
    root = repository(a__main_dot_tf=BAD)
    (root / "a" / "loop").symlink_to(root)
    assert rules(tz.check(".")) == [("TPZ311", "a/main.tf", 6)]


def test_rules_are_printed_with_their_examples(capsys):
    assert main(["rules"]) == 0
    assert "TPZ311  error    node-count" in capsys.readouterr().out.splitlines()
    assert main(["rules", "node-count"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("TPZ311 node-count (error)\n\n  A multi-host pool is one slice: ")
    assert (
        "\n  wrong:\n    NodePool(machine_type='ct5p-hightpu-4t', topology='4x12x16', num_nodes=384)\n      -> 384 "
        in out
    )
    assert out.endswith("  right:\n    NodePool(machine_type='ct5p-hightpu-4t', topology='4x12x16', num_nodes=192)\n")
    assert main(["rules", "tpz999"]) == 2
    capsys.readouterr()
    assert main(["rules", "Not-Readable"]) == 0
    assert "      -> Terraform syntax: } is missing\n  right:\n" in capsys.readouterr().out
    assert main(["rules", "TPZ311", "--format", "json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["rules"]
    assert (one["id"], one["name"], one["severity"]) == ("TPZ311", "node-count", "error")
    assert one["right"] == ["NodePool(<python>:1:1, machine_type='ct5p-hightpu-4t', topology='4x12x16', num_nodes=192)"]
    assert main(["rules", "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rules"]) == len(RULES)


@pytest.mark.parametrize(
    "zone",
    "<your-zone> ${ZONE} {{zone}} COMPUTE_ZONE ZONE __ZONE__ us-east5-__LETTER__ %ZONE% @ZONE@ [ZONE] ((zone)) $[ZONE]"
    " #{zone}# ##ZONE## my-zone your_zone REPLACE-ME changeme todo xxx".split(),
)
def test_a_placeholder_is_unknown(zone):
    text = (
        f'spec:\n  nodeLocations: ["{zone}"]\n  initialNodeCount: 7\n  nodeConfig: {{machineType: ct6e-standard-4t}}\n'
    )
    head = "apiVersion: container.cnrm.cloud.google.com/v1beta1\nkind: ContainerNodePool\nmetadata: {name: tpu}\n"
    report = tz.check_text(head + text, name="pool.yaml")
    assert not [one for one in report.findings if one.severity == "error"]
    assert report.summary["unknown_value"] == 1


@pytest.mark.parametrize("zone", ["us-east5_a", "us-east5-z", "us_east5_a", "us-east5-a%", "mywest4-a"])
def test_a_misspelt_zone_is_no_placeholder(zone):
    text = f"gcloud compute tpus tpu-vm create v --zone={zone} --accelerator-type=v6e-8 --version=v2-alpha-tpuv6e"
    (found,) = tz.check_text(text, name="vm.sh").findings
    assert (found.rule, str(found.severity), found.value) == ("TPZ102", "error", zone)


@pytest.mark.parametrize("name", ["pool.yaml.tftpl", "main.tf.tmpl", "pool.sh.template", "pool.yaml.j2"])
def test_a_template_by_name_is_no_config(repository, name):
    (repository() / name).write_text("{{ x }} machineType: ct6e-standard-3t")
    report = tz.check(".")
    assert report.complete and not report.findings and report.summary["file_out_of_scope"] == 1
    assert "a template: render it" in str(report.notes[0])


@pytest.mark.parametrize("folder", [".", "envs", "envs/"])
def test_a_folder_is_no_tfvars_file(repository, folder):
    repository(main_dot_tf=GOOD, envs__prod_dot_tfvars='zone = "europe-west4-b"\n')
    report = tz.check("main.tf", var_files=folder)
    assert not report.complete
    assert [(one.rule, one.path, one.message) for one in report.findings] == [
        ("TPZ901", folder, "a folder, and a file is to be named")
    ]


def test_text_is_text():
    with pytest.raises(tz.WrongUsage, match="takes the text of a file, and bytes is none"):
        tz.check_text(b"", name="a.tf")


@pytest.mark.parametrize(
    ("machine", "found"),
    [
        ("ct6e-standard-4t", []),
        ("n1-standard-8t", ["TPZ101"]),
        ("CT6E-standard-4t", ["TPZ101"]),
        ("tpu-v6e", ["TPZ101"]),
        ("n2-standard-8", None),
        ("projects/my-tpus/zones/us-east5-a/machineTypes/n2-standard-8", None),
    ],
)
def test_scripts_and_terraform_agree_on_what_a_tpu_vm_is(machine, found):
    script = f"gcloud compute instances create tpu --zone us-east5-a --machine-type {machine}\n"
    resource = f'resource "google_compute_instance" "tpu" {{\n  zone = "us-east5-a"\n  machine_type = "{machine}"\n}}\n'
    for text, name in ((script, "a.sh"), (resource, "main.tf")):
        report = tz.check_text(text, name=name)
        assert report.summary["tpu_vm"] == (found is not None)
        assert [one.rule for one in report.findings] == (found or [])
