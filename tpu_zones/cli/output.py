"""How an answer leaves: formats, fields, notes, and the exit code that follows from it."""

import sys

from tpu_zones import documents
from tpu_zones.cli import derive
from tpu_zones.cli.main import NO, YES, say
from tpu_zones.cli.streams import is_utf8
from tpu_zones.errors import WrongUsage
from tpu_zones.records.table import JSON_ESCAPES, cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Any

    from tpu_zones.documents import Answered
    from tpu_zones.facts.catalog import Catalog
    from tpu_zones.records.rows import Rows
    from tpu_zones.records.table import Sheet

FORMATS = ("table", "tsv", "csv", "json", "names")
_LONG = ("sources", "price_sources", "note", "newest_day")


def add(parser: "argparse.ArgumentParser", *, limited: bool = True, more: "Sequence[str]" = ()) -> None:
    """Add the parameters that every look-up has; `limited`: --limit too; `more`: further formats."""
    group = parser.add_argument_group("output")
    group.add_argument(
        "--format", choices=(*FORMATS, *more), help="default: table on a terminal, tsv in a pipe; names: one a line"
    )
    group.add_argument("--fields", metavar="A,B", help="only these columns, in this order; a wrong name lists them")
    if limited:
        group.add_argument("--limit", type=derive.whole, metavar="N", help="at most so many rows")
    group.add_argument("--allow-empty", action="store_true", help="exit with 0 where nothing matches")


def add_card(parser: "argparse.ArgumentParser") -> None:
    """Add the parameter of an answer that is a card."""
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table, a card of text")


def emit(
    args: "argparse.Namespace",
    catalog: "Catalog",
    command: str,
    asked: "dict[str, Any]",
    rows: "Rows[Any]",
    records: "list[dict[str, Any]]",
    columns: "Sequence[str]",
    name: str,
    table: "Sequence[str]" = (),
) -> int:
    """Write an answer to stdout and what is to be said of it to stderr; return the exit code.

    `records` are the rows as dicts with all `columns`; `name` is the column that names a row; `table` are
    the columns of a table for people, where the usual choice is not the right one.
    """
    shown = records[: limit(args)]
    fields = _fields(args.fields, columns)
    form = args.format or ("table" if sys.stdout.isatty() else "tsv")
    if form == "json":
        document(catalog, command, asked, rows, documents.of_rows(rows, records, fields, args.limit))
    elif form == "names":
        for one in dict.fromkeys(str(record[name]) for record in shown if record[name] is not None):
            print(cell(one))
        if nameless := [one for one in shown if one[name] is None]:
            sys.stdout.flush()
            _say_nameless(nameless, name)
    elif form == "table":
        wanted = fields if args.fields else _filled(shown, table or [f for f in fields if f not in _LONG])
        _table(shown, wanted, None if args.fields else name)
    else:
        _separated(form, shown, fields)
    if form != "json" or not records:
        say_notes(catalog, rows, len(records) - len(shown))
    return YES if records or args.allow_empty else NO


def limit(args: "argparse.Namespace") -> int | None:
    """Return how many rows are wanted at most; None: all."""
    if args.limit is not None and args.limit < 1:
        raise WrongUsage(f"--limit {args.limit}: it takes a count of 1 or more")
    return args.limit  # type: ignore[no-any-return]


def _say_nameless(records: "list[dict[str, Any]]", name: str) -> None:
    """Say how many rows have no name to print, and in which regions they are."""
    regions = list(dict.fromkeys(str(one["region"]) for one in records if one.get("region")))
    there = f" (in {', '.join(regions)})" if regions else ""
    say(f"note: {len(records)} {'row has' if len(records) == 1 else 'rows have'} no {name}{there}")


def _fields(wanted: str | None, columns: "Sequence[str]") -> "list[str]":
    if wanted is None:
        return list(columns)
    fields = [field.strip() for field in wanted.split(",") if field.strip()]
    for field in fields:
        if field not in columns:
            raise WrongUsage(f"--fields: there is no column {field[:100]!r}; there are {', '.join(columns)}")
    if not fields:
        raise WrongUsage(f"--fields: no column is named; there are {', '.join(columns)}")
    return fields


def _filled(records: "list[dict[str, Any]]", fields: "Sequence[str]") -> "list[str]":
    """Return the columns that are worth the width of a terminal: those with a value."""
    return [f for f in fields if any(record[f] not in (None, ()) for record in records)]


def _table(records: "list[dict[str, Any]]", fields: "list[str]", name: str | None) -> None:
    values = [[record[field] for field in fields] for record in records]
    if not values:
        return
    if sys.stdout.isatty():
        from tpu_zones.cli.terminal import show_table

        if gone := show_table(fields, values, name):
            sys.stdout.flush()
            say(f"note: no room for {', '.join(gone)}; --fields shows them")
        return
    from tpu_zones.records.table import plain_table

    print("\n".join(plain_table(fields, values)))


def _separated(form: str, records: "list[dict[str, Any]]", fields: "list[str]") -> None:
    rows = [[cell(record[field]) for field in fields] for record in records]
    if form == "tsv":
        for row in rows:
            print("\t".join(row))
        return
    import csv

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(fields)
    writer.writerows(rows)


def document(
    catalog: "Catalog", command: str, asked: "dict[str, Any]", answer: "Answered", parts: "dict[str, Any]"
) -> None:
    """Write an answer as JSON: the common head, what was asked, the parts of the answer, and its notes."""
    print_json(documents.whole(catalog, command, asked, answer, parts))


def print_json(whole: "Any") -> None:
    """Write JSON to stdout: nothing in it steers a terminal, and the stream takes all of it."""
    import json

    print(json.dumps(whole, indent=2, ensure_ascii=not is_utf8()).translate(JSON_ESCAPES))


def card(
    args: "argparse.Namespace", catalog: "Catalog", command: str, asked: "dict[str, Any]", answer: "Any", parts: "Any"
) -> None:
    """Write an answer that is a card, or as JSON its parts."""
    if args.format == "json":
        document(catalog, command, asked, answer, parts)
    else:
        _show(answer.sheet())
        say_notes(catalog, answer)


def _show(sheet: "Sheet") -> None:
    if sys.stdout.isatty():
        from tpu_zones.cli.terminal import show_sheet

        show_sheet(sheet)
    else:
        print(sheet)


def say_notes(catalog: "Catalog", rows: "Answered", cut: int = 0) -> None:
    """Write the notes of an answer to stderr, and the dates of the data."""
    sys.stdout.flush()
    if cut > 0:
        say(f"note: {cut} more {'row' if cut == 1 else 'rows'}; --limit shows {'it' if cut == 1 else 'them'}")
    for note in rows.notes:
        say(f"note: {note}")
    newest = f", newest evidence {rows.evidence_date}" if rows.evidence_date else ""
    origin = "" if catalog.snapshot.origin == "bundled" else f" ({catalog.snapshot.origin})"
    say(f"data compiled {catalog.snapshot.compiled}{newest}{origin}")
