"""One golden playthrough per game, replayed line by line."""

import sys
from pathlib import Path

import pytest

from rulewright.game import find_game, installed_games

sys.path.insert(0, str(Path(__file__).parents[1]))

from playthrough import FOLDER, replay


@pytest.mark.parametrize("slug", installed_games())
def test_the_golden_playthrough_still_goes_the_same_way(slug: str) -> None:
    text = (FOLDER / f"{slug}.txt").read_text()
    assert replay(find_game(slug), text) == text
