"""Attacks, volleys and duels."""

from fractions import Fraction
from typing import Any

import pytest
from dpi_by_hand import attacks, duel, fought, results
from dpi_table import chance, chances, outcome, refuses

from rulewright.games.dpi.fight_attack import shaken
from rulewright.games.dpi.fight_state import Combatant, Fighter
from rulewright.games.dpi.high import RolledWithHigh
from rulewright.games.dpi.options import Options

GUNS = {"stat": 6, "skill": 2, "weapon": "revolver", "counter_weapon": "pistol"}


@pytest.mark.rule("DPI-12", "DPI-13", "DPI-14", "DPI-15", "DPI-138", "DPI-139", "DPI-140", "DPI-141", "DPI-A42")
def test_one_roll_settles_both_blows() -> None:
    def seen(*faces: int) -> tuple[Any, ...]:
        return tuple(outcome("attack", *faces, **GUNS).values())

    assert seen(1, 2, 9, 9, 3) == ("failure", 0, 0, 3, 0, 1, 0)
    assert seen(3, 4, 9, 3, 5, 3) == ("cost", 2, 0, 3, 0, 0, 0)
    assert seen(3, 3, 9, 9, 5, 3) == ("cost-minus", 2, 0, 3, 0, 1, 0)
    assert seen(3, 3, 9, 1, 5, 3) == ("cost-plus", 2, 0, 3, 0, 0, 1)
    assert seen(3, 4, 1, 1, 5) == ("success", 5, 0, 0, 0, 0, 0)
    assert seen(3, 3, 1, 1, 5) == ("crit", 10, 0, 0, 0, 0, 1)


@pytest.mark.rule("DPI-138", "DPI-A45")
def test_an_attack_agrees_with_every_face_counted_by_hand() -> None:
    found: dict[Any, Fraction] = {}
    for key, share in chances("attack", target_fortitude=1, attacker_fortitude=2, **GUNS).items():
        found[key[:5]] = found.get(key[:5], Fraction(0)) + share
    assert found == attacks(3, (6,), (4,), 1, 2)


@pytest.mark.rule("DPI-137")
def test_cover_does_not_change_which_dice_are_thrown() -> None:
    covered = outcome("attack", 3, 4, 9, 3, 5, 3, target_cover="half", attacker_cover="half", **GUNS)
    assert (covered["damage"], covered["counter_damage"]) == (1, 1)


@pytest.mark.rule("DPI-A43")
def test_only_a_weapon_that_reaches_strikes_back() -> None:
    far = {"weapon": "assault-rifle", "counter_weapon": "pistol", "distance": 8}
    assert outcome("attack", 1, 2, 9, 9, **far)["counter_damage"] == 0
    assert outcome("attack", 1, 2, 9, 9, 4, options={"counter-reach": "always"}, **far)["counter_damage"] == 4
    assert outcome("attack", 1, 2, 9, 9, counter_weapon="none")["counter_damage"] == 0
    shot = {"weapon": "assault-rifle", "counter_weapon": "shotgun", "distance": 8}
    assert outcome("attack", 1, 2, 9, 9, 4, 6, **shot)["counter_damage"] == 10


@pytest.mark.rule("DPI-A44")
def test_the_felled_still_strike_back_by_default() -> None:
    hit = {**GUNS, "target_hp": 2}
    assert outcome("attack", 3, 4, 9, 3, 5, 3, **hit)["counter_damage"] == 3
    spared = {"counter-timing": "survivors-only"}
    assert outcome("attack", 3, 4, 9, 3, 5, options=spared, **hit)["counter_damage"] == 0
    assert outcome("attack", 3, 4, 9, 3, 5, 3, options=spared, **{**hit, "target_hp": 3})["counter_damage"] == 3
    with_timing = chance("duel", {"winner": "none"}, spared, attacker_hp=3, target_hp=4, **GUNS)
    assert with_timing == 0 < chance("duel", {"winner": "none"}, attacker_hp=3, target_hp=4, **GUNS)


