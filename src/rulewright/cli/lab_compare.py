"""`rulewright lab compare`: the exact odds of several rulings side by side."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulewright.cli.arguments import game_named, name_and_words, pairs, read_file
from rulewright.cli.failures import time_limit
from rulewright.cli.lab_output import check_targets, show_answer
from rulewright.cli.progress import Bar, clock_line
from rulewright.game import Game
from rulewright.lab.compare import ComparedSide, compare_sides, comparison_answer, sides_of
from rulewright.lab.compare_sweep import compare_swept, swept_answer
from rulewright.lab.figures import figure
from rulewright.lab.sweep import Grid, SweepAxis, values_of
from rulewright.rules import BadInput


def compare(
    slug: str,
    words: tuple[str, ...],
    option: tuple[str, ...],
    rules: tuple[str, ...],
    against: str | None,
    figures: tuple[str, ...],
    seconds: float,
    plot: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Print exact odds side by side, at one point or over a sweep."""
    game = game_named(slug)
    check_targets(plot, out)
    roll, given = name_and_words(game, words, "roll", [entry.name for entry in game.rolls])
    game.roll(roll)
    params, axes = {}, []
    for name, values in _alternatives(given, "parameter").items():
        spread = values_of(name, values[0]) if isinstance(values[0], str) else values[:1]
        if len(values) == 1 and len(spread) > 1:
            axes.append(SweepAxis("parameter", name, spread))
        else:
            params[name] = values
    sides = _sides(game, roll, params, _alternatives(option, "option"), rules, against)
    wanted = [figure(text) for text in figures]
    rulings = [*option, *(f"--rules {name}" for name in rules), *([f"--against {against}"] if against else [])]
    title = " ".join([slug, roll, *given, *rulings])
    asked: dict[str, Any] = {
        "game": slug,
        "roll": roll,
        "sides": [
            {"label": side.label, "game": side.game.slug, "params": side.params, "options": side.options}
            for side in sides
        ],
        "method": "exact",
    }
    if axes:
        if len(wanted) > 1:
            raise BadInput("a sweep shows one figure: give --figure once")
        bar = Bar("rolls")
        try:
            with time_limit(seconds):
                found = compare_swept(sides, axes, wanted[0] if wanted else None, bar, seconds)
        finally:
            bar.done()
        answer = swept_answer(found)
        listed = [{"name": axis.name, "values": list(axis.values)} for axis in axes]
        data = {**asked, "figure": found.figure.text, "axes": listed, "values": found.values}
    else:
        with time_limit(seconds), clock_line():
            comparison = compare_sides(sides, wanted, seconds)
        answer = comparison_answer(comparison)
        outcomes = [[outcome, chances] for outcome, chances in comparison.outcomes]
        summed = [[one.text, values] for one, values in comparison.figures]
        data = {**asked, "outcomes": outcomes, "figures": summed}
    data["conclusion"] = answer.conclusion
    show_answer(title, answer, plot, out, data if as_json else None)


def _alternatives(given: Sequence[str], noun: str) -> dict[str, list[Any]]:
    """The values given for each dotted name in NAME=VALUE pairs, where a name may be repeated."""
    found: dict[str, list[Any]] = {}
    for pair in given:
        name, _, text = pair.partition("=")
        pairs([pair], noun)  # raises `BadInput` if it is not a pair
        found.setdefault(name, []).append(pairs([f"value={text}"], noun)["value"])
    return found


def _sides(
    game: Game,
    roll: str,
    params: Mapping[str, Sequence[Any]],
    options: Mapping[str, Sequence[Any]],
    rules: Sequence[str],
    against: str | None,
) -> list[ComparedSide]:
    if not rules and against is None:
        return sides_of(game, roll, params, options)
    again = [name for name, values in (*params.items(), *options.items()) if len(values) > 1]
    if again:
        raise BadInput(f"{again[0]} is given twice: with --rules or --against, give it once")
    base = Grid({}, {name: values[0] for name, values in options.items()}, _one_of_each(params)).point(0)
    if against is not None:
        other = game_named(against)
        return [ComparedSide(one.slug, one, roll, base.params, base.options) for one in (game, other)]
    sides = [ComparedSide("default", game, roll, base.params, base.options)] if len(rules) == 1 else []
    for name in rules:
        chosen = read_file(name)
        if not isinstance(chosen, dict):
            raise BadInput(f"malformed rules: {name[:100]} must hold one object of options")
        sides.append(ComparedSide(Path(name).stem, game, roll, base.params, {**base.options, **chosen}))
    return sides


def _one_of_each(params: Mapping[str, Sequence[Any]]) -> tuple[SweepAxis, ...]:
    return tuple(SweepAxis("parameter", name, values) for name, values in params.items())
