"""Prints the rules, rolls, parameters and options of a game, and its faults."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import click
from msgspec import Struct

from rulewright.cli.arguments import game_named, object_of
from rulewright.cli.json_output import print_json
from rulewright.cli.terminal import columns, rule_lines
from rulewright.game import Game, find_game, working_games
from rulewright.game.plain_data import plain
from rulewright.game.presets import Preset
from rulewright.rules import BadInput
from rulewright.rules.options import Option
from rulewright.rules.parameters import Parameter, takes


def games_that_load() -> list[Game]:
    """Every installed game that loads; prints why others do not."""
    games, broken = working_games()
    for fault in broken:
        click.echo(f"rulewright: {fault}", err=True)
    return games


def check(slug: str, as_json: bool) -> bool:
    """Print every fault of a game and return whether there are none."""
    from rulewright.game.python_file import is_python_file
    from rulewright.testing import check_game
    from rulewright.testing.fights import not_compared

    found = list(map(str, check_game(slug)))
    duels = [] if is_python_file(slug) else not_compared(find_game(slug))
    if as_json:
        print_json({"game": slug, "faults": found, "not_compared": duels})
        return not found
    click.echo("\n".join(found) or f"{slug}: no faults found")
    if duels:
        words = "duels written apart from the table's actions, so the two were not compared"
        click.echo(f"rulewright: {words}: {', '.join(duels)} (a fight rule makes both)", err=True)
    return not found


def rules(slug: str, number: str | None, search: str | None, as_json: bool) -> None:
    """Print numbered rules and where they are used."""
    if number is not None and search is not None:
        raise BadInput("give the number of a rule or --search, not both")
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
        listed = [
            {
                "rule": one,
                "ours": one in inventory.rulings,
                "text": text,
                "used_in": game.used_in(one),
                "reads": inventory.reads(one),
            }
            for one, text in texts.items()
        ]
        print_json(listed[0] if number is not None else listed)
        return
    if not texts:
        click.echo(f"  no rule of {game.name} contains {search}")
    for line in rule_lines(inventory, texts):
        click.echo(line)
    if number is not None:
        for line in rule_lines(inventory, inventory.reads(number)):
            click.echo(line)
        for line in columns([("used in", ", ".join(game.used_in(number)) or "nothing yet")]):
            click.echo(line)


def rolls(slug: str, what: str | None, as_json: bool) -> None:
    """Print the catalogue of rolls, or one of them with its parameters."""
    game = game_named(slug)
    wanted = game.rolls if what is None else (game.roll(what),)
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
        print_json(listed if what is None else listed[0])
        return
    for one in wanted:
        click.echo(f"{click.style(one.name, bold=True)}: {one.summary}")
        if what is not None:
            click.echo(f"  dice: {one.dice_order}")
            table = _parameter_rows(one.parameters)
            for line in columns(table, ("parameter", "default", "meaning")) if table else []:
                click.echo(line)


def _parameter_rows(parameters: Sequence[Parameter]) -> list[tuple[str, str, str]]:
    """Each parameter with its default and meaning; of an object every part, by the name it is typed with."""
    rows: list[tuple[str, str, str]] = []
    seen: dict[type[Struct], str] = {}
    for taken in parameters:
        kind = object_of(taken.kind)
        if kind is None:
            rows.append((taken.name, _default(taken), _meaning(taken)))
        elif kind in seen:
            rows.append((taken.name, _default(taken), f"with the same parts as {seen[kind]}"))
        else:
            seen[kind] = taken.name
            rows.append((taken.name, _default(taken), taken.meaning or "with these parts"))
            rows += [(f"{taken.name}.{part.name}", _default(part), _meaning(part)) for part in takes(kind)]
    return rows


def _default(taken: Parameter) -> str:
    if taken.required:
        return "required"
    default = plain(taken.default)
    return "not set" if default is None else "{}" if isinstance(default, dict) else json.dumps(default)


def _meaning(taken: Parameter) -> str:
    return f"{taken.meaning}: {_allowed(taken.allowed)}" if taken.meaning else _allowed(taken.allowed)


def options(slug: str, everything: bool, search: str | None, as_json: bool) -> None:
    """Print the table options: presets and the rulings that matter most, all of them, or those found by a word."""
    game = game_named(slug)
    if as_json:
        print_json(plain(game.option_texts()))
        return
    for line in ruling_lines(game, {}, everything, search):
        click.echo(line)


def ruling_lines(game: Game, now: Mapping[str, Any], everything: bool = False, search: str | None = None) -> list[str]:
    """The rulings of a game at a table: presets and those that matter most first, the rest on request."""
    texts = game.option_texts()
    advised = {one.option: one for one in game.advised}
    lines: list[str] = []
    if search is None and game.presets():
        lines += columns([(one.name, _preset_words(one)) for one in game.presets()], ("preset", "options"))
    shown = [one for one in texts if search is not None and _means(one, search)]
    if search is None:
        first = [next(one for one in texts if one.name == name) for name in advised]
        shown = [*first, *(one for one in texts if one.name not in advised and (everything or not advised))]
    for one in shown:
        value = now.get(one.name, one.default)
        changed = "" if value == one.default else f" (default {_typed(one.default)})"
        mark = game.inventory.mark(one.ruling) if one.ruling else "ours"
        lines.append(f"{click.style(one.name, bold=True)} = {_typed(value)}{changed}  [{mark}]  {one.meaning}")
        if one.values:
            lines += [f"  {line}" for line in columns(list(one.values.items()))]
        else:
            lines.append(f"    {_allowed(one.allowed)}")
        if one.name in advised:
            lines += columns([("  the lab:", f"{_typed(advised[one.name].take)}. {advised[one.name].why}")])
    if search is not None and not shown:
        lines.append(f"  no ruling of {game.name} mentions {search}")
    elif len(shown) < len(texts) and search is None:
        lines.append(f"  and {len(texts) - len(shown)} more: `all` lists them, a word finds them")
    return lines


def _preset_words(preset: Preset) -> str:
    changed = ", ".join(f"{name}={_typed(value)}" for name, value in preset.options.items()) or "the defaults"
    return f"{changed}: {preset.words}"


def _means(option: Option, search: str) -> bool:
    return (
        search.lower() in f"{option.name} {option.meaning} {option.ruling} {' '.join(option.values.values())}".lower()
    )


def _typed(value: Any) -> str:
    return "not set" if value is None else value if isinstance(value, str) else json.dumps(value)


def _allowed(values: str) -> str:
    """The allowed values of a parameter or an option; one that may be left out says so."""
    return values.replace(" or null", ", or not set")
