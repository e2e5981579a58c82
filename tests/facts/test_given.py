"""Whatever a parameter is given as: taken, or refused in one sentence that says what it takes."""

import itertools
from decimal import Decimal

import pytest

import tpu_zones as tz

HUGE = 10**5000
CATALOG = tz.Catalog.bundled()


class Eight:
    """What an array's whole number looks like."""

    def __index__(self):
        return 8


class Indexed:
    """What can be walked by its indexes alone."""

    def __getitem__(self, number):
        return ["NL"][number]


ASK = {
    "tpu": CATALOG.zones,
    "within": lambda one: CATALOG.zones("v6e", one),
    "names within": lambda one: CATALOG.zones("v6e", [one]),
    "option": lambda one: CATALOG.zones("v6e", option=one),
    "options": lambda one: CATALOG.zones("v6e", option=[one]),
    "surface": lambda one: CATALOG.zones("v6e", surface=one),
    "evidence": lambda one: CATALOG.zones("v6e", evidence=one),
    "zone": lambda one: CATALOG.availability("v6e", one),
    "option of one zone": lambda one: CATALOG.availability("v6e", "us-east5-c", option=one),
    "chips": lambda one: CATALOG.slices("v6e", chips=one),
    "topology": lambda one: CATALOG.slices("v6e", topology=one),
    "machine type": lambda one: CATALOG.slices("v6e", machine_type=one),
    "chips to pay": lambda one: CATALOG.cost("v6e", "NL", chips=one, hours=1),
    "hours": lambda one: CATALOG.cost("v6e", "NL", chips=8, hours=one),
    "option to pay": lambda one: CATALOG.cost("v6e", "NL", chips=8, hours=1, option=one),
    "name": CATALOG.show,
    "mode": lambda one: CATALOG.versions("v6e", mode=one),
    "gke": lambda one: CATALOG.versions("v6e", gke=one),
    "chips to plan": lambda one: tz.plan("v6e", chips=one),
    "topology to plan": lambda one: tz.plan("v6e", topology=one),
    "near": lambda one: tz.plan("v6e", chips=8, near=one),
    "limit": lambda one: tz.plan("v6e", chips=8, limit=one),
    "evidence to plan": lambda one: tz.plan("v6e", chips=8, evidence=one),
    "jax": lambda one: tz.pathways("v6e", jax=one),
    "platform": lambda one: tz.pathways("v6e", platform=one),
}


@pytest.mark.parametrize(
    "wrong",
    [list, tz.Option, HUGE, -HUGE, 0.5, True, b"NL", {"a": [1]}, object()],
    ids=["class", "enum", "huge", "negative", "fraction", "truth", "bytes", "dict", "object"],
)
@pytest.mark.parametrize("ask", ASK.values(), ids=ASK)
def test_what_cannot_be_meant_is_wrong_usage(ask, wrong):
    if wrong == 0.5 and ask is ASK["hours"]:
        return
    if wrong == {"a": [1]} and ask in (ASK["within"], ASK["option"], ASK["option to pay"], ASK["near"]):
        return  # it can be walked, and names a
    if wrong == {"a": [1]} and ask is ASK["option of one zone"]:
        return
    with pytest.raises(tz.WrongUsage) as error:
        ask(wrong)
    assert len(str(error.value)) < 400


def test_what_can_be_walked_by_index_names_several():
    assert CATALOG.zones("v6e", Indexed()) == CATALOG.zones("v6e", "NL") != ()


def test_names_without_an_end_are_refused():
    with pytest.raises(tz.WrongUsage, match="up to 1,000 names"):
        CATALOG.zones("v6e", itertools.repeat("NL"))


MANY = {
    "within": lambda names: CATALOG.zones("v6e", names("NL")),
    "option": lambda names: CATALOG.prices("v6e", option=names("spot")),
    "granted": lambda names: CATALOG.with_granted(names("v6e:us-east5-c")),
}


@pytest.mark.parametrize("ask", MANY.values(), ids=MANY)
def test_names_by_comma_are_as_many_as_those_of_a_list(ask):
    ask(lambda name: ",".join([name] * 1000))
    for too_many in (lambda name: ",".join([name] * 1001), lambda name: [",".join([name] * 501)] * 2):
        with pytest.raises(tz.WrongUsage, match="up to 1,000 names"):
            ask(too_many)


@pytest.mark.parametrize("option", ["all,bogus", ["all", "bogus"], "bogus,all"])
def test_all_does_not_hide_an_unknown_option(option):
    with pytest.raises(tz.UnknownName, match="no option is called 'bogus'"):
        CATALOG.cost("v6e", "NL", chips=8, hours=1, option=option)
    with pytest.raises(tz.UnknownName, match="no option is called 'bogus'"):
        CATALOG.prices("v6e", option=option)


def test_a_whole_number_of_another_type_is_a_count_everywhere():
    assert CATALOG.slices("v6e", chips=Eight()) == CATALOG.slices("v6e", chips=8) != ()
    assert CATALOG.cost("v6e", "NL", chips=Eight(), hours=1) == CATALOG.cost("v6e", "NL", chips=8, hours=1)
    assert tz.plan("v6e", chips=Eight()) == tz.plan("v6e", chips=8)
    for wrong in (8.0, Decimal(8)):
        with pytest.raises(tz.WrongUsage):
            tz.plan("v6e", chips=wrong)


def test_words_are_compared_without_case_and_blanks():
    assert CATALOG.zones("v6e", evidence=" Observed ") == CATALOG.zones("v6e", evidence="observed")


def test_a_repeated_place_counts_once():
    assert CATALOG.zones("v5p", ["IE", "IE"]).notes == CATALOG.zones("v5p", "IE").notes
    assert CATALOG.zones("v5p", "IE,Ireland,IE").notes == CATALOG.zones("v5p", "IE").notes
