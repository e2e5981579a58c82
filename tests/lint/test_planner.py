"""What the planner emits passes the check without a finding: every documented zone, option and shape."""

import pytest

import tpu_zones as tz

GENERATIONS = ("v3", "v4", "v5e", "v5p", "v6e", "tpu7x")
OPTIONS = ("on-demand", "spot", "flex-start", "calendar", "reservation")
NAMES = {"terraform": "pool.tf", "gcloud": "pool.sh"}


def emitted(generation, form, topology, slices=1):
    found = tz.plan(generation, topology=topology, option=OPTIONS, slices=slices, limit=10**6)
    return [
        (one, one.emit(form, cluster="training", location=one.region, reservation="r"))
        for one in found
        if one.option_answer == "yes"
    ]


def check(generation, form, topology, slices=1):
    """Check one shape's placements; return how many there were."""
    given = emitted(generation, form, topology, slices)
    tier = next(one.tier for one in tz.slices(generation) if one.topology == topology)
    allowed = set() if tier == "listed" else {("TPZ302", "warning")}  # above what Google documents; plan says so too
    for one, text in given:
        report = tz.check_text(text, name=NAMES[form])
        assert report.complete, text
        found = {(finding.rule, str(finding.severity)) for finding in report.findings}
        assert found <= allowed, (one.zone, one.option, one.topology, str(report), text)
        assert report.summary["node_pool"] >= 1
    return len(given)


@pytest.mark.parametrize("form", NAMES)
@pytest.mark.parametrize("generation", GENERATIONS)
def test_the_smallest_and_a_middle_shape_pass(generation, form):
    shapes = list(dict.fromkeys(one.topology for one in tz.slices(generation)))
    assert all(check(generation, form, topology) for topology in (shapes[0], shapes[len(shapes) // 2], shapes[-1]))


@pytest.mark.slow
@pytest.mark.parametrize("form", NAMES)
@pytest.mark.parametrize("generation", GENERATIONS)
def test_listed_shapes_and_a_sample_of_the_custom_ones_pass(generation, form):
    by_tier = {"listed": [], "custom": []}
    for one in tz.slices(generation):
        by_tier[str(one.tier)].append(one.topology)
    shapes = list(dict.fromkeys(by_tier["listed"] + by_tier["custom"][::40]))
    for topology in shapes:
        assert check(generation, form, topology)
    assert check(generation, form, shapes[0], slices=3)
