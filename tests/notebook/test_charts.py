"""Charts: what they show, that it can be read, and that nothing a source wrote is more than text."""

import re
import sys
from decimal import Decimal
from functools import cache
from xml.etree import ElementTree as ET

import pytest
from coloraide import Color
from hostile import LONG
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from support import python

import tpu_zones as tz
import tpu_zones.notebook as nb
from tpu_zones.notebook.canvas import SCHEMES, lettered
from tpu_zones.notebook.chart_prices import MARKS
from tpu_zones.notebook.labels import Box, placed
from tpu_zones.notebook.signs import SIGNS

CASES = [
    (nb.matrix, {}),
    (nb.matrix, {"tpu": "v6e", "within": "Europe", "scheme": "dark"}),
    (nb.matrix, {"option": "spot", "evidence": "documented"}),
    (nb.matrix, {"tpu": "tpu8t"}),
    (nb.map, {"evidence": "any"}),
    (nb.map, {"tpu": "v6e", "evidence": "any", "scheme": "dark"}),
    (nb.map, {"tpu": "v5e", "within": "US", "evidence": "any"}),
    (nb.map, {"tpu": "v5e", "within": "Europe", "evidence": "any"}),
    (nb.map, {"tpu": "v5p", "within": "NL,us-east5"}),
    (nb.map, {"tpu": "tpu8t"}),
    (nb.prices, {}),
    (nb.prices, {"tpu": "v6e", "evidence": "any", "scheme": "dark"}),
    (nb.prices, {"tpu": "tpu8t"}),
]
IDS = [f"{chart.__name__}-{'-'.join(asked.values()) or 'all'}" for chart, asked in CASES]

SIGNED = {*(sign.sign for sign in SIGNS.values()), "*"}


@cache
def drawn(chart, **asked):
    return chart(**asked)


def texts(figure):
    return [one for one in figure.findobj(Text) if one.get_text() and one.get_visible() and one.axes is not None]


def said(figure):
    return [one.get_text() for one in texts(figure)]


@pytest.mark.parametrize(("chart", "asked"), CASES, ids=IDS)
def test_every_text_can_be_read_and_none_touches_another(chart, asked):
    figure = drawn(chart, **asked)
    assert isinstance(figure, Figure) and "matplotlib.pyplot" not in sys.modules
    assert min(one.get_fontsize() for one in texts(figure)) >= 7
    apart(figure)


