"""Skirmishes: one against one with AP, shots, distance and cover, by plan and as well as can be."""

from fractions import Fraction
from typing import Any

import pytest
from dpi_table import chances, outcome, refuses

from rulewright.games.dpi import GAME
from rulewright.games.dpi.skirmish import Skirmish
from rulewright.readings import odds

KNIVES = {"stat": 6, "skill": 3, "weapon": "knife", "counter_weapon": "knife", "distance": 1}
GUNS = {"stat": 6, "skill": 3, "weapon": "revolver", "counter_weapon": "revolver", "attacker_hp": 5, "target_hp": 5}


def wins(**more: Any) -> Fraction:
    """The attacker's chance to win a skirmish."""
    options = more.pop("options", None)
    return chances("skirmish", options, **more).get(("attacker",), Fraction(0))


# --- the plan


@pytest.mark.rule("DPI-138", "DPI-A41")
@pytest.mark.parametrize("policy", ["keep", "relieve", "boost", "late"])
def test_where_nothing_runs_out_a_skirmish_is_a_duel(policy: str) -> None:
    fight = {**KNIVES, "attacker_hp": 6, "target_hp": 7, "attacker_fortitude": 1, "stress": 2, "high": 1}
    assert chances("skirmish", high_policy=policy, **fight) == chances("duel", high_policy=policy, **fight)


@pytest.mark.rule("DPI-27", "DPI-129", "DPI-A41")
@pytest.mark.parametrize(("ap", "target_ap"), [(1, 1), (2, 1), (1, 3)])
def test_as_many_attacks_as_there_are_ap_for_and_then_the_other_side(ap: int, target_ap: int) -> None:
    full = {"enemy-turns": "full"}
    fight = {**KNIVES, "attacker_hp": 6, "target_hp": 7, "target_skill": 2, "target_stress": 1}
    turns = {"attacks_per_turn": ap, "target_attacks_per_turn": target_ap}
    expected = chances("duel", full, **fight, **turns)
    assert chances("skirmish", full, **fight, ap=ap, target_ap=target_ap) == expected


@pytest.mark.rule("DPI-156", "DPI-134", "DPI-179", "DPI-A54")
def test_shots_run_out_and_reloads_fill_them() -> None:
    # a sniper rifle has one shot; the target at 20 spaces cannot strike back
    rifle = {"weapon": "sniper-rifle", "counter_weapon": "pistol", "distance": 20, "target_hp": 24}
    assert outcome("skirmish", 3, 4, 1, 1, 10, **rifle) == {"winner": "stopped"}
    assert outcome("skirmish", 3, 4, 1, 1, 10, 3, 4, 1, 1, 10, **rifle, reloads=1) == {"winner": "stopped"}
    assert outcome("skirmish", *[3, 4, 1, 1, 10] * 3, **rifle, reloads=2) == {"winner": "attacker"}


@pytest.mark.rule("DPI-128", "DPI-A47")
def test_an_attacker_out_of_range_moves_into_it() -> None:
    # from 3 spaces to 1 for the knife: the target has only a pistol, which does not reach there
    near = {"weapon": "knife", "counter_weapon": "pistol", "target_hp": 2}
    assert outcome("skirmish", 1, 2, 9, 9, 3, 4, 1, 1, 2, 2, **near, distance=3) == {"winner": "attacker"}
    # a rifle does not reach a target that has come near, and stepping back takes the AP to fire
    rifle = {"weapon": "assault-rifle", "counter_weapon": "knife", "distance": 6, "attacker_hp": 3, "target_hp": 4}
    assert wins(**rifle, ap=6, target_moves="close") < wins(**rifle, ap=6) == wins(**rifle, ap=20)


@pytest.mark.rule("DPI-133", "DPI-180", "DPI-97")
def test_a_stim_is_used_when_the_plan_says_so() -> None:
    hurt = {**KNIVES, "attacker_hp": 3, "hp_max": 20, "target_hp": 2, "stims": 1, "stim_at": 3}
    # the stim heals 4 and gives 1 Stress: 3 + 4 + 4 - 1 - 2 = 8 does not beat 8
    assert outcome("skirmish", 4, 3, 4, 8, 8, 3, 3, 3, 4, 1, 1, 1, 1, **hurt) == {"winner": "attacker"}
    assert outcome("skirmish", 3, 4, 8, 8, 1, 1, **{**hurt, "stim_at": 0}) == {"winner": "attacker"}
    # at Stress 5 without Sanity a stim costs 1 HP
    faint = {**hurt, "attacker_hp": 1, "stress": 5, "sanity": 0, "hp_max": 1, "stims": 1}
    assert chances("skirmish", **faint) == chances("skirmish", **{**faint, "stims": 0})  # nothing to heal


