"""A generation that the Cloud TPU API does not serve."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import TpuVm
from tpu_zones.lint.view.vm import CLOUD_TPU, Vm
from tpu_zones.records.findings import Severity
from tpu_zones.records.words import Answer


def look(vm: Vm, ask: Ask) -> Iterator[Found]:
    """Find TPU VMs of a generation that came after the API."""
    value = vm.type_value
    known = ask.index.generations.get(vm.generation or "")
    if known and value is not None and vm.surface == CLOUD_TPU and known.cloud_tpu_api is Answer.NO:
        text = f"{known.generation} is not served by the Cloud TPU API: use GKE or Compute Engine"
        yield Found(value, f"{text} (one fleet with a reservation does it)")


RULE = Rule(
    "TPZ505",
    "cloud-tpu-api-closed",
    Severity.WARNING,
    (TpuVm,),
    look,
    why="The Cloud TPU API gets no new generations: tpu7x and later are created through GKE or Compute Engine. One"
    " fleet with a reservation was seen to do it nevertheless.",
    source="https://docs.cloud.google.com/compute/docs/tpus/tpu-resources-in-compute-engine",
    fact="future-of-the-api",
    wrong={"accelerator_type": "tpu7x-8", "zone": "us-central1-c"},
    right={"accelerator_type": "v6e-8", "zone": "us-east5-b"},
)
