"""Makes a character in the terminal: step by step with what is legal and why, or at random."""

import shlex
from collections.abc import Mapping
from random import SystemRandom
from typing import Any

import click

from rulewright.cli.play_console import Back, Console
from rulewright.cli.table_show import sheet_rows
from rulewright.cli.terminal import columns
from rulewright.game import CreationStep, Game, Legal
from rulewright.game.outcomes import inline
from rulewright.game.plain_data import plain
from rulewright.game.random_character import random_character
from rulewright.game.typed_input import pairs, typed, value
from rulewright.rules import BadInput, BadParameter, Refused

Draft = dict[str, Any]


def create(console: Console, game: Game, options: Mapping[str, Any]) -> Draft:
    """The draft of a character that the game accepts; raises `Back` if the player goes back."""
    console.say("  s  step by step", "  r  any legal character, at random", "  b  back")
    how = console.ask_until("how?", _one_of("s", "r"))
    draft = _at_random(console, game, options) if how == "r" else _by_steps(console, game, options, {})
    while True:
        problem = _problem(game, options, draft)
        if problem is None:
            console.say(*columns(sheet_rows(plain(game.new_sheet(draft, options)))))
            answer = console.ask("Enter accepts; r makes another; a step's name changes it; b goes back:")
        else:
            console.refuse(problem)
            answer = console.ask(f"change which step? ({', '.join(step.field for step in game.creation)}; b goes back)")
        if answer in ("b", "back"):
            raise Back
        if not answer and problem is None:
            return draft
        if answer == "r":
            draft = _at_random(console, game, options)
            continue
        for step in game.creation:
            if answer == step.field:
                draft = _step(console, game, options, step, draft)


def _one_of(*letters: str) -> Any:
    def understand(answer: str) -> str:
        if answer[:1] not in letters:
            raise BadInput(f"type one of {', '.join(letters)}, b")
        return answer[:1]

    return understand


def _at_random(console: Console, game: Game, options: Mapping[str, Any]) -> Draft:
    return dict(random_character(game, options, SystemRandom()).wanted)


def _by_steps(console: Console, game: Game, options: Mapping[str, Any], draft: Draft) -> Draft:
    console.say("  Enter skips a step, ? shows its rules, b goes back.")
    for step in game.creation:
        draft = _step(console, game, options, step, draft)
    return draft


def _step(console: Console, game: Game, options: Mapping[str, Any], step: CreationStep, draft: Draft) -> Draft:
    """One step: shows what is legal and reads a value that the game accepts."""
    try:
        legal = step.legal(game.table_options(options), draft)
    except (Refused, BadInput) as wrong:
        legal = Legal(str(wrong))
    console.say(*_step_lines(game, step, legal, draft))

    def understand(text: str) -> Draft:
        if text == "?":
            texts = game.inventory.rules | game.inventory.rulings
            if cited := [(one, texts[one].text) for one in step.cites if one in texts]:
                console.say(*columns(cited))
            raise BadInput(f"{step.title}: {legal.allowed}")
        if not text:
            if not step.optional and step.field not in draft:
                raise BadInput(f"{step.title} cannot be left out: {legal.allowed}")
            return draft
        wanted = draft | {step.field: _value(text, legal, _example(game, step.field))}
        _refuse_step(game, options, step, legal, wanted)
        return wanted

    return console.ask_until(f"{step.title}{' (or Enter)' if step.optional else ''}:", understand)


def _step_lines(game: Game, step: CreationStep, legal: Legal, draft: Draft) -> list[str]:
    """What may be chosen at a step, an example of it, and what may not."""
    lines = [click.style(f"  {step.title}", bold=True) + f": {legal.allowed}"]
    if legal.choices:
        words = [f"{at} {inline(one)}" for at, one in enumerate(legal.choices, 1)]
        plainly = ["no" if one is False else "yes" if one is True else inline(one) for one in legal.choices]
        lines += columns([("", ", ".join(words if _is_numbered(legal) else plainly))])
    example = _example(game, step.field)
    if example is not None:
        lines.append(f"    for example: {_typed(example)}")
    if step.field in draft:
        lines.append(f"    now: {_typed(draft[step.field])}")
    why: dict[str, list[str]] = {}
    for name, reason in legal.refused.items():
        why.setdefault(reason, []).append(name)
    lines += [f"    not {', '.join(names[:8])}{', ...' if len(names) > 8 else ''}: {one}" for one, names in why.items()]
    return lines


