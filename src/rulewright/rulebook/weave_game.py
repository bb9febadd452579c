"""Weaves the reference page of any game: its numbered rules in sections, each roll with its odds, and the rulings."""

import html
import re
from collections.abc import Iterator
from typing import Any

from rulewright.game import Game
from rulewright.game.plain_data import plain
from rulewright.rulebook.render_markdown import inline
from rulewright.rulebook.weave import odds_figure, odds_rows, uses_in_words, usual_values, whole_page


def game_page(game: Game) -> str:
    """The reference page of a game as HTML."""
    sections = _sections(game)
    listed = [(_anchor(section), "", section) for section in sections]
    if game.inventory.rulings:
        listed.append(("rulings", "", "Rulings"))
    about = f"<p>{html.escape(game.inventory.summary)}</p>"
    body = "\n".join([*_rules(game, sections), *_rulings(game)])
    return whole_page(game.name, about, listed, f"<main>{body}</main>", game.look.light.strong)


def woven_game(game: Game) -> dict[str, Any]:
    """The reference of a game as plain data."""
    inventory = game.inventory
    return {
        "name": game.name,
        "slug": game.slug,
        "rules": [
            {"number": number, "section": rule.section, "text": rule.text, "used_in": game.used_in(number)}
            for number, rule in inventory.rules.items()
        ],
        "rulings": [
            {"number": number, "title": ruling.title, "text": ruling.text}
            for number, ruling in inventory.rulings.items()
        ],
        "rolls": [
            {
                "name": roll.name,
                "summary": roll.summary,
                "parameters": [[one.name, one.allowed, plain(one.default), one.meaning] for one in roll.parameters],
                "with": plain(usual_values(game, roll.name)),
                "odds": None
                if roll.name in _duels(game)
                else odds_rows(game, roll.name, usual_values(game, roll.name)),
            }
            for roll in game.rolls
        ],
    }


def _duels(game: Game) -> set[str]:
    return {duel.roll for duel in game.duels}


def _sections(game: Game) -> dict[str, list[str]]:
    """The numbers of the rules by section, in order."""
    found: dict[str, list[str]] = {}
    for number, rule in game.inventory.rules.items():
        found.setdefault(rule.section, []).append(number)
    return found


def _anchor(section: str) -> str:
    return "section-" + re.sub(r"[^a-z0-9]+", "-", section.lower()).strip("-")


def _rules(game: Game, sections: dict[str, list[str]]) -> Iterator[str]:
    """Every section; the odds of a roll stand under the first rule that it uses."""
    shown = _duels(game)
    for section, numbers in sections.items():
        yield f'<h2 id="{_anchor(section)}">{html.escape(section)}</h2>'
        for number in numbers:
            used = game.used_in(number)
            names = uses_in_words(game, number)
            note = f'<p class="used">Used in: {html.escape(names)}</p>' if names else ""
            text = inline(game.inventory.rules[number].text)
            yield f'<section id="{number}"><p><span class="number">{number}</span> {text}</p>{note}'
            for name in [one.removeprefix("roll ") for one in used if one.startswith("roll ")]:
                if name not in shown:
                    shown.add(name)
                    figure = odds_figure(game, name)
                    summary = html.escape(game.roll(name).summary)
                    yield f"<h4>{html.escape(name)}</h4><p>{summary}</p>{figure}" if figure else ""
            yield "</section>"


def _rulings(game: Game) -> Iterator[str]:
    """The rulings on open points of the rules, with the options of a table."""
    if not game.inventory.rulings:
        return
    yield '<h2 id="rulings">Rulings</h2>'
    options = {option.ruling: option for option in game.option_texts()}
    for number, ruling in game.inventory.rulings.items():
        yield f'<section id="{number}"><h3><span class="number">{number}</span> {html.escape(ruling.title)}</h3>'
        yield f"<p><small>ours, {game.inventory.behind(number)}</small></p>"
        yield f"<p>{inline(ruling.text)}</p>"
        option = options.get(number)
        if option is not None and option.values:
            rows = "".join(
                f"<tr><th>{html.escape(str(value))}</th><td>{inline(meaning)}</td></tr>"
                for value, meaning in option.values.items()
            )
            yield f"<table>{rows}</table>"
        yield "</section>"
