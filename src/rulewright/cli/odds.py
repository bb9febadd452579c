"""`rulewright odds GAME ROLL`: bars, a chart, or JSON; exact, in float64 or simulated, as the time allows."""

import json
from fractions import Fraction
from typing import Any

import click

from rulewright.cli.failures import time_limit
from rulewright.cli.json_output import print_json
from rulewright.cli.plot import check_picture, plot_odds
from rulewright.cli.progress import PathsLine
from rulewright.cli.roll import RollCommand, roll_command
from rulewright.cli.terminal import bars, most_likely, the_rest
from rulewright.dice import Odds
from rulewright.game.outcomes import Row, result_line, rows_of, summary
from rulewright.game.percent import percent
from rulewright.game.plain_data import odds_list, plain
from rulewright.readings import Chances
from rulewright.rules import NEVER_ENDS

_SIMULATED_RUNS = 1_000_000
_MOST_SHOWN = 24


def odds(
    what: str,
    words: tuple[str, ...],
    option: tuple[str, ...],
    every: bool,
    seconds: float,
    in_float: bool,
    plot: str | None,
    as_json: bool,
) -> None:
    """Print the odds of a roll by the most exact method that finishes in time."""
    command = roll_command(what, words, option)
    picture = None if plot is None else check_picture(plot)
    line = PathsLine()
    try:
        with time_limit(seconds, "not even simulated"):
            found = command.game.odds_within(
                seconds,
                command.roll,
                command.params,
                command.options,
                runs=_SIMULATED_RUNS,
                exact=not in_float,
                progress=line,
            )
    finally:
        line.done()
    late = f"take longer than {seconds:g} seconds"
    note, runs = "", {}
    if isinstance(found, Odds):
        rows = [(plain(outcome), chance) for outcome, chance in found.items()]
        listed: list[Any] = odds_list(found)
    elif isinstance(found, Chances):
        note = f"In float64, so about 15 digits and not exact: {'as you asked' if in_float else f'exact odds {late}'}."
        rows = [(plain(outcome), Fraction(chance)) for outcome, chance in found.items()]
        listed = [[plain(outcome), chance] for outcome, chance in found.items()]
    else:
        runs = {"runs": found.runs}
        note = f"{found.runs:,} simulated runs, 95% intervals: {'float64' if in_float else 'exact'} odds {late}."
        rows = [(plain(outcome), Fraction(count, found.runs)) for outcome, count in found.counts.items()]
        intervals = [(plain(outcome), *found.chance(outcome)) for outcome in found.counts]
        listed = [[outcome, estimate, [low, high]] for outcome, low, estimate, high in intervals]
    never = [row[1] for row in listed if row[0] == str(NEVER_ENDS)]
    if not isinstance(found, Odds):
        listed.sort(key=lambda row: json.dumps(row[0], sort_keys=True))
    if picture is not None:
        plot_odds(picture, "\n".join([command.title, *([note] if note else []), *command.caps]), rows_of(rows, every))
    if as_json:
        caps = {"caps": command.caps} if command.caps else {}
        if never:
            caps["never_ends"] = never[0]
        print_json({**command.as_json_of("roll"), "method": found.method, **runs, **caps, "odds": listed})
    elif runs:
        _show_intervals(command, listed, note, every)
    else:
        show_odds(command, rows, every, note)


def show_odds(command: RollCommand, rows: list[Row], every: bool = False, note: str = "") -> None:
    """Print odds for a person: bars by the outcome's words, then the numbers; a note says why they are not exact."""
    click.echo(click.style(command.title, bold=True))
    if about := note or command.game.roll(command.roll).summary:
        click.echo(f"  {about}")
    labelled = rows_of(rows, every)
    shown = labelled if every else most_likely(labelled, _MOST_SHOWN)
    for line in (*bars(shown, exact=not note), *the_rest(shown, labelled), *([] if note else summary(rows))):
        click.echo(line)
    for cap in command.caps:
        click.echo(f"  {cap}")
    if len(labelled) < len(rows) and not note:
        click.echo(f"  {len(rows)} outcomes in all; --all shows them")


def _show_intervals(command: RollCommand, listed: list[Any], note: str, every: bool) -> None:
    """Print simulated odds for a person: each outcome with its estimate and interval, the likeliest first."""
    click.echo(click.style(command.title, bold=True))
    click.echo(f"  {note}")
    ordered = sorted(listed, key=lambda row: -row[1])
    shown = ordered if every else ordered[:_MOST_SHOWN]
    for outcome, estimate, (low, high) in shown:
        click.echo(f"  {result_line(outcome)}: {percent(estimate)} ({percent(low)} to {percent(high)})")
    for line in the_rest(shown, ordered):
        click.echo(line)
