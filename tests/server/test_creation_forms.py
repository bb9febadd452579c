"""What the steps of creation are filled in with: every input that a form offers is one that the game takes."""

from random import Random
from typing import Any

import pytest

from rulewright.game import CreationStep, Game, Legal, find_game, installed_games
from rulewright.game.forms import (
    ChoiceForm,
    EntriesForm,
    FacesForm,
    FieldsForm,
    Form,
    NumberForm,
    PicksForm,
    WordsForm,
    handed_out,
)
from rulewright.game.random_character import random_character
from rulewright.rules import Inventory
from rulewright.server.creation import creation_steps
from rulewright.server.responses import CreationResponse, CreationStepState

TRIES = 12


def steps(game: str, wanted: dict[str, Any], options: dict[str, Any] | None = None) -> dict[str, CreationStepState]:
    return {step.field: step for step in creation_steps(find_game(game), wanted, options or {}).steps}


@pytest.mark.parametrize("slug", installed_games())
def test_every_step_of_every_game_says_what_it_is_filled_in_with(slug: str) -> None:
    game = find_game(slug)
    for seed in range(TRIES):
        made = random_character(game, {}, Random(seed))
        creation = creation_steps(game, made.wanted, {})
        assert creation.sheet == made.sheet
        for step in creation.steps:
            assert step.problem == ""
            assert _fits(step.form, made.wanted.get(step.field)), (step.field, made.wanted.get(step.field))


def _fits(form: Form, value: Any) -> bool:
    """Whether a value is one that the form's inputs can hold."""
    if value is None:
        return True
    if isinstance(form, WordsForm):
        return isinstance(value, str) and len(value) <= form.longest
    if isinstance(form, NumberForm):
        return isinstance(value, int) and form.least <= value <= form.most
    if isinstance(form, ChoiceForm):
        return value in form.values
    if isinstance(form, PicksForm):
        return form.least <= len(value) <= form.most and (
            form.own is not None or all(one in form.values for one in value)
        )
    if isinstance(form, FacesForm):
        return len(value) == form.count and all(1 <= face <= form.sides for face in value)
    if isinstance(form, FieldsForm):
        parts = {part.name: part.form for part in form.parts}
        return all(name in parts and _fits(parts[name], inner) for name, inner in value.items())
    if isinstance(form, EntriesForm):
        named = {entry.name: entry for entry in form.names}
        least_and_most = all(
            (named[name].least or 0) <= inner <= most
            for name, inner in value.items()
            if name in named and (most := named[name].most) is not None
        )
        return (
            least_and_most
            and (form.own or set(value) <= set(named))
            and all(_fits(form.each, inner) for inner in value.values())
        )
    return isinstance(value, bool)


def test_points_that_are_handed_out_leave_to_each_what_the_others_leave() -> None:
    form = handed_out(("a", "b", "c"), {"a": 4}, 1, 5, 8, must=True)
    assert form.purse is not None
    assert (form.purse.whole, form.purse.left) == (8, 2)
    assert [(entry.name, entry.least, entry.most) for entry in form.names] == [("a", 1, 5), ("b", 1, 3), ("c", 1, 3)]


def test_more_than_there_is_leaves_nobody_less_than_the_least() -> None:
    form = handed_out(("a", "b"), {"a": 5, "b": 5}, 1, 5, 6)
    assert form.purse is not None
    assert form.purse.left == -4
    assert [entry.most for entry in form.names] == [1, 1]


@pytest.mark.rule("TW-A2")
def test_a_score_of_the_array_is_offered_once() -> None:
    form = steps("twelves", {"scores": {"AGI": 9}})["scores"].form
    assert isinstance(form, EntriesForm)
    offered = {entry.name: entry.values for entry in form.names}
    assert offered["AGI"] == (9, 8, 7, 6, 5, 4)
    assert offered["STR"] == (8, 7, 6, 5, 4)


@pytest.mark.rule("DPI-52", "DPI-53")
def test_a_stat_is_offered_as_far_as_points_reach_and_down_by_two_in_all() -> None:
    form = steps("dpi", {"stats": {"strength": 4}})["stats"].form
    assert isinstance(form, EntriesForm)
    bounds = {entry.name: (entry.least, entry.most) for entry in form.names}
    assert bounds["strength"][0] == 3
    assert bounds["agility"][0] == 4  # one of the two points is gone
    for name, (_, most) in bounds.items():
        creation = creation_steps(find_game("dpi"), {"stats": {"strength": 4, name: most}}, {})
        assert "stat points" not in creation.error


@pytest.mark.rule("DPI-165")
def test_equipment_is_offered_as_far_as_the_funds_reach() -> None:
    form = steps("dpi", {"equipment": {"revolver": 1}})["equipment"].form
    assert isinstance(form, EntriesForm)
    assert form.purse is not None
    assert form.purse.unit == "$"
    for entry in form.names:
        price = int(entry.note.removeprefix("$").replace(",", ""))
        owned = 1 if entry.name == "revolver" else 0
        assert entry.most == owned + form.purse.left // price


def test_dice_say_which_field_they_settle() -> None:
    form = steps("light-dark", {})["dice"].form
    assert form == FacesForm(8, 6, instead_of="attributes")


@pytest.mark.parametrize(
    ("game", "wanted", "step", "rule"),
    [
        ("dpi", {"role": "operator", "ancestry": "vampire", "role_skills": ["stamina"]}, "role_skills", "DPI-A19"),
        ("light-dark", {"name": "Mara"}, "archetype", "LD-02"),
        ("twelves", {"scores": {"AGI": 9}}, "scores", "TW-01"),
        ("twelves", {"scores": {}, "tags": 3}, "scores", "TW-01"),
    ],
)
def test_what_is_wrong_names_the_step_at_which_it_is_mended(
    game: str, wanted: dict[str, Any], step: str, rule: str
) -> None:
    creation = creation_steps(find_game(game), wanted, {})
    assert (creation.step, creation.rule) == (step, rule)
    assert creation.sheet is None


def test_a_field_of_the_wrong_shape_names_its_step() -> None:
    scores = dict(zip(("AGI", "STR", "FIN", "INS", "PRE", "KNO"), (9, 8, 7, 6, 5, 4), strict=True))
    creation = creation_steps(find_game("twelves"), {"scores": scores, "tags": 3}, {})
    assert creation.step == "tags"


def test_a_game_that_says_nothing_of_forms_gets_a_choice_or_a_text() -> None:
    twelves = find_game("twelves")
    plain = Game(
        slug="plain",
        name="Plain",
        inventory=Inventory("rulewright.games.twelves"),
        options=twelves.options,
        rolls=(),
        creation=(
            CreationStep("colour", "Colour", (), lambda options, draft: Legal("one of these", ("red", "blue"))),
            CreationStep("name", "Name", (), lambda options, draft: Legal("any name")),
        ),
    )
    creation: CreationResponse = creation_steps(plain, {}, {})
    assert creation.steps[0].form == ChoiceForm(("red", "blue"))
    assert creation.steps[1].form == WordsForm(longest=1_000)
