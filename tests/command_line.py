"""Run a command as typed: by its entry point in this process, or in a process of its own."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rulewright.cli import main

__all__ = ["Ran", "rulewright", "rulewright_process"]


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def rulewright(
    *arguments: str, given: str | bytes = "", cwd: Path | None = None, environment: Mapping[str, str] = {}
) -> Ran:
    """What a command does: its exit status and what it prints. Starting Python for each would take most of the time."""
    out, err = io.BytesIO(), io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        known = {"RULEWRIGHT_GAMES": os.environ.get("RULEWRIGHT_GAMES", "")}  # a rulebook is added for one command
        for name, value in (known | dict(environment)).items():
            patch.setenv(name, value)
        if cwd is not None:
            patch.chdir(cwd)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(_bytes(given)), encoding="utf-8"))
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="utf-8", write_through=True))
        patch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding="utf-8", write_through=True))
        with pytest.raises(SystemExit) as left:
            main(arguments)
        assert isinstance(left.value.code, int)
        return Ran(left.value.code, out.getvalue().decode(), err.getvalue().decode())


def rulewright_process(*arguments: str, given: str | bytes = "", beside: Path | None = None) -> Ran:
    """The same in a process of its own; `beside` is a folder of further packages that are installed as well."""
    path = os.pathsep.join(filter(None, [str(beside or ""), os.environ.get("PYTHONPATH")]))
    kept = {"PYTHONDONTWRITEBYTECODE": "1"} if beside else {}  # a package that is edited within a second is read anew
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", *arguments],
        env={**os.environ, **kept, "PYTHONPATH": path},
        input=_bytes(given),
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def _bytes(given: str | bytes) -> bytes:
    return given.encode() if isinstance(given, str) else given
