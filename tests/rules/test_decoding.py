"""Several threads decode a type for the first time at once; without care that ends the process."""

import ast
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "rulewright"
WITHOUT_THREADS = ("cli", "lab", "testing", "server/jobs.py", "server/fight_jobs.py", "server/lab_jobs.py")
"""Commands and the jobs of worker processes, which have one thread that decodes."""
PLAIN = ("server/run.py", "server/live/presence.py", "server/live/connections.py", "rules/invalid_values.py")
"""Decode at start, or what has no field of its own, or part of a type that was decoded before."""

MANY_THREADS = """
import sys, threading
import msgspec
from rulewright.rules.decoding import ready

sys.setswitchinterval(1e-6)
for number in range(300):
    exec(f"class Inner{number}(msgspec.Struct):\\n    z: 'int'")
    exec(f"class Outer{number}(msgspec.Struct):\\n    a: 'Inner{number}'")
    kind, found, begin = globals()[f"Outer{number}"], [], threading.Barrier(4)

    def decode():
        begin.wait()
        found.append(msgspec.json.decode(b'{"a": {"z": 1}}', type=READY(kind)))

    threads = [threading.Thread(target=decode) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
"""


def test_a_type_that_is_ready_is_decoded_by_many_threads_at_once() -> None:
    program = MANY_THREADS.replace("READY", "ready")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_whatever_threads_decode_is_made_ready() -> None:
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if not name.startswith(WITHOUT_THREADS + PLAIN):
            found += [f"{name}:{line}" for line in unready(ast.parse(path.read_text()))]
    assert found == []


def unready(tree: ast.Module) -> list[int]:
    """The lines that decode into a type that is not made ready; a decoder at the top of a module is made once."""
    found = []
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        function = ast.unparse(call.func)
        if function in ("msgspec.convert", "convert"):
            kinds = [*call.args[1:2], *(one.value for one in call.keywords if one.arg == "type")]
        elif function in ("msgspec.json.decode", "msgspec.toml.decode"):
            kinds = [one.value for one in call.keywords if one.arg == "type"]
        else:
            continue
        found += [call.lineno for kind in kinds if not ast.unparse(kind).startswith("ready(")]
    return found