def _examples(game: Game) -> list[Draft]:
    """The drafts of the characters in the game's opening."""
    steps = game.opening.steps if game.opening else ()
    wanted = [params.get("character") for action, params in steps if action == game.joining]
    return [dict(one) for one in wanted if isinstance(one, Mapping)]


def _example(game: Game, field: str) -> Any:
    """The value of a field in the game's opening."""
    return next((one[field] for one in _examples(game) if field in one), None)


def _typed(example: Any) -> str:
    """A value as it is typed."""
    if isinstance(example, dict):
        return " ".join(shlex.quote(pair) for pair in typed(example))
    if isinstance(example, list | tuple) and all(isinstance(one, str | int) for one in example):
        return ", ".join(map(str, example))
    if isinstance(example, list | tuple):
        return "; ".join(_typed(one) for one in example)
    return str(example)


def _value(text: str, legal: Legal, example: Any) -> Any:
    """What was typed: NAME=VALUE for an object, commas between several, a number of the list, or plain text.

    Of an object whose every value is given in order, the names may be left out.
    """
    if "=" in text:
        objects = [pairs(_split(part), "parameter") for part in text.split(";")]
        return objects if isinstance(example, list) else objects[0]
    values = text.replace(",", " ").split()
    if isinstance(example, Mapping) and len(values) == len(example):
        return dict(zip(example, map(value, values), strict=True))
    listed = [_listed(part.strip(), legal) for part in text.split(",") if part.strip()]
    is_list = isinstance(example, list) or any(isinstance(one, Mapping) for one in listed)
    return listed if is_list or len(listed) > 1 else listed[0]


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as wrong:
        raise BadInput(f"cannot be read: {wrong}") from None


def _listed(text: str, legal: Legal) -> Any:
    """A choice by its number where choices are words, yes or no where they are that, otherwise the value itself."""
    if _is_numbered(legal) and text.isdigit() and 1 <= int(text) <= len(legal.choices):
        return legal.choices[int(text) - 1]
    if True in legal.choices and text.lower() in ("yes", "no"):
        return text.lower() == "yes"
    return value(text)


def _is_numbered(legal: Legal) -> bool:
    """Whether choices go by numbers: not where they are numbers themselves."""
    return bool(legal.choices) and not any(isinstance(one, int) for one in legal.choices)


def _refuse_step(game: Game, options: Mapping[str, Any], step: CreationStep, legal: Legal, draft: Draft) -> None:
    """Refuse what the game refuses for this very step: tried with an example's other required steps."""
    if draft[step.field] in legal.choices:
        return
    required = {one.field for one in game.creation if not one.optional}
    filled = [{name: value for name, value in example.items() if name in required} for example in _examples(game)]
    problems = [_problem(game, options, example | draft) for example in (*filled, *_examples(game)) or [{}]]
    if None in problems:
        return
    problem = problems[0]
    is_cited = isinstance(problem, Refused) and problem.rule in step.cites
    is_named = isinstance(problem, BadParameter) and problem.name.split(".")[0] == step.field
    without = {name: value for name, value in draft.items() if name != step.field}
    is_new = any(_problem(game, options, example | without) is None for example in filled)
    if problem is not None and (is_cited or is_named or is_new):
        raise problem


def _problem(game: Game, options: Mapping[str, Any], draft: Draft) -> Refused | BadInput | None:
    try:
        game.create(game.table_options(options), draft)
    except (Refused, BadInput) as wrong:
        return wrong
    return None
