"""Makes a character in the terminal: step by step with the legal choices and reasons, or at random."""

from collections.abc import Mapping
from random import SystemRandom
from typing import Any

import click

from rulewright.cli.play_console import Back, Console
from rulewright.cli.play_forms import form_lines, matching, read_form, written
from rulewright.cli.table_show import sheet_rows
from rulewright.cli.terminal import columns, rule_lines
from rulewright.game import CreationStep, Game, Legal
from rulewright.game.forms import ChoiceForm, FacesForm, WordsForm
from rulewright.game.plain_data import plain
from rulewright.game.random_character import random_character
from rulewright.rules import BadInput, BadParameter, Refused

Draft = dict[str, Any]


def create(console: Console, game: Game, options: Mapping[str, Any]) -> Draft:
    """The draft of a character that the game accepts; raises `Back` if the player goes back."""
    console.say("  s  step by step", "  r  any legal character, at random", "  b  back")
    how = console.ask_until("how?", _one_of("s", "r"))
    draft = _at_random(game, options) if how == "r" else _by_steps(console, game, options, {})
    titles = [step.title for step in game.creation]
    while True:
        problem = _problem(game, options, draft)
        if problem is None:
            console.say(*columns(sheet_rows(plain(game.new_sheet(draft, options)), game.words)))
            question = "Enter accepts; r makes another; a step's name changes it; b goes back:"
        else:
            console.refuse(problem)
            question = "change which step? (b goes back)"
        answer = console.ask(question)
        if answer in ("b", "back"):
            raise Back
        if not answer and problem is None:
            return draft
        if answer == "r":
            draft = _at_random(game, options)
            continue
        at = matching(answer, [step.field for step in game.creation])
        at = matching(answer, titles) if at is None else at
        if at is None:
            console.refuse(f"no step is called that (the steps: {', '.join(titles)})")
        else:
            draft = _step(console, game, options, game.creation[at], draft)


def _one_of(*letters: str) -> Any:
    def understand(answer: str) -> str:
        if answer[:1] not in letters:
            raise BadInput(f"type one of {', '.join(letters)}, b")
        return answer[:1]

    return understand


def _at_random(game: Game, options: Mapping[str, Any]) -> Draft:
    return dict(random_character(game, options, SystemRandom()).wanted)


def _by_steps(console: Console, game: Game, options: Mapping[str, Any], draft: Draft) -> Draft:
    console.say("  Enter skips a step, ? shows its rules, b goes back.")
    for step in game.creation:
        draft = _step(console, game, options, step, draft)
    return draft


def _step(console: Console, game: Game, options: Mapping[str, Any], step: CreationStep, draft: Draft) -> Draft:
    """Show the legal values of one step and read a value that the game accepts."""
    try:
        legal = step.legal(game.table_options(options), draft)
    except (Refused, BadInput) as wrong:
        legal = Legal(str(wrong))
    console.say(*_step_lines(game, step, legal, draft))

    def understand(text: str) -> Draft:
        if text == "?":
            console.say(*rule_lines(game.inventory, step.cites))
            raise BadInput(f"{step.title}: {legal.allowed}")
        if not text:
            if not step.optional and len(legal.choices) == 1:
                return draft | {step.field: legal.choices[0]}
            if not step.optional and step.field not in draft:
                raise BadInput(f"{step.title} cannot be left out: {legal.allowed}")
            return draft
        form = legal.form or (ChoiceForm(legal.choices) if legal.choices else WordsForm())
        wanted = draft | {step.field: read_form(text, form, game.words)}
        _refuse_step(game, options, step, legal, wanted)
        if isinstance(form, FacesForm) and not text[:1].isdigit():
            console.say(f"  rolled: {written(wanted[step.field])}")
        return wanted

    return console.ask_until(f"{step.title}{' (or Enter)' if step.optional else ''}:", understand)


def _step_lines(game: Game, step: CreationStep, legal: Legal, draft: Draft) -> list[str]:
    """The legal choices at a step, an example, and the illegal choices with their reasons."""
    lines = [click.style(f"  {step.title}", bold=True) + f": {legal.allowed}", *form_lines(legal.form, game.words)]
    example = _example(game, step.field)
    is_other = isinstance(legal.form, ChoiceForm) and example not in legal.form.values
    if example is not None and not is_other and not isinstance(legal.form, FacesForm):
        lines.append(f"    for example: {written(example)}")
    if step.field in draft:
        lines.append(f"    now: {written(draft[step.field])}")
    why: dict[str, list[str]] = {}
    for name, reason in legal.refused.items():
        why.setdefault(reason, []).append(game.words.value(name))
    lines += [f"    not {', '.join(names[:8])}{', ...' if len(names) > 8 else ''}: {one}" for one, names in why.items()]
    return lines


def _examples(game: Game) -> list[Draft]:
    """The drafts of the characters in the game's opening."""
    if game.opening is None:
        return []
    taken = game.action(game.joining).parameters[0].name
    wanted = [params.get(taken) for action, params in game.opening.steps if action == game.joining]
    return [dict(one) for one in wanted if isinstance(one, Mapping)]


def _example(game: Game, field: str) -> Any:
    """The value of a field in the game's opening."""
    return next((one[field] for one in _examples(game) if field in one), None)


def _refuse_step(game: Game, options: Mapping[str, Any], step: CreationStep, legal: Legal, draft: Draft) -> None:
    """Raise if the game refuses this step's value when the other required steps come from an example."""
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
