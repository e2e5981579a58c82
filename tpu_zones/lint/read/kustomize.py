"""Kustomizations -> the files that are not whole by themselves: patches, and what patches complete."""

from posixpath import dirname, join, normpath

from tpu_zones.lint.read.json_nodes import documents_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tpu_zones.lint.read.nodes import Node

_PATCHES = ("patches", "patchesStrategicMerge", "patchesJson6902")
_CHANGES = (*_PATCHES, "components", "transformers", "replacements")
_RESOURCES = ("resources", "bases", "components")


def incomplete(texts: "Mapping[str, str]") -> set[str]:
    """Return the paths of patches, and of resources that any of the kustomizations changes, through others too."""
    found: set[str] = set()
    parts: dict[str, list[str]] = {}
    changed: list[str] = []
    for path, text in texts.items():
        folder = normpath(dirname(path) or ".")
        for document in documents_of(text, path)[0]:
            found.update(_within(folder, _patches(document)))
            parts.setdefault(folder, []).extend(_within(folder, _listed(document)))
            if document.text("kind") == "Component" or any(len(document.get(key) or ()) for key in _CHANGES):
                changed.append(folder)
    while changed:
        for one in parts.pop(changed.pop(), ()):
            found.add(one)
            changed.append(one)
    return found


def _within(folder: str, names: "Iterator[str]") -> "Iterator[str]":
    for name in names:
        if "\n" not in name and "://" not in name:
            yield normpath(join(folder, name))


def _patches(document: "Node") -> "Iterator[str]":
    """Yield the files that are named as patches; what is written inline is none."""
    for key in _PATCHES:
        for one in document.get(key) or ():
            name = one.text("path") if one.kind == "mapping" else one.value
            if isinstance(name, str):
                yield name


def _listed(document: "Node") -> "Iterator[str]":
    for key in _RESOURCES:
        for one in document.get(key) or ():
            if isinstance(one.value, str):
                yield one.value
