"""Luck: the swing of each roll, by hand and in duels that were played."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rulewright.game import find_game
from rulewright.lab.duel_replay import replay_duel
from rulewright.lab.duels import fight_out
from rulewright.lab.luck import Swing, luck
from rulewright.lab.present import luck_answer

HALF, WON, LOST = Fraction(1, 2), Fraction(1), Fraction(0)


def test_swings_add_up_by_roller_and_decisions_stand_apart() -> None:
    found = luck(
        [
            Swing("a", "a hit", HALF, Fraction(3, 4)),
            Swing("b", "a miss", Fraction(3, 4), Fraction(7, 8)),
            Swing("a", "drinks", Fraction(7, 8), Fraction(1, 4), is_decision=True),
            Swing("b", "a critical", Fraction(1, 4), LOST),
        ]
    )
    assert found.by_roller == {"a": Fraction(1, 4), "b": Fraction(-1, 8)}
    assert found.by_decision == {"a": Fraction(-5, 8)}
    assert found.total == Fraction(1, 8)
    assert [swing.what for swing in found.biggest] == ["a hit", "a critical", "a miss"]


DUELS: list[tuple[str, str, dict[str, Any]]] = [
    ("twelves", "duel", {}),
    ("twelves", "duel", {"a": {"policy": "best", "potions": 1, "damage": 2}}),
    ("dpi", "duel", {"weapon": "revolver", "counter_weapon": "revolver", "attacker_hp": 5, "target_hp": 5, "stat": 6}),
    ("light-dark", "fight", {"attribute": 2, "dark": 1, "ego": 5, "hp": 8}),
    ("untold-aeons", "melee-duel", {"a": {"brawl": 5}, "b": {"brawl": 4}, "max_turns": 4}),
    ("die-code", "contest", {"actor_pool": "3d", "opponent_pool": "3d"}),
]


@pytest.mark.parametrize(("slug", "roll", "params"), DUELS)
def test_the_swings_of_a_duel_lead_from_its_chance_to_its_end(slug: str, roll: str, params: dict[str, Any]) -> None:
    game = find_game(slug)
    side = game.duel(roll).sides[0]
    before = fight_out(game, roll, params).wins[side]
    for seed in range(4):
        replay = replay_duel(game, roll, params, random=Random(seed))
        assert replay.swings[0].before == before
        assert replay.swings[-1].after == (1 if replay.winner == side else 0)
        assert all(one.after == next_.before for one, next_ in zip(replay.swings, replay.swings[1:], strict=False))
        assert luck(replay.swings).total == replay.swings[-1].after - before


def test_recorded_dice_give_the_same_replay() -> None:
    game = find_game("twelves")
    rolled = replay_duel(game, "duel", {}, random=Random(7))
    assert replay_duel(game, "duel", {}, faces=rolled.faces) == rolled


def test_over_many_duels_luck_comes_to_nothing() -> None:
    game = find_game("die-code")
    params = {"actor_pool": "3d", "opponent_pool": "4d", "target": 1}
    totals = [float(luck(replay_duel(game, "contest", params, random=Random(n)).swings).total) for n in range(400)]
    # Each total lies within 1 and has a mean of 0: five standard errors of 400 are 0.25 at most.
    assert abs(sum(totals) / len(totals)) < 0.25


def test_who_was_lucky_is_put_in_words() -> None:
    replay = replay_duel(find_game("twelves"), "duel", {"first": "a"}, random=Random(3))
    answer = luck_answer(replay, luck(replay.swings))
    assert answer.conclusion.startswith("b won. a was unlucky by 63.9 points in all; the biggest swing was roll 5 (a,")
    assert len(answer.tables[0].rows) == len(replay.swings)
