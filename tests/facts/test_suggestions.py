"""Every suggestion of an error is accepted when it is passed back."""

import pytest

import tpu_zones as tz

CATALOG = tz.Catalog.bundled()
INDEX = CATALOG.index


def misspelt(names):
    for name in names:
        for wrong in (name[:-1], name + "q", name[:1] + name[2:], name + " x"):
            if wrong:
                yield wrong


def suggested(question, wrong):
    """Return what an error suggests; nothing where there is none."""
    try:
        question(wrong)
    except tz.UnknownName as error:
        return error.suggestions
    except tz.NoSuchSlice as error:
        return error.nearest
    except tz.TpuZonesError:
        pass
    return ()


def refused(question, names):
    """Return the names that a question does not take, with its words."""
    wrong = {}
    for name in names:
        try:
            question(name)
        except tz.TpuZonesError as error:
            wrong[name] = str(error)
    return wrong


def all_of(question, wrongs):
    return {one for wrong in dict.fromkeys(wrongs) for one in suggested(question, wrong)}


def test_hardware():
    names = all_of(INDEX.names.parse, [*misspelt(INDEX.names.known()), "v5", "TPU 8", "tpu-v6e-podslice", "v5e-7"])
    assert len(names) > 100
    assert refused(INDEX.names.parse, names) == {}


def test_places():
    rows = INDEX.table("places") + INDEX.table("places_elsewhere")[::90]
    wrongs = misspelt([*INDEX.zones, *INDEX.regions, *(name for row in rows for name in (row.name, *row.names))])
    every = [
        *(name for row in INDEX.table("places_elsewhere")[::9] for name in row.names),
        "Paris, Texas",
        "Columbus, Texas",
    ]
    names = all_of(INDEX.places.find, [*list(wrongs)[::20], *every])
    assert len(names) > 20
    assert refused(INDEX.places.find, names) == {}


def test_known_places_are_taken():
    assert refused(INDEX.places.find, INDEX.places.known()) == {}


def test_cards():
    labels = [one.name for one in INDEX.table("labels")]
    wrongs = [*misspelt([*INDEX.zones][::40]), *misspelt(INDEX.names.known()[::60]), *misspelt(labels[::20])]
    names = all_of(CATALOG.show, [*wrongs, "v5", "Georgia", "Columbus", "TPU 8"])
    assert len(names) > 10
    assert refused(CATALOG.show, names) == {}


@pytest.mark.parametrize("generation", [one.generation for one in INDEX.table("generations") if one.accelerator_types])
def test_slices(generation):
    types = all_of(
        INDEX.names.parse, [f"{INDEX.generations[generation].accelerator_type_prefix}-{n}" for n in range(600)]
    )
    assert refused(CATALOG.slices, types) == {}
    for chips in (*range(1, 600, 7), 9999, 10**6):
        for name in suggested(lambda n: CATALOG.slices(generation, chips=n), chips):
            assert CATALOG.slices(name) if "-" in name else CATALOG.slices(generation, topology=name)


@pytest.mark.parametrize("what", ["option", "surface", "evidence"])
def test_words(what):
    names = all_of(lambda word: CATALOG.zones("v6e", **{what: word}), ["nonsense"])
    assert names and refused(lambda word: CATALOG.zones("v6e", **{what: word}), names) == {}


def test_nearest_zones():
    for tpu in ("v4", "v5p", "v6e", "tpu7x"):
        for option in (None, "spot", "flex-start"):
            with pytest.raises(tz.NotOffered) as error:
                CATALOG.require(tpu, "IE", option=option)
            for zone in error.value.nearest:
                assert CATALOG.require(tpu, zone, option=option)
