"""The fixed words of the field, as string enums: their values are what JSON, the command line and the tables carry."""

from enum import StrEnum


class Evidence(StrEnum):
    """How well it is known that a zone offers a generation; computed when a snapshot is built."""

    DOCUMENTED = "documented"
    """On the newest public list that covers the generation and continent."""
    OBSERVED = "observed"
    """Seen by a dated source after any delisting, or never listed but shown by an API or a catalog."""
    WITHDRAWN = "withdrawn"
    """Was on a public list, and no dated source has seen it since."""
    DOUBTFUL = "doubtful"
    """Weak reports only."""


class What(StrEnum):
    """What a claim says of its subject."""

    LISTED = "listed"
    TYPE = "type"
    """An API or a catalog shows the hardware's type there."""
    CREATED = "created"
    """A request was accepted, or a resource ran there."""
    RESERVED = "reserved"
    REFUSED = "refused"
    ABSENT = "absent"
    """Looked for by name and not there."""


class Option(StrEnum):
    """How capacity is bought."""

    ON_DEMAND = "on-demand"
    SPOT = "spot"
    FLEX_START = "flex-start"
    CALENDAR = "calendar"
    RESERVATION = "reservation"
    COMMIT_1Y = "commit-1y"
    COMMIT_3Y = "commit-3y"
    CAPACITY_OPTIMIZED = "capacity-optimized"


RESERVED = (Option.RESERVATION, Option.CALENDAR)
"""Options whose nodes come from a reservation that is named."""


class Surface(StrEnum):
    """Where a thing can be created."""

    GKE = "gke"
    COMPUTE_ENGINE = "compute-engine"
    CLOUD_TPU_API = "cloud-tpu-api"


class Answer(StrEnum):
    """The three answers."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Confidence(StrEnum):
    """How far a source's word is trusted."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    UNKNOWN = "unknown"
    """Looked for, not found."""


class ZoneKind(StrEnum):
    """A standard zone, or an AI zone that hangs on a parent zone."""

    STANDARD = "standard"
    AI = "ai"


class Access(StrEnum):
    """Who sees a zone."""

    OPEN = "open"
    AI = "ai"
    """Enabled per project."""
    ALLOWLIST = "allowlist"
    """Only projects that Google admitted."""


class Stage(StrEnum):
    """How far a generation has come."""

    AVAILABLE = "available"
    ANNOUNCED = "announced"
    """By Google; nothing can be created yet."""
    REPORTED = "reported"
    """Named by an article, not by Google in anything that was read."""
    UNDOCUMENTED = "undocumented"
    """Known to Google's code only."""


EARLY = (Stage.ANNOUNCED, Stage.REPORTED)
"""Stages of generations that are in no zone yet."""


class Unit(StrEnum):
    """What the number of an accelerator type counts."""

    CHIPS = "chips"
    TENSORCORES = "tensorcores"
