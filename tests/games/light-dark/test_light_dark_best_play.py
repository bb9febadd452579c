"""Best play: the derived values `solve` and `policy`."""

import re
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from light_dark_by_hand import BestPlay
from light_dark_table import chance, derive, refuses

from rulewright.rules import Refused

HAND: dict[str, Any] = {"attribute": 2, "ego": 3, "hp": 3, "weapon": "medium-melee", "dark_max": 4}


def solve(options: Any = None, **given: Any) -> tuple[Fraction, str, int]:
    found = derive("solve", options, **given)
    assert found.keys() == {"value", "about", "move", "dark"}
    assert found["about"] == f"{float(Fraction(found['value'])):.6f}"
    return Fraction(found["value"]), found["move"], found["dark"]


@pytest.mark.rule("LD-45", "LD-54")
def test_a_single_roll_is_solved_by_hand() -> None:
    # Ego 3, one roll, overcome alone counts: k Dark Dice win when the highest is 4 or more, losing no 3 Ego.
    value, move, dark = solve(level="trivial", challenge_dice="none", attribute=0, ego=3, dark_max=2)
    assert (value, move, dark) == (Fraction(3, 4), "act", 2)  # 27/36, at most two Ego are lost
    value, _, dark = solve(level="trivial", challenge_dice="none", attribute=0, ego=1, dark_max=2)
    assert (value, dark) == (Fraction(0), 0)
    assert solve(level="trivial", challenge_dice="none", attribute=0, ego=1, goal="overcome-any", dark_max=2)[
        0
    ] == Fraction(3, 4)


@pytest.mark.rule("LD-45")
def test_the_value_is_text_in_lowest_terms() -> None:
    assert derive("solve", attribute=0, choices=[])["value"] == "0/1"
    assert derive("solve", attribute=2, challenge_dice="none", choices=[])["value"] == "1/1"


@pytest.mark.rule("LD-45")
def test_without_choices_best_play_is_the_fixed_plan() -> None:
    given: dict[str, Any] = {"attribute": 2, "ego": 2, "hp": 3, "armour": "light", "weapon": "medium-melee"}
    assert solve(choices=[], **given)[0] == chance("fight", {"end": "overcome"}, **given)
    heavy = given | {"weapon": "heavy-melee", "armour": "heavy"}
    assert solve(choices=[], **heavy)[0] == chance("fight", {"end": "overcome"}, **heavy)


@pytest.mark.rule("LD-45", "LD-51")
def test_best_play_is_no_worse_than_any_fixed_plan() -> None:
    best, _, _ = solve(**HAND)
    given = {name: value for name, value in HAND.items() if name != "dark_max"}
    for dark in range(5):
        for keep in range(3):
            assert chance("fight", {"end": "overcome"}, **given, dark=dark, keep_ego=keep) <= best


@pytest.mark.rule("LD-81", "LD-A43")
def test_a_shield_is_worth_more_when_it_may_be_sacrificed() -> None:
    kept = solve(**HAND, shield=True, choices=["dark"])[0]
    given_up = solve(**HAND, shield=True)[0]
    assert solve(**HAND)[0] < kept < given_up
    early = {"shield-timing": "before-roll"}
    with refuses("solve needs after roll"):
        solve(early, **HAND, shield=True)
    assert solve(early, **HAND, shield=True, choices=["dark"])[0] == kept
    assert solve(early, **HAND)[0] == solve(**HAND)[0]


@pytest.mark.rule("LD-30", "LD-A27")
def test_a_condition_is_worth_a_fresh_ego() -> None:
    none, one, two = (solve(**HAND, conditions=count)[0] for count in range(3))
    assert none < one < two
    assert solve(**HAND | {"ego": 1}, max_ego=3, conditions=1)[1] == "condition"
    saved = solve({"condition-at-zero": "yes"}, **HAND, conditions=1)[0]
    assert saved > one


@pytest.mark.rule("LD-74", "LD-A45", "LD-A46")
def test_readying_is_worth_a_free_turn_but_hardly_an_exposed_one() -> None:
    gun: dict[str, Any] = {"attribute": 1, "ego": 2, "hp": 4, "weapon": "heavy-ranged", "dark_max": 2}
    plain = solve(**gun)[0]
    free, move, dark = solve(**gun, choices=["dark", "sacrifice", "ready"])
    assert (move, dark) == ("ready", 0)
    assert free > plain
    exposed = solve({"ready-cost": "exposed"}, **gun, choices=["dark", "sacrifice", "ready"])
    assert exposed[:2] == (plain, "act")
    required = {"heavy-ranged-ready": "required"}
    with refuses("not ready"):
        solve(required, **gun)
    assert solve(required, **gun, choices=["ready"])[1] == "ready"


@pytest.mark.rule("LD-73", "LD-A47")
def test_a_burst_pays_for_a_single_shot_at_a_target_of_8_to_10() -> None:
    gun: dict[str, Any] = {"attribute": 2, "weapon": "medium-ranged", "level": "trivial", "dark_max": 0}
    for disposition in range(1, 18):
        _, move, _ = solve(**gun, disposition=disposition, choices=["burst"])
        assert move == ("burst" if disposition in (8, 9, 10, 14, 15, 16) else "act")


