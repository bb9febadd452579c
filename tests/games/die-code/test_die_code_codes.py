"""Die codes and pools (DC-01 to DC-09)."""

import pytest
from die_code_table import chances, created, derive, outcome, refuses, totals

from rulewright.dice import FaceError
from rulewright.games.die_code import GAME
from rulewright.games.die_code.codes import DieCode, parse_code
from rulewright.rules import BadInput


@pytest.mark.rule("DC-01")
@pytest.mark.parametrize("face", [0, 7, 12])
def test_every_die_has_six_sides(face: int) -> None:
    with pytest.raises(FaceError, match="bad face"):
        outcome("total", 3, face, pool="2d")
    assert outcome("total", 1, 6, pool="2d") == {"total": 7}


@pytest.mark.rule("DC-02")
def test_a_higher_code_is_better() -> None:
    codes = [parse_code(text) for text in ("1d", "1d+1", "1d+2", "2d", "2d+1", "10d")]
    assert codes == sorted(codes)
    means = [derive("mean", pool=code.text)["mean"] for code in codes]
    assert means == ["7/2", "9/2", "11/2", "7/1", "8/1", "35/1"]


@pytest.mark.rule("DC-03")
def test_attributes_skills_weapons_and_gear_have_codes() -> None:
    sheet = created(
        attributes={"might": "3d"},
        skills={"lift": {"attribute": "might", "code": "1d+2"}},
        equipment={"axe": "2d+1", "rope": "1d"},
    )
    assert sheet["attributes"] == {"might": "3d"}
    assert sheet["pools"] == {"lift": "4d+2"}
    assert sheet["equipment"] == {"axe": "2d+1", "rope": "1d"}


@pytest.mark.rule("DC-04")
def test_pips_are_added_to_the_dice() -> None:
    assert outcome("total", 2, 3, pool="2d+2") == {"total": 7}
    assert totals(pool="1d+1") == {total: pytest.approx(1 / 6) for total in range(2, 8)}


@pytest.mark.rule("DC-04", "DC-A1")
@pytest.mark.parametrize("code", ["3d+3", "0d+10", "101d+3", " 2D + 4 "])
def test_three_pips_are_never_written(code: str) -> None:
    for options in ({}, {"pip-carry": "none"}):
        with refuses("pips over two"):
            derive("pool", options, pool=code)


@pytest.mark.rule("DC-05")
@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("1d", DieCode(1)),
        ("3D+1", DieCode(3, 1)),
        (" 4 d + 2 ", DieCode(4, 2)),
        ("0d", DieCode(0)),
        ("5d+0", DieCode(5)),
        ("100d+2", DieCode(100, 2)),
    ],
)
def test_a_code_is_written_with_a_d_and_pips(written: str, code: DieCode) -> None:
    assert parse_code(written) == code


@pytest.mark.rule("DC-05")
@pytest.mark.parametrize(
    "code", ["", "3", "d", "d6", "3d6", "-1d", "2d-1", "2d+", "101d", "1.5d", "three", "²d", "1 0d"]
)
def test_anything_else_is_not_a_die_code(code: str) -> None:
    for name in ("pool", "attribute", "skill", "bonus"):
        with refuses("not a die code"):
            derive("pool", **{name: code})


@pytest.mark.rule("DC-05")
def test_a_bare_number_is_refused_and_says_how_a_code_is_written() -> None:
    with refuses("not a die code: 3 (write 0d to 100d"):
        derive("pool", pool=3)


@pytest.mark.rule("DC-06", "DC-07")
def test_attribute_and_skill_are_thrown_together() -> None:
    assert derive("pool", attribute="2d", skill="1d") == {"code": "3d", "dice": 3, "pips": 0}
    assert outcome("check", 4, 2, 5, attribute="2d", skill="1d", tn=10) == outcome("check", 4, 2, 5, pool="3d", tn=10)


