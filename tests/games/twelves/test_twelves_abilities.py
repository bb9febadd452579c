"""Abilities and target numbers: TW-01 to TW-12."""

import pytest
from twelves_table import SCORES, Scene, created, outcome, refuses, sheet

from rulewright.games.twelves import GAME

ABILITIES = ["AGI", "STR", "FIN", "INS", "PRE", "KNO"]

USES = {
    "AGI": ["acrobatics", "climbing", "balancing", "dodging", "initiative", "escape artist"],
    "STR": [
        "lifting",
        "pushing",
        "pulling",
        "breaking objects",
        "grappling",
        "shoving",
        "resisting forced movement",
    ],
    "FIN": ["sleight of hand", "lockpicking", "trap disarming", "stealth", "delicate tool use"],
    "INS": ["perception", "reading people", "detecting lies", "tracking", "navigation"],
    "PRE": [
        "persuasion",
        "intimidation",
        "deception",
        "performance",
        "leadership",
        "rallying allies",
        "negotiation",
    ],
    "KNO": [
        "investigation",
        "recall of lore",
        "deciphering languages",
        "identifying creatures",
        "identifying items",
    ],
}
RULE_OF = dict(zip(ABILITIES, ["TW-02", "TW-03", "TW-04", "TW-05", "TW-06", "TW-07"], strict=True))


@pytest.mark.rule("TW-01")
def test_there_are_six_abilities_in_the_draft_s_order() -> None:
    assert list(sheet()["tn"]) == ABILITIES
    assert list(created()["scores"]) == ABILITIES


@pytest.mark.parametrize(
    ("ability", "use"),
    [
        pytest.param(ability, use, marks=pytest.mark.rule(RULE_OF[ability], "TW-08"))
        for ability, uses in USES.items()
        for use in uses
    ],
)
def test_a_listed_use_is_covered_by_its_ability(ability: str, use: str) -> None:
    assert GAME.derive("ability-for", {"use": use}) == {"ability": ability}


@pytest.mark.rule("TW-08")
@pytest.mark.parametrize("use", ["  Lockpicking", "LOCKPICKING\t", " lockPicking \n"])
def test_a_use_is_found_whatever_its_case_and_outer_blanks(use: str) -> None:
    assert GAME.derive("ability-for", {"use": use}) == {"ability": "FIN"}


@pytest.mark.rule("TW-08")
@pytest.mark.parametrize("use", ["cooking", "", "lock picking", "AGI"])
def test_a_use_that_is_not_listed_is_unknown(use: str) -> None:
    with refuses("unknown use"):
        GAME.derive("ability-for", {"use": use})


@pytest.mark.rule("TW-05", "TW-A35")
def test_insight_is_an_ability_and_its_use_is_called_reading_people() -> None:
    assert GAME.derive("ability-for", {"use": "reading people"}) == {"ability": "INS"}
    with refuses("unknown use"):
        GAME.derive("ability-for", {"use": "insight"})


def test_looking_up_a_use_takes_text_and_nothing_else() -> None:
    with refuses("bad parameter: use"):
        GAME.derive("ability-for", {"use": 5})
    with refuses("unknown parameter: ability"):
        GAME.derive("ability-for", {"use": "stealth", "ability": "FIN"})


@pytest.mark.rule("TW-09", "TW-10")
def test_every_ability_has_its_own_target_number_of_20_minus_its_score() -> None:
    assert sheet()["tn"] == {"AGI": 11, "STR": 12, "FIN": 13, "INS": 14, "PRE": 15, "KNO": 16}
    uneven = {"AGI": 0, "STR": 20, "FIN": 1, "INS": 10, "PRE": 7, "KNO": 13}
    assert sheet(scores=uneven)["tn"] == {"AGI": 20, "STR": 0, "FIN": 19, "INS": 10, "PRE": 13, "KNO": 7}


@pytest.mark.rule("TW-10", "TW-11", "TW-15")
@pytest.mark.parametrize("score", [0, 1, 5, 7, 10, 14])
def test_a_total_equal_to_the_target_number_succeeds_and_one_less_fails(score: int) -> None:
    tn = 20 - score
    low = max(1, tn - 12)
    assert outcome("check", low, tn - low, score=score) == {"result": "success", "total": tn, "margin": 0}
    assert outcome("check", low, tn - low, score=score - 1 if score else 0, difficulty=int(not score)) == {
        "result": "failure",
        "total": tn,
        "margin": -1,
    }


@pytest.mark.rule("TW-08", "TW-12")
@pytest.mark.parametrize("ability", ABILITIES)
def test_the_gm_may_call_for_a_check_on_any_ability(ability: str) -> None:
    scene = Scene(Ada={})
    total = 13
    tn = 20 - SCORES[ability]
    expected = {"result": "success" if total >= tn else "failure", "total": total, "margin": total - tn}
    assert scene.do("check", 9, 4, who="Ada", ability=ability) == expected
