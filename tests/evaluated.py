"""What tests of the Terraform reader share: a folder from text, a value from an expression."""

from collections.abc import Mapping
from typing import Any

from tpu_zones.lint.read import terraform
from tpu_zones.lint.read.terraform.vals import Unknown, plain
from tpu_zones.lint.things import Read, Thing


def folders(files: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Files by path, in their folders."""
    made: dict[str, dict[str, str]] = {}
    for path, text in files.items():
        made.setdefault(path.rpartition("/")[0] or ".", {})[path] = text
    return made


def read(files: "Mapping[str, str] | str", *, var_files: "tuple[tuple[str, str], ...]" = ()) -> Read:
    """Read files by path, or one text as infra/main.tf; no module is found beyond them."""
    given = {"infra/main.tf": files} if isinstance(files, str) else files
    return terraform.read(folders(given), lambda _: None, var_files)


def one(files: "Mapping[str, str] | str") -> Thing:
    """The only thing of some files."""
    (found,) = read(files).things
    return found


def value(expression: str, beside: str = "", **more: str) -> Any:
    """The value of an expression; "? reason" where it is unknown, "! reason" where Terraform refuses it."""
    text = f"locals {{\n  tested = {expression}\n}}\n{beside}\n"
    reading = terraform.Reading(folders({"infra/main.tf": text, **more}), lambda _: None, ())
    module = reading.module("infra")
    assert module is not None
    assert not reading.result.faults, reading.result.faults[0].text
    found = module.named("local", "tested")
    try:
        return plain(found)
    except Unknown as unknown:
        return f"{'!' if unknown.val.refused else '?'} {unknown.val.why}"


def unknown(expression: str, beside: str = "") -> bool:
    """Whether the value of an expression is unknown, without being refused."""
    found = value(expression, beside)
    return isinstance(found, str) and found.startswith("? ")


def refused(expression: str, beside: str = "") -> bool:
    """Whether Terraform refuses an expression."""
    found = value(expression, beside)
    return isinstance(found, str) and found.startswith("! ")
