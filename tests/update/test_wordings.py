"""Descriptions of SKUs, read from their start: what is not on-demand is never taken for it."""

import pytest

from tpu_zones.update.sources.wordings import read, read_old

KNOWN = [
    ("TpuV5e running in Las Vegas", "OnDemand", "on-demand", "TpuV5e"),
    ("TpuV5p running in Sao Paulo", "OnDemand", "on-demand", "TpuV5p"),
    ("TpuV6e running in Washington D.C.", "OnDemand", "on-demand", "TpuV6e"),
    ("TPU7x running in Americas", "OnDemand", "on-demand", "TPU7x"),
    ("TpuV6e attached to Spot Preemptible VMs running in Columbus", "Preemptible", "spot", "TpuV6e"),
    ("DWS Defined Duration V6e running in Columbus", "OnDemand", "flex-start", "V6e"),
    ("DWS Defined Duration TPU7x running in Iowa", "Preemptible", "flex-start", "TPU7x"),
    ("Reserved V6e TPU in Columbus in Calendar Mode", "OnDemand", "calendar", "V6e"),
    ("Reserved TpuV5p in Delhi in Calendar Mode", "OnDemand", "calendar", "TpuV5p"),
    ("Capacity Optimized TpuV6e running in Columbus", "OnDemand", "capacity-optimized", "TpuV6e"),
    ("Commitment v1: TpuV6e running in Columbus for 1 Year", "Commit1Yr", "commit-1y", "TpuV6e"),
    ("Commitment v1: TpuV5p running in Netherlands for 3 Years", "Commit3Yr", "commit-3y", "TpuV5p"),
]


@pytest.mark.parametrize(("description", "usage", "option", "tpu"), KNOWN)
def test_known_wordings(description, usage, option, tpu):
    found = read(description, usage)
    assert (str(found.option), found.tpu, found.pod) == (option, tpu, False)


@pytest.mark.parametrize(
    "description",
    [
        "Sole Tenancy TpuV6e running in Columbus",
        "TpuV6e Sole Tenancy running in Columbus",
        "TpuV6e running in Columbus for 1 Year",
        "TpuV6e running in Columbus in Calendar Mode",
        "TpuV6e running in Columbus (Spot)",
        "TpuV6e running in Columbus with Premium Support",
        "Spot TpuV6e running in Columbus",
        "Preemptible TpuV6e running in Columbus",
        "Reserved TpuV6e running in Columbus",
        "Custom TpuV6e running in Columbus",
        "Commitment v1: TpuV6e running in Columbus for 5 Years",
        "Commitment v2: TpuV6e running in Columbus for 1 Year",
        "Commitment v1: TpuV6e running in Columbus",
        "Capacity Optimized DWS Defined Duration V6e running in Columbus",
        "DWS Calendar Mode V6e running in Columbus",
        "V6e running in Columbus",
        "TpuV6e running in ",
        "TpuV6e  running in Columbus",
        " TpuV6e running in Columbus",
        "TpuV6e running in Columbus\n",
        "TpuV6e Pod running in Columbus",
        "TpuV6e running in 2",
        "TPU-v2 Accelerator USA",
        "Network egress of TPUs running in Columbus",
        "",
    ],
)
def test_all_other_wordings_are_unknown(description):
    for usage in ("OnDemand", "Preemptible", "Commit1Yr", "Commit3Yr", ""):
        assert read(description, usage) is None


@pytest.mark.parametrize(("description", "usage", "option", "tpu"), KNOWN)
def test_a_wording_with_something_before_or_behind_it_is_another(description, usage, option, tpu):
    for more in ("Sole Tenancy ", "Spot ", "Reserved ", "New "):
        assert read(more + description, usage) is None
    for more in (" for 1 Year", " in Calendar Mode", " with Spot"):
        found = read(description + more, usage)
        assert found is None or str(found.option) == option != "on-demand"


@pytest.mark.parametrize(
    ("description", "usage"),
    [
        ("TpuV6e running in Columbus", "Preemptible"),
        ("TpuV6e running in Columbus", "Commit1Yr"),
        ("TpuV6e running in Columbus", ""),
        ("TpuV6e attached to Spot Preemptible VMs running in Columbus", "OnDemand"),
        ("Commitment v1: TpuV6e running in Columbus for 1 Year", "Commit3Yr"),
        ("Commitment v1: TpuV6e running in Columbus for 1 Year", "OnDemand"),
    ],
)
def test_a_usage_type_that_contradicts_makes_it_unknown(description, usage):
    assert read(description, usage) is None


@pytest.mark.parametrize(
    ("description", "usage", "expected"),
    [
        ("TPU-v2 Accelerator USA", "OnDemand", ("TPU-v2", "on-demand", False)),
        ("Tpu-v3 Pod running in Netherlands", "OnDemand", ("Tpu-v3", "on-demand", True)),
        ("TPU-v3 Accelerator Pod EMEA", "OnDemand", ("TPU-v3", "on-demand", True)),
        ("Preemptible TPU-v2 Accelerator USA", "OnDemand", ("TPU-v2", "spot", False)),
        ("TPU-v2 Preemptible Accelerator USA", "Preemptible", ("TPU-v2", "spot", False)),
        ("Tpu-v4 Pod Preemptible running in Oklahoma", "OnDemand", ("Tpu-v4", "spot", True)),
        ("TPU-v2 Accelerator USA", "Preemptible", None),
        ("TPU-v2 Accelerator USA", "Commit1Yr", None),
        ("Commitment: TPU-v2 Accelerator USA", "OnDemand", None),
        ("TPU-v2 Accelerator USA for 1 Year", "OnDemand", None),
        ("TPU-v2 USA", "OnDemand", None),
        ("TPU-v2 Reserved Accelerator USA", "OnDemand", None),
        ("TpuV6e running in Columbus", "OnDemand", None),
        ("Cloud TPU-v2 Accelerator USA", "OnDemand", None),
    ],
)
def test_the_older_service(description, usage, expected):
    found = read_old(description, usage)
    assert (found and (found.tpu, str(found.option), found.pod)) == expected
