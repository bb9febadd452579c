"""Movement (DC-55 to DC-73)."""

from fractions import Fraction
from typing import Any

import pytest
from die_code_by_hand import LADDER, MODES, at_least, results
from die_code_table import chance, chances, derive, outcome, refuses

from rulewright.games.die_code import GAME


@pytest.mark.rule("DC-55", "DC-56", "DC-A21")
def test_a_point_of_move_is_a_pace() -> None:
    for move in (0, 1, 7, 1000):
        assert derive("movement", move=move)["walk"]["paces"] == move
    assert derive("movement")["walk"]["paces"] == 6
    for move in (-1, 1001):
        with refuses("bad parameter: move"):
            derive("movement", move=move)


@pytest.mark.rule("DC-57")
def test_a_pace_is_five_feet() -> None:
    for mode in derive("movement", move=7).values():
        assert mode["feet"] == 5 * mode["paces"]
    assert outcome("move", mode="walk") == {"feet": 30, "mode": "walk", "paces": 6, "result": "success"}


ROWS = [
    pytest.param("creep", 3, "easy", "moderate", marks=pytest.mark.rule("DC-58", "DC-66")),
    pytest.param("combat", 3, "easy", "moderate", marks=pytest.mark.rule("DC-59", "DC-66")),
    pytest.param("walk", 6, "automatic", "easy", marks=pytest.mark.rule("DC-60", "DC-67")),
    pytest.param("brisk", 9, "easy", "moderate", marks=pytest.mark.rule("DC-61", "DC-68")),
    pytest.param("jog", 12, "moderate", "difficult", marks=pytest.mark.rule("DC-62", "DC-69")),
    pytest.param("run", 18, "difficult", "hard", marks=pytest.mark.rule("DC-63", "DC-70")),
    pytest.param("sprint", 24, "hard", "heroic", marks=pytest.mark.rule("DC-64", "DC-71")),
    pytest.param("dash", 30, "heroic", "epic", marks=pytest.mark.rule("DC-65", "DC-72")),
]


@pytest.mark.parametrize(("mode", "paces", "typical", "harder"), ROWS)
def test_a_mode_has_its_speed_and_difficulties(mode: str, paces: int, typical: str, harder: str) -> None:
    assert derive("movement", move=6)[mode] == {"paces": paces, "feet": 5 * paces, "difficulty": typical}
    assert derive("movement", move=6, in_combat=True)[mode] == {"paces": paces, "feet": 5 * paces, "difficulty": harder}
    made = at_least(results(4), LADDER[harder][2])
    assert chance("move", {"result": "success"}, pool="4d", mode=mode, in_combat=True) == made


WORDS = {
    "creep": ("DC-58", "quiet"),
    "combat": ("DC-59", "blades"),
    "walk": ("DC-60", "nothing presses"),
    "brisk": ("DC-61", "hurry"),
    "jog": ("DC-62", "easy run"),
    "run": ("DC-63", "far and fast"),
    "sprint": ("DC-64", "short stretch"),
    "dash": ("DC-65", "burst"),
}


@pytest.mark.rule("DC-58", "DC-59", "DC-60", "DC-61", "DC-62", "DC-63", "DC-64", "DC-65")
@pytest.mark.parametrize("mode", WORDS)
def test_a_movement_roll_says_what_its_mode_is_like(mode: str) -> None:
    first = GAME.play("move", {"pool": "12d", "mode": mode, "method": "average"}, faces=[]).breakdown[0]
    number, words = WORDS[mode]
    assert words in getattr(first, "value", "")
    assert number in getattr(first, "cites", ())


@pytest.mark.rule("DC-73", "DC-A25")
def test_combat_is_one_rung_harder_for_every_mode() -> None:
    rungs = list(LADDER)
    typical, harder = derive("movement"), derive("movement", in_combat=True)
    for mode in MODES:
        assert rungs.index(harder[mode]["difficulty"]) == rungs.index(typical[mode]["difficulty"]) + 1


@pytest.mark.rule("DC-66", "DC-A24")
def test_creep_and_combat_differ_in_name_only() -> None:
    table = derive("movement", move=9)
    assert table["creep"] == table["combat"]
    assert outcome("move", 6, pool="1d", mode="creep")["mode"] == "creep"
    assert outcome("move", 6, pool="1d", mode="combat")["mode"] == "combat"


