"""Tab completion: games, rolls, parameters, options and rule numbers, read from the games themselves."""

from typing import Any

import click
from click.shell_completion import CompletionItem

__all__ = [
    "complete_advice",
    "complete_duel",
    "complete_game",
    "complete_option",
    "complete_parameter",
    "complete_question",
    "complete_rule",
    "complete_what",
]


def complete_game(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Installed games."""
    from rulewright.game import installed_games

    return [CompletionItem(slug) for slug in installed_games() if slug.startswith(begun)]


def _game(context: click.Context) -> Any:
    from rulewright.game import find_game
    from rulewright.rules import BadInput

    # While an option's value is being typed, click leaves the words before it in `args`.
    named = context.params.get("game") or context.params.get("what") or (context.args or [""])[0]
    try:
        return find_game(str(named))
    except BadInput:
        return None


def complete_what(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The rolls of a game, or what can be derived in it."""
    game = _game(context)
    if game is None:
        return []
    named = game.derivations if context.info_name == "derive" else game.rolls
    return [
        CompletionItem(entry.name, help=getattr(entry, "summary", None))
        for entry in named
        if entry.name.startswith(begun)
    ]


def complete_parameter(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The roll's name first, then NAME= for its parameters."""
    given = context.params.get("words") or ()
    if not given:
        return complete_what(context, parameter, begun)
    game = _game(context)
    entries = {} if game is None else {entry.name: entry for entry in (*game.rolls, *game.derivations)}
    entry = entries.get(given[0])
    listed = entry.parameters if entry else []
    return [
        CompletionItem(f"{one.name}=", help=f"{one.meaning or one.allowed}")
        for one in listed
        if one.name.startswith(begun)
    ]


def complete_duel(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The name of a duel first, then NAME= for its parameters."""
    return _named_first(context, parameter, begun, "duels")


def complete_advice(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The name of a duel or of something a game advises on first, then NAME= for its parameters."""
    return _named_first(context, parameter, begun, "advised")


def _named_first(context: click.Context, parameter: click.Parameter, begun: str, what: str) -> list[CompletionItem]:
    if context.params.get("words"):
        return complete_parameter(context, parameter, begun)
    game = _game(context)
    if game is None:
        return []
    names = [duel.roll for duel in game.duels if what == "duels" or duel.best]
    if what == "advised":
        names += [adviser.name for adviser in game.advisers]
    return [CompletionItem(name) for name in dict.fromkeys(names) if name.startswith(begun)]


def complete_question(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The numbers of a game's open questions."""
    game = _game(context)
    if game is None:
        return []
    listed = [(str(question.number), question.title) for question in game.questions]
    return [CompletionItem(number, help=title) for number, title in listed if number.startswith(begun)]


def complete_option(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """NAME=VALUE for every table option."""
    game = _game(context)
    if game is None:
        return []
    found = []
    for option in game.option_texts():
        values = list(option.values) or [str(option.default)]
        found += [CompletionItem(f"{option.name}={value}", help=option.values.get(value)) for value in values]
    return [item for item in found if str(item.value).startswith(begun)]


def complete_rule(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Rule numbers."""
    game = _game(context)
    if game is None:
        return []
    texts = {number: entry.text for number, entry in game.inventory.rules.items()}
    texts |= {number: entry.title for number, entry in game.inventory.rulings.items()}
    return [CompletionItem(number, help=text) for number, text in texts.items() if number.startswith(begun.upper())]
