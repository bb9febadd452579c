"""Which dice a rule asks for next, before they are thrown."""

from random import Random
from typing import Any

import pytest

from rulewright.dice import Deck, FaceError, d, doubles, explode, keep_highest
from rulewright.game import Game, find_game
from rulewright.readings import Need
from rulewright.readings.next_dice import Awaited, dice_awaited
from rulewright.testing.scenes import with_turn_begun


def attack(dice: Any) -> int:
    """Two d6 and a d12; a hit throws damage, after a decision."""
    if dice.pool("attack", 2 * d(6) + d(12)) < 10:
        return 0
    return int(dice.pool("damage", d(8))) + int(dice.choose("Ada", "more", (0, 1)))


def test_every_die_of_the_throw_is_reported_with_its_sides() -> None:
    assert dice_awaited(attack, None) == Awaited("attack", (6, 6, 12))


def test_dice_that_have_fallen_are_not_reported_again() -> None:
    assert dice_awaited(attack, None, [3]) == Awaited("attack", (6, 12))


def test_what_comes_next_follows_from_what_fell() -> None:
    assert dice_awaited(attack, None, [6, 6, 12]) == Awaited("damage", (8,))
    assert dice_awaited(attack, None, [1, 1, 1]) is None


def test_a_decision_is_no_die() -> None:
    assert dice_awaited(attack, None, [6, 6, 12, 8]) is None
    assert dice_awaited(attack, None, [6, 6, 12, 8], [1]) is None


def test_dice_that_are_thrown_again_are_reported_as_far_as_they_are_certain() -> None:
    assert dice_awaited(lambda dice: dice.pool("x", explode(d(6), [6], times=3)), None) == Awaited("x", (6,))


def test_kept_dice_are_all_thrown() -> None:
    assert dice_awaited(lambda dice: dice.pool("x", doubles(keep_highest(2, 3 * d(12)))), None) == Awaited(
        "x", (12,) * 3
    )


def test_a_face_that_the_die_cannot_show_is_refused() -> None:
    with pytest.raises(FaceError, match="die 2 is a d6"):
        dice_awaited(attack, None, [3, 7])
    with pytest.raises(FaceError, match="too many"):
        dice_awaited(attack, None, [1, 1, 1, 1])


@pytest.mark.parametrize("slug", ["twelves", "die-code", "untold-aeons", "light-dark", "dpi"])
def test_the_first_action_of_every_game_asks_for_the_dice_that_play_asks_for(slug: str) -> None:
    """Typed one by one, as the awaited ones say, nothing is refused, and each die has the sides that were announced."""
    game = find_game(slug)
    assert game.opening is not None
    options, scene = game.table_options({}), game.scene()
    for action, params in game.opening.steps:
        scene = game.act(action, scene, params, options).outcome[0]
    scene = with_turn_begun(game, scene, options, Random(1))
    action, params = game.opening.first
    rule = game.action_rule(action, scene, params)
    faces: list[int] = []
    choices: list[Any] = []
    while (need := _needed(game, action, scene, params, options, faces, choices)) is not None:
        awaited = dice_awaited(rule, options, faces, choices)
        if need.choices:
            assert awaited is None
            choices.append(need.choices[0])
            continue
        assert awaited is not None
        for sides in awaited.sides:
            need = _needed(game, action, scene, params, options, faces, choices)
            assert need is not None
            assert (need.name, need.sides) == (awaited.purpose, sides)
            faces.append(1)
    assert faces
    assert dice_awaited(rule, options, faces, choices) is None


def _needed(game: Game, action: str, scene: Any, params: Any, options: Any, faces: Any, choices: Any) -> Need | None:
    """What play waits for, if it does."""
    try:
        game.act(action, scene, params, options, faces=faces, choices=choices)
    except Need as need:
        return need
    return None


BAG = Deck({"red": 1, "blue": 2}, name="the bag")


def two_draws(dice: Any) -> Any:
    """Two cards, then one more from what is left."""
    hand = dice.draw("hand", 2, BAG)
    return hand, dice.draw("more", 1, BAG.without(hand))


def test_cards_that_are_left_are_named() -> None:
    assert dice_awaited(two_draws, None) == Awaited("hand", (3, 2), ("red", "blue", "blue"))
    assert dice_awaited(two_draws, None, ["blue"]) == Awaited("hand", (2,), ("red", "blue"))
    assert dice_awaited(two_draws, None, ["blue", "red"]) == Awaited("more", (1,), ("blue",))
    assert dice_awaited(two_draws, None, ["blue", "red", "blue"]) is None
    with pytest.raises(FaceError, match="bad card: red is not among the cards left: blue"):
        dice_awaited(two_draws, None, ["red", "red"])
