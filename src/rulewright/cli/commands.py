"""What each command does once its words are understood."""

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import click
from msgspec import Struct

from rulewright.cli.arguments import game_named, object_of, pairs, read_file
from rulewright.cli.cases import run_cases
from rulewright.cli.plot import check_picture, plot_odds
from rulewright.cli.terminal import bars, breakdown, columns, most_likely, the_rest
from rulewright.cli.waiting_line import Waiting
from rulewright.game import Game, find_game, working_games
from rulewright.game.outcomes import Row, inline, result_line, rows_of, summary
from rulewright.game.percent import percent
from rulewright.game.plain_data import odds_list, plain
from rulewright.game.typed_input import faces, typed
from rulewright.readings import Budget, OverBudget
from rulewright.rules import BadInput
from rulewright.rules.parameters import Parameter, takes

A = TypeVar("A")

_SIMULATED_RUNS = 1_000_000
_MOST_SHOWN = 24


def games_that_load() -> list[Game]:
    """Every installed game; what is wrong with one that is broken is told, and keeps nobody from the others."""
    games, broken = working_games()
    for fault in broken:
        click.echo(f"rulewright: {fault}", err=True)
    return games


def check(slug: str, as_json: bool) -> bool:
    """Look a game over and tell every fault; whether none was found."""
    from rulewright.game.check import faults

    found = list(faults(slug))
    if as_json:
        click.echo(json.dumps({"game": slug, "faults": found}))
    else:
        click.echo("\n".join(found) or f"{slug}: nothing wrong was found")
    return not found


def _roll_and_params(game: Game, words: tuple[str, ...]) -> tuple[str, dict[str, Any]]:
    names = ", ".join(entry.name for entry in game.rolls)
    if not words:
        raise BadInput(f"missing roll: {game.slug} has {names}")
    if "=" in words[0]:
        raise BadInput(f"missing roll before {words[0][:60]}: {game.slug} has {names}")
    return words[0], pairs(words[1:], "parameter")


def odds(
    slug: str,
    words: tuple[str, ...],
    option: tuple[str, ...],
    every: bool,
    seconds: float,
    in_float: bool,
    plot: str | None,
    as_json: bool,
) -> None:
    """Exact odds of a roll; in float64 or by a simulation, which the answer says, when that takes too long."""
    game = game_named(slug)
    name, params = _roll_and_params(game, words)
    chosen = pairs(option, "option")
    picture = None if plot is None else check_picture(plot)
    asked = {"game": game.slug, "roll": name, "params": params, "options": chosen}
    exact = None if in_float else _within(seconds, lambda budget: game.odds(name, params, chosen, budget))
    if exact is None:
        why = "as you asked" if in_float else f"exact odds take longer than {seconds:g} seconds"
        if not _in_float64(game, asked, seconds, why, every, picture, as_json):
            _simulated(game, asked, seconds, every, picture, as_json)
        return
    rows = [(plain(outcome), chance) for outcome, chance in exact.items()]
    caps = game.roll(name).cut_short(params, game.table_options(chosen))
    if picture is not None:
        plot_odds(picture, "\n".join([_title(asked), *caps]), rows_of(rows, every))
    if as_json:
        shown = {"method": "exact", "caps": caps} if caps else {"method": "exact"}
        click.echo(json.dumps({**asked, **shown, "odds": odds_list(exact)}))
    else:
        show_odds(game, asked, rows, every)


def _within(seconds: float, work: Callable[[Budget], A]) -> A | None:
    """What comes of some work, or None when it takes too long."""
    waiting = Waiting()
    try:
        return work(Budget(None, seconds, waiting))
    except OverBudget:
        return None
    finally:
        waiting.done()


def _in_float64(
    game: Game, asked: dict[str, Any], seconds: float, why: str, every: bool, picture: Path | None, as_json: bool
) -> bool:
    """The odds in float64; False when these take too long as well."""
    found = _within(seconds, lambda budget: game.chances(asked["roll"], asked["params"], asked["options"], budget))
    if found is None:
        return False
    rows: list[tuple[Any, float]] = [(plain(outcome), chance) for outcome, chance in found.items()]
    rows.sort(key=lambda row: json.dumps(row[0], sort_keys=True))
    labelled = rows_of([(outcome, Fraction(chance)) for outcome, chance in rows], every)
    method = f"In float64, so about 15 digits and not exact: {why}."
    if picture is not None:
        plot_odds(picture, f"{_title(asked)}\n{method}", labelled)
    if as_json:
        click.echo(json.dumps({**asked, "method": found.method, "odds": rows}))
        return True
    click.echo(click.style(_title(asked), bold=True))
    click.echo(f"  {method}")
    shown = labelled if every else most_likely(labelled, _MOST_SHOWN)
    for line in (*bars(shown), *the_rest(shown, labelled)):
        click.echo(line)
    return True


def _title(asked: dict[str, Any]) -> str:
    return " ".join([asked["game"], asked["roll"], *typed(asked["params"]), *typed(asked["options"])])


