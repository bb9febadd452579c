"""`rulewright table luck`: who was lucky in the last fight of a table or of a table's file."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from rulewright.cli.lab_output import check_targets, show_answer
from rulewright.cli.progress import Bar
from rulewright.cli.table_commands import find_table, is_file, opened, reading
from rulewright.game import Game
from rulewright.game.plain_data import plain
from rulewright.lab.fights import FightSetup, sides_by_plan
from rulewright.lab.present import course_answer
from rulewright.lab.win_chance import course, moments_of
from rulewright.rules import Refused
from rulewright.table.import_table import import_table
from rulewright.table.last_fight import last_fight, sides
from rulewright.table.perform import table_options
from rulewright.table.state import TableState
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.viewer import Viewer


def luck(
    store: str | None, name: str, at: int | None, runs: int, plot: str | None, out: str | None, as_json: bool
) -> None:
    """Print the course of the last fight, and who was lucky."""
    check_targets(plot, out)
    with _open_table(store, name) as (tables, place):
        log = tables.log(place.table)
        state = tables.state(place.table) if at is None else log.at(at)
        game = tables.game(state)
        fought = last_fight(log, game, state, Viewer.of(state, place.seat))
    if fought.status is None or not fought.actions:
        raise Refused("no fight has been fought at this table" + ("" if at is None else f" before event {at}"))
    setup = _setup(game, state, fought.status.order)
    moments = moments_of(game, fought.actions)
    with Bar("actions") as bar:
        bar(0, len(moments))
        counted = count()
        found = course(setup, moments, "heroes", runs, goes_on=lambda: bar(next(counted), len(moments)))
    members = {side: list(one.members) for side, one in setup.sides.items()}
    data = {"table": name, "game": game.slug, "sides": members, **plain(found)}
    title = f"{state.settings.title}: {', '.join(members['heroes'])} against {', '.join(members['foes'])}"
    show_answer(title, course_answer(found), plot, out, data if as_json else None)


@contextmanager
def _open_table(store: str | None, name: str) -> Iterator[tuple[Tables, TableSeat]]:
    """Yield a table of the store, or one from a file, which is opened in memory without touching the store."""
    if not is_file(name):
        with opened(store) as tables:
            yield tables, find_table(tables, name)
        return
    with reading(name) as lines:
        tables = Tables(MemoryStore())
        yield tables, import_table(tables, lines)[0]


def _setup(game: Game, state: TableState, order: tuple[str, ...]) -> FightSetup:
    """The players' characters against the rest, each side by the game's first plan."""
    heroes, foes = sides(state, order)
    if not heroes or not foes:
        raise Refused("all characters of this fight are on one side")
    return sides_by_plan(game, table_options(state), {"heroes": heroes, "foes": foes})