def apart(figure):
    """All texts are on the page, and no two share a place; a sign stands in its box or mark."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    page = figure.bbox
    boxes = [(one.get_text(), one.get_window_extent(canvas.get_renderer())) for one in texts(figure)]
    boxes = [(text, box) for text, box in boxes if text not in SIGNED]
    assert len(boxes) > 1
    for number, (text, box) in enumerate(boxes):
        assert page.x0 <= box.x0 and box.x1 <= page.x1 and page.y0 <= box.y0 and box.y1 <= page.y1, text
        for other, its in boxes[:number]:
            assert box.x1 <= its.x0 or its.x1 <= box.x0 or box.y1 - 1 <= its.y0 or its.y1 - 1 <= box.y0, (text, other)


@pytest.mark.parametrize(("chart", "asked"), CASES, ids=IDS)
def test_title_date_and_source_are_there(chart, asked):
    lines = said(drawn(chart, **asked))
    assert lines[0].endswith(asked.get("tpu", "TPU")) or "within" in lines[0] or "spot" in lines[0]
    assert re.match(r"tpu_zones data \(bundled\), compiled 2026-11-30; newest evidence 2026-\d\d-\d\d", lines[1])
    assert asked.get("tpu") == "tpu8t" or re.match(r"source: |\d+ sources, most often ", lines[2])


@pytest.mark.parametrize("chart", [nb.matrix, nb.map, nb.prices])
def test_it_is_a_vector_picture_and_the_same_each_time(chart, tmp_path):
    svg = chart("v5p")._repr_svg_()
    root = ET.fromstring(svg)
    assert root.tag.endswith("svg") and "<image" not in svg and "<script" not in svg
    assert re.sub(r"#\w+|id=\"\w+\"", "", svg) == re.sub(r"#\w+|id=\"\w+\"", "", chart("v5p")._repr_svg_())
    chart("v5p").savefig(tmp_path / "a.pdf")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF") and b"/Subtype /Image" not in (
        tmp_path / "a.pdf"
    ).read_bytes()


def test_the_matrix_shows_each_pair_by_its_sign():
    lines = said(nb.matrix("v6e", within="us-east5,us-east4"))
    zones = lines.index("us-east4-a")
    assert lines[zones : zones + 10] == [
        *("us-east4-a", "×", "us-east4-b", "×", "us-east5-a", "●", "us-east5-b", "●", "us-east5-c", "○"),
    ]
    assert "withdrawn: was on a list, and not seen since" in lines


def test_the_matrix_shows_no_claim_only_where_there_is_none():
    lines = said(nb.matrix(within="us-east5-c", evidence="observed"))
    assert lines[lines.index("us-east5-c") + 1 :][:2] == ["○", "○"]  # v5p, v6e
    asked = said(nb.matrix(within="us-east5,us-central1", evidence="documented"))
    assert (
        "an empty cell is not in the answer to this question" in asked and "no claim: no source has it there" in asked
    )
    assert not any("empty" in line for line in said(nb.matrix()))


def test_the_map_names_zones_by_region_with_their_signs():
    lines = said(nb.map("v6e", within="US", evidence="any"))
    assert {"us-east5-a, b, c ○", "us-east4-a, b", "us-west1-c", "us-east1-d"} <= set(lines)
    assert "not on the map: us-central2-b" in lines


def test_nobody_is_left_off_the_map():
    for generation in ("v5e", None):
        named = " ".join(said(nb.map(generation, evidence="any")))
        for row in tz.offerings(generation, evidence="any"):
            assert row.region in named, (generation, row)


def test_prices_are_where_they_should_be():
    figure = nb.prices("v6e", within="NL")
    found = {line.get_label(): line.get_xdata()[0] for line in figure.axes[1].lines if len(line.get_xdata()) == 1}
    assert found == {"on-demand": 2.97, "spot": 1.782, "flex-start": 1.35, "commit-1y": 2.08, "commit-3y": 1.34}
    assert "list prices before tax and discounts, read 2025-03-03 to 2026-08-25" in said(figure)
    assert "no known price" in said(nb.prices("v6e", evidence="observed"))


def test_text_can_be_read_on_page_and_land():
    for scheme in SCHEMES.values():
        assert min(Color(scheme.ink).contrast(behind, method="wcag21") for behind in (scheme.page, scheme.land)) >= 7


def test_each_option_has_a_shape_of_its_own():
    assert [*MARKS] == [*tz.Option] and len({shape for shape, _ in MARKS.values()}) == len(MARKS)


class Odd:
    """A catalog in which every name is hostile, and another one each time."""

    def __init__(self):
        self._real = tz.Catalog.bundled()
        self.index, self.snapshot, self.generations = self._real.index, self._real.snapshot, self._real.generations

    def offerings(self, *asked, **named):
        rows = self._real.offerings(*asked, **named)
        notes = [tz.Note(code="x", text=LONG)]
        return tz.Rows(map(self._odd, range(len(rows)), rows), record=tz.Offering, notes=notes)

    def prices(self, *asked, **named):
        rows = self._real.prices(*asked, **named)
        found = [one.__replace__(region=f"{number}{LONG}") for number, one in enumerate(rows)]
        return tz.Rows(found, record=tz.Price, notes=[tz.Note(code="x", text=LONG)])

    def _odd(self, number, row):
        region = row.region if number % 2 else f"{number}{LONG}"
        return row.__replace__(zone=f"{number}{LONG}", region=region, sources=(LONG,), evidence="proven" * 50)


@pytest.mark.parametrize("chart", [nb.matrix, nb.map, nb.prices])
def test_hostile_names_are_text(chart):
    figure = chart("v6e", catalog=Odd())
    lines = said(figure)
    assert "alert(1)" in " ".join(lines) and "\\x1b[31m" in " ".join(lines)
    assert all(len(line) < 250 and line.isprintable() for line in lines)
    apart(figure)
    assert "<script" not in figure._repr_svg_()


def test_words_of_a_newer_snapshot_are_shown():
    catalog = Odd()
    row = tz.offerings("v6e", "NL").one().__replace__(generation="tpu9", evidence="proven")
    catalog.offerings = lambda *_, **__: tz.Rows([row], record=tz.Offering)
    for chart in (nb.matrix, nb.map):
        assert "proven: a word of a newer snapshot" in said(chart(catalog=catalog))
    assert "tpu9" in said(nb.matrix(catalog=catalog))
    price = tz.prices("v6e", "NL", option="spot").one().__replace__(option="barter", usd_per_chip_hour=Decimal(0))
    catalog.prices = lambda *_, **__: tz.Rows([price], record=tz.Price)
    assert "barter" in said(nb.prices(catalog=catalog))


def test_text_is_no_mathematics():
    assert lettered("$x_1$ \x1b[1m \u202e \u4e1c") == "$x_1$ \\x1b[1m \\u202e \\u4e1c"
    assert not any(one.get_parse_math() or one.get_usetex() for one in texts(nb.map("v5p")))


def test_wrong_names_are_answered_as_look_ups_do():
    with pytest.raises(tz.UnknownName, match="v9"):
        nb.matrix("v9")
    with pytest.raises(tz.UnknownName, match="no scheme is called 'blue': it is one of light, dark"):
        nb.map("v5p", scheme="blue")
    assert tuple(SCHEMES) == ("light", "dark")


def test_without_matplotlib_the_line_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(tz.MissingExtra, match=r"^matplotlib is not installed: pip install 'tpu-zones\[notebook\]'$"):
        nb.matrix("v5p")


def test_the_package_gives_its_charts_whatever_was_imported_before():
    ran = python(
        "import tpu_zones.notebook.chart_map, tpu_zones.notebook.chart_prices, tpu_zones.notebook.chart_matrix\n"
        "import tpu_zones.notebook as nb, sys\n"
        "print(dir(nb), [callable(getattr(nb, name)) for name in dir(nb)], 'matplotlib' in sys.modules)"
    )
    assert ran.out.strip() == "['map', 'matrix', 'prices'] [True, True, True] False", ran.err


def test_names_stand_apart_or_nowhere():
    frame = Box(0, 0, 4, 2)
    crowd = [(1 + 0.15 * n, 1.0 + 0.1 * (n % 3)) for n in range(12)]
    boxes = placed(crowd, [(1.0, 0.11)] * 12, frame, 0.05)
    found = [box for box in boxes if box]
    assert len(found) > 5
    assert all(box.inside(frame) for box in found)
    assert not any(a.overlaps(b) for number, a in enumerate(found) for b in found[:number])
    assert placed([(1, 1)], [(9.0, 0.1)], frame, 0.05) == [None]
