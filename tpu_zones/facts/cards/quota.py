"""The card of a quota, by any of its names."""

from tpu_zones.facts.cards.parts import fact, table, tables
from tpu_zones.names import key
from tpu_zones.records.cards import Card, Fact
from tpu_zones.records.quotas import Quota
from tpu_zones.records.rows import Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from tpu_zones.facts.index import Index

_COLUMNS = "generation provisioning service tpu_family unit per default display_name legacy_enum note seen sources"


def names(quota: Quota) -> "Iterator[str]":
    """Yield the quota's id (also without its dimension), metric, display name and old enums."""
    if quota.quota_id:
        yield quota.quota_id
        if "-per-project" in quota.quota_id:
            yield quota.quota_id.partition("-per-project")[0]
    if quota.metric:
        yield quota.metric
        yield quota.metric.rpartition("/")[2]
    if quota.display_name:
        yield quota.display_name
    yield from (quota.legacy_enum or "").split(" / ") if quota.legacy_enum else ()


def named(index: "Index", name: str) -> list[Quota]:
    """Return the quotas of a name: several generations may draw on one."""
    word = key(name)
    return [one for one in index.table("quotas") if word in map(key, names(one))]


def card(index: "Index", name: str, quotas: "Sequence[Quota]") -> Card:
    """Return what draws on a quota, in which unit and where, and what to know before asking for more."""
    facts = [
        fact("id", tuple(dict.fromkeys(one.quota_id for one in quotas if one.quota_id)) or None),
        fact("metric", tuple(dict.fromkeys(one.metric for one in quotas if one.metric)) or None),
        *(fact("know", one.text, one) for one in _statements(index, quotas)),
    ]
    return Card(
        kind="quota",
        name=next(one for quota in quotas for one in names(quota) if key(one) == key(name)),
        facts=Rows(facts, record=Fact),
        tables=tables(
            table(
                "who draws on it",
                quotas,
                _COLUMNS,
            )
        ),
        evidence_date=max((one.seen.day for one in quotas if one.seen.day), default=None),
    )


def _statements(index: "Index", quotas: "Sequence[Quota]") -> "Iterator[Any]":
    wanted = {
        "two-services": True,
        "zone-and-region": any(one.service.startswith("tpu") for one in quotas),
        "flex-start": any(one.provisioning == "spot" for one in quotas),
        "defaults": any(one.default is not None for one in quotas),
    }
    found = (index.statements.get(name) for name, applies in wanted.items() if applies)
    return filter(None, found)
