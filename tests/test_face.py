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
