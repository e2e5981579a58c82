"""Differences as Markdown: the body of a pull request."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tpu_zones.records.differences import Difference
    from tpu_zones.records.rows import Rows

_TITLES = {
    "zone": "Zones",
    "evidence": "Evidence of zones that are not on Google's list",
    "option": "Options",
    "price": "Prices, USD per chip-hour",
    "version": "Lowest GKE versions",
}
_COLUMNS = {
    "zone": ("what", "generation", "place", "before", "after", "note"),
    "evidence": ("what", "generation", "place", "before", "after"),
    "option": ("generation", "place", "option", "surface", "before", "after"),
    "price": ("what", "generation", "place", "option", "before", "after"),
    "version": ("what", "generation", "place", "before", "after"),
}
_HEADERS = {"place": {"version": "mode", "price": "region"}, "generation": {"version": "subject"}}
_ESCAPED = str.maketrans(
    {one: f"\\{one}" for one in r"\`*_{}[]|~#!"} | {"<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "&#64;"}
)


def page(rows: "Rows[Difference]", old: str, new: str) -> str:
    """Return the differences between two named sides: counts first, then a table a kind, then the notes."""
    lines = [f"# Changes from {_text(old)} to {_text(new)}", "", f"{_count(rows)}."]
    for kind, title in _TITLES.items():
        of_kind = [one for one in rows if one.kind == kind]
        if of_kind:
            lines += ["", f"## {title}: {_parts(of_kind)}", "", *_table(kind, of_kind)]
    if rows.notes:
        lines += ["", "## Notes", "", *(f"- {_text(str(note))}" for note in rows.notes)]
    return "\n".join(lines) + "\n"


def _count(rows: "Sequence[Difference]") -> str:
    if not rows:
        return "No answer differs"
    kinds = {kind: [one for one in rows if one.kind == kind] for kind in _TITLES}
    parts = [f"{_plural(kind, len(found))} ({_parts(found)})" for kind, found in kinds.items() if found]
    return f"{len(rows)} answer{'s' * (len(rows) > 1)} differ{'s' * (len(rows) == 1)}: {'; '.join(parts)}"


def _plural(kind: str, count: int) -> str:
    return kind if count == 1 or kind == "evidence" else f"{kind}s"


def _parts(rows: "Iterable[Difference]") -> str:
    counts: dict[str, int] = {}
    for one in rows:
        counts[one.what] = counts.get(one.what, 0) + 1
    return ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))


def _table(kind: str, rows: "Sequence[Difference]") -> "list[str]":
    columns = [name for name in _COLUMNS[kind] if any(getattr(one, name) is not None for one in rows)]
    headers = [_HEADERS.get(name, {}).get(kind, name) for name in columns]
    return [
        f"| {' | '.join(headers)} |",
        f"|{' --- |' * len(columns)}",
        *(f"| {' | '.join(_text(getattr(one, name)) for name in columns)} |" for one in rows),
    ]


def _text(value: object) -> str:
    """Return a value that Markdown takes as it is."""
    from tpu_zones.records.table import cell

    return cell(value).translate(_ESCAPED)