def show_odds(game: Game, asked: dict[str, Any], rows: list[Row], every: bool = False) -> None:
    """Odds for a person: bars by the outcome's words, then the numbers."""
    click.echo(click.style(_title(asked), bold=True))
    if rule := game.roll(asked["roll"]).summary:
        click.echo(f"  {rule}")
    labelled = rows_of(rows, every)
    shown = labelled if every else most_likely(labelled, _MOST_SHOWN)
    for line in (*bars(shown, exact=True), *the_rest(shown, labelled), *summary(rows)):
        click.echo(line)
    for cap in game.roll(asked["roll"]).cut_short(asked["params"], game.table_options(asked["options"])):
        click.echo(f"  {cap}")
    if len(labelled) < len(rows):
        click.echo(f"  {len(rows)} outcomes in all; --all shows them")


def _simulated(
    game: Game, asked: dict[str, Any], seconds: float, every: bool, picture: Path | None, as_json: bool
) -> None:
    from rulewright.readings.simulate import simulate

    entry, table = game.roll(asked["roll"]), game.table_options(asked["options"])
    arguments = entry.arguments(asked["params"], table)
    waiting = Waiting()
    try:
        budget = Budget(None, seconds, waiting)
        found = simulate(entry.rule, options=table, runs=_SIMULATED_RUNS, seed=0, budget=budget, **arguments)
    except OverBudget:
        raise BadInput(f"too large: not even simulated in {seconds:g} seconds; allow more with --seconds") from None
    finally:
        waiting.done()
    rows: list[tuple[Any, float, list[float]]] = []
    for outcome in found.counts:
        low, estimate, high = found.chance(outcome)
        rows.append((plain(outcome), estimate, [low, high]))
    rows.sort(key=lambda row: json.dumps(row[0], sort_keys=True))
    method = f"Exact odds take longer than {seconds:g} seconds: {found.runs:,} simulated runs"
    if picture is not None:
        estimates = [(outcome, Fraction(estimate)) for outcome, estimate, _ in rows]
        plot_odds(picture, f"{_title(asked)}\n{method}.", rows_of(estimates, every))
    if as_json:
        click.echo(json.dumps({**asked, "method": "simulated", "runs": found.runs, "odds": rows}))
        return
    click.echo(click.style(_title(asked), bold=True))
    click.echo(f"  {method}, 95% intervals.")
    rows.sort(key=lambda row: -row[1])
    shown = rows if every else rows[:_MOST_SHOWN]
    for outcome, estimate, (low, high) in shown:
        click.echo(f"  {result_line(outcome)}: {percent(estimate)} ({percent(low)} to {percent(high)})")
    for line in the_rest(shown, rows):
        click.echo(line)


def roll(
    slug: str, words: tuple[str, ...], option: tuple[str, ...], dice: str | None, seed: int | None, as_json: bool
) -> None:
    """Play a roll."""
    game = game_named(slug)
    name, params = _roll_and_params(game, words)
    chosen = pairs(option, "option")
    asked = {"game": game.slug, "roll": name, "params": params, "options": chosen}
    played = game.play(name, params, chosen, faces=faces(dice), random=None if seed is None else Random(seed))
    if as_json:
        shown = {"dice": played.faces, "outcome": plain(played.outcome), "breakdown": plain(played.breakdown)}
        click.echo(json.dumps({**asked, **shown}))
    else:
        show_roll(game, asked, played)


def show_roll(game: Game, asked: dict[str, Any], played: Any) -> None:
    """A played roll for a person: the result, then why."""
    click.echo(click.style(_title(asked), bold=True))
    click.echo(f"  {click.style(result_line(played.outcome), bold=True, fg='green')}")
    for line in breakdown(played):
        click.echo(line)
    if played.cites:
        click.echo(click.style(f"  rules: {', '.join(played.cites)}", dim=True))


def derive(slug: str, what: str | None, words: tuple[str, ...], option: tuple[str, ...], as_json: bool) -> None:
    """A derived value."""
    game = find_game(slug)
    if what is None:
        listed = ", ".join(entry.name for entry in game.derivations) or "no derived values"
        raise BadInput(f"missing derived value: {game.slug} has {listed}")
    value = plain(game.derive(what, pairs(words, "parameter"), pairs(option, "option")))
    click.echo(json.dumps(value) if as_json else "\n".join(_fields(value)))


def create(slug: str, file: str, words: tuple[str, ...], option: tuple[str, ...], as_json: bool) -> None:
    """A finished sheet; what is typed counts before what the file says."""
    game = find_game(slug)
    wanted = read_file(file)
    if not isinstance(wanted, dict):
        raise BadInput("malformed character: the file must hold one object")
    sheet = plain(game.new_sheet(wanted | pairs(words, "parameter"), pairs(option, "option")))
    click.echo(json.dumps(sheet) if as_json else "\n".join(_fields(sheet)))


