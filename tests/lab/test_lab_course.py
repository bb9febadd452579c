"""The course of a fight that was played at the table: the chance to win after every deed, and whose luck it was."""

from random import Random
from typing import Any

import pytest

from rulewright.game import find_game
from rulewright.lab.fights import Fray, Side, foes_of, perform
from rulewright.lab.luck import luck
from rulewright.lab.win_chance import Moment, course


def fought(slug: str, seed: int, most: int = 40) -> tuple[Fray, list[Moment]]:
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
    plan = next(iter(game.plans))
    fray = Fray(game, options, (), {"heroes": Side(heroes, plan), "foes": Side(foes, plan)})
    moments: list[Moment] = []
    for number in range(most):
        status = game.fight(scene, options)
        if status is None or status.over or not status.turn:
            break
        deed = next(
            (
                one
                for one in game.plans[plan](scene, options, status.turn, foes_of(fray, scene, status.turn))
                if game.refusal(one.action, scene, one.params, options) is None
            ),
            None,
        )
        if deed is None:
            break
        played = perform(fray, scene, deed, random)
        moments.append(Moment(number, status.turn, deed, scene, played.outcome[0], bool(played.faces)))
        scene = played.outcome[0]
    return fray, moments


@pytest.mark.parametrize("slug", ["light-dark", "die-code"])
def test_the_swings_lead_from_the_first_chance_to_the_last(slug: str) -> None:
    fray, moments = fought(slug, 3)
    found = course(fray, moments, "heroes", runs=30)
    assert len(found.points) == len(moments)
    moved = sum(found.luck.by_roller.values()) + sum(found.luck.by_decision.values())
    assert float(moved) == pytest.approx(found.points[-1].wins[1] - found.start[1])


def test_a_fight_that_is_over_is_won_or_lost_for_certain() -> None:
    fray, moments = fought("light-dark", 1)
    last = course(fray, moments, "heroes", runs=20).points[-1].wins[1]
    assert last in (0.0, 1.0)


def test_what_was_done_without_dice_is_no_luck() -> None:
    fray, moments = fought("light-dark", 2)
    without = [Moment(one.seq, one.who, one.deed, one.before, one.after, False) for one in moments]
    assert course(fray, without, "heroes", runs=20).luck.by_roller == {}


def test_a_better_roll_is_better_luck() -> None:
    game = find_game("twelves")
    fray, moments = fought("twelves", 1)
    attack = next(one for one in moments if one.deed.action == "attack" and one.who in fray.sides["heroes"].members)

    def luck_of(*faces: int) -> Any:
        deed = attack.deed
        after = game.act(deed.action, attack.before, deed.params, fray.options, faces=faces).outcome[0]
        moment = Moment(0, attack.who, deed, attack.before, after, True)
        return course(fray, [moment], "foes", runs=150).luck.by_roller[attack.who]

    assert luck_of(12, 12) < luck_of(1, 2)  # the foes' chance falls by a critical, and rises by a miss


def test_the_same_seed_gives_the_same_course() -> None:
    fray, moments = fought("die-code", 4)
    assert course(fray, moments, "heroes", runs=10) == course(fray, moments, "heroes", runs=10)


def test_an_interrupted_course_stops_between_moments() -> None:
    class Enough(Exception):
        pass

    fray, moments = fought("die-code", 4)
    calls = []

    def goes_on() -> None:
        calls.append(1)
        if len(calls) == 2:
            raise Enough

    with pytest.raises(Enough):
        course(fray, moments, "heroes", runs=5, goes_on=goes_on)
    assert luck([]).total == 0
