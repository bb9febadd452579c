"""`rulewright play --demo`: a fight played automatically."""

from collections.abc import Mapping
from typing import Any

import click

from rulewright.cli.play_advice import planned
from rulewright.cli.table_show import event_lines, people
from rulewright.game import Game, Opening, find_game, working_games
from rulewright.rules import BadInput
from rulewright.table import act
from rulewright.table.act import set_up
from rulewright.table.events import AnswerAwaited
from rulewright.table.perform import Attempt
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.event_view import view_log
from rulewright.table.views.table_view import view_table

_MOST_MOVES = 80


def demo(slug: str | None) -> None:
    """Play a game's example to the end of its fight, by the game's own plan, and print it."""
    game = _with_a_fight() if slug is None else find_game(slug)
    if game.opening is None:
        raise BadInput(f"{game.slug} has no example to play")
    tables, place = _table(game, game.opening)
    click.secho(f"=== {game.name}, played automatically ===", bold=True)
    click.echo(f"  {game.opening.words}")
    _do(tables, place, *game.opening.first)
    for _ in range(_MOST_MOVES):
        move = planned(game, tables.state(place.table))
        if move is None:
            break
        _do(tables, place, move.action, move.params)
    for line in people(view_table(tables, place)):
        click.echo(line)
    click.echo("\nPlay it yourself with `rulewright play`.")


def _table(game: Game, opening: Opening) -> tuple[Tables, TableSeat]:
    """A temporary table with a ready-made scene."""
    tables = Tables(MemoryStore())
    place, _ = tables.open(game.slug, "Rulewright")
    set_up(tables, place, opening, place.seat)
    return tables, place


def _with_a_fight() -> Game:
    """The last installed game whose example starts during a fight."""
    games, _ = working_games()
    for game in reversed(games):
        if game.opening is not None and game.fights is not None:
            tables, place = _table(game, game.opening)
            if view_table(tables, place).fight is not None:
                return game
    raise BadInput("no installed game has an example of a fight")


def _do(tables: Tables, place: TableSeat, action: str, params: Mapping[str, Any]) -> None:
    """Perform an action, take the first choice of every decision, and print the result."""
    event = act.submit(tables, place, Attempt("action", action, dict(params)))
    while isinstance(event.body, AnswerAwaited):
        event = act.answer(tables, place, event.body.pending, choices=event.body.need.choices[:1])
    for view in view_log(tables, place, event.seq - 1, 1):
        for line in event_lines(view):
            click.echo(line)
