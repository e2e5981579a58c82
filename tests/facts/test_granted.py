"""What a project was given: how it is written, and what is said of a wrong pair."""

import pytest

from tpu_zones import Catalog, NoSuchSlice, UnknownName, WrongUsage
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
        ("v5p:us-east5", WrongUsage, "a zone is wanted, and us-east5 is a region: us-east5-a, us-east5-b, us-east5-c"),
    ],
)
def test_a_wrong_pair_is_told_with_what_is_right(given, error, told):
    with pytest.raises(error) as caught:
        pairs(INDEX, given)
    assert told in str(caught.value)
