"""`rulewright advise`: every choice and its worth."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from rulewright.cli.lab_tell import name_and_words, print_json, tell
from rulewright.cli.values import pairs, read_file, typed
from rulewright.game import Game, find_game
from rulewright.plain import plain
from rulewright.readings import Budget, OverBudget
from rulewright.rules import BadInput

__all__ = ["advise"]


def advise(
    slug: str,
    words: tuple[str, ...],
    option: tuple[str, ...],
    fray: str | None,
    scene: str | None,
    runs: int,
    seconds: float,
    as_json: bool,
) -> None:
    """Every choice and its worth: in a duel, by a game's own solver, or at the table."""
    game = find_game(slug)
    if fray is not None:
        _advise_at_the_table(game, fray, scene, runs, seconds, as_json)
        return
    advisers = {adviser.name: adviser for adviser in game.advisers}
    names = [*(one.roll for one in game.duels if one.best), *advisers]
    name, given = name_and_words(game, words, "duel", names)
    if name not in names:
        fault = "nothing to advise on in" if name in {one.roll for one in game.duels} else "unknown duel:"
        advised = ", ".join(dict.fromkeys(names)) or "nothing"
        raise BadInput(f"{fault} {name[:60]} ({game.slug} advises on: {advised})")
    params, chosen = pairs(given, "parameter"), pairs(option, "option")
    asked = {"game": slug, "duel": name, "params": params, "options": chosen, "method": "exact"}
    title = " ".join([slug, name, *typed(params), *typed(chosen)])
    if name in advisers:
        _advise_by_solver(game, advisers[name], params, chosen, asked, title, as_json)
        return
    from rulewright.lab.advice import advise_duel
    from rulewright.lab.telling import advice_answer

    try:
        found = advise_duel(game, name, params, chosen, seconds)
    except OverBudget:
        raise BadInput(f"too large: best play is not found in {seconds:g} seconds; allow more with --seconds") from None
    if as_json:
        print_json({**asked, "decisions": plain(found)})
        return
    tell(title, advice_answer(found))


def _advise_by_solver(
    game: Game,
    adviser: Any,
    params: Mapping[str, Any],
    chosen: Mapping[str, Any],
    asked: Mapping[str, Any],
    title: str,
    as_json: bool,
) -> None:
    from rulewright.lab.telling import valued_answer

    valued = adviser.advise(game.table_options(chosen), params)
    if as_json:
        print_json({**asked, "worth": adviser.worth, "choices": plain(valued)})
        return
    tell(title, valued_answer(adviser, valued))


def _advise_at_the_table(game: Game, file: str, scene: str | None, runs: int, seconds: float, as_json: bool) -> None:
    from rulewright.lab.skirmish import load_fray, opened
    from rulewright.lab.table_advice import advise_turn, first_choice
    from rulewright.lab.telling import table_advice_answer

    fray = load_fray(Path(file))
    if fray.game.slug != game.slug:
        raise BadInput(f"{file[:100]} is a fight of {fray.game.slug}, not of {game.slug}")
    if scene is None:
        random = Random(0)
        now = first_choice(fray, opened(fray, random), random)
    else:
        try:
            now = msgspec.convert(read_file(scene), type(game.scene()))
        except msgspec.ValidationError as error:
            raise BadInput(f"malformed scene in {scene[:100]}: {error}") from None
    found = advise_turn(fray, now, runs, budget=Budget(None, seconds))
    if as_json:
        print_json({"game": game.slug, "fight": file, "method": "simulated", **plain(found)})
        return
    tell(f"{file}: what {found.who} can do", table_advice_answer(found))
