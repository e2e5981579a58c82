"""What every form says of a placement, checked before it becomes text."""

import re

from tpu_zones.errors import WrongUsage
from tpu_zones.records.table import printable
from tpu_zones.records.words import RESERVED, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tpu_zones.records.placements import Placement

_NAME = re.compile(r"[a-z]([-a-z0-9]{0,38}[a-z0-9])?")
_LONGEST = 40
_TOPOLOGY = re.compile(r"[1-9][0-9]{0,4}(x[1-9][0-9]{0,4}){1,2}")
_YAML_WORDS = frozenset(("true", "false", "yes", "no", "on", "off", "y", "n", "null"))
"""Names that YAML takes for something else."""
_BY_POLICY = ("tpu7x",)
"""Generations whose multi-host pools take a workload policy, and no COMPACT placement."""
_UNTOLD = (Option.ON_DEMAND, Option.COMMIT_1Y, Option.COMMIT_3Y)
"""Options that a node pool is not told of: a commitment is a price."""


class Pool:
    """A placement as node pools: `pools` of them, each of `nodes` nodes.

    A multi-host pool is one slice; a single-host pool may hold all of them.
    """

    __slots__ = (
        "accelerator",
        "by_policy",
        "chips",
        "cluster",
        "disk",
        "flex",
        "location",
        "machine_type",
        "multi_host",
        "name",
        "nodes",
        "placement",
        "pools",
        "project",
        "region",
        "reservation",
        "reserved",
        "shared",
        "spot",
        "topology",
        "zone",
    )

    def __init__(
        self,
        placement: "Placement",
        name: str | None = None,
        *,
        cluster: str | None = None,
        location: str | None = None,
        reservation: str | None = None,
        project: str | None = None,
    ) -> None:
        one = self.placement = placement
        if one.surface not in ("gke", None) or one.machine_type is None or one.gke_accelerator is None:
            raise WrongUsage(f"{one}: the forms are GKE's, and this placement is not made through gke")
        if one.option not in (*_UNTOLD, *RESERVED, Option.SPOT, Option.FLEX_START):
            raise WrongUsage(f"{one}: how GKE asks for {one.option} is not known")
        self.zone, self.region = _name("zone", one.zone), _name("region", one.region)
        self.machine_type = _name("machine type", one.machine_type)
        self.accelerator = _name("GKE label", one.gke_accelerator)
        self.disk = None if one.boot_disk is None else _name("disk type", one.boot_disk)
        if not _TOPOLOGY.fullmatch(one.topology or ""):
            raise WrongUsage(f"topology {str(one.topology)[:40]!r}: it is written like 4x4 or 2x2x4")
        self.topology, self.chips = str(one.topology), int(one.chips_per_host)
        self.multi_host = one.multi_host
        self.pools = int(one.slices) if one.multi_host else 1
        self.nodes = int(one.hosts) if one.multi_host else int(one.slices)
        self.by_policy = one.multi_host and one.generation in _BY_POLICY
        self.spot, self.flex = one.option is Option.SPOT, one.option is Option.FLEX_START
        self.reserved = one.option in RESERVED
        self.cluster = "CLUSTER" if cluster is None else _name("cluster", cluster)
        self.location = "LOCATION" if location is None else _name("location", location)
        if location is not None and location != self.region and not location.startswith(f"{self.region}-"):
            raise WrongUsage(f"location {location!r}: a pool in {self.zone} needs a cluster in {self.region}")
        self.reservation = "RESERVATION" if reservation is None else _name("reservation", reservation)
        self.project = "PROJECT" if project is None else _name("project", project)
        self.shared = project is not None
        way = "" if one.option is Option.ON_DEMAND else f"-{one.option}"
        own = f"{_name('generation', one.generation)}-{self.topology}{way}"
        self.name = _name("name", own if name is None else name)
        if self.pools > 1 and len(f"{self.name}-{self.pools}") > _LONGEST:
            raise WrongUsage(f"name {self.name!r}: with the number of a slice behind it, it is longer than {_LONGEST}")

    @property
    def reservation_path(self) -> str:
        """The reservation as a pool names it; one of another project by its path."""
        return f"projects/{self.project}/reservations/{self.reservation}" if self.shared else self.reservation

    @property
    def policy(self) -> str:
        """Name of the workload policy; its slices share it."""
        return f"{self.placement.generation}-{self.topology}"

    def comments(self) -> "Iterator[str]":
        """Yield what to know before it is applied, a line each."""
        one = self.placement
        many = f"{one.slices} slices" if one.slices > 1 else "one slice"
        nodes = f"{one.nodes} x {self.machine_type}"
        yield f"{many} of {one.generation} {self.topology}: {nodes} in {self.zone}, {one.option}"
        if one.gke_version:  # a note says it where none is known
            yield f"GKE: {one.gke_version} or newer"
        for quota in one.quota:
            yield f"quota: {quota}"
        yield from one.notes
        if self.flex:
            yield "flex-start: the pool starts empty; nodes come when Pods ask for them"
        if self.multi_host:
            yield "upgrades: no blue-green for a multi-host slice; plan a maintenance exclusion around long jobs"

    def head(self) -> str:
        """Return the comments as text of a shell script, of Terraform and of YAML."""
        return "".join(f"# {printable(line)}\n" for line in self.comments())


def _name(what: str, text: str) -> str:
    """Return a name that is safe in a shell, in Terraform and in YAML; `WrongUsage` for any other."""
    if not isinstance(text, str) or not _NAME.fullmatch(text):
        raise WrongUsage(
            f"{what} {str(text)[:60]!r}: a name has 1 to 40 lower-case letters, digits and dashes, begins with a letter"
            " and ends with no dash"
        )
    return text


def yaml(name: str) -> str:
    """Return a name as YAML has it."""
    return f'"{name}"' if name in _YAML_WORDS else name
