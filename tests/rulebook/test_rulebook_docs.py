"""The guide to rulebooks: its game has forty lines, and every block that it shows works with it."""

import re
from pathlib import Path

import pytest

from rulewright.rulebook import Rulebook, game_of_text
from rulewright.rulebook.checks import check_rulebook
from rulewright.rulebook.document import KINDS

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "rulebook.md").read_text()
SHOWN = re.findall(r"^````markdown\n(.*?)^````$", PAGE, re.DOTALL | re.MULTILINE)
GAME, *FRAGMENTS = SHOWN


def test_the_first_game_has_forty_lines_and_a_fight() -> None:
    assert GAME.count("\n") <= 40
    assert check_rulebook(Rulebook(GAME)) == []
    assert game_of_text(GAME).fights is not None


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda text: text.split("\n")[0].strip("`"))
def test_a_block_of_the_guide_can_be_added_to_the_game(fragment: str) -> None:
    needed = "".join(one for one in FRAGMENTS if "```roll cast" in one) if "mean cast" in fragment else ""
    assert [str(fault) for fault in check_rulebook(Rulebook(GAME + needed + fragment))] == []


def test_all_blocks_of_the_guide_together_are_a_game() -> None:
    assert [str(fault) for fault in check_rulebook(Rulebook("\n".join(SHOWN)))] == []


def test_every_kind_of_block_is_explained_and_shown() -> None:
    shown = "\n".join(SHOWN)
    assert [kind for kind in KINDS if f"```{kind}" not in shown or f"`{kind}`" not in PAGE] == []
