"""Karma on the rolls of a quiet day, and on bleeding at the end of a round."""

import pytest
from untold_aeons_table import Scene


@pytest.mark.rule("UA-19", "UA-78", "UA-A5")
def test_a_day_that_brings_nothing_may_be_rolled_again_with_karma() -> None:
    scene = Scene(Ada={})
    scene.do("deal-karma", players=1)
    scene.do("gain-stress", who="Ada", amount=5)
    # Willpower 3: 1, 1, 1 brings nothing; again 6, 5, 1 takes 3 stress; Toughness 3 heals nothing at 0 wounds
    found = scene.do("day-passes", 1, 1, 1, 6, 5, 1, 1, 1, 1, who="Ada", reroll="if-failed")
    assert found["stress"] == 2
    assert scene.now.karma.players == 0


@pytest.mark.rule("UA-19", "UA-A5")
def test_nobody_is_asked_where_there_is_nothing_to_lose() -> None:
    scene = Scene(Ada={})
    scene.do("deal-karma", players=1)
    scene.do("day-passes", 1, 1, 1, 1, 1, 1, who="Ada")
    assert scene.now.karma.players == 1