@pytest.mark.rule("LD-A42", "LD-A45", "LD-A47")
def test_what_best_play_refuses() -> None:
    for weapon in ("heavy-ranged-readied", "medium-ranged-burst", "sword"):
        with refuses("unknown weapon"):
            solve(weapon=weapon)
    with refuses("two handed with shield"):
        solve(weapon="heavy-melee", shield=True)
    with refuses("cap too low"):
        solve(level="extreme", cap=19)
    with refuses("cap too low"):
        solve(hp=28)
    with refuses("no dice"):
        solve({"zero-dice": "forbid"}, attribute=0, choices=["sacrifice"])
    assert solve({"zero-dice": "forbid"}, attribute=0)[2] > 0
    with refuses("too many positions to solve"):
        solve(disposition=900, hp=900, cap=999)


@pytest.mark.rule("LD-45")
@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("dark_max", [-1, 21, None]),
        ("max_ego", [2, 7, 0, None]),
        ("conditions", [-1, None]),
        ("goal", ["win", None]),
        ("ego_value", ["-1", "", "1/0", "x", "1/-2", 0, None, "1e3"]),
        ("hp_value", ["-1/2", " 1", "nan"]),
        ("choices", [["luck"], "dark", None]),
        ("ego", [0, 7]),
    ],
)
def test_best_play_is_described_within_its_ranges(name: str, bad: list[Any]) -> None:
    for value in bad:
        with refuses(f"bad parameter: {name}"):
            solve(**{name: value})
    for name in ("dark", "sacrifice_at"):
        with refuses("unknown parameter"):
            solve(**{name: 1})


@pytest.mark.rule("LD-45")
def test_a_position_that_loops_for_ever_is_worth_its_ego_and_hp() -> None:
    stuck: dict[str, Any] = {"attribute": 0, "challenge_dice": "none", "ego": 3, "hp": 4}
    assert solve(**stuck, choices=[], ego_value="1/10", hp_value="1/20") == (Fraction(1, 2), "act", 0)
    # losing itself for a win is not worth it when Ego counts enough
    assert solve(**stuck, dark_max=1, ego_value="10")[2] == 0


@pytest.mark.rule("LD-81", "LD-A38")
def test_a_shield_cannot_be_given_up_to_a_challenge_without_dice() -> None:
    # Without Light Dice a turn without Dark Dice does nothing, with or without a shield on the arm.
    idle: dict[str, Any] = {"attribute": 0, "challenge_dice": "none", "ego": 3, "hp": 2, "disposition": 3}
    assert solve(**idle, shield=True) == solve(**idle, shield=False) == (Fraction(59, 80), "act", 1)


@pytest.mark.rule("LD-45")
def test_ties_take_fewest_dark_dice() -> None:
    # At Ego 12 Dark Dice are free and a harmless Challenge always falls: one way is as good as another.
    loose = {"ego-ceiling": "start-only"}
    assert solve(loose, attribute=1, ego=12, challenge_dice="none", dark_max=5) == (Fraction(1), "act", 0)


RULINGS: list[dict[str, str]] = [
    {},
    {"lost-timing": "at-once", "condition-at-zero": "yes"},
    {"ego-compare": "cascade", "condition-at-zero": "yes"},
    {"challenge-effect": "always", "effect-order": "pc-first"},
    {"challenge-effect": "fail-only", "effect-order": "rival-first"},
    {"trivial": "until-overcome", "zero-dice": "two-lowest"},
    {"ready-cost": "exposed", "burst-die": "2d6+2", "zero-dice": "forbid"},
    {"explosion": "every-six", "two-d-six": "sum", "d3-explodes": "yes"},
]


@pytest.mark.rule("LD-45", "LD-74", "LD-81", "LD-A27", "LD-A43", "LD-A46", "LD-A47")
@pytest.mark.parametrize("options", RULINGS, ids=str)
def test_best_play_agrees_with_many_sweeps_over_all_positions(options: dict[str, str]) -> None:
    compared = 0
    for seed in range(8):
        pick = Random(seed)
        ego = pick.randint(1, 3)
        given: dict[str, Any] = {
            "attribute": pick.randint(0, 2),
            "ego": ego,
            "max_ego": pick.randint(ego, 3),
            "weapon": pick.choice(["1d", "light-melee", "heavy-melee", "improvised", "medium-ranged", "heavy-ranged"]),
            "level": pick.choice(["trivial", "dangerous"]),
            "disposition": pick.choice([1, 2, 3]),
            "challenge_dice": pick.choice([None, None, "d3", "none"]),
            "hp": pick.randint(1, 2),
            "armour": pick.choice(["none", "heavy"]),
            "shield": pick.random() < 0.5,
            "dark_max": 2,
            "conditions": pick.choice([0, 1]),
            "choices": ["dark", "sacrifice", "ready", "burst"],
            "goal": pick.choice(["overcome", "overcome-any"]),
            "ego_value": pick.choice(["0", "1/10"]),
            "hp_value": pick.choice(["0", "1/7"]),
        }
        try:
            value, move, dark = solve(options, **given)
        except Refused:
            continue
        compared += 1
        hand = BestPlay(given, options)
        assert float(value) == pytest.approx(hand.solve(), abs=1e-8)
        assert hand.listed[move, dark] == pytest.approx(float(value), abs=1e-8)
    assert compared > 3