def _fields(value: Any) -> list[str]:
    """An object as lines of names and values."""
    if not isinstance(value, dict):
        return [f"  {value}"]
    rows = []
    for name, part in value.items():
        shown = ("yes" if part else "no") if isinstance(part, bool) else inline(part)
        if isinstance(part, dict | list):
            shown = shown[1:-1] or "none"  # the brackets around the whole say nothing
        rows.append((name.replace("_", " "), shown))
    return columns(rows)


def cases(slug: str, file: str, as_json: bool) -> bool:
    """Run golden cases; whether none differs."""
    game = game_named(slug)
    counted = {True: 0, False: 0, None: 0}
    for answered in run_cases(game, read_file(file)):
        counted[answered["ok"]] += 1
        if as_json:
            click.echo(json.dumps(answered))
        elif answered["ok"] is False:
            answer = json.dumps(answered["answer"])
            click.echo(f"differs: {answered['id']}: {answer[:200]}{'...' if len(answer) > 200 else ''}")
    if not as_json:
        words = f"{counted[True]} as expected, {counted[False]} differ"
        click.echo(words + (f", {counted[None]} only answered" if counted[None] else ""))
    return counted[False] == 0


def rules(slug: str, number: str | None, search: str | None, as_json: bool) -> None:
    """Rules in words."""
    game = find_game(slug)
    inventory = game.inventory
    texts = {one: entry.text for one, entry in inventory.rules.items()}
    texts |= {one: f"{entry.title}. {entry.text}" for one, entry in inventory.rulings.items()}
    if number is not None:
        number = inventory.find(number)
        texts = {number: texts[number]}
    if search is not None:
        texts = {one: text for one, text in texts.items() if search.lower() in text.lower()}
    if as_json:
        listed = [{"rule": one, "text": text, "used_in": game.used_in(one)} for one, text in texts.items()]
        click.echo(json.dumps(listed[0] if number is not None else listed))
        return
    if not texts:
        click.echo(f"  nothing in the rules of {game.name} speaks of {search}")
    for line in columns(list(texts.items())) if texts else []:
        click.echo(line)
    if number is not None:
        for line in columns([("used in", ", ".join(game.used_in(number)) or "nothing yet")]):
            click.echo(line)


def rolls(slug: str, name: str | None, as_json: bool) -> None:
    """The catalogue of rolls, or one of them with its parameters."""
    game = game_named(slug)
    wanted = game.rolls if name is None else (game.roll(name),)
    if as_json:
        listed = [
            {
                "roll": one.name,
                "summary": one.summary,
                "dice": one.dice_order,
                "parameters": [
                    {
                        "name": taken.name,
                        "allowed": taken.allowed,
                        "required": taken.required,
                        "default": plain(taken.default),
                        "meaning": taken.meaning,
                    }
                    for taken in one.parameters
                ],
            }
            for one in wanted
        ]
        click.echo(json.dumps(listed if name is None else listed[0]))
        return
    for one in wanted:
        click.echo(f"{click.style(one.name, bold=True)}: {one.summary}")
        if name is not None:
            click.echo(f"  dice: {one.dice_order}")
            table = _parameter_rows(one.parameters)
            for line in columns(table, ("parameter", "default", "meaning")) if table else []:
                click.echo(line)


def _parameter_rows(parameters: Sequence[Parameter]) -> list[tuple[str, str, str]]:
    """Each parameter with its default and meaning; of an object every part, under the name it is typed with."""
    rows: list[tuple[str, str, str]] = []
    told: dict[type[Struct], str] = {}
    for taken in parameters:
        kind = object_of(taken.kind)
        if kind is None:
            rows.append((taken.name, _default(taken), _meaning(taken)))
        elif kind in told:
            rows.append((taken.name, _default(taken), f"with the same parts as {told[kind]}"))
        else:
            told[kind] = taken.name
            rows.append((taken.name, _default(taken), taken.meaning or "with these parts"))
            rows += [(f"{taken.name}.{part.name}", _default(part), _meaning(part)) for part in takes(kind)]
    return rows


def _default(taken: Parameter) -> str:
    if taken.required:
        return "required"
    return "{}" if isinstance(plain(taken.default), dict) else json.dumps(plain(taken.default))


def _meaning(taken: Parameter) -> str:
    return f"{taken.meaning}: {taken.allowed}" if taken.meaning else taken.allowed


def options(slug: str, as_json: bool) -> None:
    """Table options in words."""
    game = game_named(slug)
    if as_json:
        click.echo(json.dumps(plain(game.option_texts())))
        return
    for option in game.option_texts():
        default = json.dumps(option.default) if not isinstance(option.default, str) else option.default
        click.echo(f"{click.style(option.name, bold=True)} = {default}  [{option.ruling}]  {option.meaning}")
        if option.values:
            for line in columns([(value, words) for value, words in option.values.items()]):
                click.echo(f"  {line}")
        else:
            click.echo(f"    {option.allowed}")
