"""A reservation that is not named."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import blank, given, text
from tpu_zones.lint.view.pool import Pool
from tpu_zones.lint.view.words import field
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find affinity to any reservation, and specific affinity without a name."""
    value = pool.thing.reservation_affinity
    if not given(value):
        return
    word = (text(value) or "").lower().replace("-", "_").removesuffix("_reservation")
    name = field(pool.thing, "reservation")
    if word == "any":
        text_ = f"TPU reservations are used by name: give specific affinity and {name}"
        yield Found(value, text_)
    elif word == "specific" and blank(pool.thing.reservation):
        yield Found(value, f"specific affinity without {name}: a TPU reservation is used by its name")


RULE = Rule(
    "TPZ402",
    "reservation-affinity",
    Severity.WARNING,
    (NodePool,),
    look,
    why="TPU reservations are consumed by name with specific affinity. The affinity that tries any and then fails"
    " is new, and accepted here.",
    source="package:google-api-python-client@2.202.0:container-v1-revision-20261027",
    fact="reservation-specific",
    wrong={"machine_type": "ct6e-standard-4t", "reservation_affinity": "any"},
    right={"machine_type": "ct6e-standard-4t", "reservation_affinity": "specific", "reservation": "r"},
)
