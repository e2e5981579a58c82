"""The config file: where it is found, what it may say, what is said of a wrong one."""

import os
import subprocess
import sys

import pytest

import tpu_zones as tz
from tpu_zones.lint.control.config import SIZE, Config, find, load


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('gke_version = "1.34"', "no key is called 'gke_version'; did you mean gke-version?"),
        ("severty = {}", "no key is called 'severty'; did you mean severity?"),
        ("zzzz = 1", "no key is called 'zzzz'; there are severity, exclude, gke-version,"),
        ("gke-version = 1.34", "gke-version: it has to be text, and not 1.34"),
        ('gke-version = "latest"', "gke-version: GKE version 'latest': it is written like"),
        ('mode = "auto"', "mode: it has to be 'standard' or 'autopilot', and not 'auto'"),
        ('exclude = "vendor"', "exclude: it has to be a list, and not 'vendor'"),
        ("exclude = [1]", "exclude.0: it has to be text, and not 1"),
        ('granted = ["v6e"]', "granted.0: 'v6e' is not written like v6e:us-east5-c"),
        ('evidence = "rumour"', "evidence: it has to be 'documented', 'observed' or 'any', and not 'rumour'"),
        ('fail-on = "info"', "fail-on: it has to be 'error' or 'warning', and not 'info'"),
        ("baseline = 1", "baseline: it has to be text, and not 1"),
        ('baseline = "main.tf"', "baseline: 'main.tf' does not end in .json"),
        ('baseline = "../../x.json"', "baseline: '../../x.json' lies outside of the repository"),
        ('severity = "off"', "severity: it has to be a table, and not 'off'"),
        (
            'severity.TPZ201 = "fatal"',
            "severity.TPZ201: it has to be 'error', 'warning', 'info' or 'off', and not 'fatal'",
        ),
        ('severity.TPZ2011 = "off"', "severity: no rule is called 'TPZ2011'; did you mean TPZ201"),
        ('severity.node-cout = "off"', "severity: no rule is called 'node-cout'; did you mean node-count"),
        ('severity.TPZ901 = "off"', "severity: TPZ901 stays an error; leave the file out with exclude"),
        ('severity.not-readable = "info"', "severity: not-readable stays an error"),
        ('var-files = ["../../etc/passwd"]', "var-files: '../../etc/passwd' lies outside of the repository"),
        ('var-files = ["/etc/hosts"]', "var-files: '/etc/hosts' lies outside of the repository"),
        ('var-files = ["a\\u0000b"]', "lies outside of the repository"),
        ('[[groups]]\nname = "a"', "groups.0.folders: it is missing"),
        ('[[groups]]\nname = "a"\nfolder = ["a"]', "no key is called 'groups.0.folder'; did you mean folders?"),
        ('[[groups]]\nname = "a"\nfolders = ["a"]\n' * 2, "groups: two are called 'a'"),
        ("mode = ", "no TOML: Invalid value"),
        ("a = " + "[" * 5000, "nested too deeply"),
        (".".join("a" * 200_000) + " = 1", "nested too deeply: a key of more than 16 parts"),
        ("[" + " . ".join(["'a'", '"b"'] * 9) + "]", "nested too deeply: a key of more than 16 parts"),
        ("x = " + "1" * 5000, "no TOML: Exceeds the limit"),
        (b'mode = "\xff"', "not UTF-8"),
        (b"#" * (SIZE + 1), "too large: a config has at most 512 KiB"),
    ],
)
def test_a_wrong_config_is_wrong_usage_with_file_and_key(write, run, text, told):
    write(".tpu-zones.toml", text)
    with pytest.raises(tz.WrongUsage) as caught:
        load(".tpu-zones.toml")
    assert str(caught.value).startswith(".tpu-zones.toml: ") and told in str(caught.value)
    code, out, err = run(".")
    assert (code, out) == (2, "") and err == f"tpu-zones: {caught.value}\n"
    assert run(".", "--no-config")[0] == 0


def test_all_keys(write):
    write("a.tfvars", "")
    write(
        ".tpu-zones.toml",
        'exclude = ["vendor/"]\ngke-version = "1.34.0-gke.1"\nmode = "autopilot"\ngranted = ["v6e:us-east5-c"]\n'
        'evidence = "any"\nfail-on = "warning"\nvar-files = ["a.tfvars"]\n[severity]\nTPZ201 = "off"\nnode-count = "info"\n'
        '[[groups]]\nname = "all"\nfolders = ["infra", "k8s"]\n',
    )
    config = load(".tpu-zones.toml")
    assert config.severity == {"TPZ201": "off", "TPZ311": "info"}
    assert (config.exclude, config.gke_version, config.mode) == (("vendor/",), "1.34.0-gke.1", "autopilot")
    assert (config.granted, config.evidence, config.fail_on) == (("v6e:us-east5-c",), "any", "warning")
    assert (config.var_files, config.groups) == (("a.tfvars",), {"all": ("infra", "k8s")})


