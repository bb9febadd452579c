"""Dice notation at the command line: `rulewright odds 4d6kh3`, `rulewright roll 4d6kh3`."""

import re
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, cast

import click

from rulewright.cli.json_output import print_json
from rulewright.cli.plot import check_picture, plot_odds
from rulewright.cli.terminal import bars, breakdown, the_rest
from rulewright.game import installed_games
from rulewright.game.outcomes import Row, summary
from rulewright.game.plain_data import odds_list, plain
from rulewright.game.python_file import is_python_file
from rulewright.game.typed_input import faces
from rulewright.readings import play
from rulewright.rules import BadInput, shown

if TYPE_CHECKING:
    from rulewright.dice.notation import DialectName, Notation


_WORK = 3_000_000  # about three seconds, more than other callers allow
_MOST_TOTALS = 40
_WORTH_A_BAR = Fraction(1, 1000)


def is_notation(what: str, words: tuple[str, ...]) -> bool:
    """Whether the first argument is dice notation: it has a number or d% or dF, stands alone and names no game."""
    if not _looks_like_dice(what):
        return False
    if words:
        _refuse_notation_in_pieces(what, words)
    return not words


def _looks_like_dice(what: str) -> bool:
    a_file = is_python_file(what) or what.endswith(".md")
    return re.search(r"[0-9]|d[%f]", what, re.IGNORECASE) is not None and not a_file and what not in installed_games()


def _refuse_notation_in_pieces(what: str, words: tuple[str, ...]) -> None:
    """Refuse `2d6 + 3` without quotes, which the shell splits at its spaces."""
    from rulewright.dice.notation import NotationError

    try:
        _notation(what, "union")
    except NotationError:
        return
    whole = " ".join((what, *words))
    with suppress(NotationError):
        _notation(whole, "union")
        raise BadInput(f"dice notation with spaces is written in quotes: '{shown(whole)}'")
    raise BadInput(f"dice notation stands alone: {shown(what)} is followed by {shown(' '.join(words))}")


def odds(text: str, dialect: str, every: bool, plot: str | None, as_json: bool) -> None:
    """Print the exact odds of dice notation."""
    from rulewright.readings import odds_of_notation

    dice = _notation(text, dialect)
    picture = None if plot is None else check_picture(plot)
    found = odds_of_notation(dice, _WORK)
    exact, method, why = found.odds, found.method, [found.why] if found.why else []
    rows: list[Row] = sorted(exact.items())
    labelled = [(str(total), chance) for total, chance in rows]
    if picture is not None:
        plot_odds(picture, str(dice), labelled)
    if as_json:
        print_json({"notation": str(dice), "method": method, "caps": dice.caps, "odds": odds_list(exact)})
        return
    click.echo(click.style(str(dice), bold=True))
    shown = [row for row in labelled if every or len(labelled) <= _MOST_TOTALS or row[1] >= _WORTH_A_BAR]
    exactly = method == "exact"
    for line in (*bars(shown, exactly), *the_rest(shown, labelled), *summary(rows, exactly)):
        click.echo(line)
    for note in (*why, *_counted(dice), *dice.caps):
        click.echo(f"  {note}")


def roll(text: str, dialect: str, dice: str | None, seed: int | None, as_json: bool) -> None:
    """Roll dice notation and print every die and the result."""
    thrown = _notation(text, dialect)

    def free(table: Any) -> Any:
        return table.pool("dice", thrown)

    played = play(free, faces=faces(dice), random=None if seed is None else Random(seed))
    if as_json:
        answer = {"notation": str(thrown), "dice": played.faces, "outcome": plain(played.outcome)}
        print_json({**answer, "breakdown": plain(played.breakdown)})
        return
    outcome = played.outcome
    shown = ", ".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)
    click.echo(click.style(shown, bold=True, fg="green"))
    for line in breakdown(played):
        click.echo(line)
    if re.search(r"dF|d\{", str(thrown)):
        click.echo("  faces are counted from the first: on dF, 1 is -1, 2 is 0 and 3 is +1")


def _notation(text: str, dialect: str) -> "Notation":
    from rulewright.dice.notation import notation

    return notation(text, cast("DialectName", dialect))


def _counted(dice: "Notation") -> list[str]:
    """Notes that explain what a comparison counts."""
    from rulewright.dice.notation.canonical import canonical
    from rulewright.dice.notation.syntax import Counting, DiceTerm, GroupTerm

    match dice.tree:
        case DiceTerm(counting=Counting(success, None)) as thrown:
            total = f"({canonical(replace(thrown, counting=None))}){success}"
            return [f"this counts the dice that are {success}; to compare the total write {total}"]
        case GroupTerm((_,), Counting(success, None)):
            return [f"1 means that the total is {success}, 0 that it is not"]
    return []
