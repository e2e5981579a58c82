"""Terraform roots of the settings: sets of variables, each of which is a run of its own."""

from pathlib import Path

import pytest

import tpu_zones as tz
from tpu_zones.lint.control.config import load

VARIABLES = 'variable "zone" {\n  default = "europe-west4-a"\n}\nvariable "nodes" {\n  default = 4\n}\n'


@pytest.fixture
def repository(write, pool):
    """Two roots, of which infra has two sets of variables."""
    text = pool(nodes="NODES", zone="ZONE").replace("NODES", "var.nodes").replace('"ZONE"', "var.zone")
    write("infra/main.tf", text + VARIABLES)
    write("other/main.tf", pool(nodes="7"))
    write("infra/common.tfvars", "# tpu\n")
    write("infra/envs/dev.tfvars", "nodes = 5\n")
    write("infra/envs/prod.tfvars", 'nodes = 4\nzone = "europe-west4-b"\n')

    def settings(text):
        write(".tpu-zones.toml", text)

    return settings


def found(*paths, **given):
    report = tz.check(*(paths or (".",)), config=".tpu-zones.toml", **given)
    return [(one.rule, one.path, one.line) for one in report.findings]


SETS = """
[[roots]]
path = "infra"
var-files = [["common.tfvars", "envs/dev.tfvars"], ["common.tfvars", "envs/prod.tfvars"]]
"""
OTHER = ("TPZ311", "other/main.tf", 6)
BOTH = [("TPZ311", "infra/envs/dev.tfvars", 1), ("TPZ201", "infra/envs/prod.tfvars", 2)]


def test_each_set_is_a_run_of_its_own(repository):
    repository("")
    assert found() == [OTHER]
    repository(SETS)
    assert found() == [*BOTH, OTHER]
    assert found("infra") == BOTH


def test_a_set_goes_after_what_counts_for_every_root(repository, write):
    repository('var-files = ["all.tfvars"]\n' + SETS)
    write("all.tfvars", 'nodes = 9\nzone = "us-east1-d"\n')
    write("infra/terraform.tfvars", "nodes = 8\n")
    # Of dev the zone comes from all.tfvars, and lies outside of the cluster.
    assert [one for one in found("infra") if one[0] == "TPZ311"] == BOTH[:1]
    assert ("TPZ201", "infra/envs/prod.tfvars", 2) in found("infra")


def test_an_empty_set_has_the_defaults_alone(repository):
    repository('[[roots]]\npath = "infra"\nvar-files = [[], ["envs/dev.tfvars"]]\n')
    report = tz.check("infra", config=".tpu-zones.toml")
    assert [(one.rule, one.path) for one in report.findings] == [("TPZ311", "infra/envs/dev.tfvars")]
    assert report.summary["node_pool"] == 2


def test_equal_findings_of_several_sets_are_one(repository, write, pool):
    write("infra/main.tf", pool(nodes="7") + VARIABLES)
    repository(SETS)
    assert found("infra") == [("TPZ311", "infra/main.tf", 6)]


def test_patterns_and_several_entries(repository, write, pool):
    write("envs/a/main.tf", pool(nodes="var.n").replace('"var.n"', "var.n") + 'variable "n" {}\n')
    write("envs/a/deep/main.tf", pool(nodes="var.n") + 'variable "n" {}\n')
    write("envs/a/x.tfvars", "n = 5\n")
    write("envs/a/y.tfvars", "n = 6\n")
    repository(
        '[[roots]]\npath = "envs/*"\nvar-files = [["x.tfvars"]]\n'
        '[[roots]]\npath = "./envs/a/"\nvar-files = [["y.tfvars"]]\n'
    )
    assert found("envs") == [("TPZ311", "envs/a/x.tfvars", 1), ("TPZ311", "envs/a/y.tfvars", 1)]


def test_the_folder_of_the_settings_itself(write, pool, monkeypatch, tmp_path):
    write("infra/main.tf", pool(nodes="var.n") + 'variable "n" {}\n')
    write("infra/x.tfvars", "n = 5\n")
    write("infra/.tpu-zones.toml", '[[roots]]\npath = "."\nvar-files = [["x.tfvars"]]\n')
    report = tz.check("infra", config="infra/.tpu-zones.toml")
    assert [(one.rule, one.path) for one in report.findings] == [("TPZ311", "infra/x.tfvars")]
    monkeypatch.chdir(tmp_path / "infra")
    assert found() == [("TPZ311", "x.tfvars", 1)]
    assert found(tmp_path / "infra")[0][1] == f"{tmp_path.as_posix()}/infra/x.tfvars"


