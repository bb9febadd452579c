"""Run the real command in a process of its own."""

import json
import subprocess
import sys
from typing import Any, NamedTuple


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def rulewright(*arguments: str, given: str | bytes = "") -> Ran:
    data = given.encode() if isinstance(given, str) else given
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", *arguments], input=data, capture_output=True, timeout=60, check=False
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
