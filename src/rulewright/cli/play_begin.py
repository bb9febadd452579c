"""Starts `rulewright play`: continues a table, or opens a new one with or without the game's example."""

import click

from rulewright.cli.play_console import REFUSALS, Back, Console, Leave
from rulewright.cli.play_session import Session
from rulewright.cli.table_commands import master_of, opened
from rulewright.cli.table_show import moment, scene_lines
from rulewright.cli.terminal import columns, wrapped
from rulewright.game import Game, Opening, find_game, working_games
from rulewright.game.words import capital
from rulewright.table.act import set_up
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.wording import printable

_MOST_OFFERED = 9
_NEW = "a new table"


def begin(slug: str | None, file: str | None, new: bool, console: Console | None = None) -> None:
    """Play until the players leave; everything is saved as it happens."""
    console = console or Console()
    game = None if slug is None else find_game(slug)
    rulebook = f" {slug}" if slug is not None and slug.endswith(".md") else ""  # no installed game has its name
    again = f"rulewright play{rulebook}" + (f" --file {file}" if file else "")
    with opened(file, there=False) as tables:
        try:
            session = _session(console, tables, game, new)
        except Leave:
            console.say("", f"No table was opened. Start again with `{again}`.")
            return
        try:
            session.run()
        except Leave:
            console.say("", f"Saved. Continue with `{again}`.")


def _session(console: Console, tables: Tables, game: Game | None, new: bool) -> Session:
    """The table to play at: an unfinished one, or a new one."""
    unfinished = [] if new else _unfinished(tables, game)
    while unfinished:
        titles = [_NEW, *(line for line, _ in unfinished)]
        console.say(click.style("Continue a table, or start another?", bold=True))
        try:
            picked = titles.index(console.pick("which?", titles))
        except Back:
            continue
        if picked == 0:
            break
        return Session(console, tables, unfinished[picked - 1][1])
    while True:
        try:
            return _new_table(console, tables, game or _pick_game(console))
        except Back:
            game = None
        except REFUSALS as wrong:
            console.refuse(wrong)


def _unfinished(tables: Tables, game: Game | None) -> list[tuple[str, TableSeat]]:
    """The tables that are not closed, the most recently played first."""
    found = []
    for table in tables.store.tables():
        state = tables.state(table)
        if state.closed or (game is not None and state.game != game.slug):
            continue
        last = tables.log(table).event(state.seq).at
        there = ", ".join(state.scene["characters"]) or "no characters yet"
        words = f"{printable(state.settings.title)}, {moment(last)}: {printable(there)}"
        found.append((last, words, master_of(tables, table)))
    found.sort(key=lambda one: one[0], reverse=True)
    return [(words, place) for _, words, place in found[:_MOST_OFFERED]]


def _pick_game(console: Console) -> Game:
    games, _ = working_games()
    console.say(click.style("What do you want to play?", bold=True))
    names = [game.name for game in games]
    name = console.pick("which game?", names, [game.inventory.summary for game in games])
    return games[names.index(name)]


def _new_table(console: Console, tables: Tables, game: Game) -> Session:
    console.say(click.style(game.name, bold=True))
    opening = _pick_opening(console, game)
    place, _ = tables.open(game.slug, capital(game.words.gm))
    session = Session(console, tables, place)
    if opening is not None:
        set_up(tables, place, opening, place.seat)
        session.suggest(opening.first[0], dict(opening.first[1]))
        heroes = ", ".join(opening.heroes)
        console.say("", *scene_lines(opening))
        console.say(f"  Examples to play with: {heroes}. `new` makes one of your own.")
    return session


def _pick_opening(console: Console, game: Game) -> Opening | None:
    """The ready-made scene to start with, or none."""
    if not game.openings:
        return None
    if len(game.openings) == 1:
        console.say(wrapped(f"There is an example ready: {game.openings[0].words}"))
        wanted = console.ask("Enter starts with it; n starts without characters:")
        return None if wanted in ("n", "no") else game.openings[0]
    console.say("  There are examples ready:")
    console.say(*columns([(str(at), f"{one.title}: {one.words}") for at, one in enumerate(game.openings, 1)]))
    numbers = {str(number): one for number, one in enumerate(game.openings, 1)}
    while True:
        wanted = console.ask("Enter starts with the first, a number with that one, n without characters:")
        if wanted in ("n", "no"):
            return None
        if wanted in ("", *numbers):
            return numbers[wanted or "1"]
        console.say(f"  Enter, a number from 1 to {len(numbers)}, or n.")
