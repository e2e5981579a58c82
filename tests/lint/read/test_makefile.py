"""Makefiles: recipes and variables, each at its place in the file."""

import time

import pytest

from tpu_zones.lint.read.makefile import script
from tpu_zones.lint.read.shell import read
from tpu_zones.lint.read.sniff import sniff

VM = "gcloud compute tpus tpu-vm create v --accelerator-type=v6e-8"


def zone(text):
    (vm,) = read(text, "Makefile").things
    return vm.zone and ((vm.zone.value, vm.zone.spot.line) if vm.zone.known else "unknown")


@pytest.mark.parametrize(
    ("before", "recipe", "expected"),
    [
        ("ZONE ?= us-east5-b  # where", f"\t{VM} --zone=$(ZONE)", ("us-east5-b", 1)),
        ("ZONE:=us-east5-b", f"\t@{VM} --zone=${{ZONE}}", ("us-east5-b", 1)),
        ("export ZONE = us-east5-b", f"\t-@ {VM} \\\n\t  --zone=$(ZONE)", ("us-east5-b", 1)),
        ("REGION = us-east5\nZONE = $(REGION)-b", f"\t{VM} --zone=$(ZONE)", ("us-east5-b", 4)),
        ("", f"\t+{VM} --zone us-east5-b --project $(shell gcloud config get project)", ("us-east5-b", 3)),
        ("ZONE = a\nZONE = b", f"\t{VM} --zone=$(ZONE)", "unknown"),
        ("ZONE = a\nup: ZONE = b", f"\t{VM} --zone=$(ZONE)", "unknown"),
        ("ZONE += a", f"\t{VM} --zone=$(ZONE)", "unknown"),
        ("ifeq ($(ENV),prod)\nZONE = a\nendif", f"\t{VM} --zone=$(ZONE)", "unknown"),
        ("ifdef X\n  ZONE = a\nelse\n  ZONE = b\nendif", f"\t{VM} --zone=$(ZONE)", "unknown"),
        ("ZONE = $(shell ./zone)", f"\t{VM} --zone=$(ZONE)", "unknown"),
        ("ZONE = $(or $(Z),us-east5-b)", f"\t{VM} --zone=$(ZONE)", "unknown"),
        ("ZONE = a \\\n\tb", f"\t{VM} --zone=$(ZONE)", "unknown"),
        ("", f"\tz=$$(./zone); {VM} --zone=$$z", "unknown"),
        ("whoami = us-east5-b", f"\t{VM} --zone=$$(whoami)", "unknown"),
        ("", f"\t{VM} --metadata=x=$< --zone=us-east5-b", ("us-east5-b", 3)),
    ],
)
def test_variables_of_a_makefile_are_known_where_they_are_certain(before, recipe, expected):
    text = f"{before}\nup: zone.txt ## make the VM\n{recipe}\n"
    assert zone(text) == expected


def test_a_recipe_is_a_shell_of_its_own_and_one_that_is_not_read_costs_no_other():
    text = (
        f"a:\n\t@IP=$$(gcloud x '$(F)'); if [ -z \"$$IP\" ]; then IP=$$(gcloud y); fi\n\t{VM} --zone=$$IP\n"
        f'b:\n\tgcloud x $(call f,a) "\nc:\n\tZONE=us-east5-b\n\t{VM} --zone=$(if $(Z),$(Z),a)\n\t{VM} --zone=$(ZONE)\n'
    )
    found = read(text, "Makefile")
    assert [(one.spot.line, one.zone.known) for one in found.things] == [(3, False), (8, False), (9, False)]
    assert [(one.spot.line, one.level, one.text) for one in found.faults] == [
        (5, "info", "a recipe that is not read as bash reads it")
    ]


def test_makefiles_are_known_by_their_names():
    recipe = f"up:\n\t@{VM}\n".encode()
    assert [sniff(name, recipe) for name in ("Makefile", "a/GNUmakefile", "tpu.mk", "a/notes")] == ["shell"] * 3 + [
        None
    ]
    assert sniff("Makefile", b"TPU := tpu-v6e-slice\nall:\n\tpytest\n") is None


@pytest.mark.parametrize(
    "line", ["A =" + " " * 900_000 + "x", "a:" * 400_000, "\t" + "-@" * 400_000, "$(A" * 300_000, "a\\\n" * 300_000]
)
def test_hostile_makefiles_end_soon(line):
    start = time.process_time()
    script(line, "Makefile")
    script("\tgcloud " + line, "Makefile")
    assert time.process_time() - start < 5
