"""Configs to paste: a file a form; pure text, right for the generation and the option.

Sources of the rules: Google's pages on TPUs in GKE, and what its own tools (xpk, Cluster Toolkit) send.
"""

from tpu_zones.errors import UnknownName, WrongUsage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.records.placements import Placement

FORMS = ("gcloud", "terraform", "computeclass", "pod")


def emit(placement: "Placement", form: str, name: str | None = None, **names: str | None) -> str:
    """Return the config of a placement in one form; `names` are cluster, location, reservation and project."""
    from tpu_zones.planning.emit.pool import Pool

    if form not in FORMS:
        known = ", ".join(FORMS)
        raise UnknownName(
            f"no form is called {str(form)[:100]!r}: it is one of {known}", name=str(form), suggestions=FORMS
        )
    if form == "computeclass":
        return compute_class([placement], name, **names)
    module = __import__(f"tpu_zones.planning.emit.{form}", fromlist=["render"])
    return module.render(Pool(placement, name, **names))  # type: ignore[no-any-return]


def compute_class(
    placements: "list[Placement] | tuple[Placement, ...]", name: str | None = None, **names: str | None
) -> str:
    """Return one ComputeClass that tries placements in their order.

    Raises `WrongUsage` where they do not fit the same Pods: other hosts or chips per host.
    """
    from tpu_zones.planning.emit.computeclass import render
    from tpu_zones.planning.emit.pool import Pool

    if not placements:
        raise WrongUsage("a ComputeClass needs at least one placement")
    shapes = {(one.hosts, one.chips_per_host) for one in placements}
    if len(shapes) > 1:
        raise WrongUsage("one ComputeClass serves Pods of one kind: these placements differ in hosts or chips per host")
    return render([Pool(one, name, **names) for one in placements])
