"""`rulewright roll GAME ROLL`: a roll played once, with its breakdown."""

from random import Random
from typing import Any, NamedTuple

import click

from rulewright.cli.arguments import game_named, name_and_words, pairs
from rulewright.cli.json_output import print_json
from rulewright.cli.terminal import breakdown, cited_lines
from rulewright.game import Game
from rulewright.game.outcomes import result_line
from rulewright.game.plain_data import plain
from rulewright.game.typed_input import faces_or_cards, typed
from rulewright.readings import Played, stopped_after

_SECONDS = 5.0  # seconds of CPU time after which a roll counts as endless


class RollCommand(NamedTuple):
    """A roll with its parameters and options, as typed."""

    game: Game
    roll: str
    params: dict[str, Any]
    options: dict[str, Any]

    @property
    def title(self) -> str:
        """The words of the command after its name."""
        return " ".join([self.game.slug, self.roll, *typed(self.params), *typed(self.options)])

    def as_json_of(self, noun: str) -> dict[str, Any]:
        """The fields that begin every JSON answer; `noun` is the key of the roll's name."""
        return {"game": self.game.slug, noun: self.roll, "params": self.params, "options": self.options}

    def named(self, slug: str) -> str:
        """The title with `slug` in place of the game's own, such as the path of its file."""
        return slug + self.title.removeprefix(self.game.slug)

    @property
    def caps(self) -> tuple[str, ...]:
        """The outcome's fields whose largest value means "that much or more"."""
        return self.game.roll(self.roll).cut_short(self.params, self.game.table_options(self.options))


def roll_command(what: str, words: tuple[str, ...], option: tuple[str, ...]) -> RollCommand:
    """The roll that a command names: GAME ROLL [NAME=VALUE]... --option NAME=VALUE."""
    game = game_named(what)
    roll, given = name_and_words(game, words, "roll", [entry.name for entry in game.rolls])
    return RollCommand(game, roll, pairs(given, "parameter"), pairs(option, "option"))


def roll(
    what: str, words: tuple[str, ...], option: tuple[str, ...], dice: str | None, seed: int | None, as_json: bool
) -> None:
    """Roll once and print the result with its breakdown."""
    command = roll_command(what, words, option)
    random = None if seed is None else Random(seed)
    faces = faces_or_cards(dice)
    with stopped_after(_SECONDS):
        played = command.game.play(command.roll, command.params, command.options, faces=faces, random=random)
    if as_json:
        shown = {"dice": played.faces, "outcome": plain(played.outcome), "breakdown": plain(played.breakdown)}
        print_json({**command.as_json_of("roll"), **shown})
    else:
        show_roll(command, played)


def show_roll(command: RollCommand, played: Played[Any]) -> None:
    """Print a played roll for a person: the result, then the breakdown."""
    click.echo(click.style(command.title, bold=True))
    click.echo(f"  {click.style(result_line(played.outcome), bold=True, fg='green')}")
    inventory = command.game.inventory
    for line in (*breakdown(played, inventory), *cited_lines(inventory, played.cites)):
        click.echo(line)
