"""Commands in the chat: `/roll 4d6kh3`, `/odds check score=7`, `/check ability=FIN`, `/help`."""

import re
import shlex
from typing import Any, Literal

from msgspec import Struct

from rulewright.game import Game
from rulewright.game.typed_input import pairs
from rulewright.rules import BadInput, shown
from rulewright.table.state import TableState


class Command(Struct, frozen=True):
    """A parsed command: an action, a roll or dice notation to do or to show the odds of, or the help."""

    verb: Literal["do", "odds", "help"]
    what: Literal["action", "roll", "notation"] = "action"
    name: str = ""
    params: dict[str, Any] = {}


def read_command(game: Game, state: TableState, seat: str, text: str) -> Command:
    """The command in a line that begins with a slash."""
    try:
        words = shlex.split(text.strip()[1:])
    except ValueError:
        raise BadInput("bad command: a quotation mark is not closed") from None
    verb, rest = (words[0].lower(), words[1:]) if words else ("help", [])
    actions = {action.name for action in game.actions}
    if verb == "help":
        return Command("help")
    if verb in ("roll", "r", "odds"):
        return _roll_or_odds(game, state, seat, "odds" if verb == "odds" else "do", rest)
    if verb in actions:
        return Command("do", "action", verb, _params(game, state, seat, verb, rest))
    raise BadInput(f"unknown command: /{shown(verb)} (allowed: /roll, /odds, /help, or /{', /'.join(sorted(actions))})")


def _roll_or_odds(game: Game, state: TableState, seat: str, verb: Literal["do", "odds"], rest: list[str]) -> Command:
    if not rest:
        raise BadInput("missing roll: write dice such as 4d6kh3, or the name of a roll and NAME=VALUE words")
    rolls = {roll.name for roll in game.rolls}
    name = rest[0].lower()
    if name in rolls and (verb == "do" or not _is_action(game, name) or not rest[1:] or _fits(game, name, rest[1:])):
        return Command(verb, "roll", name, pairs(rest[1:], "parameter"))
    if verb == "odds" and _is_action(game, name):
        return Command(verb, "action", name, _params(game, state, seat, name, rest[1:]))
    if re.search(r"[0-9]|d[%f]", name) or not re.fullmatch(r"[a-z][a-z-]*", name):
        return Command(verb, "notation", " ".join(rest))
    raise BadInput(f"unknown roll: {shown(name)} (allowed: {', '.join(sorted(rolls))}, or dice such as 4d6kh3)")


def _is_action(game: Game, name: str) -> bool:
    return any(action.name == name for action in game.actions)


def _fits(game: Game, roll: str, rest: list[str]) -> bool:
    """Whether every parameter that is given is one of the roll's."""
    known = {parameter.name for parameter in game.roll(roll).parameters}
    return {word.partition("=")[0].partition(".")[0] for word in rest} <= known


def _params(game: Game, state: TableState, seat: str, action: str, rest: list[str]) -> dict[str, Any]:
    """The parameters of an action; a player with one character may leave out who acts."""
    params = pairs(rest, "parameter")
    takes_who = any(parameter.name == "who" for parameter in game.action(action).parameters)
    own = [name for name, keeper in state.keepers.items() if keeper.seat == seat]
    if takes_who and "who" not in params and len(own) == 1:
        params = {"who": own[0], **params}
    return params


def help_text(game: Game) -> str:
    """The commands in a few lines."""
    return "\n".join(
        [
            "/roll 4d6kh3: any dice; /odds 4d6kh3: their exact odds",
            f"/roll NAME PARAMETER=VALUE ...: a roll of the game ({', '.join(roll.name for roll in game.rolls)})",
            "/odds NAME PARAMETER=VALUE ...: the exact odds of a roll or an action; only you see them",
            f"/ACTION PARAMETER=VALUE ...: an action ({', '.join(action.name for action in game.actions)})",
            "Put values with blanks in quotation marks: who='Toll Keeper'.",
        ]
    )
