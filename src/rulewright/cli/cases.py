"""`rulewright cases`: golden cases, questions with known answers in one JSON file."""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import click

from rulewright.cli.arguments import game_named, read_file
from rulewright.cli.json_output import print_json
from rulewright.dice import FaceError, fraction_of_text
from rulewright.game import Game
from rulewright.game.plain_data import odds_list, plain
from rulewright.readings import Budget, ChoiceError, Need, OverBudget, Undecided
from rulewright.rules import BadInput, Refused


def cases(slug: str, file: str, as_json: bool) -> bool:
    """Run golden cases, print those that differ, and return whether there are none."""
    game = game_named(slug)
    counted = {True: 0, False: 0, None: 0}
    for answered in run_cases(game, read_file(file)):
        counted[answered["ok"]] += 1
        if as_json:
            print_json(answered)
        elif answered["ok"] is False:
            answer = json.dumps(answered["answer"])
            click.echo(f"differs: {answered['id']}: {answer[:200]}{'...' if len(answer) > 200 else ''}")
    if not as_json:
        words = f"{counted[True]} as expected, {counted[False]} differ"
        click.echo(words + (f", {counted[None]} without an expected value" if counted[None] else ""))
    return counted[False] == 0


def run_cases(game: Game, cases: Any) -> Iterator[dict[str, Any]]:
    """Each case with its answer and whether that is the expected one."""
    if not isinstance(cases, list):
        raise BadInput("a file of cases must be a JSON list of objects")
    for case in cases:
        if not isinstance(case, dict):
            yield {"id": None, "ok": False, "answer": {"error": "a case must be an object"}}
            continue
        answer = _answer(game, case)
        yield {"id": case.get("id"), "ok": _as_expected(case, answer), "answer": answer}


def _answer(game: Game, case: dict[str, Any]) -> Any:
    try:
        return _ask(game, case)
    except (BadInput, Refused, ChoiceError, FaceError, Need, OverBudget, Undecided) as error:
        return {"error": str(error)}
    except Exception as error:  # an error in one case does not stop the others
        return {"error": f"internal error: {type(error).__name__}: {error}"}


def _ask(game: Game, case: dict[str, Any]) -> Any:
    options = _object(case, "options")
    if "create" in case:
        return plain(game.new_sheet(_object(case, "create"), options))
    if "derive" in case:
        inputs = dict(_object(case, "derive"))
        what = inputs.pop("what", None)
        if not isinstance(what, str):
            raise BadInput('a derive case names what it asks for: {"what": NAME, ...}')
        return plain(game.derive(what, inputs, options))
    roll = case.get("roll")
    if not isinstance(roll, str):
        raise BadInput("a case must have one of roll, derive, create")
    params = _object(case, "params")
    if "dice" in case:
        faces = case["dice"]
        if not isinstance(faces, list) or not all(type(face) is int for face in faces):
            raise BadInput("the dice of a case must be a list of faces")
        return plain(game.play(roll, params, options, faces=faces).outcome)
    return odds_list(game.odds(roll, params, options, budget=Budget(paths=None)))


def _object(case: dict[str, Any], field: str) -> Mapping[str, Any]:
    value = case.get(field) or {}
    if not isinstance(value, dict):
        raise BadInput(f"{field} of a case must be an object")
    return value


def _as_expected(case: dict[str, Any], answer: Any) -> bool | None:
    failed = isinstance(answer, dict) and set(answer) == {"error"}
    if "error" in case:
        return failed and str(case["error"]).lower() in answer["error"].lower()
    if "odds" in case:
        return not failed and _same_odds(case["odds"], answer)
    if "outcome" in case:
        return bool(answer == case["outcome"])
    if "expect" in case:
        return not failed and _has(answer, case["expect"])
    return None


def _same_odds(expected: Any, answer: Any) -> bool:
    try:
        return _by_outcome(expected) == _by_outcome(answer)
    except (TypeError, ValueError, ArithmeticError):
        return False


def _by_outcome(odds: Any) -> dict[str, Fraction]:
    return {json.dumps(outcome, sort_keys=True): fraction_of_text(str(chance)) for outcome, chance in odds}


def _has(answer: Any, expected: Any) -> bool:
    """Whether every field named in `expected` has that value; other fields are not compared."""
    if isinstance(expected, dict) and isinstance(answer, dict):
        return all(field in answer and answer[field] == value for field, value in expected.items())
    return bool(answer == expected)
