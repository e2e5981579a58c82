"""Shell scripts -> what their gcloud and xpk commands, and the manifests in them, ask for."""

from tpu_zones.lint.read import manifests
from tpu_zones.lint.read.bash.expand import Exhausted
from tpu_zones.lint.read.bash.run import Runner
from tpu_zones.lint.read.bash.source import Source
from tpu_zones.lint.read.bash.syntax import Syntax
from tpu_zones.lint.read.sniff import named_makefile
from tpu_zones.lint.things import Fault, Read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.read.bash.cells import Arg, Text
    from tpu_zones.lint.things import Thing

MOST = 10_000
"""Things that one script may ask for."""
_WORDS = ("gcloud", "xpk")


def speaks(text: str) -> bool:
    """Whether a text may have a command of interest in it."""
    return any(word in text for word in _WORDS)


def tells(text: str) -> bool:
    """Whether a script may ask for something: by a command, or in a manifest."""
    return speaks(text) or manifests.speaks(text)


def read(text: str, file: str) -> Read:
    """Return what the commands of a shell script ask for, and what could not be read of it."""
    if not tells(text):
        return Read()
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if "{%" in text:
        from tpu_zones.lint.values import Spot

        return Read(faults=[Fault(Spot(file), "template: render it and check that", level="info")])
    if named_makefile(file.rpartition("/")[2]):
        from tpu_zones.lint.read.makefile import script

        source, unread = script(text, file)
        found = run(source)
        return Read(found.things, unread + found.faults)
    return run(Source(text, file))


def run(source: Source, given: "dict[str, Text] | None" = None) -> Read:
    """Return what the commands of a script ask for; `given` are variables that are set before."""
    syntax = Syntax(source)
    nodes = syntax.read()
    things: list[Thing] = []

    def keep(found: "list[Thing]") -> None:
        things.extend(found)
        if len(things) > MOST:
            del things[MOST:]
            raise Exhausted

    def gcloud(name: str, args: "list[Arg]", runner: Runner) -> None:
        from tpu_zones.lint.read import gcloud

        keep(gcloud.read(args[1:], runner.at, runner))

    def xpk(name: str, args: "list[Arg]", runner: Runner) -> None:
        from tpu_zones.lint.read import xpk

        keep(xpk.read(args[1:], runner.at, runner))

    runner = Runner(source, {"gcloud": gcloud, "xpk": xpk, "xpk.py": xpk}, given)
    runner.document = lambda given: keep(manifests.read(given, runner))
    runner.script(nodes)
    for began, mistake in syntax.mistakes:
        if speaks(source.text[began : mistake.at]):
            runner.faults.append(Fault(source.spot(mistake.at), mistake.text, level="info"))
            break
    if stopped := syntax.stopped:
        level = "error" if speaks(source.text[min(syntax.outer, stopped.at) :]) else "info"
        reason = f"cannot be read from here on: {stopped.text}"
        runner.faults.append(Fault(source.spot(stopped.at), reason, level=level))
    return Read(things, runner.faults)
