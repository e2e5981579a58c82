"""Broken configs of every format, from numbers: real ones with edits, and structures that nobody would write.

A list of numbers is one text, and a shorter list a simpler one, so that hypothesis shrinks what it finds. The
numbers are drawn as one string of bytes, which costs a fifth of a list.
"""

import json
import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

import yaml
from hypothesis import strategies as st

numbers = st.binary(min_size=6, max_size=30).map(
    lambda data: [int.from_bytes(data[at : at + 6], "little") for at in range(0, len(data), 6)]
)

ODD = (
    "", "null", "~", "true", "0", "-1", "1e400", "9" * 40, "0x1F", "1_000", ".5", "[]", "{}", '""', "'", '"', "\\",
    "${", "${var.x}", "${each.value}", "%{ if true }", "$(cmd)", "$((1/0))", "${A:-4x4}", "${{ matrix.zone }}", "{{ x }}",
    "$(vars.zone)", "((var.x))", "<ZONE>", "*a", "&a ", "<<: ", "!!binary ", "---\n", "...\n", "#", "//", "/*", "<<E\n",
    "\t", "\r\n", "\n", " ", "\0", "\ufeff", "\u202e", "\u2028", "\ud800", "\U0001f600", "é", "x" * 300, "[[[[[[",
    "{{{{{{", "((((((", "4x4", "2X4", "0x0", "x", "1x", "99999x99999", "4x4x4x4", "tpu", "tpu7x", "tpu8t", "ct6e-standard-4t",
    "ct9z-hightpu-0t", "v5p-8", "v5p-", "us-east5", "us-east5-b", "europe-", ",", "a,b,,", "604800s", "7d", "1d1d", "-",
    "--", "--x=", "=", ":", ": ", "- ", "|", ">-", "?", "@", "`", "%", ";", "&&", "||", "if ", "for ", "done\n", "}\n", "EOF\n",
)  # fmt: skip
_TOKEN = re.compile(r'"[^"\n]*"|[\w.$/-]+|[^\w\s]')
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 4, 2**70, 1.5, 1e308, "", " ", "4x4", "2x2x1", "0x4", "null", "true", "-1", "4 ", "tpu7x",
    "tpu-v6e-slice", "ct6e-standard-4t", "ct5p-hightpu-4t", "v6e-8", "us-east5-b", "us-east5", "${var.x}", "${[1]}", "{{ x }}",
    "projects/p/zones/z/a/b", "COMPACT", "SPOT", [], [None], ["a", 1], [[]], {}, {"": ""}, {"key": "x", "value": {}}, [{}], "x" * 200,
)  # fmt: skip


def edited(text: str, others: Sequence[str], edits: Sequence[int]) -> str:
    """Return a text with an edit a number."""
    for edit in edits:
        kind, place, size, number = edit % 9, edit // 9 % 4096, edit // 9 // 4096 % 48, edit // 9 // 4096 // 48
        odd = ODD[number % len(ODD)]
        at = place % (len(text) + 1)
        if kind == 0:
            text = text[:at] + text[at + size :]
        elif kind == 1:
            text = text[:at] + odd + text[at:]
        elif kind == 2:
            text = text[:at] + text[max(0, at - size) : at] * 2 + text[at:]
        elif kind in (3, 4, 5):
            tokens = list(_TOKEN.finditer(text))
            if tokens:
                token = tokens[place % len(tokens)]
                new = (odd, f"[{token[0]}, {odd}]", f"{{{token[0]}: {odd}}}")[kind - 3]
                text = text[: token.start()] + new + text[token.end() :]
        elif kind == 6:
            other = others[number % len(others)]
            text = text[:at] + other[size * len(other) // 48 :]
        else:
            lines = text.split("\n")
            one, other_one = place % len(lines), size % len(lines)
            if kind == 7:
                lines[one], lines[other_one] = lines[other_one], lines[one]
            else:
                lines.insert(one, " " * (number % 5) + lines[other_one].lstrip())
            text = "\n".join(lines)
    return text


def rearranged(value: Any, edits: Sequence[int]) -> Any:
    """Return a JSON value with one of its parts replaced, removed, renamed, wrapped or moved for each number."""
    for edit in edits:
        places = list(_places(value))
        kind, which, number = edit % 6, edit // 6 % 4096, edit // 6 // 4096
        if not places:
            return deepcopy(VALUES[number % len(VALUES)])
        holder, key = places[which % len(places)]
        new = deepcopy(VALUES[number % len(VALUES)])
        other_holder, other_key = places[number % len(places)]
        if kind == 0:
            del holder[key]
        elif kind in (1, 2):
            holder[key] = new
        elif kind == 3 and isinstance(holder, dict):
            holder[other_key if isinstance(other_key, str) else "x"] = holder.pop(key)
        elif kind == 4:
            holder[key] = [holder[key]] if number % 2 else {"value": holder[key]}
        else:
            holder[key] = deepcopy(other_holder[other_key])
    return value


def _places(value: Any) -> Any:
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, dict | list):
            for key in one if isinstance(one, dict) else range(len(one)):
                yield one, key
                stack.append(one[key])


