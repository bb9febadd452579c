"""The command that runs the server: what it says, what it refuses, and several processes behind one port."""

import contextlib
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from serving import CLIENT, Process, Seat, free_port, open_table

from rulewright.cli.serve import USUAL_PORT


def serve(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rulewright", "serve", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_port_that_is_taken_is_reported_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = serve("--port", str(taken.getsockname()[1]), "--database", "memory:")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "choose another with --port" in done.stderr


def test_without_a_port_the_usual_one_or_any_other_will_do() -> None:
    taken = None
    with contextlib.suppress(OSError):  # another process may have it already, which is as good
        taken = socket.create_server(("127.0.0.1", USUAL_PORT))
    command = [sys.executable, "-m", "rulewright", "serve", "--database", "memory:"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
    finally:
        server.terminate()
        server.communicate(timeout=30)
    found = re.search(r"http://127.0.0.1:(\d+) ", said)
    assert found is not None
    assert int(found[1]) != USUAL_PORT
    if taken is not None:
        taken.close()


STOPPED_IN_A_CALLBACK = """
import signal, sys, weakref
from rulewright.server.run import end_when_stopped

class Passing: ...

end_when_stopped()
passing = Passing()
reference = weakref.ref(passing, lambda gone: signal.raise_signal(signal.SIGTERM))
del passing
sys.exit("still running")
"""


def test_a_starting_server_can_be_stopped_where_an_exception_would_be_swallowed() -> None:
    command = [sys.executable, "-c", STOPPED_IN_A_CALLBACK]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--port", "70000"], "--port"),
        (["--workers", "0"], "--workers"),
        (["--database", "memory:", "--workers", "2"], "--workers must be 1"),
        (["--database", "mysql://x"], "cannot keep tables in"),
        (["--host", "nowhere.invalid"], "cannot listen on nowhere.invalid"),
    ],
)
def test_options_that_make_no_sense_are_reported_in_one_line(options: list[str], words: str) -> None:
    done = serve("--port", "0", *options)
    assert done.returncode == 2
    assert words in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_a_server_that_others_can_reach_warns_of_it(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "tables.sqlite"), free_port(), "--host", "0.0.0.0")
    assert server.stop() == 0
    assert "Warning" in server.errors
    quiet = Process(str(tmp_path / "tables.sqlite"), free_port())
    assert quiet.stop() == 0
    assert quiet.errors == ""


def test_requests_are_logged_as_json_without_keys(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "tables.sqlite"), free_port(), "--log-json")
    master = open_table(server.base)
    master.post("/messages", text="hello")
    assert server.stop() == 0
    assert '"message": "POST say 200"' in server.errors
    for secret in (master.key, master.table, "hello"):
        assert secret not in server.errors


def test_several_workers_share_one_port_and_one_file(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "tables.sqlite"), free_port(), "--workers", "2")
    try:
        master = open_table(server.base)
        for number in range(20):
            assert master.post("/messages", text=f"{number}")["seq"]
        again = Seat(server.base, master.table, master.seat, master.key)
        texts = [event["text"] for event in again.get("/log", most=1000)["events"] if event["kind"] == "said"]
        assert texts == [str(number) for number in range(20)]
        assert CLIENT.get(f"{server.base}/health").json() == {"ok": True}
    finally:
        assert server.stop() == 0
    assert "Traceback" not in server.errors