@pytest.mark.rule("DPI-135", "DPI-137")
def test_half_cover_is_some_spaces_away() -> None:
    fight = {**KNIVES, "attacker_hp": 5, "target_hp": 5}
    covered = chances("duel", **fight, attacker_cover="half")
    assert wins(**fight, cover_spaces=2, take_cover=True) == covered["attacker",]
    assert wins(**fight, cover_spaces=11, take_cover=True) == wins(**fight)  # too far for 10 AP
    assert wins(**fight, attacker_cover="half") == covered["attacker",]
    assert wins(**fight, cover_spaces=2, choices=["cover"]) == covered["attacker",] > wins(**fight)


@pytest.mark.rule("DPI-A42", "DPI-A43", "DPI-156")
def test_a_target_without_shots_does_not_strike_back() -> None:
    empty = chances("skirmish", **GUNS, reloads=1, target_shots=0)
    assert empty == chances("skirmish", **{**GUNS, "counter_weapon": "none"}, reloads=1)
    fewer = [wins(**GUNS, reloads=1, target_shots=shots) for shots in (0, 1, 2, 6)]
    assert fewer == sorted(fewer, reverse=True)
    assert len(set(fewer)) == 4
    assert wins(**GUNS, reloads=1, target_shots=1, target_reloads=1) < fewer[1]
    assert wins(**KNIVES, attacker_hp=4, target_hp=4, target_shots=1) == wins(**KNIVES, attacker_hp=4, target_hp=4)


@pytest.mark.rule("DPI-181", "DPI-A9", "DPI-A41")
def test_what_a_skirmish_refuses() -> None:
    with refuses("no grenades"):
        outcome("skirmish", weapon="grenade")
    with refuses("no weapon"):
        outcome("skirmish", options={"enemy-turns": "full"}, counter_weapon="none")
    for roll in ("skirmish", "duel", "volley", "streak"):
        with refuses("the policy late is not allowed"):
            outcome(roll, options={"high-timing": "before"}, high_policy="late")
    with refuses("bad parameter: choices"):
        outcome("skirmish", choices=["run"])


# --- best play


@pytest.mark.rule("DPI-180")
def test_the_best_moment_for_a_stim_is_no_worse_than_any_fixed_one() -> None:
    fight = {**KNIVES, "attacker_hp": 5, "hp_max": 8, "target_hp": 6, "stims": 1}
    fixed = [wins(**fight, stim_at=at) for at in range(8)]
    best = wins(**fight, choices=["stim"])
    assert best >= max(fixed) > min(fixed)


@pytest.mark.rule("DPI-A43", "DPI-A47")
def test_best_play_goes_where_only_its_own_weapon_reaches() -> None:
    fight = {"stat": 6, "skill": 3, "weapon": "shotgun", "counter_weapon": "pistol", "reloads": 1, "target_hp": 5}
    fight |= {"attacker_hp": 3, "distance": 3}
    assert wins(**fight, choices=["distance"]) > wins(**fight)
    away = chances("skirmish", **{**fight, "distance": 5})  # a pistol does not reach 5 spaces, the shotgun does
    assert wins(**fight, choices=["distance"]) >= away["attacker",]


@pytest.mark.rule("DPI-129", "DPI-131", "DPI-A41")
def test_best_play_picks_the_better_weapon() -> None:
    fight = {**KNIVES, "weapon": "unarmed", "second_weapon": "baseball-bat", "attacker_hp": 5, "target_hp": 6}
    single = [wins(**{**fight, "weapon": weapon, "second_weapon": "none"}) for weapon in ("unarmed", "baseball-bat")]
    assert wins(**fight) == single[0]
    assert wins(**fight, choices=["weapon"]) >= max(single) > single[0]


@pytest.mark.rule("DPI-A47")
def test_stopping_takes_a_place_out_of_reach_and_is_worth_what_the_table_says() -> None:
    fight = {**GUNS, "attacker_hp": 2, "reloads": 9}
    assert ("stopped",) not in chances("skirmish", **fight, choices=["stop"], stop_worth=90)  # always in reach
    fled = chances("skirmish", **fight, choices=["stop", "distance"], stop_worth=90)
    assert fled == {("stopped",): 1}
    brave = chances("skirmish", **fight, choices=["stop", "distance"], stop_worth=0)
    assert brave["attacker",] == wins(**fight)


@pytest.mark.rule("DPI-95", "DPI-96", "DPI-A9")
def test_best_use_of_high_is_no_worse_than_any_policy() -> None:
    fight = {**KNIVES, "attacker_hp": 4, "target_hp": 5, "high": 2, "stress": 2}
    for roll in ("duel", "skirmish"):
        fixed = [chances(roll, high_policy=one, **fight)["attacker",] for one in ("keep", "relieve", "boost", "late")]
        best = chances(roll, high_policy="best", **fight)["attacker",]
        before = chances(roll, {"high-timing": "before"}, high_policy="best", **fight)["attacker",]
        assert best >= max(fixed)
        assert best >= before >= max(fixed[:3])
        assert best > fixed[0]


