"""Run the real command in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def rulewright(*arguments: str, given: str | bytes = "", beside: Path | None = None) -> Ran:
    """What a command does; `beside` is a folder of further packages that are installed as well."""
    data = given.encode() if isinstance(given, str) else given
    path = os.pathsep.join(filter(None, [str(beside or ""), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", *arguments],
        env={**os.environ, "PYTHONPATH": path},
        input=data,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
