"""Choices that are raced against each other with the same luck: unbiased, with a narrow difference, the best kept."""

from typing import Any

import numpy as np
import pytest

from rulewright.game.fight_step import Act, Position, Roster, act
from rulewright.games.twelves.check import CheckTerms, CollapseAttempt
from rulewright.games.twelves.fight import FIGHT
from rulewright.games.twelves.fight_state import Arm, Combatant, Fighter
from rulewright.games.twelves.options import Options
from rulewright.lab.fight_race import Race, _turn_after, race
from rulewright.lab.fight_simulation import FightSimulation
from rulewright.lab.fight_values import PositionAndRules, weigh
from rulewright.readings import odds

OPTIONS = Options()


def skills(score: int, weapon: int = 1) -> Fighter:
    arm = Arm("", CheckTerms(score), weapon)
    return Fighter(2, False, (arm,), CheckTerms(7), CollapseAttempt(7), CheckTerms(7))


def duel(*scores: int) -> tuple[Position[Any], Roster[Any]]:
    """Fighters with these scores, one against the others; the first has an action left."""
    names = tuple("abcdef"[: len(scores)])
    sides = ("one", *["others"] * (len(scores) - 1))
    combatants = tuple(Combatant(0) for _ in scores)
    return Position(combatants, 0, 2), Roster(names, sides, tuple(map(skills, scores)), ("attack",) * len(scores))


def after(position: Position[Any], roster: Roster[Any], chosen: Act) -> dict[Position[Any], float]:
    def performed(dice: Any) -> Position[Any]:
        return FIGHT.settled(OPTIONS, FIGHT.perform(dice, position, roster, chosen)[0], roster)

    return {one: float(chance) for one, chance in odds(performed, options=OPTIONS).items()}


def exact(starts: dict[Position[Any], float], roster: Roster[Any]) -> float:
    """The exact chance of the first side."""
    fight = FIGHT.fight_on(("one", "others"))
    won = 0.0
    for position, chance in starts.items():
        ends = odds(fight, position, roster, options=OPTIONS, exact=False)
        won += chance * sum(float(share) for end, share in ends.items() if end.end == "one")
    return won


def test_every_choice_is_worth_what_is_exact_within_its_error() -> None:
    position, roster = duel(8, 7, 5)
    starts = [after(position, roster, act("attack", target=name)) for name in ("b", "c")]
    found = race(FightSimulation(FIGHT, OPTIONS, roster), starts, "one", 60.0, most=3_000)
    for ends, start in zip(found.ends, starts, strict=True):
        true = exact(start, roster)
        assert abs(float(np.mean(ends == 1)) - true) <= 4.5 * np.sqrt(true * (1 - true) / len(ends))
    low, _, high = found.difference(0, 1, errors=4.5)
    assert low <= exact(starts[0], roster) - exact(starts[1], roster) <= high


def test_the_same_luck_makes_the_difference_narrower_than_two_simulations_would() -> None:
    position, roster = duel(12, 5, 4)
    starts = [after(position, roster, act("attack", target=name)) for name in ("b", "c")]
    found = race(FightSimulation(FIGHT, OPTIONS, roster), starts, "one", 60.0, most=2_000)
    runs = min(map(len, found.ends))
    one, two = (ends[:runs] == 1 for ends in found.ends)
    apart = np.sqrt(np.var(one) + np.var(two)) / np.sqrt(runs)
    low, _, high = found.difference(0, 1)
    assert (high - low) / 2 / 1.96 < 0.8 * apart


def test_a_choice_that_is_clearly_worse_is_left_out_early() -> None:
    position, roster = duel(9, 5)
    wasted = {FIGHT.settled(OPTIONS, position.used(), roster): 1.0}
    starts = [after(position, roster, act("attack", target="b")), wasted]
    found = race(FightSimulation(FIGHT, OPTIONS, roster), starts, "one", 60.0, most=4_000)
    assert len(found.ends[1]) < len(found.ends[0])
    assert found.is_clearly_better(0, 1, 2.5)


def test_the_same_choice_twice_is_no_difference_at_all() -> None:
    position, roster = duel(8, 7, 6)
    start = after(position, roster, act("attack", target="b"))
    found = race(FightSimulation(FIGHT, OPTIONS, roster), [start, start], "one", 60.0, most=500)
    assert found.ends[0].tolist() == found.ends[1].tolist()
    low, middle, high = found.difference(0, 1)
    assert low < middle == 0 < high


@pytest.mark.parametrize(("more", "less", "low"), [(30, 0, True), (16, 14, False)])
def test_a_difference_is_clear_only_beyond_its_error(more: int, less: int, low: bool) -> None:
    one = np.array([1] * more + [0] * less + [1] * 100, np.int8)
    two = np.array([0] * more + [1] * less + [1] * 100, np.int8)
    assert (Race((one, two)).difference(0, 1)[0] > 0) is low


def test_what_is_weighed_says_how_far_each_choice_is_behind_the_best() -> None:
    position, roster = duel(8, 7, 6, 5)
    acts = FIGHT.acts(OPTIONS, position, roster)
    found = weigh(PositionAndRules(FIGHT, OPTIONS, position, roster), {"one": "attack", "others": "attack"}, acts, 1.0)
    assert found.method == "simulated"
    assert [worth.behind for worth in found.worth].count(None) == 1
    assert found.runs >= 8


def test_how_far_ahead_a_side_ends_tells_choices_apart_that_win_alike() -> None:
    always = np.ones(40, np.int8)
    unhurt, hurt = np.linspace(5.0, 9.0, 40), np.linspace(4.0, 8.5, 40)
    found = Race((always, always), (unhurt, hurt), 20.0)
    assert found.difference(0, 1)[0] < 0 < found.lead(0, 1)[0]
    assert found.is_clearly_better(0, 1, 2.5)
    assert not found.is_clearly_better(1, 0, 0.0)
    assert found.score(0) > found.score(1)


def test_of_choices_that_cannot_be_told_apart_the_one_that_does_something_is_best() -> None:
    ends = np.array([1, -1] * 20, np.int8)
    leads = np.linspace(-5.0, 5.0, 40)
    alike = Race((ends, ends, ends), (leads + 0.01 * np.sin(np.arange(40)), leads, leads), 20.0)
    assert alike.score(0) > alike.score(1)
    assert alike.best([0.0, 0.0, 2.5]) == 2
    assert alike.best([0.0, 0.0, 0.0]) == 0
    worse = Race((np.ones(40, np.int8), -np.ones(40, np.int8)), (leads, leads), 20.0)
    assert worse.best([0.0, 2.5]) == 0


def test_a_step_more_in_a_turn_does_not_change_the_luck_of_later_turns() -> None:
    assert _turn_after((2, 1, 0), Position((), 1, 3)) == (2, 1, 1)
    assert _turn_after((2, 1, 1), Position((), 2, 0)) == _turn_after((2, 1, 4), Position((), 2, 0)) == (2, 2, 0)
    assert _turn_after((2, 1, 1), Position((), 0, 0)) == (3, 0, 0)
