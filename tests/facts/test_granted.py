"""What a project was given: how it is written, and what is said of a wrong pair."""

import pytest

from tpu_zones import Catalog, NoSuchSlice, UnknownName, WrongUsage, plan
from tpu_zones.facts.granted import pairs

INDEX = Catalog.bundled().index


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (None, []),
        ("", []),
        ([], []),
        ("v6e:us-east5-c", ["v6e us-east5-c"]),
        (" TRILLIUM : US-East5-C ,", ["v6e us-east5-c"]),
        ("v6e:us-east5-c,v5p:europe-west4-a", ["v6e us-east5-c", "v5p europe-west4-a"]),
        (iter(["ct6e-standard-4t:us-east5-c", "v6e:us-east5-c"]), ["v6e us-east5-c"]),
        ("tpu8t:us-east7-a", ["tpu8t us-east7-a"]),  # the zone of a region that is not public
    ],
)
def test_pairs(given, meant):
    assert list(map(" ".join, pairs(INDEX, given))) == meant


def test_a_catalog_names_what_was_granted():
    catalog = Catalog.bundled().with_granted("v6e:us-east5-c,v5p:us-east5-b")
    assert repr(catalog) == "<Catalog bundled, compiled 2026-11-30, granted v5p:us-east5-b v6e:us-east5-c>"
    assert catalog.status().granted == catalog.granted == ("v5p:us-east5-b", "v6e:us-east5-c")
    assert "<td>granted</td>" in catalog._repr_html_().replace(' class="tz-short"', "")
    assert "granted        v6e:us-east5-c" in str(catalog.status())
    assert "granted" not in Catalog.bundled()._repr_html_() + repr(Catalog.bundled())


@pytest.mark.parametrize(
    ("given", "error", "told"),
    [
        ("v6e", WrongUsage, "granted: 'v6e' is not written like v6e:us-east5-c"),
        ("v6e:", WrongUsage, "granted: 'v6e:' is not written like"),
        (":us-east5-c", WrongUsage, "is not written like"),
        ([3], WrongUsage, "granted: 3 is not written like"),
        (3, WrongUsage, "granted: 3 is not written like"),
        ("foo:us-east5-c", UnknownName, "granted 'foo:us-east5-c': no TPU is called 'foo'"),
        ("trilium:us-east5-c", UnknownName, "did you mean Trillium"),
        ("v6e:us-eats5-c", UnknownName, "did you mean us-east5-c"),
        ("v6e:us-east5-c:x", UnknownName, "no place is called 'us-east5-c:x'"),
        ("v5p-3:us-east5-a", NoSuchSlice, "granted 'v5p-3:us-east5-a': there is no v5p-3"),
        ("v5p:NL", WrongUsage, "a zone is wanted, and Netherlands is a country: europe-west4-a, "),
        ("v5p:Europe", WrongUsage, "Europe is a continent: europe-central2-a, "),
        ("v5p:Europe", WrongUsage, "europe-north2-b, and 31 more"),
        ("v5p:us-east5", WrongUsage, "a zone is wanted, and us-east5 is a region: us-east5-a, us-east5-b, us-east5-c"),
    ],
)
def test_a_wrong_pair_is_told_with_what_is_right(given, error, told):
    with pytest.raises(error) as caught:
        pairs(INDEX, given)
    assert told in str(caught.value)


def test_a_granted_zone_is_an_answer_and_its_evidence_stays_what_it_is():
    default, mine = Catalog.bundled(), Catalog.bundled().with_granted("Trillium:us-east5-c")
    assert [zone.zone for zone in mine.zones("v6e", "us-east5")] == ["us-east5-a", "us-east5-b", "us-east5-c"]
    assert str(mine.offerings("v6e", "us-east5-c").one().evidence) == "observed"
    assert [one.generation for one in mine.generations("us-east5-c")] == ["v6e"]
    assert mine.require("v6e", "us-east5-c") and mine.prices("v6e", "us-east5-c")[0].zone == "us-east5-c"
    assert mine.cost("v6e", "us-east5-c", chips=4, hours=1).one().zones == ("us-east5-c",)
    for rows in (mine.zones("v6e", "us-east5"), mine.prices("v6e", "us-east5-c")):
        (note,) = [note for note in rows.notes if note.code == "granted"]
        assert note.text.endswith("Google's list: us-east5-c (observed: reservation, 2026-08-12)")
    assert [zone.zone for zone in default.zones("v6e", "us-east5")] == ["us-east5-a", "us-east5-b"]
    assert not default.generations("us-east5-c") and not default.index.granted


def test_availability_of_what_is_granted():
    mine = Catalog.bundled().with_granted("v6e:us-east5-c,v5p:europe-west4-a,v6e:us-east5-a")
    one = mine.availability("v6e", "us-east5-c")
    assert (one.answer, one.evidence, one.reasons[0]) == ("yes", "observed", "granted to your project")
    assert one.reasons[1:] == Catalog.bundled().availability("v6e", "us-east5-c").reasons
    assert mine.availability("v6e", "us-east5-c", option="spot").answer == "unknown"
    unseen = mine.availability("v5p", "europe-west4-a")
    assert (unseen.answer, unseen.evidence) == ("unknown", None)
    assert unseen.reasons[0] == "granted to your project, and seen by no source"
    assert mine.availability("v6e", "us-east5-a").reasons == Catalog.bundled().availability("v6e", "us-east5-a").reasons
    assert "us-east5-c" in [near.zone for near in mine.availability("v6e", "us-east1-d").nearest]


def test_what_no_source_has_seen_is_no_row():
    mine = Catalog.bundled().with_granted(["v5p:europe-west4-a"])
    rows = mine.zones("v5p", "NL")
    assert [zone.zone for zone in rows] == ["europe-west4-b"]
    told = [note.text for note in rows.notes if note.code == "granted"]
    assert told == ["granted to your project, seen by no source, and no row: europe-west4-a"]
    assert not [note for note in mine.zones("v6e", "NL").notes if note.code == "granted"]
    assert not [note for note in mine.zones("v5p", "US").notes if note.code == "granted"]


def test_the_planner_places_where_it_is_granted():
    mine = Catalog.bundled().with_granted("v6e:us-east5-c").with_granted("v5p:us-east1-d")
    for tpu in ("v6e", None):
        rows = plan(tpu, chips=16, within="us-east5-c", catalog=mine)
        assert [(one.zone, str(one.evidence)) for one in rows] == [("us-east5-c", "observed")]
        assert [note for note in rows.notes if note.code == "granted"]
    assert not plan("v6e", chips=16, within="us-east5-c", catalog=Catalog.bundled())
    assert plan("v5p", chips=16, within="us-east1-d", catalog=mine).one().zone == "us-east1-d"
