"""How the billing catalog words what is sold: the description of an SKU, read from its start to its end.

Four ways to buy one chip in one region share a usage type, and each description contains another's words, so
nothing is looked for inside a description. Sources: SKUs recorded in 2026 (see `fixtures/http/README.md`).
"""

import re

from tpu_zones.records.words import Option

_TPU = r"(?P<tpu>[Tt][Pp][Uu]-?[Vv]?[0-9][0-9A-Za-z]*)"
_BARE = r"(?P<tpu>(?:[Tt][Pp][Uu]-?)?[Vv]?[0-9][0-9A-Za-z]*)"
_PLACE = r"(?P<place>[^\W\d_][\w ,.()'-]*)"
_FORMS = (
    (Option.ON_DEMAND, {"OnDemand"}, rf"{_TPU} running in {_PLACE}"),
    (Option.SPOT, {"Preemptible"}, rf"{_TPU} attached to Spot Preemptible VMs running in {_PLACE}"),
    (Option.FLEX_START, None, rf"DWS Defined Duration {_BARE} running in {_PLACE}"),
    (Option.CALENDAR, None, rf"Reserved {_BARE}(?: TPU)? in {_PLACE} in Calendar Mode"),
    (Option.CAPACITY_OPTIMIZED, None, rf"Capacity Optimized {_TPU} running in {_PLACE}"),
    (Option.COMMIT_1Y, {"Commit1Yr"}, rf"Commitment v1: {_TPU} running in {_PLACE} for 1 Year"),
    (Option.COMMIT_3Y, {"Commit3Yr"}, rf"Commitment v1: {_TPU} running in {_PLACE} for 3 Years"),
)
_COMPILED = tuple((option, usage, re.compile(form)) for option, usage, form in _FORMS)
_NO_PLACE = re.compile(
    r"\b(?:attached|calendar|capacity|commitment|custom|defined|dws|for|mode|optimized|pod|preemptible|premium"
    r"|reserved|running|sole|spot|tenancy|tpu\w*|with|years?)\b",
    re.IGNORECASE,
)
"""Words that change what is sold; no place has them in its name."""
_OLD = re.compile(
    rf"(?P<first>Preemptible )?(?P<tpu>[Tt][Pp][Uu]-v[0-9]\w*)(?P<more>(?: (?:Accelerator|Pod|Preemptible))+)"
    rf"(?: running in)? {_PLACE}"
)


class Wording:
    """What a description says: the TPU as it is written there, how it is bought, and whether in a pod."""

    __slots__ = ("option", "pod", "tpu")

    def __init__(self, tpu: str, option: Option, *, pod: bool = False) -> None:
        self.tpu, self.option, self.pod = tpu, option, pod


def read(description: str, usage: str) -> Wording | None:
    """Return what an SKU of Compute Engine sells; None where its wording and usage type are not known together.

    >>> read("TpuV6e running in Columbus", "OnDemand").option
    <Option.ON_DEMAND: 'on-demand'>
    >>> read("DWS Defined Duration V6e running in Columbus", "OnDemand").option
    <Option.FLEX_START: 'flex-start'>
    >>> read("Sole Tenancy TpuV6e running in Columbus", "OnDemand")
    """
    for option, usages, form in _COMPILED:
        match = form.fullmatch(description)
        if match and not _NO_PLACE.search(match["place"]):
            return Wording(match["tpu"], option) if usages is None or usage in usages else None
    return None


def read_old(description: str, usage: str) -> Wording | None:
    """Return what an SKU of the service Cloud TPU sells; Spot and pods are told by a word, not by the usage type.

    >>> found = read_old("TPU-v2 Accelerator USA", "OnDemand")
    >>> found.tpu, str(found.option), found.pod
    ('TPU-v2', 'on-demand', False)
    """
    match = _OLD.fullmatch(description)
    if not match or usage not in ("OnDemand", "Preemptible") or _NO_PLACE.search(match["place"]):
        return None
    words = {*(match["first"] or "").split(), *match["more"].split()}
    spot = "Preemptible" in words
    if usage == "Preemptible" and not spot:
        return None
    return Wording(match["tpu"], Option.SPOT if spot else Option.ON_DEMAND, pod="Pod" in words)
