"""The public face: what is exported, what an import costs, what shadows what."""

import pkgutil

import pytest
from support import python

import tpu_zones


def test_every_exported_name_is_there_and_nothing_else_is_public():
    for name in tpu_zones.__all__:
        assert getattr(tpu_zones, name) is not None
    assert sorted(tpu_zones.__all__) == tpu_zones.__all__
    assert dir(tpu_zones) == sorted([*tpu_zones.__all__, "__version__"])
    with pytest.raises(AttributeError, match="no attribute 'zone'"):
        tpu_zones.zone  # noqa: B018


def test_import_loads_the_package_alone():
    ran = python("import sys; before = set(sys.modules); import tpu_zones; print(sorted(set(sys.modules) - before))")
    assert ran.out.strip() == "['tpu_zones']", ran.err


def test_a_look_up_loads_no_library():
    ran = python(
        "import sys, tpu_zones as tz; tz.zones('v6e', within='NL', option='spot'); tz.generations('EU'); tz.claims('v6e');"
        "print([m for m in ('pydantic', 'httpx', 'yaml', 'rich', 'typing', 'pathlib', 'argparse') if m in sys.modules])"
    )
    assert ran.out.strip() == "[]", ran.err


def test_no_module_shadows_a_public_name():
    modules = [
        m.name for m in pkgutil.walk_packages(tpu_zones.__path__, "tpu_zones.") if not m.name.endswith("__main__")
    ]
    ran = python(
        f"import importlib, tpu_zones\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        f"for name in tpu_zones.__all__:\n"
        f"    value = getattr(tpu_zones, name)\n"
        f"    assert type(value).__name__ != 'module', name\n"
        f"print(len(tpu_zones.__all__))"
    )
    assert ran.out.strip() == str(len(tpu_zones.__all__)), ran.err


def test_functions_are_bound_once_to_the_default_catalog():
    assert tpu_zones.zones.__self__ is tpu_zones.Catalog.default()
    assert tpu_zones.__dict__["zones"] is tpu_zones.zones
    assert tpu_zones.zones("v5p", "EU") is tpu_zones.Catalog.default().zones("v5p", "EU")


def test_errors_have_one_root():
    for name in ("UnknownName", "WrongUsage", "NoSuchSlice", "NotOffered", "SnapshotError"):
        assert issubclass(getattr(tpu_zones, name), tpu_zones.TpuZonesError)


def test_what_answers_hold_is_exported():
    """Whatever type a field of an exported record, or an answer of the catalog, has."""
    exported = {getattr(tpu_zones, name) for name in tpu_zones.__all__}
    for one in [one for one in exported if isinstance(one, type) and one.__module__.startswith("tpu_zones.records")]:
        for field, kind in vars(one).get("__annotations__", {}).items():
            for part in parts(kind):
                if getattr(part, "__module__", "").startswith("tpu_zones"):
                    assert part in exported, f"{one.__name__}.{field} holds {part.__name__}"


def parts(kind):
    origin = getattr(kind, "__origin__", kind)
    yield from (origin, *(part for one in getattr(kind, "__args__", ()) for part in parts(one)))


def test_helps_say_the_same_of_the_same():
    said = {}
    for method in vars(tpu_zones.Catalog).values():
        for line in (getattr(method, "__doc__", None) or "").splitlines():
            name, colon, text = line.strip().partition(": ")
            if colon and name in ("evidence", "surface"):
                said.setdefault((name, text), []).append(method.__name__)
    texts = [text for name, text in said if name == "evidence"]
    assert texts == [
        "documented (Google's newest list), observed (adds what a source saw), any (adds withdrawn, doubtful)"
    ]
    assert all(word in texts[0] for word in tpu_zones.Evidence)