def test_a_folder_that_is_named_is_a_root_though_another_calls_it(write, pool):
    write("module/main.tf", pool(nodes="var.n") + 'variable "n" {}\n')
    write("module/x.tfvars", "n = 5\n")
    write("examples/main.tf", 'module "m" {\n  source = "../module"\n  n = 4\n}\n')
    write(".tpu-zones.toml", '[[roots]]\npath = "module"\nvar-files = [["x.tfvars"]]\n')
    assert found() == [("TPZ311", "module/x.tfvars", 1)]


def test_rules_across_files_see_one_set_at_a_time(write):
    """The policy of one set is not that of the other's pool, though both are called the same."""
    write(
        "infra/main.tf",
        """
variable "topology" {}
variable "policy" {}
resource "google_compute_resource_policy" "p" {
  name   = "slices"
  region = "us-central1"
  workload_policy {
    type                 = "HIGH_THROUGHPUT"
    accelerator_topology = var.policy
  }
}
resource "google_container_node_pool" "tpu" {
  cluster        = "prod"
  location       = "us-central1"
  node_locations = ["us-central1-c"]
  node_config { machine_type = "tpu7x-standard-4t" }
  placement_policy {
    type         = "COMPACT"
    policy_name  = "slices"
    tpu_topology = var.topology
  }
}
""",
    )
    write("infra/a.tfvars", 'topology = "2x2x4"\npolicy = "2x2x4"\n')
    write("infra/b.tfvars", 'topology = "2x2x2"\npolicy = "2x2x2"\n')
    write("infra/c.tfvars", 'topology = "2x2x2"\npolicy = "2x2x4"\n')
    write(".tpu-zones.toml", '[[roots]]\npath = "infra"\nvar-files = [["a.tfvars"], ["b.tfvars"]]\n')
    differ = [one for one in found() if one[0] == "TPZ310"]
    assert differ == []
    write(".tpu-zones.toml", '[[roots]]\npath = "infra"\nvar-files = [["a.tfvars"], ["c.tfvars"]]\n')
    assert [one[1] for one in found() if one[0] == "TPZ310"] == ["infra/c.tfvars"]


def test_a_set_with_a_missing_file_is_no_verdict_and_not_judged_by_defaults(repository, run, write):
    write("infra/main.tf", Path("infra/main.tf").read_text().replace("default = 4", "default = 7"))
    repository('[[roots]]\npath = "infra"\nvar-files = [["none.tfvars"]]\n')
    code, out, _ = run("infra")
    assert code == 3 and "infra/none.tfvars:1:1: error TPZ901" in out and "TPZ311" not in out


def test_a_set_that_cannot_be_parsed_leaves_its_variables_unknown(repository, run, write):
    repository(SETS)
    write("infra/envs/dev.tfvars", "nodes = [ # tpu\n")
    code, out, _ = run("infra")
    assert code == 3 and "infra/envs/prod.tfvars:2:8: error TPZ201" in out
    assert out.count("error TPZ901") == 1 and "TPZ311" not in out


def test_ignores_in_a_set_count(repository, write, run):
    repository(SETS)
    write("infra/envs/dev.tfvars", "nodes = 5 # tpu-zones: ignore[TPZ311] on purpose\n")
    assert found("infra") == BOTH[1:]
    write("far/dev.tfvars", "nodes = 5 # tpu-zones: ignore[TPZ311] on purpose\n")  # is not walked
    write("infra/envs/dev.tfvars", "")
    repository('[[roots]]\npath = "infra"\nvar-files = [["../far/dev.tfvars"]]\n')
    assert found("infra") == []
    assert found("infra", ignores=False) == [("TPZ311", "far/dev.tfvars", 1)]


def test_sets_stay_inside_the_repository(repository, run, tmp_path):
    repository('[[roots]]\npath = "infra"\nvar-files = [["../../x.tfvars"]]\n')
    code, out, err = run(".")
    assert (code, out) == (2, "")
    assert err == "tpu-zones: .tpu-zones.toml: roots.var-files: '../x.tfvars' lies outside of the repository\n"
    (tmp_path / "infra" / "link.tfvars").symlink_to("/etc/hostname")
    repository('[[roots]]\npath = "infra"\nvar-files = [["link.tfvars"]]\n')
    assert run(".")[0] == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('path = "infra"', "roots.0.var-files: it is missing"),
        ('path = "infra"\nvar-files = []', "roots.0.var-files: "),
        ('path = "infra"\nvar-files = ["a.tfvars"]', "roots.0.var-files.0: it has to be a list, and not 'a.tfvars'"),
        ('path = "infra"\nvar-files = [["a", 1]]', "roots.0.var-files.0.1: it has to be text, and not 1"),
        ('path = "infra"\nvar_files = [["a"]]', "no key is called 'roots.0.var_files'; did you mean var-files?"),
        ('path = "infr"\nvar-files = [["a"]]', "roots.path: 'infr' is no folder"),
        ('path = "../.."\nvar-files = [["a"]]', "roots.path: '../..' lies outside of the repository"),
    ],
)
def test_a_wrong_root_is_told(repository, run, text, told):
    repository(f"[[roots]]\n{text}\n")
    code, _, err = run(".")
    assert code == 2 and told in err, err


