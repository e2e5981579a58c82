"""Answers to look at: HTML, data frames, and the charts `matrix`, `map` and `prices`.

    import tpu_zones.notebook as nb

    nb.matrix(within="Europe")
    nb.map("v6e", scheme="dark")  # a figure does not follow the theme of a notebook; tables do

Nothing is loaded before it is asked for; the charts need `pip install 'tpu-zones[notebook]'`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.notebook.chart_map import map  # noqa: A004 - `notebook.map` is its name
    from tpu_zones.notebook.chart_matrix import matrix
    from tpu_zones.notebook.chart_prices import prices

__all__ = ["map", "matrix", "prices"]


def __getattr__(name: str) -> object:
    """Load a chart when it is first asked for, and bind it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(__import__(f"{__name__}.chart_{name}", fromlist=[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the charts."""
    return __all__
