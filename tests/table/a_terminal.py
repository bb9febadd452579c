"""The real command at a table of its own, with lines typed into it."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Shown(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(store: Path, *arguments: str, typed: Sequence[str] = ()) -> Shown:
    """Run a command on a store in a file. What is typed ends with the end of the input."""
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", *arguments],
        input="".join(f"{line}\n" for line in typed).encode(),
        capture_output=True,
        timeout=120,
        check=False,
        env={**os.environ, "RULEWRIGHT_DATABASE": str(store), "COLUMNS": "100"},
    )
    return Shown(done.returncode, done.stdout.decode(), done.stderr.decode())