def test_what_is_loaded(repository):
    repository(SETS)
    sets = ("common.tfvars", "envs/dev.tfvars"), ("common.tfvars", "envs/prod.tfvars")
    assert load(".tpu-zones.toml").roots == (("infra", sets),)


@pytest.mark.parametrize(
    ("root", "told"),
    [
        ('path = "infra"\nvar-files = [[]%s]' % (",[]" * 100), "roots: more than 100 sets of var-files for 'infra'"),
        ('path = "infra"\nvar-files = [["a\\u0000.tfvars"]]', "roots.var-files: 'infra/a\\x00.tfvars' lies outside"),
        ('path = "[infra"\nvar-files = [[]]', "roots.path: '[infra' is no pattern"),
        ('path = "%s"\nvar-files = [[]]' % ("*" * 501), "is no pattern"),
    ],
)
def test_what_would_not_count_is_said(repository, root, told):
    repository(f"[[roots]]\n{root}\n")
    with pytest.raises(tz.WrongUsage) as caught:
        found()
    assert str(caught.value).startswith(".tpu-zones.toml: ") and told in str(caught.value)


def test_a_folder_that_is_called_like_a_pattern_is_one(repository, write):
    write("[infra/main.tf", Path("infra/main.tf").read_text("utf-8"))
    repository('[[roots]]\npath = "[infra"\nvar-files = [["../infra/envs/dev.tfvars"]]\n')
    assert ("TPZ311", "infra/envs/dev.tfvars", 1) in found()


UNUSED = '[[roots]]\npath = "envs/*"\nvar-files = [["x.tfvars"]]\n'
TOLD = "roots: no Terraform file was found in envs/*: the var-files count nowhere"


def notes(*paths, **given):
    return [one.text for one in tz.check(*(paths or (".",)), config=".tpu-zones.toml", **given).notes]


def test_a_root_that_is_none_is_told_where_all_is_looked_at(repository, run, write, tmp_path, monkeypatch):
    repository(UNUSED)
    assert notes() == notes(tmp_path) == notes("infra", ".") == [f".tpu-zones.toml: {TOLD}"]
    assert f"\nnote: .tpu-zones.toml: {TOLD}\n" in run(".")[1]
    assert [one.code for one in tz.check(".", config=".tpu-zones.toml").notes] == ["unused-root"]
    assert notes("infra") == notes("infra/main.tf") == notes(".", exclude="other") == []
    monkeypatch.chdir(tmp_path / "infra")
    report = tz.check("..", config="../.tpu-zones.toml")
    assert [one.text for one in report.notes] == [f"../.tpu-zones.toml: {TOLD}"]
    assert tz.check(".", config="../.tpu-zones.toml").notes == ()


def test_settings_of_a_part_speak_of_that_part(write, pool):
    write("a/main.tf", pool())
    write("b/main.tf", pool())
    write("b/.tpu-zones.toml", UNUSED)
    assert [one.text for one in tz.check("b", config="b/.tpu-zones.toml").notes] == [f"b/.tpu-zones.toml: {TOLD}"]
    assert [one.text for one in tz.check(".", config="b/.tpu-zones.toml").notes] == [f"b/.tpu-zones.toml: {TOLD}"]
    assert tz.check("a", config="b/.tpu-zones.toml").notes == ()


def test_what_is_there_is_a_root_also_where_it_speaks_of_no_tpu_or_cannot_be_read(repository, write, tmp_path):
    write("envs/a/main.tf", 'variable "x" {}\n')
    repository(UNUSED)
    assert notes() == []
    write("envs/a/main.tf", b"# tpu \xff")
    assert notes() == []
    (tmp_path / "envs" / "a" / "main.tf").unlink()
    write("envs/a/x.tfvars", "# tpu\n")
    write("envs/main.tf", "# tpu\n")  # above what the pattern means
    assert notes() == [f".tpu-zones.toml: {TOLD}"]
    repository(UNUSED + '[[roots]]\npath = "infra/envs"\nvar-files = [[]]\n')
    assert notes() == [f".tpu-zones.toml: {TOLD.replace('envs/*', 'envs/*, infra/envs')}"]