@pytest.mark.rule("DC-56", "DC-A20")
@pytest.mark.parametrize(
    ("rounding", "creep", "brisk"), [("down", 2, 7), ("up", 3, 8), ("nearest", 3, 8), ("exact", 2.5, 7.5)]
)
def test_half_paces(rounding: str, creep: float, brisk: float) -> None:
    table = derive("movement", {"move-rounding": rounding}, move=5)
    assert (table["creep"]["paces"], table["brisk"]["paces"]) == (creep, brisk)
    assert (table["creep"]["feet"], table["brisk"]["feet"]) == (5 * creep, 5 * brisk)
    assert isinstance(table["walk"]["paces"], int)
    assert isinstance(table["walk"]["feet"], int)
    even = derive("movement", {"move-rounding": rounding}, move=6)["creep"]
    assert (even["paces"], type(even["paces"]), type(even["feet"])) == (3, int, int)


@pytest.mark.rule("DC-56", "DC-A20")
def test_move_1_creeps_nowhere_unless_halves_count() -> None:
    assert outcome("move", 6, pool="1d", mode="creep", move=1)["paces"] == 0
    assert outcome("move", 6, pool="1d", mode="creep", move=1, options={"move-rounding": "exact"}) == {
        "feet": 2.5,
        "mode": "creep",
        "paces": 0.5,
        "result": "success",
    }


@pytest.mark.rule("DC-67", "DC-A23")
@pytest.mark.parametrize(
    ("total", "walk", "slower", "none"),
    [
        (30, "dash", "dash", "dash"),
        (29, "walk", "sprint", "none"),
        (24, "walk", "run", "none"),
        (19, "walk", "jog", "none"),
        (14, "walk", "brisk", "none"),
        (9, "walk", "walk", "none"),
        (4, "none", "none", "none"),
    ],
)
def test_a_failed_dash_in_combat(total: int, walk: str, slower: str, none: str) -> None:
    for option, mode in (("walk", walk), ("slower", slower), ("none", none)):
        found = outcome("move", modifier=total, mode="dash", in_combat=True, options={"failed-move": option})
        paces = 0 if mode == "none" else int(6 * MODES[mode][0])
        result = "success" if mode == "dash" else "failure"
        assert found == {"feet": 5 * paces, "mode": mode, "paces": paces, "result": result}


@pytest.mark.rule("DC-67", "DC-A6", "DC-A23")
def test_out_of_combat_a_failed_run_is_a_walk_even_at_less_than_nothing() -> None:
    given: dict[str, Any] = {"modifier": -3, "mode": "run"}
    assert outcome("move", **given)["mode"] == "walk"
    assert outcome("move", **given, options={"failed-move": "slower"})["mode"] == "walk"
    assert outcome("move", **given, options={"automatic": "tn-0"})["mode"] == "none"
    assert outcome("move", modifier=0, mode="run", options={"automatic": "tn-0"})["mode"] == "walk"


@pytest.mark.rule("DC-A23")
@pytest.mark.parametrize("mode", ["creep", "combat", "walk"])
def test_failing_a_slow_mode_leads_nowhere(mode: str) -> None:
    for option in ("walk", "slower", "none"):
        found = outcome("move", modifier=4, mode=mode, in_combat=True, options={"failed-move": option})
        assert found == {"feet": 0, "mode": "none", "paces": 0, "result": "failure"}


@pytest.mark.rule("DC-A22", "DC-A23")
def test_penalty_dice_and_advantage_count_for_movement() -> None:
    assert outcome("move", 1, 6, 5, 1, pool="2d", advantage=1, penalty=1, mode="jog")["mode"] == "jog"
    assert outcome("move", 1, 6, 5, 2, pool="2d", advantage=1, penalty=1, mode="jog")["mode"] == "walk"


@pytest.mark.rule("DC-67", "DC-A6")
def test_walking_out_of_combat_needs_no_dice() -> None:
    for method in ("roll", "average"):
        given: dict[str, Any] = {"pool": "3d", "penalty": 9, "disadvantage": 1, "method": method}
        assert chances("move", mode="walk", **given) == {(30, "walk", 6, "success"): 1}
    assert outcome("move", 1, 6, pool="1d", penalty=1, mode="walk", options={"automatic": "tn-0"})["mode"] == "none"