SHIELDED: dict[str, Any] = {
    "attribute": 1,
    "ego": 3,
    "hp": 3,
    "disposition": 3,
    "weapon": "medium-melee",
    "shield": True,
    "dark_max": 2,
}


def unfolded(found: dict[str, str], words: str = "") -> dict[tuple[int, int], list[str]]:
    """The rows of a policy by HP and Disposition."""
    rows = {}
    for name, row in found.items():
        place = re.fullmatch(rf"{words}HP (\d+), Disposition (\d+)(?: to (\d+))?", name)
        if place:
            for left in range(int(place[2]), int(place[3] or place[2]) + 1):
                assert (int(place[1]), left) not in rows
                rows[int(place[1]), left] = row.split()
    return rows


@pytest.mark.rule("LD-45", "LD-60")
def test_the_policy_is_a_table_to_play_by() -> None:
    given: dict[str, Any] = {"attribute": 2, "ego": 6, "hp": 10, "level": "formidable", "dark_max": 12}
    found = derive("policy", **given)
    assert found["method"] == "float64"
    rows = unfolded(found)
    assert set(rows) == {(hp, left) for hp in range(1, 11) for left in range(1, 16)}
    exact = derive("solve", **given)
    assert float(Fraction(exact["value"])) == pytest.approx(float(found["value"]), abs=1e-6)
    assert rows[10, 15][5] == str(exact["dark"])
    assert {row[0] for row in rows.values()} == {"0"}  # at Ego 1 none
    assert {len(row) for row in rows.values()} == {6}
    slow = derive("policy", **HAND, method="exact")
    assert slow | {"method": "float64"} == derive("policy", **HAND)


@pytest.mark.rule("LD-74")
def test_the_policy_names_moves_other_than_acting() -> None:
    gun: dict[str, Any] = {"attribute": 1, "ego": 2, "hp": 2, "disposition": 2, "weapon": "heavy-ranged"}
    found = derive("policy", **gun, choices=["ready"])
    assert set(map(tuple, unfolded(found, "unready, ").values())) == {("ready", "ready")}
    assert set(map(tuple, unfolded(found, "ready, ").values())) == {("0", "0")}
    assert len(unfolded(found, "ready, ")) == 4


@pytest.mark.rule("LD-30", "LD-81", "LD-A27")
def test_the_policy_has_rows_for_shield_and_conditions() -> None:
    found = derive("policy", **SHIELDED, conditions=1)
    for shield in (True, False):
        for conditions in (0, 1):
            words = f"{'' if shield else 'no '}shield, Conditions left {conditions}, "
            rows = unfolded(found, words)
            for (hp, left), row in rows.items():
                for ego, advised in enumerate(row, 1):
                    at = SHIELDED | {"hp": hp, "disposition": left, "ego": ego, "max_ego": 3, "shield": shield}
                    best = derive("solve", **at, conditions=conditions)
                    assert advised == (str(best["dark"]) if best["move"] == "act" else best["move"])


@pytest.mark.rule("LD-81", "LD-A43")
@pytest.mark.parametrize("hp_value", ["0", "1/20"])
def test_the_policy_says_when_the_shield_goes(hp_value: str) -> None:
    given = SHIELDED | {"hp_value": hp_value}

    def worth(hp: int, left: int, ego: int, shield: bool) -> Fraction:
        kept = Fraction(hp_value) * hp
        if hp == 0 or left == 0:
            return kept + (hp > 0)
        at = given | {"hp": hp, "disposition": left, "ego": ego, "shield": shield}
        return Fraction(derive("solve", **at)["value"])

    rows = unfolded(derive("policy", **given, method="exact"), "shield goes, ")
    assert {left for _, left in rows} == {0, 1, 2, 3}
    for (hp, left), row in rows.items():
        for ego, advised in enumerate(row, 1):
            bare = worth(hp, left, ego, False)
            better = [harm for harm in range(1, hp + 1) if worth(hp - harm, left, ego, True) < bare]
            assert advised == (str(better[0]) if better else "-")


@pytest.mark.rule("LD-A33", "LD-A43")
def test_who_is_struck_first_decides_about_the_shield_before_striking() -> None:
    first = derive("policy", {"effect-order": "rival-first"}, **SHIELDED)
    assert {left for _, left in unfolded(first, "shield goes on 4-5, ")} == {1, 2, 3}
    assert "shield goes on 4-5" not in derive("policy", **SHIELDED)
