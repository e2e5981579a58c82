"""Files that are named, as a hook does: their folder's Terraform is read for values, and only they are reported."""

from support import POD

import tpu_zones as tz

POOLS = """nodePools:
- name: a
  config: {machineType: ct6e-standard-4t}
  initialNodeCount: 1
  locations: [europe-west4-a]
"""


def rules(report):
    return [(one.rule, one.path, one.line) for one in report.findings]


def test_a_named_file_knows_the_values_of_its_folder(write, pool):
    write("a/main.tf", pool(nodes="var.nodes"))
    write("a/variables.tf", 'variable "nodes" { default = 4 }\n')
    assert tz.check("a/main.tf").summary["unknown_value"] == 0 and not tz.check("a/main.tf").findings
    write("a/terraform.tfvars", "nodes = 7\n")
    assert rules(tz.check("a/terraform.tfvars")) == rules(tz.check("a")) == [("TPZ311", "a/terraform.tfvars", 1)]
    assert rules(tz.check("a/main.tf")) == rules(tz.check("a"))  # its pool is at fault, by a value beside it
    assert rules(tz.check("a/variables.tf")) == []
    assert rules(tz.check("a/main.tf", "a/terraform.tfvars")) == [("TPZ311", "a/terraform.tfvars", 1)]


def test_the_faults_of_others_are_not_reported(write, pool):
    write("good.tf", pool())
    write("bad.tf", pool(name="bad", nodes="7"))
    write("broken.tf", "# tpu\nresource {")
    write("large.tf", "# tpu" * 100_000)
    report = tz.check("good.tf")
    assert rules(report) == [] and report.complete and report.summary["node_pool"] == 1
    assert rules(tz.check("bad.tf")) == [("TPZ311", "bad.tf", 6)]
    assert not tz.check("broken.tf").complete


def test_an_ignore_beside_a_value_of_another_file_counts(write, pool):
    write("main.tf", pool(nodes="var.nodes") + 'variable "nodes" {}\n')
    write("a.auto.tfvars", "nodes = 7 # tpu-zones: ignore[TPZ311] ticket\n# tpu-zones: ignore[TPZ201]\n")
    report = tz.check("main.tf")
    assert rules(report) == [] and report.summary["ignored"] == 1


def test_rules_across_files_leave_files_alone_that_were_named(write, run):
    write("infra/pools.yaml", POOLS)
    write("k8s/pod.yaml", POD)
    write(".tpu-zones.toml", '[[groups]]\nname = "prod"\nfolders = ["infra", "k8s"]\n')
    config = {"config": ".tpu-zones.toml"}
    assert rules(tz.check(".", **config)) == [("TPZ618", "k8s/pod.yaml", 7)]
    assert rules(tz.check("infra/pools.yaml", "k8s/pod.yaml", **config)) == []
    assert rules(tz.check("infra", "k8s/pod.yaml", **config)) == []


def test_what_is_left_out_of_a_folder_is_left_out_beside_a_file(write, pool):
    write("main.tf", pool(nodes="var.nodes") + 'variable "nodes" { default = 4 }\n')
    write("main_override.tfvars", "nodes = 7\n")
    write("my.auto.tfvars", "nodes = 7\n")
    assert rules(tz.check(".")) == [("TPZ311", "my.auto.tfvars", 1)]
    write(".gitignore", "*.auto.tfvars\n")
    assert rules(tz.check("my.auto.tfvars")) == [("TPZ311", "my.auto.tfvars", 1)]
    assert not tz.check(".").findings and not tz.check("main.tf").findings
    write(".gitignore", "")
    assert tz.check("main.tf", exclude="*.auto.tfvars").summary["unknown_value"] == 0


def test_of_named_files_no_ignore_and_no_entry_is_called_unused(write, run, pool):
    write("pool/main.tf", 'variable "nodes" {}\n' + pool(nodes="var.nodes"))
    call = 'module "pool" {\n  source = "./pool"\n  nodes  = 7\n}\n'
    write("main.tf", call.replace("= 7", "= 7 # tpu-zones: ignore[TPZ311] ticket"))
    write("pool/variables.tf", "# tpu-zones: ignore[TPZ311] ticket\n")
    assert rules(tz.check(".")) == [("TPZ904", "pool/variables.tf", 1)]
    assert rules(tz.check("pool/variables.tf")) == []
    write("main.tf", call)
    run(".", "--baseline", "base.json", "--update-baseline")
    assert tz.check("main.tf", baseline="base.json").summary["baselined"] == 1
    assert tz.check("pool/main.tf", baseline="base.json").notes == ()


def test_the_standard_input_stands_for_the_file_of_its_name(write, run, pool, monkeypatch):
    import io

    write("main.tf", pool(nodes="var.nodes"))
    write("variables.tf", 'variable "nodes" { default = 4 }\n')
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(pool(nodes="var.nodes + 3").encode())))
    code, out, _ = run("-", "--stdin-filename", "main.tf")
    assert code == 1 and "main.tf:6:20: error TPZ311" in out and out.count("TPZ311") == 1


def test_the_check_takes_the_same_names_from_the_option_and_from_the_config(tmp_path, monkeypatch, capsys):
    from tpu_zones.cli.main import main

    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.sh").write_text(
        "gcloud compute tpus tpu-vm create a --zone=us-east5-c --accelerator-type=v6e-8 --version=v2-alpha-tpuv6e\n"
    )
    assert "TPZ202" in str(tz.check("a.sh").findings)
    assert not tz.check("a.sh", granted="trillium:us-east5-c").findings
    assert main(["check", "a.sh", "--granted", "Trillium:US-EAST5-C", "--fail-on", "warning"]) == 0
    assert main(["check", "a.sh", "--granted", "v6e:us-east5-q"]) == 2
    assert "did you mean us-east5, us-east5-c" in capsys.readouterr().err
    (tmp_path / ".tpu-zones.toml").write_text('granted = ["trillium:us-east5-c"]\nfail-on = "warning"\n')
    assert main(["check", "a.sh"]) == 0
    (tmp_path / ".tpu-zones.toml").write_text('granted = ["v6x:us-east5-c"]\n')
    assert main(["check", "a.sh"]) == 2
    said = "tpu-zones: .tpu-zones.toml: granted 'v6x:us-east5-c': no TPU is called 'v6x'"
    assert capsys.readouterr().err.startswith(said)
    assert main(["zones", "v6e", "--granted"]) == 2
    assert capsys.readouterr().err.startswith(said)
