"""What is declared twice: Terraform refuses it, both are checked, and a value of which there are two is unknown."""

import pytest

import tpu_zones as tz

POOL = """resource "google_container_node_pool" "a" {
  cluster        = "c"
  location       = "europe-west4"
  node_locations = ["europe-west4-%s"]
  node_count     = 1
  node_config { machine_type = "ct5p-hightpu-4t" }
}
"""


@pytest.fixture
def check(tmp_path, monkeypatch):
    """Return a function that checks files by name: rule, path, line."""
    monkeypatch.chdir(tmp_path)

    def run(**files):
        for name, text in files.items():
            (tmp_path / f"{name}.tf").write_text(text)
        report = tz.check(".")
        return report, [(one.rule, one.path, one.line) for one in report.findings]

    return run


def test_both_of_two_resources_are_checked(check):
    report, found = check(a=POOL % "b", b=POOL % "a", c=POOL % "b")
    assert found == [("TPZ902", "b.tf", 1), ("TPZ201", "b.tf", 4), ("TPZ902", "c.tf", 1)]
    assert report.findings[0].message == (
        "resource google_container_node_pool a is declared twice (first at a.tf:1), which Terraform refuses"
    )
    assert report.summary["node_pool"] == 3 and report.complete


def test_both_of_two_calls_are_checked(check, tmp_path):
    (tmp_path / "pool").mkdir()
    (tmp_path / "pool" / "main.tf").write_text('variable "zone" {}\n' + POOL.replace('"europe-west4-%s"', "var.zone"))
    call = 'module "p" {\n  source = "./pool"\n  zone   = "europe-west4-%s" # tpu\n}\n'
    assert check(a=call % "b", b=call % "a")[1] == [("TPZ902", "b.tf", 1), ("TPZ201", "b.tf", 3)]


@pytest.mark.parametrize(
    ("first", "second", "used"),
    [
        ('variable "z" { default = "b" }', 'variable "z" { default = "a" }', "europe-west4-${var.z}"),
        ('locals { z = "b" }', 'locals { z = "a" }', "europe-west4-${local.z}"),
        (
            'resource "google_container_cluster" "c" { location = "europe-west4-b" }',
            'resource "google_container_cluster" "c" { location = "europe-west4-a" }',
            "${google_container_cluster.c.location}",
        ),
        ('provider "google" { zone = "b" }', 'provider "google" { zone = "a" }', None),
    ],
)
def test_a_value_of_which_there_are_two_is_unknown(check, first, second, used):
    pool = POOL.replace("europe-west4-%s", used) if used else POOL.replace('  location       = "europe-west4"\n', "")
    pool = pool if used else pool.replace('  node_locations = ["europe-west4-%s"]\n', "")
    report, found = check(a=first + "# tpu\n", b=second + "# tpu\n", main=pool)
    assert found == [("TPZ902", "b.tf", 1)]
    assert report.summary["unknown_value"] == 1


def test_a_given_value_counts_however_often_its_variable_is_declared(check, tmp_path):
    (tmp_path / "terraform.tfvars").write_text('z = "a"\n')
    twice = 'variable "z" { default = "b" } # tpu\n'
    _, found = check(a=twice, b=twice, main=POOL.replace("europe-west4-%s", "europe-west4-${var.z}"))
    assert found == [("TPZ902", "b.tf", 1), ("TPZ201", "main.tf", 4)]
