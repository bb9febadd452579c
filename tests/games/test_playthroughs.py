"""One golden playthrough per game, replayed line by line."""

import sys
from pathlib import Path

import pytest

from rulewright.game import find_game, installed_games

sys.path.insert(0, str(Path(__file__).parents[1]))

from playthrough import FOLDER, entries, replay


@pytest.mark.parametrize("slug", installed_games())
def test_the_golden_playthrough_still_goes_the_same_way(slug: str) -> None:
    text = (FOLDER / f"{slug}.txt").read_text()
    assert replay(find_game(slug), text) == text


@pytest.mark.parametrize("slug", installed_games())
def test_an_evening_takes_every_action_of_the_game_and_has_numbers_reckoned_by_hand(slug: str) -> None:
    found = list(entries((FOLDER / f"{slug}.txt").read_text()))
    done = {one.action for one in found if not one.refused or "the draft has no rule" in one.refused}
    assert done - {""} == {action.name for action in find_game(slug).actions}
    assert sum(len(one.reckoned) for one in found) >= 20
