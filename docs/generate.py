"""Writes the generated pages of the documentation for every installed game.

`reference/GAME.md` has its rules, rulings, rolls, options and actions; `reports/GAME.md` and `.html` have the
designer's open questions with their answers, which takes a few minutes. `generate.py reference` writes only the first;
`generate.py who-may` only the tables of `who-may.md`.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulewright.game import Game, find_game, installed_games
from rulewright.game.who_may import who_may
from rulewright.lab.answers import questions_of
from rulewright.lab.report_formats import write_report
from rulewright.rules.parameters import Parameter

REFERENCE = Path(__file__).parent / "reference"
REPORTS = Path(__file__).parent / "reports"
WHO_MAY = Path(__file__).parent / "who-may.md"
_WHO_MAY_HEAD = (
    "| action | who may take it | the acting player sets | the GM sets | others set |",
    "|---|---|---|---|---|",
)
GAMES_BEGIN = "<!-- games: written by docs/generate.py -->"


def page(game: Game) -> str:
    """The reference page of one game."""
    lines = [f"# {game.name}", "", game.inventory.summary, ""]
    lines += [f"This page is generated from the game. [Another page](../games/{game.slug}.md) says how to play it.", ""]
    lines += ["## Rolls", ""]
    for roll in game.rolls:
        lines += [f"### `{roll.name}`", "", roll.summary, "", f"Dice: {roll.dice_order}.", "", *_taken(roll.parameters)]
    lines += ["## Derived values", ""]
    for derivation in game.derivations:
        lines += [f"### `{derivation.name}`", "", *_taken(derivation.parameters)]
    lines += ["## Actions", "", "| action | by | what |", "|---|---|---|"]
    by = {one.action: one.who for one in who_may(game)}
    lines += [f"| `{action.name}` | {by[action.name]} | {action.summary} |" for action in game.actions]
    lines += ["", "## Options", ""]
    lines += [f"- Preset **{one.name}**: {one.words}{_changed(one.options)}." for one in game.presets()]
    if game.advised:
        lines += ["", "The options that matter most, with what the lab recommends and why:", ""]
    lines += [f"- `{one.option}`: `{json.dumps(one.take)}`. {one.why}" for one in game.advised]
    lines += [""]
    for option in game.option_texts():
        mark = game.inventory.mark(option.ruling) if option.ruling else "ours"
        lines += [f"### `{option.name}`", "", f"{option.meaning or option.allowed} ({mark})", ""]
        lines += [f"- default: `{json.dumps(option.default)}`"]
        lines += [f"- `{value}`: {words}" for value, words in option.values.items()]
        lines += [""]
    lines += ["## Rules", ""]
    section = ""
    for number, rule in game.inventory.rules.items():
        if rule.section != section:
            section = rule.section
            lines += ["", f"### {section}", ""]
        lines += [f"- **{game.inventory.mark(number)}** {rule.text}"]
    lines += ["", "## Rulings", "", "Each is ours. In brackets are the rules of the draft that it interprets.", ""]
    for number, one in game.inventory.rulings.items():
        lines += [f"- **{game.inventory.mark(number)}: {one.title}** ({game.inventory.behind(number)}). {one.text}"]
    return "\n".join(lines) + "\n"


def _changed(options: Mapping[str, Any]) -> str:
    """The options that a preset changes, in brackets; empty if it changes none."""
    return f" ({', '.join(f'`{name}`: `{json.dumps(value)}`' for name, value in options.items())})" if options else ""


def with_who_may(text: str, games: list[Game]) -> str:
    """The page on who may do what, with new tables for these games."""
    lines = [text[: text.index(GAMES_BEGIN)] + GAMES_BEGIN]
    for game in games:
        lines += ["", f"## {game.name} (`{game.slug}`)", "", *_WHO_MAY_HEAD]
        for one in who_may(game):
            actor, gm, others = ", ".join(one.actor), ", ".join(one.gm), "; ".join(one.others)
            lines.append(f"| {one.action} | {one.who} | {actor} | {gm} | {others} |")
    return "\n".join(lines) + "\n"


def report(game: Game, folder: Path) -> None:
    """Writes the answers to the designer's open questions of one game."""
    answered = [(question, question.answer()) for question in questions_of(game.slug)]
    write_report(folder, f"{game.name}: the designer's open questions", answered, game.slug)


def _taken(parameters: list[Parameter]) -> list[str]:
    if not parameters:
        return []
    rows = ["| parameter | allowed | default | meaning |", "|---|---|---|---|"]
    for one in parameters:
        default = "required" if one.required else f"`{_default(one.default)}`"
        rows.append(f"| `{one.name}` | {one.allowed} | {default} | {one.meaning} |")
    return [*rows, ""]


def _default(value: object) -> str:
    plain = isinstance(value, str | int | float | bool | None | tuple)
    return json.dumps(value) if plain else "{}"


def main() -> None:
    """Writes all pages."""
    WHO_MAY.write_text(with_who_may(WHO_MAY.read_text(), [find_game(slug) for slug in installed_games()]))
    if "who-may" in sys.argv[1:]:
        return
    REFERENCE.mkdir(exist_ok=True)
    for slug in installed_games():
        (REFERENCE / f"{slug}.md").write_text(page(find_game(slug)))
        if "reference" not in sys.argv[1:]:
            report(find_game(slug), REPORTS)


if __name__ == "__main__":
    main()
