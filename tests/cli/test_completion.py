"""Tab completion, asked the way a shell asks."""

import subprocess
import sys

import pytest

from command_line import rulewright


def completed(line: str) -> list[str]:
    at = str(len(line.split(" ")) - 1)
    asked = {"_RULEWRIGHT_COMPLETE": "zsh_complete", "COMP_WORDS": line, "COMP_CWORD": at}
    return rulewright(environment=asked).out.splitlines()[1::3]  # kind, value, help


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
        ("rulewright odds twelves check tier=w", "tier=wounded"),
        ("rulewright odds twelves duel a.wea", "a.weapon="),
        ("rulewright odds twelves duel a.policy=b", "a.policy=best"),
        ("rulewright derive twelves ability-for u", "use="),
    ],
)
def test_names_complete(line: str, offered: str) -> None:
    assert offered in completed(line)


def typed_in_bash(line: str) -> str:
    """What bash makes of a line when Tab is pressed at its end: the completions, and whether a space follows."""
    script = f"""
eval "$({sys.executable} -m rulewright completion bash)"
rulewright() {{ {sys.executable} -m rulewright "$@"; }}
compopt() {{ echo "$@"; }}
COMP_LINE={line!r}; COMP_POINT=${{#COMP_LINE}}
_rulewright_completion rulewright
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=True)
    return done.stdout


def test_bash_ends_a_word_at_an_equals_sign_and_completes_what_follows_it() -> None:
    assert typed_in_bash("rulewright odds twelves check --option tag-bonus=r") == "rank-once\nrank-each\n"
    assert typed_in_bash("rulewright odds twelves check tier=w") == "wounded\n"


def test_bash_adds_no_space_where_a_value_is_to_follow() -> None:
    assert typed_in_bash("rulewright odds twelves check sc") == "-o nospace\nscore=\n"
    assert typed_in_bash("rulewright odds twe") == "twelves\n"
