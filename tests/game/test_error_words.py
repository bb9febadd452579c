"""Errors as sentences for players: the game's names, and nothing that only a program reads."""

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from rulewright.dice.notation import NotationError, notation
from rulewright.game import Words, find_game
from rulewright.game.error_words import as_sentence, error_sentence
from rulewright.rules import BadInput, BadParameter, Refused
from rulewright.rules.allowed import allowed_for_players
from rulewright.rules.parameters import read

WORDS = Words(names={"dark_dice": "Dark Dice"}, values={"first-aid": "first aid"})


class Check(Struct, frozen=True, forbid_unknown_fields=True):
    dark_dice: Annotated[int, Meta(ge=0, le=4)]
    kind: Literal["hit", "first-aid"] | None = None
    tags: tuple[str, ...] | None = None


@pytest.mark.parametrize(
    ("given", "line", "sentence"),
    [
        (
            {"dark_dice": 9},
            "bad parameter: dark_dice must be a whole number from 0 to 4, not 9",
            "Dark Dice must be a number from 0 to 4.",
        ),
        (
            {},
            "missing parameter: dark_dice must be a whole number from 0 to 4",
            "Dark Dice is missing: it must be a number from 0 to 4.",
        ),
        (
            {"dark_dice": 1, "kind": "x"},
            'bad parameter: kind must be one of hit, first-aid or null, not "x"',
            "Kind must be hit or first aid.",
        ),
        (
            {"dark_dice": 1, "tags": 3},
            "bad parameter: tags must be a list of items, each text or null, not 3",
            "Tags must be a list.",
        ),
        (
            {"colour": 1, "dark_dice": 1},
            "unknown parameter: colour (allowed: dark_dice, kind, tags)",
            "There is nothing called “colour” here.",
        ),
    ],
)
def test_a_value_that_does_not_fit_is_named_in_the_games_words(given: dict[str, Any], line: str, sentence: str) -> None:
    with pytest.raises(BadInput) as wrong:
        read(Check, given)
    assert str(wrong.value) == line
    said = error_sentence(wrong.value, WORDS)
    assert said == sentence


def test_allowed_names_are_listed_in_the_games_words() -> None:
    error = BadParameter("dark_dice", ("hit", "first-aid"), "x")
    assert str(error) == 'bad parameter: dark_dice must be one of hit, first-aid, not "x"'
    assert error_sentence(error, WORDS) == "Dark Dice must be hit or first aid."


def test_a_refusal_is_a_sentence_without_the_number_of_its_rule() -> None:
    refused = Refused("the modifier is -2, not 3-1", "TW-01")
    assert str(refused) == "the modifier is -2, not 3-1 (TW-01)"
    assert error_sentence(refused) == "The modifier is −2, not 3-1."
    assert as_sentence("ready?") == "Ready?"


def test_notation_that_cannot_be_read_is_quoted() -> None:
    with pytest.raises(NotationError) as wrong:
        notation("3d6+!")
    assert error_sentence(wrong.value) == "“!” is not dice notation (character 5)."


def test_a_character_who_is_not_there_is_named_with_those_who_are() -> None:
    game = find_game("twelves")
    with pytest.raises(BadParameter) as wrong:
        game.scene().sheet("Nobody", "target")
    assert error_sentence(wrong.value, game.words) == "Target: there is nothing to choose from yet."


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (Annotated[int, Meta(ge=0, le=4)] | None, "a number from 0 to 4"),
        (bool, "yes or no"),
        (Annotated[str, Meta(max_length=200)], "a text of at most 200 letters"),
        (Annotated[tuple[str, ...], Meta(max_length=50)], "a list of at most 50 entries"),
        (dict[str, int], "several values"),
    ],
)
def test_what_is_allowed_is_said_without_schema_text(hint: Any, words: str) -> None:
    assert allowed_for_players(hint) == words
