"""`rulewright lab answer`, `duel`, `study`, `fight` and `luck`."""

import signal
import sys
from concurrent.futures import BrokenExecutor
from pathlib import Path
from random import Random
from typing import Any

import click

from rulewright.cli.arguments import name_and_words, pairs
from rulewright.cli.failures import time_limit
from rulewright.cli.json_output import print_json
from rulewright.cli.lab_output import check_targets, show_answer, shown_lines, write
from rulewright.cli.progress import Bar, clock_line
from rulewright.cli.roll import RollCommand
from rulewright.game import find_game
from rulewright.game.plain_data import plain
from rulewright.game.typed_input import faces
from rulewright.lab.answers import Answer, Question, questions_of
from rulewright.lab.report_formats import Answered
from rulewright.rules import BadInput


def answer(slug: str, number: int | None, out: str | None, as_json: bool) -> None:
    """Print the answers to a designer's open questions."""
    game = find_game(slug)
    questions = questions_of(slug)
    if not questions:
        raise BadInput(f"no questions: no report is installed for {game.slug}")
    wanted = [question for question in questions if number in (None, question.number)]
    if not wanted:
        numbers = ", ".join(str(question.number) for question in questions)
        raise BadInput(f"unknown question: {number} (allowed: {numbers})")
    check_targets(None, out)
    answered: list[Answered] = []
    for question in wanted:
        if sys.stderr.isatty():
            click.echo(f"working out question {question.number}: {question.title} ...", err=True)
        answered.append((question, question.answer()))
        if not as_json:
            click.echo(click.style(f"{question.number}. {question.title}", bold=True) + f"\n\n{question.text}\n")
            click.echo("\n".join(shown_lines(answered[-1][1])) + "\n")
    if as_json:
        print_json([plain(_answered(question, found)) for question, found in answered])
    if out is not None:
        write(Path(out), f"{game.name}: the designer's open questions", answered, aside=as_json)


def _answered(question: Question, found: Answer) -> dict[str, Any]:
    return {"question": question.number, "title": question.title, "text": question.text, **plain(found)}


def _duel_command(slug: str, words: tuple[str, ...], option: tuple[str, ...]) -> RollCommand:
    """The duel that a command names: GAME DUEL [NAME=VALUE]... --option NAME=VALUE."""
    game = find_game(slug)
    roll, given = name_and_words(game, words, "duel", [one.roll for one in game.duels])
    return RollCommand(game, roll, pairs(given, "parameter"), pairs(option, "option"))


def export(slug: str, words: tuple[str, ...], option: tuple[str, ...], seconds: float, out: str | None) -> None:
    """Write a duel as a model for another solver, to a file or to standard output."""
    from rulewright.lab.export_model import duel_as_drn

    check_targets(None, out)
    command = _duel_command(slug, words, option)
    with clock_line():
        model = duel_as_drn(*command, seconds)
    if out is None:
        click.echo(model, nl=False)
    else:
        Path(out).write_text(model)
        click.echo(f"wrote {out}")


def duel(
    slug: str,
    words: tuple[str, ...],
    option: tuple[str, ...],
    points: bool,
    seconds: float,
    plot: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Print the result of a duel and, on request, the worth of one more point of each parameter."""
    from rulewright.lab.duels import RaisedParameter, fight_out, what_a_point_is_worth
    from rulewright.lab.present import duel_answer
    from rulewright.lab.sweep import settings

    check_targets(plot, out)
    command = _duel_command(slug, words, option)
    game, roll, params, _ = command
    with clock_line():
        fought = fight_out(*command, seconds=seconds)
    raised: list[RaisedParameter] = []
    if points:
        bar, total = Bar("parameters"), len(list(settings(game.roll(roll), params)))
        try:
            for point in what_a_point_is_worth(*command, seconds=seconds, fought=fought):
                raised.append(point)
                bar(len(raised), total)
        finally:
            bar.done()
    found = duel_answer(game.duel(roll), fought, raised)
    data = {**command.as_json_of("duel"), "game": slug, **plain(fought), "points": plain(raised)}
    show_answer(command.named(slug), found, plot, out, data if as_json else None)


def study(
    file: str,
    results: str | None,
    fresh: bool,
    cores: int | None,
    scheduler: str | None,
    csv: str | None,
    plot: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Run a study, continuing where it was stopped, and print its findings."""
    from rulewright.lab.study import load_study
    from rulewright.lab.study_csv import write_csv
    from rulewright.lab.study_findings import findings
    from rulewright.lab.study_runner import run_study, workers_on
    from rulewright.lab.study_store import ResultStore, forget

    asked = load_study(Path(file))
    check_targets(plot, out, csv)
    path = Path(results) if results is not None else Path(file).with_suffix(".results.sqlite")
    if fresh:
        forget(path)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # SIGTERM stops it like Ctrl-C
    bar = Bar("points")
    with ResultStore(path, asked) as store:
        if store.done < asked.grid.size:
            try:
                with workers_on(scheduler, cores) as (executor, workers):
                    run_study(store, executor, workers, bar)
            except (KeyboardInterrupt, BrokenExecutor) as stopped:
                bar.done()
                broken = isinstance(stopped, BrokenExecutor)
                why = "a worker was killed, perhaps for lack of memory (try --cores 1); " if broken else ""
                click.echo(
                    f"rulewright: {why}stopped with {store.done:,} of {asked.grid.size:,} points in {path}; "
                    "the same command continues from there",
                    err=True,
                )
                sys.exit(1 if broken else 130)
            finally:
                bar.done()
        with Bar("points added up") as bar:
            found = findings(store, bar)
        if csv is not None:
            with Bar("lines written") as bar:
                write_csv(store, Path(csv), bar)
    data = {"study": file, "results": str(path), "points": asked.grid.size, "method": asked.method, **plain(found)}
    title = f"{file}: {asked.grid.size:,} points, results in {path}"
    show_answer(title, found, plot, out, data if as_json else None)


def fight(file: str, runs: int, seed: int, cores: int | None, plot: str | None, out: str | None, as_json: bool) -> None:
    """Print how a fight of several goes, by simulation."""
    from rulewright.lab.fights import fight_on_every_core, load_fight
    from rulewright.lab.present import fight_answer

    check_targets(plot, out)
    setup = load_fight(Path(file))
    bar = Bar("fights")
    try:
        tally = fight_on_every_core(Path(file).read_text(), runs, seed, cores, bar)
    finally:
        bar.done()
    data = {"fight": file, "method": "simulated", "plans": setup.plans, "seed": seed, **plain(tally)}
    title = f"{file}: {runs:,} fight{'s' if runs > 1 else ''}"
    show_answer(title, fight_answer(setup, tally), plot, out, data if as_json else None)


def luck(
    slug: str,
    words: tuple[str, ...],
    option: tuple[str, ...],
    dice: str | None,
    seed: int | None,
    seconds: float,
    plot: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Print who was lucky in a duel, roll by roll."""
    from rulewright.lab import luck as lab_luck
    from rulewright.lab.duel_replay import replay_duel
    from rulewright.lab.present import luck_answer

    check_targets(plot, out)
    command = _duel_command(slug, words, option)
    random = None if seed is None else Random(seed)
    with time_limit(seconds), clock_line():
        replay = replay_duel(*command, faces(dice), random, seconds)
    found = lab_luck.luck(replay.swings)
    data = {**command.as_json_of("duel"), "game": slug, **plain(replay), "luck": plain(found)}
    show_answer(command.named(slug), luck_answer(replay, found), plot, out, data if as_json else None)