def test_the_nearest_one_counts_up_to_the_repository(write, tmp_path, monkeypatch):
    write("pyproject.toml", "[tool.tpu-zones]\n")
    write("a/pyproject.toml", '[tool.other]\nname = "tpu-zones"\n')
    write("a/b/c.tf", "")
    assert find("a/b/c.tf") == find("a/b") == find("a") == str(tmp_path / "pyproject.toml")
    own = write("a/.tpu-zones.toml", "")
    assert find("a/b/c.tf") == find("a/b/none.tf") == str(own) and find(".") == str(tmp_path / "pyproject.toml")
    (tmp_path / "a" / "b" / ".git").write_text("gitdir: elsewhere")
    assert find("a/b/c.tf") is None
    monkeypatch.chdir(tmp_path / "a" / "b")
    assert find("..") == str(own)


def test_without_a_repository_the_search_ends_at_the_current_folder(tmp_path, monkeypatch):
    (tmp_path / "here" / "a").mkdir(parents=True)
    (tmp_path / "there" / "a").mkdir(parents=True)
    for folder in (tmp_path, tmp_path / "here", tmp_path / "there"):
        (folder / ".tpu-zones.toml").write_text("")
    monkeypatch.chdir(tmp_path / "here")
    assert find("a") == str(tmp_path / "here" / ".tpu-zones.toml")
    assert find("../there/a") is None
    assert find("../there") == str(tmp_path / "there" / ".tpu-zones.toml")


def test_two_configs_of_one_folder_are_one_too_many(write, run):
    write(".tpu-zones.toml", "")
    write("pyproject.toml", "[tool.tpu-zones]\n")
    assert run(".")[0] == 2
    assert (
        run(".")[2] == "tpu-zones: .tpu-zones.toml and [tool.tpu-zones] of pyproject.toml beside it: keep one of them\n"
    )
    write("pyproject.toml", "[project]\n")
    assert run(".")[0] == 0


def test_a_pyproject_that_is_broken_matters_only_if_it_may_be_meant_for_us(write, run):
    write("pyproject.toml", "[tool.x\n")
    assert run(".")[0] == 0
    write("pyproject.toml", "[tool.tpu-zones\n")
    code, _, err = run(".")
    assert code == 2 and err.startswith("tpu-zones: pyproject.toml: no TOML: ")
    write("pyproject.toml", "tool = 3 # tpu-zones\n")
    assert run(".")[0] == 0
    assert run(".", "--config", "pyproject.toml")[2] == "tpu-zones: pyproject.toml: it has no [tool.tpu-zones]\n"


def test_a_config_that_cannot_be_read(write, tmp_path, run):
    (tmp_path / ".tpu-zones.toml").mkdir()
    assert run(".")[::2] == (2, "tpu-zones: .tpu-zones.toml: a config has to be a regular file\n")
    assert run(".", "--no-config")[0] == 0
    assert run(".", "--config", "none.toml")[::2] == (2, "tpu-zones: none.toml: there is no such file\n")
    (tmp_path / ".tpu-zones.toml").rmdir()
    (tmp_path / ".tpu-zones.toml").symlink_to("nowhere")
    assert run(".")[0] == 2
    (tmp_path / ".tpu-zones.toml").unlink()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / ".tpu-zones.toml")
        assert run(".")[0] == 2


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_config_without_permission(write, run):
    write(".tpu-zones.toml", "").chmod(0)
    assert "cannot be read" in run(".")[2]


def test_severity_off_and_other(write, run, pool):
    write("main.tf", pool(nodes="7"))
    assert run(".")[0] == 1
    write(".tpu-zones.toml", '[severity]\nTPZ311 = "off"\n')
    assert run(".")[0] == 0 and "no findings in 1 node pool" in run(".")[1]
    write(".tpu-zones.toml", 'fail-on = "warning"\n[severity]\nnode-count = "warning"\n')
    code, out, _ = run(".")
    assert code == 1 and "main.tf:6:20: warning TPZ311 node-count" in out
    assert run(".", "--fail-on", "error")[0] == 0
    assert run(".", "--no-config")[1].count("error TPZ311") == 1


def test_severity_cannot_hide_an_incomplete_check(write, run):
    write("a.tf", "# tpu\nresource {")
    write(".tpu-zones.toml", '[severity]\nTPZ902 = "off"\n')
    assert run(".")[0] == 3


