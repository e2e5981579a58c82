"""tfparse as a witness: where both know a value it is the same."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = """\
variable "zone" {
  default = "us-east5-b"
}
variable "open" {
}
locals {
  pools = { a = { type = "ct6e-standard-4t", nodes = 4 }, b = { type = "ct6e-standard-8t", nodes = 1 } }
}
resource "google_container_node_pool" "many" {
  for_each       = { for name, pool in local.pools : name => pool if pool.nodes > 0 }
  name           = "pool-${each.key}"
  node_locations = [var.zone, replace(var.zone, "-b", "-a")]
  node_count     = each.value.nodes
  version        = var.open
  node_config {
    machine_type = each.value.type
    labels       = merge({ a = upper("x") }, { b = join("-", sort(["2", "1"])) })
    spot         = contains(keys(local.pools), "a") && !false
  }
  dynamic "placement_policy" {
    for_each = each.value.nodes > 1 ? [1] : []
    content {
      type         = "COMPACT"
      tpu_topology = format("%dx%d", each.value.nodes, 4)
    }
  }
}
module "inner" {
  source = "./inner"
  count  = 2
  name   = "c${count.index}"
}
"""
INNER = 'variable "name" {\n}\nresource "google_container_cluster" "c" {\n  name     = var.name\n  location = <<-E\n    x\n  E\n}\n'


def test_both_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "main.tf").write_text(ROOT)
    (tmp_path / "inner" / "main.tf").write_text(INNER)
    script = Path(__file__).parents[3] / "tools" / "compare_tfparse.py"
    spec = importlib.util.spec_from_file_location("compare_tfparse", script)
    assert spec and spec.loader
    compare = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(compare)
    monkeypatch.setattr(sys, "argv", ["compare_tfparse.py", str(tmp_path)])
    code = compare.main()
    told = capsys.readouterr().out
    assert code == 0, told
    counts = {line[9:]: int(line[:8]) for line in told.splitlines() if line[:8].strip().isdigit()}
    assert counts["equal"] == 18 and counts["instances of both"] == 4 and counts["roots"] == 1, told
