"""What tests of readers share: broken texts, limits on time and memory, fields by value and place."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from support import Ran, python

from tpu_zones.lint.things import Fault, Thing

thorough = settings(max_examples=500, derandomize=True, deadline=None, database=None)

LIMITS = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))

def each(texts):
    for text in texts:
        used = resource.getrusage(resource.RUSAGE_SELF)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 6, resource.RLIM_INFINITY))
        yield text

next(each([""]))
"""


@st.composite
def mangled(draw: st.DrawFn, *texts: str) -> str:
    """A text that was right once, with parts of it cut, doubled and replaced; or any text at all."""
    text = draw(st.sampled_from(texts) | st.text(max_size=200))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.integers(0, 30)))
        new = draw(
            st.sampled_from(
                ["", *'{}[]:,"-&*!|>%@`#~\t\n \0', "{{ x }}", "*a", "&a ", "null", "\ufeff", "9" * 40, "<<: "]
            )
            | st.text(max_size=8)
        )
        text = draw(st.sampled_from([text[:at] + new + text[end:], text[:end] + new + text[at:]]))
    return text


def limited(code: str) -> Ran:
    """Run code that may take 300 MB and 5 to 6 seconds of the processor, these anew for every text of `each(texts)`."""
    return python(LIMITS + code, "-u")  # what was printed tells which text was the last


def fields(thing: Thing) -> dict[str, tuple[Any, int, int]]:
    """The fields of a thing: value, or the reason with a question mark, then line and column."""
    found = {}
    for name, value in thing.values().items():
        assert value.spot is not None
        found[name] = (f"? {value.unknown}" if value.unknown else value.value, value.spot.line, value.spot.column)
    return found


def told(faults: list[Fault]) -> list[tuple[str, int, int, str]]:
    """Faults as level, line, column and text."""
    return [(fault.level, fault.spot.line, fault.spot.column, fault.text) for fault in faults]


def stands_there(text: str, thing: Thing) -> None:
    """Every text and number of a thing stands in the file where it says, as it is written."""
    lines = text.split("\n")
    for name, value in thing.values().items():
        words = value.value if isinstance(value.value, list) and len(value.value) == 1 else [value.value]
        for word in words:
            if isinstance(word, (str, int)) and not isinstance(word, bool) and value.spot and value.known:
                rest = lines[value.spot.line - 1][value.spot.column - 1 :].lstrip("\"'").lower()
                assert rest.startswith(str(word).lower()), (name, word, value.spot)