@pytest.mark.rule("DPI-138", "DPI-90", "DPI-97")
def test_a_volley_is_attack_after_attack() -> None:
    twice = {**GUNS, "attacks": 2}
    assert outcome("volley", 3, 4, 1, 1, 5, 1, 2, 9, 9, 3, **twice) == {"target_hp": 19, "attacker_hp": 21, "stress": 1}
    # it stops when a side is down, and HP are at least 0
    assert outcome("volley", 3, 4, 1, 1, 5, target_hp=3, **twice) == {"target_hp": 0, "attacker_hp": 24, "stress": 0}
    # Stress beyond 5 costs Sanity, then HP: 3 by the blow and 1 by Stress
    worn = outcome("volley", 1, 2, 9, 9, 3, stress=5, sanity=0, **GUNS)
    assert worn == {"target_hp": 24, "attacker_hp": 20, "stress": 5}
    assert outcome("volley", 1, 2, 9, 9, 3, stress=5, sanity=1, **GUNS)["attacker_hp"] == 21


@pytest.mark.rule("DPI-95", "DPI-96", "DPI-98")
def test_high_is_spent_by_policy_before_each_attack() -> None:
    relieved = outcome("volley", 3, 4, 1, 1, 5, stress=3, high=2, high_policy="relieve", **GUNS)
    assert relieved["stress"] == 1
    # 3 + 4 + 3 - 2 difficulty = 8 does not beat 8; a boost of one does
    assert outcome("volley", 3, 4, 8, 8, 5, high=1, high_policy="boost", **GUNS)["target_hp"] == 19
    assert outcome("volley", 3, 4, 8, 8, 4, high=1, **GUNS)["target_hp"] == 24


@pytest.mark.rule("DPI-138", "DPI-A41")
@pytest.mark.parametrize(("ours", "theirs", "sanity"), [(3, 4, 10), (6, 5, 0), (5, 7, 1)])
def test_a_duel_agrees_with_a_recursion_by_hand(ours: int, theirs: int, sanity: int) -> None:
    found = chances("duel", attacker_hp=ours, target_hp=theirs, sanity=sanity, **GUNS)
    assert [found.get((name,), 0) for name in ("attacker", "target", "none")] == duel(
        3, (6,), (4,), ours, theirs, sanity
    )