def test_what_the_command_line_gives_goes_first(write, run, pool):
    write("main.tf", pool(zone="europe-west4-b"))
    assert run(".")[0] == 1 and "error TPZ201" in run(".")[1]
    write(".tpu-zones.toml", 'granted = ["v6e:europe-west4-b"]\nmode = "autopilot"\n')
    assert "warning TPZ201" in run(".", "--mode", "standard")[1]
    assert "warning TPZ201" in run(".", "--mode", "standard", "--granted", "v5p:us-east5-a")[1]
    assert run(".")[1] != run(".", "--mode", "standard")[1]


def test_excludes_count_from_the_folder_of_the_config(write, run, pool, tmp_path, monkeypatch):
    write("infra/old/main.tf", pool(nodes="7"))
    write("infra/new/main.tf", pool())
    write(".tpu-zones.toml", 'exclude = ["/infra/old"]\n')
    assert run(".")[0] == 0
    monkeypatch.chdir(tmp_path / "infra")
    assert run(".")[0] == 0
    code, out, _ = run("old/main.tf")
    assert code == 0 and "note: old/main.tf: left out by exclude of ../.tpu-zones.toml\n" in out


def test_a_config_that_was_made_in_code_excludes_too(write, pool):
    write("old/main.tf", pool(nodes="7"))
    config = Config(exclude=("old",))
    assert not tz.check(".", config=config).findings
    (note,) = tz.check("old/main.tf", config=config).notes
    assert str(note) == "old/main.tf: left out by exclude of the config"


def test_var_files_count_from_the_folder_of_the_config(write, run, pool, tmp_path, monkeypatch):
    write("infra/main.tf", pool(nodes="var.nodes") + 'variable "nodes" {}\n')
    write("envs/prod.tfvars", "nodes = 7\n")
    write(".tpu-zones.toml", 'var-files = ["envs/prod.tfvars"]\nexclude = ["envs"]\n')
    monkeypatch.chdir(tmp_path / "infra")
    code, out, _ = run(".")
    assert code == 1 and "../envs/prod.tfvars:1:9: error TPZ311" in out
    write(".tpu-zones.toml", 'var-files = ["envs/none.tfvars"]\n')
    assert run(".")[0] == 3


def test_python_takes_a_config_only_where_it_is_named(write, pool):
    write("main.tf", pool(nodes="7"))
    write(".tpu-zones.toml", '[severity]\nTPZ311 = "off"\n')
    assert not tz.check(".").ok
    assert tz.check(".", config=".tpu-zones.toml").ok


@pytest.mark.parametrize(("settings", "imported"), [(None, []), ('[severity]\nTPZ311 = "off"\n', ["pydantic_core"])])
def test_what_settings_cost_and_no_home_is_needed(write, pool, settings, imported):
    """Pydantic's models would cost more than the check of a file, and its core does the same."""
    write("main.tf", pool())
    if settings:
        write(".tpu-zones.toml", settings)
    code = (
        "import sys; from tpu_zones.cli.main import main; main(['check', '.']);"
        "sys.exit(' '.join(sorted({'pydantic', 'pydantic_core'} & set(sys.modules))))"
    )
    given = {name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT")}
    root = os.path.dirname(os.path.dirname(tz.__file__))
    done = subprocess.run(
        [sys.executable, "-c", code], env={**given, "PYTHONPATH": root}, capture_output=True, text=True
    )
    assert done.stderr.split() == imported


POLICY = """
resource "google_compute_resource_policy" "p" {
  name   = "slices"
  region = "europe-west4"
  workload_policy {
    type                 = "HIGH_THROUGHPUT"
    accelerator_topology = "2x2x4"
  }
}
"""
USER = """
resource "google_container_node_pool" "tpu" {
  cluster        = "prod"
  location       = "us-central1"
  node_locations = ["us-central1-c"]
  node_count     = 4
  node_config { machine_type = "tpu7x-standard-4t" }
  placement_policy {
    type        = "COMPACT"
    policy_name = "slices"
  }
}
"""


def test_folders_of_a_group_know_one_another(write, run):
    write("a/main.tf", USER)
    write("b/main.tf", POLICY + "# tpu\n")
    write("c/main.tf", USER)
    assert run(".")[0] == 0
    write(".tpu-zones.toml", '[[groups]]\nname = "all"\nfolders = ["a", "b/"]\n')
    code, out, _ = run(".")
    assert code == 1 and "a/main.tf:10:19: error TPZ208" in out and "c/main.tf:10:" not in out


def test_a_key_that_is_as_deep_as_any_is_read(write):
    parts = ".".join("abcdefghijklmn")
    write("pyproject.toml", f"[tool.{parts}]\nx = 1\n[tool.tpu-zones]\nexclude = ['{'a.' * 15}md']\n")
    assert load("pyproject.toml").exclude == ("a." * 15 + "md",)
