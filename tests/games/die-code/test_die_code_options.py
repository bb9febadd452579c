"""The table's options: what is listed, and what is refused."""

from typing import Any

import pytest
from die_code_table import chances, refuses

from rulewright.games.die_code import GAME

# every option and its values, the default first
OPTIONS: dict[str, list[str]] = {
    "pip-carry": ["three", "none"],
    "ladder-column": ["TN", "TX", "TY", "TZ"],
    "automatic": ["no-roll", "tn-0"],
    "reroll": ["once", "until-clear"],
    "advantage-stacking": ["cancel", "any-cancels-all"],
    "penalty-dice": ["roll", "remove"],
    "success-rounding": ["floor", "toward-zero"],
    "success-divisor": ["five", "column"],
    "average-rule": ["d-column", "dc-column", "mean"],
    "average-result": ["zero", "column", "mean"],
    "size-by": ["length", "weight", "larger", "smaller"],
    "size-boundary": ["upper", "lower"],
    "size-modifier": ["difference", "actor", "target", "off"],
    "size-unit": ["points", "dice"],
    "klb": ["decimal", "binary"],
    "move-rounding": ["down", "up", "nearest", "exact"],
    "failed-move": ["walk", "slower", "none"],
    "opposed-ties": ["actor", "opponent", "draw"],
}


@pytest.mark.rule("DC-A1", "DC-A4", "DC-A6", "DC-A8", "DC-A9", "DC-A10", "DC-A11", "DC-A12", "DC-A14")
def test_all_options_are_there_with_their_defaults_first() -> None:
    assert {option.name: list(option.values) for option in GAME.option_texts()} == OPTIONS
    assert all(option.default == OPTIONS[option.name][0] for option in GAME.option_texts())


@pytest.mark.rule("DC-A15", "DC-A16", "DC-A17", "DC-A19", "DC-A20", "DC-A23", "DC-A27")
@pytest.mark.parametrize("name", OPTIONS)
def test_unknown_options_and_values_are_refused(name: str) -> None:
    with refuses(f"bad option value: {name}"):
        GAME.table_options({name: "sometimes"})
    with refuses("unknown option: luck"):
        GAME.table_options({"luck": "three"})


ROLLED: dict[str, tuple[str, dict[str, Any]]] = {
    "pip-carry": ("check", {"attribute": "1d+2", "skill": "1d+2", "tn": 7}),
    "ladder-column": ("check", {"pool": "2d", "difficulty": "moderate"}),
    "automatic": ("check", {"pool": "2d", "difficulty": "automatic"}),
    "reroll": ("check", {"pool": "2d", "advantage": 1, "tn": 7}),
    "advantage-stacking": ("check", {"pool": "2d", "advantage": 2, "disadvantage": 1, "tn": 7}),
    "penalty-dice": ("check", {"pool": "3d", "penalty": 1, "tn": 7}),
    "success-rounding": ("check", {"pool": "2d", "tn": 7}),
    "size-modifier": (
        "check",
        {"pool": "1d", "actor_size": "tiny", "target_size": "large", "size_use": "agile", "tn": 3},
    ),
    "size-unit": ("check", {"pool": "1d", "target_size": "large", "size_use": "agile", "tn": 3}),
    "failed-move": ("move", {"pool": "4d", "mode": "run", "in_combat": True}),
    "opposed-ties": ("opposed", {"actor_pool": "1d", "opponent_pool": "1d"}),
}


@pytest.mark.rule("DC-A4", "DC-A16")
@pytest.mark.parametrize("name", ROLLED)
def test_every_value_makes_a_difference_to_a_roll(name: str) -> None:
    roll, params = ROLLED[name]
    found = [chances(roll, {name: value}, **params) for value in OPTIONS[name]]
    assert all(one != other for at, one in enumerate(found) for other in found[:at])
