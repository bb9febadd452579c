"""`rulewright advise`: every choice and its value."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from rulewright.cli.arguments import name_and_words, pairs, read_file
from rulewright.cli.failures import time_limit
from rulewright.cli.lab_output import check_targets, show_answer
from rulewright.cli.progress import clock_line
from rulewright.cli.roll import RollCommand
from rulewright.game import Game, find_game
from rulewright.game.fights import Adviser
from rulewright.game.plain_data import plain
from rulewright.lab.answers import Answer
from rulewright.readings import Budget, watching
from rulewright.rules import BadInput

_Titled = tuple[str, Answer, dict[str, Any]]
"""A title, the answer, and the same as plain data."""


def advise(
    slug: str,
    words: tuple[str, ...],
    option: tuple[str, ...],
    setup: str | None,
    scene: str | None,
    runs: int,
    seconds: float,
    plot: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Print the value of every choice: in a duel, by a game's adviser, or in a fight file."""
    game = find_game(slug)
    check_targets(plot, out)
    if setup is not None:
        if words or option:
            raise BadInput(f"{(*words, *option)[0][:60]} cannot be combined with --fight: the file describes the fight")
        title, found, data = _at_the_table(game, setup, scene, runs, seconds)
    elif scene is not None:
        raise BadInput("--scene needs --fight, which says who is on which side")
    else:
        title, found, data = _in_a_duel(game, words, option, seconds)
    show_answer(title, found, plot, out, data if as_json else None)


def _in_a_duel(game: Game, words: tuple[str, ...], option: tuple[str, ...], seconds: float) -> _Titled:
    advisers = {adviser.name: adviser for adviser in game.advisers}
    names = [*(one.roll for one in game.duels if one.best), *advisers]
    name, given = name_and_words(game, words, "duel", names)
    if name not in names:
        fault = "nothing to advise on in" if name in {one.roll for one in game.duels} else "unknown duel:"
        advised = ", ".join(dict.fromkeys(names)) or "nothing"
        raise BadInput(f"{fault} {name[:60]} ({game.slug} advises on: {advised})")
    command = RollCommand(game, name, pairs(given, "parameter"), pairs(option, "option"))
    with time_limit(seconds, "best play is not found"), clock_line():
        answer, found = _solved(command, advisers.get(name), seconds)
    return command.title, answer, {**command.as_json_of("duel"), "method": "exact", **found}


def _solved(command: RollCommand, adviser: Adviser | None, seconds: float) -> tuple[Answer, dict[str, Any]]:
    """The advice in a duel, by the game's adviser if it has one."""
    from rulewright.lab.advice import advise_duel
    from rulewright.lab.present import advice_answer, valued_answer

    if adviser is None:
        advised = advise_duel(*command, seconds)
        return advice_answer(advised), {"decisions": plain(advised)}
    with watching(Budget(None, seconds)):
        valued = adviser.advise(command.game.table_options(command.options), command.params)
    return valued_answer(adviser, valued), {"worth": adviser.worth, "choices": plain(valued)}


def _at_the_table(game: Game, file: str, scene: str | None, runs: int, seconds: float) -> _Titled:
    from rulewright.lab.fights import load_fight, opening_scene
    from rulewright.lab.present import table_advice_answer
    from rulewright.lab.table_advice import advise_turn, first_choice

    setup = load_fight(Path(file))
    if setup.game.slug != game.slug:
        raise BadInput(f"{file[:100]} is a fight of {setup.game.slug}, not of {game.slug}")
    if scene is None:
        random = Random(0)
        now = first_choice(setup, opening_scene(setup, random), random)
    else:
        try:
            now = msgspec.convert(read_file(scene), type(game.scene()))
        except msgspec.ValidationError as error:
            raise BadInput(f"malformed scene in {scene[:100]}: {error}") from None
    with clock_line():
        found = advise_turn(setup, now, runs, budget=Budget(None, seconds))
    data = {"game": game.slug, "fight": file, **plain(found)}
    return f"{file}: what {found.who} can do", table_advice_answer(found), data
