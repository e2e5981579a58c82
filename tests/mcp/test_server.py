"""The server as an agent meets it: the official client, over the pipes of a process of its own."""

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import anyio
import pytest
from mcp import Client, StdioServerParameters
from support import ROOT, python

import tpu_zones as tz
from tpu_zones.mcp.tools import TOOLS

ENV = {"PYTHONPATH": str(ROOT), "HOME": "/dev/null", "TPU_ZONES_CACHE": "/nonexistent", "PYTHONWARNINGS": "error"}
SERVER = StdioServerParameters(command=sys.executable, args=["-W", "error", "-m", "tpu_zones", "mcp"], env=ENV)
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


def asking(ask):
    """Run what asks a client of a new server; the whole has a minute."""

    async def limited():
        with anyio.fail_after(60):
            async with Client(SERVER) as client:
                return await ask(client)

    return alone(limited)


def alone(ask):
    """Run in a thread of its own: this one may have a loop of another test's, such as a browser's."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(anyio.run, ask).result()


def test_tools_are_listed_with_schemas_and_as_read_only():
    async def ask(client):
        return (await client.list_tools()).tools

    listed = {tool.name: tool for tool in asking(ask)}
    assert list(listed) == list(TOOLS)
    assert listed["zones"].description.startswith("Return the zones that offer a TPU")
    assert listed["plan"].input_schema["properties"]["surface"]["enum"] == ["gke", "compute-engine", "cloud-tpu-api"]
    assert "region" in listed["zones"].output_schema["properties"]["rows"]["items"]["required"]
    for tool in listed.values():
        hints = tool.annotations
        assert (hints.read_only_hint, hints.destructive_hint, hints.open_world_hint) == (True, False, False)


def test_answers_are_typed_dated_and_sourced():
    async def ask(client):
        zones = await client.call_tool("zones", {"tpu": "v5p", "within": "Europe"})
        claims = await client.call_tool("claims", {"tpu": "v6e", "within": "us-east5-c"})
        return zones, claims

    zones, claims = asking(ask)
    found = zones.structured_content
    assert not zones.is_error and json.loads(zones.content[0].text) == found
    assert [row["zone"] for row in found["rows"]] == ["europe-west4-b"]
    assert found["rows"][0]["last_seen"] == "2026-11-09" == found["evidence_date"]
    assert found["query"]["evidence"] == "documented"
    assert found["notes"] == [{"code": note.code, "text": note.text} for note in tz.zones("v5p", "Europe").notes]
    assert [row["source"] for row in claims.structured_content["rows"]] == [
        one.source for one in tz.claims("v6e", "us-east5-c")
    ]


def test_errors_are_texts_that_name_the_nearest_names():
    async def ask(client):
        return [
            await client.call_tool(name, given)
            for name, given in (
                ("zones", {"tpu": "v6x"}),
                ("zones", {"tpu": "v6e\x1b[31m\u202e"}),
                ("require", {"tpu": "v5p", "within": "europe-west4-a"}),
                ("zonse", {}),
                ("zones", {}),
            )
        ]

    *failed, good = asking(ask)
    texts = [one.content[0].text for one in failed]
    assert all(one.is_error and one.structured_content is None for one in failed) and not good.is_error
    assert texts[0] == "no TPU is called 'v6x'; did you mean v6, v7x, v6e?"
    assert "\x1b" not in texts[1] and "\u202e" not in texts[1]
    assert "europe-west4-b (same region)" in texts[2] and "did you mean zones?" in texts[3]
    assert "Traceback" not in "".join(texts)


def test_a_hostile_text_comes_back_as_text():
    hostile = "<script>\x1b[31m\u202e</td>"
    text = (
        f"gcloud container node-pools create 'a{hostile}' --machine-type=ct6e-standard-4t --tpu-topology=3x3\n# "
        + "x" * 10_000
    )

    async def ask(client):
        return await client.call_tool("check_text", {"text": text, "name": f"{hostile}.sh"})

    done = asking(ask)
    shown = done.content[0].text
    assert not done.is_error and json.loads(shown) == done.structured_content
    assert shown.isascii() and shown.isprintable() and len(shown) < 2000
    found = done.structured_content["findings"][0]
    assert (found["rule"], found["value"], found["path"]) == ("TPZ302", "3x3", f"{hostile}.sh")


def test_a_call_that_is_cancelled_leaves_the_server_well():
    pool = 'resource "google_container_node_pool" "a%d" {\n  node_config {\n    machine_type = "ct6e-standard-3t"\n  }\n}\n'
    text = "".join(pool % number for number in range(2000))
    given = {"text": text, "name": "main.tf"}

    came = []

    async def ask(client):
        async def check():
            came.append(await client.call_tool("check_text", given))

        async with anyio.create_task_group() as group:
            group.start_soon(check)
            await anyio.wait_all_tasks_blocked()  # the call is sent
            group.cancel_scope.cancel()
        assert came == []
        return await client.call_tool("zones", {"tpu": "v5p", "within": "Europe"})

    assert asking(ask).structured_content["rows"][0]["zone"] == "europe-west4-b"


def test_two_clients_at_once_with_many_questions_each():
    places = ["NL", "US", "Europe", "Asia", "us-east5", "Japan", "EU", "us-central1-b"]

    async def ask(found, tpu):
        async with Client(SERVER) as client, anyio.create_task_group() as group:

            async def one(place):
                done = await client.call_tool("zones", {"tpu": tpu, "within": place})
                found[tpu, place] = [row["zone"] for row in done.structured_content["rows"]]

            for place in places:
                group.start_soon(one, place)

    async def both():
        found = {}
        with anyio.fail_after(60):
            async with anyio.create_task_group() as group:
                group.start_soon(ask, found, "v6e")
                group.start_soon(ask, found, "v5p")
        return found

    found = alone(both)
    assert found == {
        (tpu, place): [one.zone for one in tz.zones(tpu, place)] for tpu in ("v6e", "v5p") for place in places
    }
    assert found["v6e", "NL"] == ["europe-west4-a"] and found["v5p", "NL"] == ["europe-west4-b"]


def started():
    process = subprocess.Popen(
        [sys.executable, "-m", "tpu_zones", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**ENV, "PATH": os.environ["PATH"]},
        cwd=ROOT,
    )
    process.stdin.write(json.dumps(HELLO).encode() + b"\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["result"]["serverInfo"]["name"] == "tpu-zones"
    return process


def test_it_ends_when_stdin_is_closed_and_stdout_holds_the_protocol_alone():
    process = started()
    lines = [
        b"\xff no JSON",
        b"[" * 10_000,
        b'{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}',
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "ping"}).encode(),
        json.dumps({"jsonrpc": "2.0", "id": "3", "method": "tools/call", "params": {"name": "plan"}}).encode(),
        b"",
    ]
    out, err = process.communicate(b"\n".join(lines), timeout=30)
    replies = [json.loads(line) for line in out.splitlines()]
    assert process.returncode == 0 and [one["id"] for one in replies if "result" in one] == [2, "3"]
    assert all(one["jsonrpc"] == "2.0" for one in replies) and b"Traceback" not in err


def test_a_line_that_is_no_message_is_answered_and_costs_little():
    process = started()
    asked = (
        '{"jsonrpc": "2.0", "id": %s, "method": "tools/call", "params": {"name": "zones", "arguments": {"tpu": %s}}}\n'
    )
    for line in ("no JSON\n", "\n", asked % (2, '"\\ud800"'), asked % (3, "9" * 5000)):
        process.stdin.write(line.encode())
    for _ in range(200):
        process.stdin.write(b"x" * 1_000_000)
    process.stdin.write(("\n" + asked % (4, '"v5p"')).encode())
    process.stdin.flush()
    replies = [json.loads(process.stdout.readline()) for _ in range(5)]
    assert [one["id"] for one in replies] == [None, None, None, None, 4]
    assert {one["error"]["code"] for one in replies[:4]} == {-32700}
    assert all("at most 8,388,608 bytes" in one["error"]["message"] for one in replies[:4])
    if sys.platform == "linux":
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            most = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
        assert most < 200_000  # KiB; the line alone would be as much
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, b"")


def test_a_line_as_long_as_a_text_may_be_is_read():
    process = started()
    text = "\x01" * 1024 * 1024  # six bytes each in JSON
    given = {"name": "check_text", "arguments": {"text": text, "name": "pool.sh"}}
    process.stdin.write(
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": given}).encode() + b"\n"
    )
    process.stdin.flush()
    reply = json.loads(process.stdout.readline())
    assert reply["id"] == 2 and reply["result"]["isError"] is False
    process.communicate(timeout=30)


def test_an_interrupt_ends_it_at_once():
    process = started()
    process.send_signal(signal.SIGINT)
    code = process.wait(timeout=30)  # stdin is still open
    out, err = process.communicate()
    assert (code, out, err) == (-signal.SIGINT, b"", b"")


def test_a_client_that_goes_away_is_no_fault():
    process = started()
    process.stdout.close()
    process.stdin.write(b'{"jsonrpc": "2.0", "id": 2, "method": "ping"}\n')
    process.stdin.close()
    with process.stderr as stream:
        assert (stream.read(), process.wait(timeout=30)) == (b"", 0)


def test_without_the_extra_one_line_says_the_cure():
    code = "import sys; sys.modules['mcp'] = None; from tpu_zones.cli.main import main; sys.exit(main(['mcp']))"
    ran = python(code)
    assert (ran.code, ran.out, ran.err) == (3, "", "tpu-zones: mcp is not installed: pip install 'tpu-zones[mcp]'\n")


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_stream_is_wrong_usage(closed):
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m tpu_zones mcp {closed}"], stderr=subprocess.PIPE, cwd=ROOT, text=True
    )
    assert (done.returncode, done.stderr) == (
        2,
        "tpu-zones: mcp speaks over stdin and stdout, and one of them is closed\n",
    )


def test_a_stream_that_fails_is_told_in_a_line():
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m tpu_zones mcp >/dev/full"],
        input=json.dumps(HELLO),
        capture_output=True,
        cwd=ROOT,
        text=True,
    )
    said = "tpu-zones: mcp speaks over stdin and stdout, and one of them fails: [Errno 28] No space left on device\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_nothing_else_loads_the_sdk():
    ran = python(
        "import sys; from tpu_zones.cli.main import main; main(['zones', 'v5p', '--format', 'json']);"
        "print([m for m in sys.modules if m.split('.')[0] in ('mcp', 'anyio', 'pydantic') or m.startswith('tpu_zones.mcp')])"
    )
    assert ran.out.splitlines()[-1] == "[]", ran.err