@pytest.mark.rule("DC-36", "DC-37", "DC-39")
def test_a_mode_can_be_averaged() -> None:
    assert outcome("move", pool="4d", mode="jog", method="average")["paces"] == 12
    with refuses("too-few-dice"):
        outcome("move", pool="4d", mode="jog", method="average", in_combat=True)
    with refuses("disadvantage"):
        outcome("move", pool="9d", mode="jog", method="average", disadvantage=1)


@pytest.mark.rule("DC-A22")
def test_a_movement_roll_needs_a_mode() -> None:
    with refuses("missing parameter: mode"):
        outcome("move", pool="3d")
    with refuses("mode must be one of creep, combat, walk"):
        outcome("move", pool="3d", mode="fly")


def best(options: Any = None, **given: Any) -> tuple[str, str, str]:
    found = derive("best-move", options, **given)
    return found["mode"], found["method"], found["expected_paces"]


@pytest.mark.rule("DC-36", "DC-56", "DC-A23")
@pytest.mark.parametrize("in_combat", [False, True])
@pytest.mark.parametrize("dice", range(6))
def test_the_best_move_is_the_best_of_all_declarations(dice: int, in_combat: bool) -> None:
    candidates: list[tuple[Fraction, str, str]] = []
    rolled = results(dice)
    for method in ("average", "roll"):
        for mode, (speed, typical, harder) in MODES.items():
            rung = harder if in_combat else typical
            needed, _, target, *_ = LADDER[rung]
            paces = int(speed * 6)
            if method == "average":
                if dice >= needed:
                    candidates.append((Fraction(paces), mode, method))
                continue
            made = Fraction(1) if rung == "automatic" else at_least(rolled, target)
            walked = Fraction(0)
            if speed > 1:
                walked = (at_least(rolled, 5) if in_combat else Fraction(1)) - made
            candidates.append((made * paces + walked * 6, mode, method))
    mean, mode, method = max(candidates, key=lambda one: one[0])
    assert best(pool=f"{dice}d", in_combat=in_combat) == (mode, method, f"{mean.numerator}/{mean.denominator}")


@pytest.mark.rule("DC-36", "DC-A13")
def test_of_equal_moves_the_average_and_the_slower_come_first() -> None:
    assert best(pool="4d", move=0) == ("creep", "average", "0/1")
    assert best(pool="0d", move=0) == ("walk", "average", "0/1")
    assert best(pool="0d", disadvantage=1) == ("walk", "roll", "6/1")
    assert best({"automatic": "tn-0"}, pool="0d", modifier=-1) == ("walk", "average", "6/1")
    assert best({"move-rounding": "exact"}, pool="2d", move=5) == ("brisk", "average", "15/2")


@pytest.mark.rule("DC-A23")
def test_if_a_failure_slows_you_down_a_dash_is_the_best_roll() -> None:
    for dice in range(1, 6):
        slower, params = {"failed-move": "slower"}, {"pool": f"{dice}d", "disadvantage": 1}
        dash = GAME.odds("move", {**params, "mode": "dash"}, slower).mean(lambda moved: moved.paces)
        assert best(slower, **params)[1:] == ("roll", f"{dash.numerator}/{dash.denominator}")
    assert best({"failed-move": "none"}, pool="1d", disadvantage=1) == ("walk", "roll", "6/1")


@pytest.mark.rule("DC-55", "DC-A26")
def test_speeds_by_the_hour_are_shown_for_a_length_of_the_round() -> None:
    assert set(derive("movement")["walk"]) == {"paces", "feet", "difficulty"}
    # 30 feet every 6 seconds are 18000 feet an hour
    assert derive("movement", round_seconds=6)["walk"]["miles_per_hour"] == 3.41
    assert derive("movement", round_seconds=7.5)["dash"]["miles_per_hour"] == 13.64
    for seconds in (0, -1, 3601):
        with refuses("bad parameter: round_seconds"):
            derive("movement", round_seconds=seconds)
