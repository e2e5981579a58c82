"""The closed TPU Node architecture."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import Cluster, TpuVm
from tpu_zones.lint.values import on
from tpu_zones.lint.view.vm import TPU_NODE, Vm
from tpu_zones.records.findings import Severity


def look(view: Vm | Cluster, ask: Ask) -> Iterator[Found]:
    """Find TPU Nodes, and the cluster field that belonged to them."""
    if isinstance(view, Vm):
        if view.surface == TPU_NODE:
            text = "TPU Nodes belong to a closed API: use TPU VMs (tpu-vm, queued-resources), or GKE node pools"
            yield Found(view.thing.surface or view.thing.spot, text)
        return
    if on(view.enable_tpu):
        ended = ask.index.value("tpu-node-architecture", "ended") or "an earlier day"
        text = f"the cluster's TPU field belonged to TPU Nodes, which ended on {ended}: use node pools"
        yield Found(view.enable_tpu, text)


RULE = Rule(
    "TPZ504",
    "tpu-node-api",
    Severity.ERROR,
    (TpuVm, Cluster),
    look,
    why="The TPU Node architecture, with its two VMs and the cluster-level TPU fields, ended on 2025-04-25.",
    source="https://docs.cloud.google.com/tpu/docs/release-notes",
    fact="tpu-node-architecture",
    wrong={"accelerator_type": "v3-8", "zone": "europe-west4-a", "surface": TPU_NODE},
    right={"accelerator_type": "v3-8", "zone": "europe-west4-a", "surface": "cloud-tpu-api"},
)
