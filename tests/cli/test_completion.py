"""Tab completion, asked the way a shell asks."""

import os
import subprocess
import sys

import pytest


def completed(line: str) -> list[str]:
    words = line.split(" ")
    environment = {
        **os.environ,
        "_RULEWRIGHT_COMPLETE": "zsh_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    code = "from rulewright.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    return done.stdout.splitlines()[1::3]  # kind, value, help


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("rulewright odds tw", "twelves"),
        ("rulewright odds twelves crit", "critical-survival"),
        ("rulewright roll twelves check sc", "score="),
        ("rulewright derive twelves ab", "ability-for"),
        ("rulewright odds twelves check --option tag-", "tag-bonus=rank-each"),
        ("rulewright rules twelves TW-A", "TW-A35"),
        ("rulewright opt", "options"),
    ],
)
def test_names_complete(line: str, offered: str) -> None:
    assert offered in completed(line)