def terraform(random: Random, words: Sequence[str]) -> str:
    """Return blocks and expressions from words, right in their syntax."""
    names = [word for word in words if word.isidentifier()]

    def expression(depth: int) -> str:
        kind = random.randrange(12 if depth else 5)
        if kind < 2:
            return json.dumps(random.choice(words)).replace("${", "$${")
        if kind < 5:
            return random.choice(
                ("null", "true", "4", "-0.5", "var.a", "local.b", "each.value.c", "count.index", "module.m.o")
            )
        inner = [expression(depth - 1) for _ in range(3)]
        return (
            f"[{inner[0]}, {inner[1]}]", f"{{ a = {inner[0]}, (\"b\") = {inner[1]} }}", f"({inner[0]} ? {inner[1]} : {inner[2]})",
            f"lookup({inner[0]}, {inner[1]}, {inner[2]})", f"[for k, v in {inner[0]} : v if {inner[1]}]", f"\"x-${{{inner[0]}}}\"",
            f"({inner[0]} {random.choice(('+', '==', '&&', '%', '<'))} {inner[1]})",
        )[kind - 5]  # fmt: skip

    def block(depth: int) -> str:
        lines = [f"  {random.choice(names)} = {expression(random.randrange(3))}" for _ in range(random.randrange(5))]
        if depth:
            lines += [f"  {random.choice(names)} {{\n{block(depth - 1)}\n  }}" for _ in range(random.randrange(3))]
            lines += [f'  dynamic "{random.choice(names)}" {{\n  for_each = {expression(1)}\n  content {{\n{block(0)}\n  }}\n  }}'] * (
                random.randrange(4) == 0
            )  # fmt: skip
        return "\n".join(lines)

    kinds = (
        "google_container_node_pool",
        "google_container_cluster",
        "google_tpu_v2_vm",
        "google_compute_resource_policy",
    )
    heads = [f'resource "{random.choice(kinds)}" "r{number}"' for number in range(random.randint(1, 2))]
    heads += random.sample(['variable "a"', "locals", 'module "m"', 'provider "google"'], 2)
    return "\n".join(f"{head} {{\n{block(2)}\n}}" for head in heads) + "\n# tpu\n"


def shell(random: Random, words: Sequence[str]) -> str:
    """Return commands with flags from words, in loops, functions and variables."""
    commands = (
        "gcloud container node-pools create", "gcloud container clusters create", "gcloud compute tpus tpu-vm create",
        "gcloud alpha compute tpus queued-resources create", "gcloud compute instances create", "xpk cluster create", "xpk workload create",
    )  # fmt: skip
    forms = ("{}\n", "for i in a b; do\n  {}\ndone\n", "f() {{\n{}\n}}\nf\n", "if [ -n \"$A\" ]; then {}; fi\n", "A='x'; {}\n", "( {} ) &\n", "echo $({})\n")  # fmt: skip
    lines = []
    for _ in range(random.randint(1, 2)):
        flags = []
        for _ in range(random.randint(1, 5)):
            flag, value = random.choice(words).lstrip("-"), random.choice((*words, *ODD[:40]))
            flags.append(
                random.choice(
                    (f"--{flag}={value}", f"--{flag} {value}", f'--{flag}="{value}"', f"--no-{flag}", "\\\n ")
                )
            )
        lines.append(random.choice(forms).format(f"{random.choice(commands)} {random.choice(words)} {' '.join(flags)}"))
    return "".join(lines) + "# tpu\n"


def of_trees(dump: Callable[[Any], str]) -> Callable[[Sequence[str], Sequence[int]], str]:
    """Return what rearranges one of the texts' objects, and writes it by `dump`; what is no YAML has none."""
    parsed: dict[str, list[str]] = {}

    def rearrange(texts: Sequence[str], edits: Sequence[int]) -> str:
        text = texts[edits[0] % len(texts)]
        if text not in parsed:
            parsed[text] = _objects(text)
        documents = [rearranged(json.loads(one), edits[1:]) for one in parsed[text]]
        return "\n---\n".join(map(dump, documents)) + "\n# tpu\n" * (dump is not _json)

    return rearrange


def _objects(text: str) -> list[str]:
    try:
        return [json.dumps(one, default=str) for one in yaml.safe_load_all(text) if one is not None]
    except yaml.YAMLError:
        return []


def _json(value: Any) -> str:
    return json.dumps(value)


def _yaml(value: Any) -> str:
    return yaml.dump(value, Dumper=yaml.CSafeDumper, allow_unicode=True)


rearranged_json, rearranged_yaml = of_trees(_json), of_trees(_yaml)


def of_words(make: Callable[[Random, Sequence[str]], str]) -> Callable[[Sequence[str], Sequence[int]], str]:
    """Return what makes a text of the words of the texts."""
    known: list[str] = []

    def generate(texts: Sequence[str], edits: Sequence[int]) -> str:
        if not known:
            known.extend(sorted({word for text in texts for word in re.findall(r"[\w.-]{3,40}", text)}))
        return make(Random(repr(edits)), known)  # noqa: S311

    return generate