@pytest.mark.rule("DPI-95", "DPI-96")
def test_a_volley_and_a_streak_can_be_played_as_well_as_can_be() -> None:
    volley = {**GUNS, "attacks": 2, "stress": 2, "high": 2, "target_hp": 8, "attacker_hp": 8}

    def traded(policy: str) -> Fraction:
        found = GAME.odds("volley", {**volley, "high_policy": policy})
        return found.mean(lambda end: end.attacker_hp - end.target_hp)

    def succeeded(policy: str) -> Fraction:
        return GAME.odds("streak", {"skill": 1, "checks": 4, "stress": 2, "high": 2, "high_policy": policy}).mean(
            lambda end: end.successes
        )

    for value in (traded, succeeded):
        fixed = [value(policy) for policy in ("keep", "relieve", "boost", "late")]
        assert value("best") >= max(fixed)
        assert value("best") > value("keep")


@pytest.mark.rule("DPI-96", "DPI-A9")
def test_late_high_takes_the_best_result_with_the_fewest_points() -> None:
    # 3 + 4 + 3 - 2 = 8 beats neither 8 nor 9; one point beats the 8, two beat both
    played = {"stat": 6, "skill": 2, "weapon": "revolver", "counter_weapon": "none", "high_policy": "late"}
    assert outcome("volley", 3, 4, 8, 9, 5, high=3, **played)["target_hp"] == 24 - 5
    assert outcome("volley", 3, 4, 8, 9, 5, high=1, **played)["target_hp"] == 24 - 2
    assert outcome("streak", 3, 4, 8, 9, checks=1, skill=3, high=3, high_policy="late") == {
        "successes": 1,
        "stress": 0,
        "high": 1,
        "sanity_lost": 0,
    }


# --- float64 and advice


@pytest.mark.rule("DPI-138")
@pytest.mark.parametrize(
    ("roll", "more"),
    [("duel", {}), ("duel", {"high_policy": "best", "high": 1}), ("skirmish", {"stims": 1, "choices": ("stim",)})],
)
def test_float64_agrees_with_the_exact_odds(roll: str, more: dict[str, Any]) -> None:
    fight = {**KNIVES, "attacker_hp": 6, "target_hp": 6, **more}
    entry, options = GAME.roll(roll), GAME.table_options()
    floats = odds(entry.rule, options=options, exact=False, **entry.arguments(fight, options))
    exact = GAME.odds(roll, fight)
    for end, chance in exact.items():
        assert float(chance) == pytest.approx(floats.chance(end), abs=1e-12)


@pytest.mark.rule("DPI-A43")
def test_advice_lists_everything_that_is_decided_the_best_first() -> None:
    (adviser,) = GAME.advisers
    fight: dict[str, Any] = {**KNIVES, "attacker_hp": 2, "hp_max": 4, "target_hp": 4, "stims": 1, "cover_spaces": 2}
    seen = adviser.function(GAME.table_options(), Skirmish(**fight, choices=("stim", "cover")))
    assert {one.choice for one in seen} == {"attack", "use stim", "take cover"}
    assert [one.worth for one in seen] == sorted((one.worth for one in seen), reverse=True)
    assert seen[0].worth == wins(**fight, choices=["stim", "cover"])
    (only,) = adviser.function(GAME.table_options(), Skirmish(**fight))
    assert (only.choice, only.worth) == ("as planned", wins(**fight))


@pytest.mark.rule("DPI-A47")
def test_a_dead_end_in_reach_is_worth_nothing_and_stopping_there_is_not_offered() -> None:
    (adviser,) = GAME.advisers
    options = GAME.table_options()
    rifles: dict[str, Any] = {"weapon": "sniper-rifle", "counter_weapon": "sniper-rifle", "distance": 20}

    def worth(**more: Any) -> Fraction:
        (only,) = adviser.function(options, Skirmish(**{**rifles, **more}))
        found: Fraction = only.worth
        return found

    assert worth(stop_worth=100) == worth(stop_worth=0)
    assert worth(stop_worth=100, counter_weapon="pistol") == 1 > worth(stop_worth=0, counter_weapon="pistol")
    seen = adviser.function(options, Skirmish(**rifles, attacker_hp=4, choices=("stop", "distance"), stop_worth=50))
    assert "leave fight" not in {one.choice for one in seen}
    away = Skirmish(**{**rifles, "counter_weapon": "pistol"}, attacker_hp=4, choices=("stop",), stop_worth=50)
    assert "leave fight" in {one.choice for one in adviser.function(options, away)}
