"""Answers as HTML: what is in them, what is never in them, whatever a source or a file wrote."""

import datetime as dt
import enum
import types
import typing
from decimal import Decimal
from html.parser import HTMLParser

import pytest
from hostile import HOSTILE, LONG
from support import FIXTURES, python

import tpu_zones as tz
from tpu_zones.notebook.html import MOST_ROWS, answer_html
from tpu_zones.notebook.style import style
from tpu_zones.records.dataclass import dataclass

RECORDS = [one for name in tz.__all__ if hasattr(one := getattr(tz, name), "__slots__") and isinstance(one, type)]
RECORDS = [one for one in RECORDS if one.__module__.startswith("tpu_zones.records") and one.__annotations__]


class Page(HTMLParser):
    """Reads HTML, and refuses tags and attributes that a table does not need, and ends that do not fit."""

    TAGS = frozenset("div style p b ul li table caption thead tbody tr th td span details summary".split())

    def __init__(self, text):
        super().__init__()
        self.open, self.rows, self.text, self.styles = [], [], "", ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        assert tag in self.TAGS and {name for name, _ in attrs} <= {"class", "scope", "aria-hidden", "tabindex"}, (
            tag,
            attrs,
        )
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" in self.open:
            self.styles += data
            return
        self.text += data
        if {"th", "td"} & set(self.open):
            self.rows[-1][-1] += data

    def handle_comment(self, data):
        raise AssertionError(data)


def page(answer):
    return Page(answer._repr_html_())


def test_rows_are_a_table_with_notes_and_dates():
    seen = page(tz.offerings("v6e", "us-east5", evidence="any"))
    assert seen.rows[0][:5] == ["generation", "zone", "region", "evidence", "last seen"]
    assert [row[1:4:2] for row in seen.rows[1:]] == [
        ["us-east5-a", "● documented"],
        ["us-east5-b", "● documented"],
        ["us-east5-c", "○ observed"],
    ]
    assert seen.rows[1][seen.rows[0].index("sources")] == "github:vllm-project/ci-infra/pull/522 and 21 more"
    assert seen.text.startswith("3 x Offering") and seen.text.endswith("newest evidence: 2026-09-09")


def test_nothing_is_said_with_its_reason():
    seen = page(tz.zones("tpu7x", within="Europe"))
    assert seen.rows == [] and seen.text.startswith("no Zone") and "not on Google's list for Europe" in seen.text
    assert "newest evidence: 2026-11-09" in seen.text


def test_sources_of_records_without_any_are_named():
    assert "who says so: claims()" in page(tz.zones("v5p")).text
    assert "who says so: prices()" in page(tz.cost("v5p", chips=8, hours=1)).text


def test_an_availability_is_its_card():
    seen = page(tz.availability("v6e", "us-east5-c"))
    assert seen.text.startswith("v6e in us-east5-c: unknown" + "observed: reservation, 2026-08-12")
    assert seen.rows[1][:3] == ["for", "2026-08-12", "reserved"]
    assert "newest evidence: 2026-08-12" in seen.text


def test_a_placement_shows_each_field_that_is_known():
    rows = dict(page(tz.plan("v6e", chips=256, within="EU", hours=48)[0]).rows)
    assert rows["zone"] == "europe-west4-a" and rows["total_usd"] == "36495.36" and rows["read_on"] == "2026-08-25"
    assert rows["evidence"] == "● documented" and rows["multi_host"] == "yes"


def test_a_plan_has_the_columns_that_decide_and_names_the_rest():
    seen = page(tz.plan("v6e", chips=256, within="EU", hours=48))
    assert seen.rows[0][:3] == ["zone", "option", "evidence"] and "not shown: generation, tensorcores" in seen.text


def test_a_report_shows_place_value_message_and_fix():
    report = tz.check(FIXTURES / "configs" / "c001-topology-invalid")
    seen = page(report)
    assert f"{report.worst('error')} error" in seen.text and report.origin in seen.text and report.compiled in seen.text
    first = report.findings[0]
    row = dict(zip(seen.rows[0], seen.rows[1], strict=True))
    assert row["place"] == f"{first.path}:{first.line}:{first.column}" and row["message"] == first.message


def test_the_catalog_shows_its_status_and_its_tables():
    catalog = tz.Catalog.bundled(today=dt.date(2026, 12, 1))
    seen = page(catalog)
    rows = {row[0]: row[1] for row in seen.rows}
    assert rows["origin"] == "bundled" and rows["compiled"] == "2026-11-30" and rows["age_days"] == "1"
    assert rows["zones"] == "133" and rows["evidence_date"] == "2026-11-09"
    assert f"tables: {len(catalog.status().tables)}" in seen.text  # folded, as there are many


def test_texts_with_commas_in_them_are_parted_by_lines():
    seen = tz.Catalog.bundled().show("v6e")._repr_html_()
    assert "<div>Public page, Aug 2026: 8 v6e zones, 3 v5p zones (and 5 v5e)</div><div>TPU API / catalogs: " in seen
    assert '<td class="tz-middle">gke, compute-engine, cloud-tpu-api</td>' in tz.offerings("v6e", "NL")._repr_html_()


