"""A decision in an action is priced by a stated policy, and not without one."""

from fractions import Fraction

import pytest
from untold_aeons_table import Scene

from rulewright.game import find_game
from rulewright.readings import Undecided

GAME = find_game("untold-aeons")


@pytest.mark.rule("UA-109", "UA-129")
def test_a_shot_is_priced_by_what_the_target_will_do() -> None:
    scene = Scene(Ada={}, Bo={})
    scene.do("give-weapon", who="Ada", weapon="pistol")
    params = {"who": "Ada", "target": "Bo", "weapon": "pistol", "reroll": "never"}
    options = GAME.table_options()
    with pytest.raises(Undecided):
        GAME.action_odds("shoot", scene.now, params, options)

    def hit(way: str) -> Fraction:
        policy = lambda who, question, choices: way if way in choices else choices[0]  # noqa: E731
        return GAME.action_odds("shoot", scene.now, params, options, policy=policy).where(
            lambda one: one.result != "miss"
        )

    assert 0 < hit("dive") < hit("stay") < 1
