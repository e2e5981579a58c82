"""A pool in a zone outside its cluster's region."""

from collections.abc import Iterator

from tpu_zones.lint.rules.base import Ask, Found, Rule
from tpu_zones.lint.things import NodePool
from tpu_zones.lint.values import given
from tpu_zones.lint.view.places import is_region, names, region_of
from tpu_zones.lint.view.pool import Pool
from tpu_zones.records.findings import Severity


def look(pool: Pool, ask: Ask) -> Iterator[Found]:
    """Find zones of another region than the cluster's."""
    home = next(names(pool.place), None) if given(pool.place) else None
    if home is None or pool.source != "locations":
        return
    region = home[0] if is_region(ask.index, home[0]) else region_of(ask.index, home[0])
    for zone, value in pool.zones:
        known = region in ask.index.regions and zone in ask.index.zones
        if known and region_of(ask.index, zone) != region:
            text = f"{zone} is not in {region}, where the cluster is: a pool lies in zones of its cluster's region"
            yield Found(value, text, shown=zone)


RULE = Rule(
    "TPZ205",
    "zone-outside-cluster-region",
    Severity.ERROR,
    (NodePool,),
    look,
    why="GKE refuses node locations outside the cluster's region; other zones of the same region are fine, for a"
    " zonal cluster as well.",
    source="package:google-api-python-client@2.202.0:container-v1-revision-20261027",
    wrong={"machine_type": "ct6e-standard-4t", "cluster_location": "us-central1", "locations": ["us-east5-b"]},
    right={"machine_type": "ct6e-standard-4t", "cluster_location": "us-east5", "locations": ["us-east5-b"]},
)
