"""An answer as a JSON document: what `--format json` prints and what an MCP tool returns are the same."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.records.availability import Availability
    from tpu_zones.records.cards import Card
    from tpu_zones.records.pathways import Pathways
    from tpu_zones.records.rows import Rows
    from tpu_zones.records.status import Status
    from tpu_zones.records.zones import Zone

    Answered = Rows[Any] | Availability | Card | Pathways | Status
    Document = dict[str, Any]

JOINED = ("evidence", "last_seen", "surfaces")
"""What a zone has from its offering, where a TPU was asked about."""
AVAILABILITY = ("answer", "evidence", "reasons", "claims", "nearest", "quota")
PATHWAYS = (
    "generation platform stage named jax answer generations platforms offerings worker_types images image_tags"
    " jax_limits environment fee"
).split()


def whole(catalog: "Catalog", command: str, asked: "Document", answer: "Answered", parts: "Document") -> "Document":
    """Return an answer: the data's two dates and which snapshot served, what was asked, the parts, and the notes."""
    return {
        "compiled": catalog.snapshot.compiled,
        "evidence_date": plain(answer.evidence_date),
        "snapshot": {"origin": catalog.snapshot.origin, "hash": catalog.snapshot.hash},
        "query": {"command": command, **asked},
        **{name: plain(value) for name, value in parts.items()},
        "notes": [{"code": note.code, "text": note.text} for note in answer.notes],
    }


def of_rows(rows: "Rows[Any]", records: "list[Document]", fields: "Sequence[str]", limit: int | None) -> "Document":
    """Return the parts of rows: at most `limit` of the records with these fields, and how many `more` there are."""
    shown = records[:limit]
    answer = {} if rows.answer is None else {"answer": rows.answer}
    more = {"more": len(records) - len(shown)} if len(shown) < len(records) else {}
    return {**answer, "rows": [{field: one[field] for field in fields} for one in shown], **more}


def of_zones(catalog: "Catalog", tpu: str | None, rows: "Rows[Zone]") -> "tuple[list[Document], tuple[str, ...]]":
    """Return zones as records and their columns; each is joined with its offering where a TPU was asked about."""
    records, columns = rows.to_records(), rows.columns
    if tpu is None:
        return records, columns
    generation = catalog.index.names.parse(tpu).generation
    for record in records:
        offering = catalog.index.offering[generation, record["zone"]]
        record.update((field, getattr(offering, field)) for field in JOINED)
    return records, columns + JOINED


def of_availability(found: "Availability") -> "Document":
    """Return the parts of an availability."""
    return {name: getattr(found, name) for name in AVAILABILITY}


def of_card(card: "Card") -> "Document":
    """Return the parts of a card."""
    tables = [{"title": one.title, "rows": one.rows, "more": one.more} for one in card.tables]
    return {"kind": card.kind, "name": card.name, "facts": card.facts, "tables": tables}


def of_pathways(found: "Pathways", within: object) -> "Document":
    """Return the parts of what is known of Pathways: `works` is of the JAX and the generation, `offered` of the places.

    `answer` is yes only where both are.
    """
    missing = within is not None and not found.offerings
    answer = "no" if found.answer == "yes" and missing else found.answer
    parts = {name: getattr(found, name) for name in PATHWAYS}
    return {**parts, "answer": answer, "works": found.answer, "offered": None if within is None else not missing}


def plain(value: object) -> object:
    """Return a value as JSON has it: periods, days, decimals and enums as text, rows as objects."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if columns := getattr(value, "columns", None):  # rows
        return [{name: plain(getattr(row, name)) for name in columns} for row in value]  # type: ignore[attr-defined]
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return str(value)
