import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture(scope="session")
def rulewright() -> Run:
    """Run the real command in a process of its own."""

    def run(*arguments: str, given: str | bytes = "") -> Ran:
        data = given.encode() if isinstance(given, str) else given
        done = subprocess.run(
            [sys.executable, "-m", "rulewright", *arguments], input=data, capture_output=True, timeout=60, check=False
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