@pytest.mark.rule("DPI-138")
def test_a_duel_without_blows_back_divides_its_loops_out() -> None:
    # At Stress 5 without Sanity each Stress costs 1 HP; a Cost with a 1 on the d4 changes nothing at all.
    rolled = results(-3)
    strained = {"failure", "cost-minus"}

    def wins(ours: int, theirs: int) -> Fraction:
        if ours == 0 or theirs <= 0:
            return Fraction(int(ours > 0))
        onward, stay = Fraction(0), Fraction(0)
        for name, share in rolled.items():
            for face in (1, 2, 3, 4):
                damage = {"failure": 0, "success": face, "crit": 2 * face}.get(name, face // 2)
                after = (ours - (name in strained), theirs - damage)
                if after == (ours, theirs):
                    stay += share / 4
                else:
                    onward += share / 4 * wins(*after)
        return onward / (1 - stay)

    found = chances("duel", counter_weapon="none", target_hp=2, attacker_hp=2, sanity=0, stress=5, modifier=2)
    assert sum(found.values()) == 1
    assert found["attacker",] == wins(2, 2)


@pytest.mark.rule("DPI-A41")
def test_enemies_attack_in_their_own_turns_by_ruling() -> None:
    full = {"enemy-turns": "full"}
    small = {"attacker_hp": 3, "target_hp": 3, **GUNS}
    plain, both = chances("duel", **small), chances("duel", full, **small)
    assert both != plain
    assert sum(both.values()) == 1
    # the attacker fails, the counterattack is stopped by Fortitude; then the target succeeds and fells
    ended = outcome("duel", 1, 2, 9, 9, 1, 3, 4, 1, 1, 4, options=full, attacker_fortitude=1, **small)
    assert ended == {"winner": "target"}
    # every attack is a risk, so more of them in a row do not help the attacker
    assert chances("duel", full, attacks_per_turn=3, **small)["attacker",] < both["attacker",]
    assert chances("duel", full, target_attacks_per_turn=3, **small) != both
    assert chances("duel", full, target_skill=5, **small)["target",] > both["target",]
    assert chances("duel", target_skill=5, **small) == plain
    with refuses("no weapon"):
        outcome("duel", options=full, **{**small, "counter_weapon": "none"})
    with refuses("out of range"):
        outcome("duel", options=full, **{**small, "distance": 3, "counter_weapon": "knife"})


@pytest.mark.rule("DPI-95", "DPI-96")
def test_best_play_with_high_beats_every_fixed_policy() -> None:
    small = {"attacker_hp": 4, "target_hp": 5, "high": 2, "stress": 2, **GUNS}
    fixed = [chances("duel", high_policy=policy, **small)["attacker",] for policy in ("keep", "relieve", "boost")]
    best = chances("duel", high_policy="best", **small)["attacker",]
    assert best >= max(fixed)


@pytest.mark.rule("DPI-A3", "DPI-A45")
def test_figures_of_the_inventory() -> None:
    fair = chances("duel", stat=6, skill=3, weapon="revolver", counter_weapon="revolver")
    assert [round(float(fair[name,]), 3) for name in ("attacker", "target", "none")] == [0.499, 0.475, 0.026]


OURS = {"hp": 4, "ft": 1, "stress": 2, "high": 2, "sanity": 1, "modifier": 3}
THEIRS = {"hp": 5, "ft": 2, "stress": 0, "high": 0, "sanity": 0, "modifier": 0}
BOTH = {
    "attacker_hp": 4,
    "attacker_fortitude": 1,
    "stress": 2,
    "high": 2,
    "sanity": 1,
    "target_hp": 5,
    "target_fortitude": 2,
    **GUNS,
}


@pytest.mark.rule("DPI-95", "DPI-96", "DPI-97", "DPI-98", "DPI-30")
@pytest.mark.parametrize("policy", ["keep", "relieve", "boost"])
def test_a_duel_with_fortitude_stress_and_high_agrees_with_rounds_by_hand(policy: str) -> None:
    found = chances("duel", high_policy=policy, **BOTH)
    expected = fought(OURS, THEIRS, (6,), (4,), policy)
    for name, share in zip(("attacker", "target", "none"), expected, strict=True):
        assert float(found.get((name,), 0)) == pytest.approx(share, abs=1e-9)


@pytest.mark.rule("DPI-95")
def test_high_held_relieves_new_stress_at_once_where_only_the_end_matters() -> None:
    ours = Fighter(high="relieve", relieves_at_once=True)
    failed, crit = RolledWithHigh("failure", 0), RolledWithHigh("crit", 0)
    assert shaken(Options(), Combatant(10, high=2), ours, failed) == Combatant(10, high=1)
    assert shaken(Options(), Combatant(10, stress=2), ours, crit) == Combatant(10, stress=1)


@pytest.mark.rule("DPI-A41")
@pytest.mark.parametrize(("policy", "turns"), [("keep", (1, 1)), ("relieve", (2, 1)), ("boost", (1, 3))])
def test_a_duel_of_both_sides_agrees_with_rounds_by_hand(policy: str, turns: tuple[int, int]) -> None:
    seen = {"attacks_per_turn": turns[0], "target_attacks_per_turn": turns[1], "target_stress": 3, "target_sanity": 1}
    found = chances("duel", {"enemy-turns": "full"}, high_policy=policy, target_stat=6, target_skill=1, **seen, **BOTH)
    foe = {**THEIRS, "stress": 3, "sanity": 1, "modifier": 2}
    expected = fought(OURS, foe, (6,), (4,), policy, turns)
    for name, share in zip(("attacker", "target", "none"), expected, strict=True):
        assert float(found.get((name,), 0)) == pytest.approx(share, abs=1e-9)