def test_a_record_is_titled_by_its_class_and_its_own_text_of_one_line():
    assert '<caption class="tz-title">Zone europe-west4-b</caption>' in tz.zones("v5p", "EU").one()._repr_html_()
    assert '<caption class="tz-title">Status</caption>' in tz.Catalog.bundled().status()._repr_html_()


def test_a_card_has_its_facts_with_dates_and_sources():
    seen = page(tz.Catalog.bundled().show("v5p-8"))
    assert seen.rows[0] == ["name", "text", "seen", "sources"]
    assert [row[1] for row in seen.rows[1:3]][-1] == "8 TensorCores = 4 chips"


@pytest.mark.parametrize("look", ["pathways", "diff"])
def test_what_is_above_the_catalog_shows_too(look):
    catalog = tz.Catalog.bundled()
    answer = tz.pathways("v6e") if look == "pathways" else tz.diff(catalog, catalog)
    assert page(answer).text.startswith({"pathways": "Pathways, v6e", "diff": "no Difference"}[look])


def test_the_style_stays_inside_and_asks_for_nothing():
    seen = page(tz.zones("v5p"))
    rules = seen.styles.replace("@media (prefers-color-scheme:dark){", "").split("}")
    assert all(part.strip().rpartition("{")[0].count(".tpu-zones") for part in rules if part.strip())
    assert "prefers-color-scheme:dark" in seen.styles and "[data-jp-theme-light=false] .tpu-zones" in seen.styles
    assert not any(word in style() for word in ("url(", "@import", "http", "expression", "position"))


def test_no_more_than_a_page():
    rows = tz.Rows(tz.Catalog.bundled().claims() * 3, record=tz.Claim, notes=[tz.Note(code="x", text="y")] * 50)
    seen = page(rows)
    assert len(seen.rows) == MOST_ROWS + 1 and f"and {len(rows) - MOST_ROWS:,} more" in seen.text
    assert "and 30 more notes" in seen.text


def test_hostile_text_of_a_snapshot_is_text(hostile):
    answers = [
        hostile,
        *(getattr(hostile, name)() for name in ("zones", "generations", "offerings", "claims", "prices", "history")),
        hostile.availability("v6e", "us-east5-c"),
        hostile.slices("v6e"),
        hostile.versions(),
        hostile.show("us-east5-c"),
        hostile.show("v6e"),
        *tz.plan("v6e", chips=8, catalog=hostile)[:1],
    ]
    shown = "".join(map(harmless, answers))
    assert shown.count("alert(1)") > 100 and shown.count("characters)") > 100


def harmless(answer):
    """The text of an answer, which is only text, and not long."""
    html = answer._repr_html_()
    text = Page(html).text
    assert len(html) < 600_000
    assert not any(not c.isprintable() for c in text), [c for c in text if not c.isprintable()]
    return text


@pytest.mark.parametrize("name", ["</td><script>alert(1)</script>", "n" * 10_000])
def test_hostile_text_of_a_config_is_text(name):
    text = f"""resource "google_container_node_pool" "{name}" {{
      name           = "{name}"
      node_locations = ["europe-west4-z"]
      node_config {{ machine_type = "ct5p-hightpu-9t" }}
    }}"""
    report = tz.check_text(text, name=f"{HOSTILE}.tf")
    shown = harmless(report)
    assert report.worst("error") and name[:200] in shown and "\\x1b[31m" in shown and "\\u202egnp" in shown
    assert all(name[:200] in harmless(finding) for finding in report.findings)


def filled(kind):
    """A value of a type, with hostile texts wherever a text may be."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if kind is str or kind is object:
        return LONG
    if origin is types.UnionType:
        return filled(parts[0])
    if origin is tuple:
        return tuple(filled(parts[0]) for _ in range(50))
    if kind is tz.Rows or origin is tz.Rows:
        return tz.Rows([filled(parts[0])] * 2, record=parts[0]) if parts[0] is not object else tz.Rows()
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return LONG  # a newer snapshot's word is kept as text
    simple = {bool: True, int: 10**30, float: 1e308, Decimal: Decimal("1e-30"), dt.date: dt.date(1, 1, 1)}
    return (
        simple[kind] if kind in simple else kind(**{name: filled(part) for name, part in kind.__annotations__.items()})
    )


@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
def test_any_record_with_hostile_text_is_text(kind):
    one = filled(kind)
    for answer in (one, tz.Rows([one] * 100, record=kind)):
        html = answer._repr_html_()
        text = Page(html).text
        assert text.isprintable() and len(html) < 4_000_000


def test_a_lone_surrogate_and_a_tag_character_are_written_out():
    one = tz.Note(code="\ud800", text="a\U000e0041b\u00adc")
    assert "\\ud800" in page(one).text and "a\\U000e0041b\\xadc" in page(one).text
    answer_html(one).encode("utf-8")


def test_a_record_of_ones_own_shows():
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Own:
        name: str

    assert page(Own(name="<b>")).rows == [["field", "value"], ["name", "<b>"]]


def test_showing_needs_no_data_frame_and_no_plot():
    ran = python(
        "import sys, tpu_zones as tz; tz.zones('v6e')._repr_html_(); tz.Catalog.default()._repr_html_();"
        "print([m for m in ('pandas', 'polars', 'matplotlib', 'numpy', 'pydantic') if m in sys.modules])"
    )
    assert ran.out.strip() == "[]", ran.err