@pytest.mark.rule("DC-07", "DC-A1")
@pytest.mark.parametrize(
    ("attribute", "skill", "bonus", "three", "none"),
    [
        ("2d+2", "1d+2", "0d", "4d+1", "3d+4"),
        ("3d+2", "2d+1", "0d", "6d", "5d+3"),
        ("1d+2", "1d+2", "1d+2", "5d", "3d+6"),
        ("1d+1", "0d", "0d+1", "1d+2", "1d+2"),
        ("0d", "0d", "0d", "0d", "0d"),
    ],
)
def test_three_pips_become_a_die_once_all_codes_are_added(
    attribute: str, skill: str, bonus: str, three: str, none: str
) -> None:
    given = {"attribute": attribute, "skill": skill, "bonus": bonus}
    assert derive("pool", **given)["code"] == three
    assert derive("pool", {"pip-carry": "none"}, **given)["code"] == none


@pytest.mark.rule("DC-04", "DC-A1")
@pytest.mark.parametrize(
    ("code", "pips", "grown"),
    [
        ("2d+2", 5, "4d+1"),
        ("3d", 0, "3d"),
        ("0d+2", 1, "1d"),
        ("1d+1", 300, "101d+1"),
    ],
)
def test_a_code_grows_by_three_pips_to_a_die(code: str, pips: int, grown: str) -> None:
    for options in ({}, {"pip-carry": "none"}):
        assert derive("add-pips", options, code=code, pips=pips) == {"code": grown}


@pytest.mark.rule("DC-A1")
def test_a_code_grows_by_at_most_a_million_pips_at_once() -> None:
    with pytest.raises(BadInput, match="pips must be a whole number from 0 to 1000000, not 1000001"):
        derive("add-pips", code="1d", pips=1_000_001)


@pytest.mark.rule("DC-04")
def test_a_code_does_not_shrink() -> None:
    with refuses("bad parameter: pips"):
        derive("add-pips", code="2d", pips=-1)


@pytest.mark.rule("DC-07", "DC-A2")
def test_a_missing_skill_is_no_dice_and_an_empty_pool_throws_nothing() -> None:
    assert derive("pool", attribute="2d+1")["code"] == "2d+1"
    assert chances("check", modifier=4, tn=4) == {(0, "success", 0): 1}
    assert outcome("total", bonus="0d+2", modifier=-5) == {"total": -3}


@pytest.mark.rule("DC-07", "DC-A2")
@pytest.mark.parametrize("other", ["attribute", "skill"])
def test_a_pool_stands_for_attribute_and_skill(other: str) -> None:
    with refuses(f"pool and {other} together"):
        derive("pool", pool="3d", **{other: "0d"})
    assert derive("pool", pool="3d", bonus="1d+1", **{other: None})["code"] == "4d+1"


@pytest.mark.rule("DC-08", "DC-A3")
def test_modifiers_are_points_and_never_become_dice() -> None:
    assert outcome("total", 5, pool="1d+2", modifier=3) == {"total": 10}
    assert outcome("total", 5, pool="1d", modifier=-7) == {"total": -2}
    assert derive("pool", pool="1d+2", modifier=3)["code"] == "1d+2"
    with refuses("bad parameter: modifier must be a whole number from -100 to 100"):
        outcome("total", 5, pool="1d", modifier=101)


@pytest.mark.rule("DC-09")
def test_the_result_is_dice_and_pips_and_modifiers() -> None:
    played = GAME.play("check", {"pool": "2d+1", "modifier": 2, "tn": 9}, faces=[3, 4])
    assert (played.outcome.final, played.outcome.result) == (1, "success")
    assert [getattr(step, "name", "") for step in played.breakdown] == ["pool", "pips", "modifier", "target number"]


@pytest.mark.rule("DC-A2")
def test_null_is_the_same_as_left_out() -> None:
    names = ("pool", "attribute", "skill", "bonus", "modifier", "advantage", "disadvantage", "penalty")
    assert outcome("total", **dict.fromkeys(names)) == {"total": 0}
    more = ("difficulty", "tn", "method", "actor_size", "target_size", "size_use")
    assert outcome("check", **dict.fromkeys((*names, *more))) == outcome("check")


@pytest.mark.rule("DC-A2")
@pytest.mark.parametrize("roll", ["total", "check", "opposed", "contest"])
def test_unknown_parameters_are_refused_by_name(roll: str) -> None:
    with pytest.raises(BadInput, match="unknown parameter: luck"):
        GAME.odds(roll, {"luck": 1})
