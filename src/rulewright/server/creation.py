"""Character creation step by step: the legal values at each step, and the finished sheet or the remaining error."""

from collections.abc import Mapping
from typing import Any

from rulewright.game import CreationStep, Game, Words, find_game
from rulewright.game.error_words import error_sentence
from rulewright.game.forms import ChoiceForm, WordsForm
from rulewright.game.plain_data import plain
from rulewright.game.random_character import legal_at
from rulewright.game.trackers import tracked
from rulewright.rules import BadInput, BadParameter, Refused
from rulewright.server.responses import CreationResponse, CreationStepState, SheetResponse


def finished_sheet(slug: str, wanted: Mapping[str, Any], given: Mapping[str, Any]) -> SheetResponse:
    """A finished character, or the refusal."""
    return SheetResponse(plain(find_game(slug).new_sheet(wanted, given)))


def creation_state(slug: str, wanted: Mapping[str, Any], given: Mapping[str, Any]) -> CreationResponse:
    """The steps of creation in the game of this slug, given the choices made so far."""
    return creation_steps(find_game(slug), wanted, given)


def creation_steps(game: Game, wanted: Mapping[str, Any], given: Mapping[str, Any]) -> CreationResponse:
    """Every step with its legal values, and the finished sheet or the remaining error."""
    options = game.table_options(given)
    steps = [_step(game.words, options, step, wanted) for step in game.creation]
    try:
        sheet = plain(game.new_sheet(wanted, given))
        return CreationResponse(steps, sheet=sheet, trackers=tracked(game.trackers, "sheet", sheet, game.words))
    except Refused as refused:
        rule = refused.rule or ""
        return CreationResponse(
            steps, error=error_sentence(refused, game.words), rule=rule, step=_step_to_fix(game, wanted, rule)
        )
    except BadParameter as bad:
        named = bad.name.partition(".")[0]
        known = {step.field for step in game.creation}
        return CreationResponse(steps, error=error_sentence(bad, game.words), step=named if named in known else "")
    except BadInput as bad:
        return CreationResponse(steps, error=error_sentence(bad, game.words))


def _step_to_fix(game: Game, wanted: Mapping[str, Any], rule: str) -> str:
    """The first open step that cites a rule; if none is open, the first that cites it."""
    citing = [step.field for step in game.creation if rule in step.cites]
    still_open = [field for field in citing if wanted.get(field) is None]
    return next(iter(still_open or citing), "")


def _step(words: Words, options: Any, step: CreationStep, wanted: Mapping[str, Any]) -> CreationStepState:
    legal, problem = legal_at(options, step, wanted)
    return CreationStepState(
        step.field,
        step.title,
        step.cites,
        step.optional,
        legal.allowed,
        tuple(plain(legal.choices)),
        {str(name): why for name, why in legal.refused.items()},
        legal.form or (ChoiceForm(legal.choices) if legal.choices else WordsForm(longest=1_000)),
        error_sentence(problem, words) if problem else "",
    )
