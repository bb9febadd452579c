"""Turns within a Challenge: LD-52, LD-54, LD-64, LD-69 to LD-75, LD-A14, LD-A31 to LD-A34, LD-A37, LD-A42, LD-A45."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from light_dark_by_hand import WEAPONS, Fight, add
from light_dark_table import chances, effects, outcome, refuses

from rulewright.games.light_dark import GAME
from rulewright.rules import Refused


def turn(*faces: int, options: Any = None, **params: Any) -> tuple[Any, ...]:
    """Disposition, HP and Ego left, and the end."""
    found = outcome("challenge-turn", *faces, options=options, **{"attribute": 1, "disposition": 5, "hp": 5} | params)
    return found["disposition_left"], found["hp_left"], found["ego_left"], found["end"]


@pytest.mark.rule("LD-52", "LD-54", "LD-A31", "LD-A32")
def test_a_failure_hurts_the_pc_a_complication_both_and_a_success_the_challenge() -> None:
    assert turn(3, 4) == (5, 1, 3, "ongoing")
    assert turn(4, 3, 2) == (2, 3, 3, "ongoing")
    assert turn(6, 3) == (2, 5, 3, "ongoing")


@pytest.mark.rule("LD-A31")
def test_the_table_decides_when_the_challenge_strikes() -> None:
    assert turn(4, 3, options={"challenge-effect": "fail-only"}) == (2, 5, 3, "ongoing")
    assert turn(3, 2, options={"challenge-effect": "fail-only"}) == (5, 3, 3, "ongoing")
    assert turn(6, 3, 2, options={"challenge-effect": "always"}) == (2, 3, 3, "ongoing")


@pytest.mark.rule("LD-A33")
def test_without_a_note_both_effects_land_even_if_one_side_drops() -> None:
    assert turn(4, 5, 5) == (0, 0, 3, "overcome-down")
    assert turn(4, 5, options={"effect-order": "pc-first"}) == (0, 5, 3, "overcome")
    assert turn(4, 5, options={"effect-order": "rival-first"}) == (5, 0, 3, "down")
    assert turn(4, 2, 5, options={"effect-order": "rival-first"}) == (0, 3, 3, "overcome")


@pytest.mark.rule("LD-69", "LD-A33")
def test_a_light_weapon_strikes_first() -> None:
    assert turn(4, 3, weapon="light-melee", disposition=3) == (0, 5, 3, "overcome")
    assert turn(4, 2, 1, weapon="light-melee", disposition=3, options={"effect-order": "rival-first"}) == (
        1,
        4,
        3,
        "ongoing",
    )


@pytest.mark.rule("LD-71", "LD-A33")
def test_a_heavy_weapon_strikes_last() -> None:
    assert turn(4, 5, weapon="heavy-melee") == (5, 0, 3, "down")
    assert turn(4, 1, 2, 5, weapon="heavy-melee", options={"effect-order": "pc-first"}) == (0, 4, 3, "overcome")


@pytest.mark.rule("LD-69", "LD-70", "LD-71", "LD-72", "LD-73", "LD-74", "LD-75", "LD-A37", "LD-A47")
@pytest.mark.parametrize("weapon", [*WEAPONS, "1d", "3d6+1"])
def test_a_weapon_has_the_effect_dice_of_its_row(weapon: str) -> None:
    die = WEAPONS[weapon][0] if weapon in WEAPONS else weapon
    found = chances("challenge-turn", attribute=3, weapon=weapon, disposition=30, challenge_dice="none")
    struck = {30 - left: part for (left, *_), part in found.items() if left < 30}
    success = sum(struck.values())
    assert {value: part / success for value, part in struck.items()} == effects(die)


@pytest.mark.rule("LD-74", "LD-75", "LD-A48")
@pytest.mark.parametrize(("weapon", "dice"), [("heavy-ranged", 2), ("heavy-ranged-readied", 3), ("improvised", 1)])
def test_some_weapons_change_the_light_dice(weapon: str, dice: int) -> None:
    played = GAME.play("challenge-turn", {"attribute": 2, "weapon": weapon, "challenge_dice": "none"}, random=Random(1))
    pool = next(step for step in _rolls(played.breakdown) if step.name == "Light and Dark Dice")
    assert len(pool.faces) == dice


def _rolls(steps: Any) -> Any:
    for step in steps:
        if hasattr(step, "steps"):
            yield from _rolls(step.steps)
        elif hasattr(step, "faces"):
            yield step


@pytest.mark.rule("LD-75", "LD-A11", "LD-A48")
def test_an_improvised_weapon_leaves_attribute_1_without_light_dice() -> None:
    assert turn(4, weapon="improvised") == (5, 1, 3, "ongoing")
    with refuses("no dice"):
        turn(weapon="improvised", options={"zero-dice": "forbid"})


@pytest.mark.rule("LD-A47")
def test_the_burst_keeps_its_bonus_where_the_table_says_so() -> None:
    better = {"burst-die": "2d6+2"}
    assert turn(6, 3, 1, weapon="medium-ranged-burst", disposition=9) == (6, 5, 3, "ongoing")
    assert turn(6, 3, 1, weapon="medium-ranged-burst", disposition=9, options=better) == (4, 5, 3, "ongoing")


@pytest.mark.rule("LD-A14")
def test_ego_reaching_0_lets_the_turn_be_played_out_or_ends_it_at_once() -> None:
    given: dict[str, Any] = {"attribute": 0, "dark": 1, "ego": 1}
    assert turn(6, 5, **given) == (0, 5, 0, "overcome-lost")
    assert turn(4, 2, 1, **given) == (3, 4, 0, "lost")
    assert turn(6, **given, options={"lost-timing": "at-once"}) == (5, 5, 0, "lost")


@pytest.mark.rule("LD-64", "LD-A34")
def test_a_trivial_challenge_is_one_action() -> None:
    easy: dict[str, Any] = {"level": "trivial", "disposition": None}
    assert turn(3, 2, **easy) == (1, 3, 3, "failed")
    assert turn(6, 1, **easy) == (0, 5, 3, "overcome")
    assert turn(6, 1, level="trivial", disposition=2) == (1, 5, 3, "failed")
    assert turn(3, 2, **easy, options={"trivial": "until-overcome"}) == (1, 3, 3, "ongoing")
    assert turn(3, 2, level="trivial", count=3) == (5, 3, 3, "ongoing")


@pytest.mark.rule("LD-79", "LD-A44")
def test_heavy_armour_does_not_lessen_an_attack_by_itself() -> None:
    assert turn(6, 5, 3, attribute=2, armour="heavy") == (2, 5, 3, "ongoing")
    assert turn(6, 3, attribute=2, light_mod=-1, armour="heavy") == (2, 5, 3, "ongoing")


@pytest.mark.rule("LD-A42")
@pytest.mark.parametrize("weapon", ["medium-melee-two-handed", "heavy-melee", "medium-ranged", "heavy-ranged"])
@pytest.mark.parametrize("roll", ["challenge-turn", "fight", "fight-length"])
def test_a_shield_needs_a_hand(weapon: str, roll: str) -> None:
    with refuses("two handed with shield"):
        chances(roll, weapon=weapon, shield=True)


@pytest.mark.rule("LD-72", "LD-A42")
@pytest.mark.parametrize("weapon", ["light-melee", "medium-melee", "light-ranged", "improvised", "1d"])
def test_one_handed_weapons_go_with_a_shield(weapon: str) -> None:
    assert chances("challenge-turn", weapon=weapon, shield=True)


@pytest.mark.rule("LD-A45")
def test_where_readying_is_required_an_unreadied_shot_is_refused() -> None:
    required = {"heavy-ranged-ready": "required"}
    for roll in ("challenge-turn", "fight", "fight-length"):
        with refuses("not ready"):
            chances(roll, required, weapon="heavy-ranged", disposition=2)
        assert chances(roll, required, weapon="heavy-ranged-readied", disposition=2)


@pytest.mark.rule("LD-68")
@pytest.mark.parametrize("weapon", ["sword", "", "d8", "Light-melee"])
def test_unknown_weapons_are_refused(weapon: str) -> None:
    with refuses("unknown weapon"):
        chances("challenge-turn", weapon=weapon)


@pytest.mark.rule("LD-A5")
def test_the_cap_must_reach_the_disposition_and_beyond_hp() -> None:
    with refuses("cap too low"):
        chances("challenge-turn", level="extreme", cap=19)
    with refuses("cap too low"):
        chances("fight", disposition=31)
    with refuses("cap too low"):
        chances("challenge-turn", hp=28)
    with refuses("cap too low"):
        chances("challenge-turn", sacrifice_at=28)
    assert chances("challenge-turn", disposition=4, hp=3, cap=6) == chances("challenge-turn", disposition=4, hp=3)


RULINGS: list[dict[str, str]] = [
    {},
    {"explosion": "every-six", "two-d-six": "sum"},
    {"explosion": "none", "d3-explodes": "yes"},
    {"d3-explodes": "yes"},
    {"empty-pool": "any-bonus"},
    {"empty-pool": "attribute-only", "zero-dice": "two-lowest"},
    {"ego-compare": "cascade"},
    {"lost-timing": "at-once"},
    {"challenge-effect": "fail-only", "effect-order": "pc-first"},
    {"challenge-effect": "always", "effect-order": "rival-first"},
    {"trivial": "until-overcome", "beyond-extreme": "extend"},
    {"shield-timing": "before-roll", "ready-cost": "exposed", "burst-die": "2d6+2"},
]


def some_fight(seed: int) -> dict[str, Any]:
    """Parameters of a small fight."""
    pick = Random(seed)
    return {
        "attribute": pick.randint(0, 2),
        "skill": pick.choice([0, 0, 1]),
        "light_mod": pick.choice([0, -1, 1]),
        "dark": pick.randint(0, 2),
        "ego": pick.randint(1, 5),
        "weapon": pick.choice([*WEAPONS, "1d", "2d6"]),
        "level": pick.choice(["trivial", "dangerous", "serious"]),
        "count": pick.choice([1, 1, 3]),
        "disposition": pick.choice([None, 1, 3]),
        "challenge_dice": pick.choice([None, None, "none", "d3"]),
        "hp": pick.randint(1, 4),
        "armour": pick.choice(["none", "light", "heavy"]),
        "shield": pick.random() < 0.4,
        "sacrifice_at": pick.choice([None, 1, 3]),
    }


@pytest.mark.rule("LD-52", "LD-54", "LD-A14", "LD-A31", "LD-A32", "LD-A33", "LD-A34")
@pytest.mark.parametrize("options", RULINGS, ids=str)
def test_turns_and_fights_agree_with_every_face_written_out(options: dict[str, str]) -> None:
    compared = 0
    for seed in range(24):
        given = some_fight(seed)
        try:
            found = chances("challenge-turn", options, **given)
        except Refused:
            continue
        compared += 1
        hand = Fight(given, options)
        wanted: dict[Any, Fraction] = {}
        start = (hand.disposition, given["hp"], given["ego"], given["shield"], given["dark"])
        for (left, hp, ego, shield), part in hand.turn(*start).items():
            add(wanted, (left, hp, ego, shield, hand.end(left, hp, ego, True) or "ongoing"), part)
        assert found == wanted
        plan = given | {"keep_ego": seed % 3, "max_turns": 3}
        assert chances("fight-length", options, **plan) == Fight(plan, options).fight(3, length=True)
        ends: dict[Any, Fraction] = {}
        for (end, hp, ego), part in chances("fight", options, **plan).items():
            add(ends, ("ongoing" if end == "stalemate" else end, hp, ego), part)
        assert ends == Fight(plan, options).fight(3)
    assert compared > 10
