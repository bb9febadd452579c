"""The course of a fight that was played at the table: the chance to win after every move, and whose luck it was."""

from random import Random
from typing import Any

import pytest

from rulewright.game import find_game
from rulewright.lab.fights import FightSetup, perform, sides_by_plan, usual_plan
from rulewright.lab.luck import luck
from rulewright.lab.win_chance import FightMoment, course


def fought(slug: str, seed: int, most: int = 40) -> tuple[FightSetup, list[FightMoment]]:
    """A fight from the game's opening, played by its first plan."""
    game = find_game(slug)
    assert game.opening is not None
    options, scene, random = game.table_options(), game.scene(), Random(seed)
    for action, params in game.opening.steps:
        scene = game.act(action, scene, params, options, random=random).outcome[0]
    status = game.fight(scene, options)
    if status is None:
        scene = game.act("start-fight", scene, {}, options, random=random).outcome[0]
        status = game.fight(scene, options)
    assert status is not None
    heroes = tuple(name for name in status.order if name in game.opening.heroes)
    foes = tuple(name for name in status.order if name not in heroes)
    setup = sides_by_plan(game, options, {"heroes": heroes, "foes": foes})
    moments: list[FightMoment] = []
    for number in range(most):
        status = game.fight(scene, options)
        if status is None or status.over or not status.turn:
            break
        move = next(
            (
                one
                for one in setup.planned(scene, status.turn, usual_plan(game))
                if game.refusal(one.action, scene, one.params, options) is None
            ),
            None,
        )
        if move is None:
            break
        played = perform(setup, scene, move, random.getrandbits(64))
        moments.append(FightMoment(number, status.turn, move, scene, played.outcome[0], bool(played.faces)))
        scene = played.outcome[0]
    return setup, moments


@pytest.mark.parametrize("slug", ["light-dark", "die-code"])
def test_the_swings_lead_from_the_first_chance_to_the_last(slug: str) -> None:
    setup, moments = fought(slug, 3)
    found = course(setup, moments, "heroes", runs=30)
    assert len(found.points) == len(moments)
    moved = sum(found.luck.by_roller.values()) + sum(found.luck.by_decision.values())
    assert float(moved) == pytest.approx(found.points[-1].wins[1] - found.start[1])


def test_a_fight_that_is_over_is_won_or_lost_for_certain() -> None:
    setup, moments = fought("light-dark", 1)
    last = course(setup, moments, "heroes", runs=20).points[-1].wins[1]
    assert last in (0.0, 1.0)


def test_what_was_done_without_dice_is_no_luck() -> None:
    setup, moments = fought("light-dark", 2)
    without = [FightMoment(one.seq, one.who, one.move, one.before, one.after, False) for one in moments]
    assert course(setup, without, "heroes", runs=20).luck.by_roller == {}


def test_a_better_roll_is_better_luck() -> None:
    game = find_game("twelves")
    setup, moments = fought("twelves", 1)
    attack = next(one for one in moments if one.move.action == "attack" and one.who in setup.sides["heroes"].members)

    def luck_of(*faces: int) -> Any:
        move = attack.move
        after = game.act(move.action, attack.before, move.params, setup.options, faces=faces).outcome[0]
        moment = FightMoment(0, attack.who, move, attack.before, after, True)
        return course(setup, [moment], "foes", runs=150).luck.by_roller[attack.who]

    assert luck_of(12, 12) < luck_of(1, 2)  # the foes' chance falls by a critical, and rises by a miss


def test_the_same_seed_gives_the_same_course() -> None:
    setup, moments = fought("die-code", 4)
    assert course(setup, moments, "heroes", runs=10) == course(setup, moments, "heroes", runs=10)


def test_an_interrupted_course_stops_between_moments() -> None:
    class Enough(Exception):
        pass

    setup, moments = fought("die-code", 4)
    calls = []

    def goes_on() -> None:
        calls.append(1)
        if len(calls) == 2:
            raise Enough

    with pytest.raises(Enough):
        course(setup, moments, "heroes", runs=5, goes_on=goes_on)
    assert luck([]).total == 0
