"""The changes between two versions of a rulebook: rules in words, and odds in numbers."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from rulewright.game import Game, Roll
from rulewright.game.plain_data import plain
from rulewright.readings import Budget, OverBudget, Undecided
from rulewright.rulebook.book import Rulebook
from rulewright.rulebook.game import game_of
from rulewright.rules import BadInput, Refused
from rulewright.rules.allowed import listed_values

_SECONDS = 3.0
_MOST_SETTINGS = 30


class VersionChange(NamedTuple):
    """One change: of a rule or a roll, and how."""

    what: str
    how: str


class OddsDifference(NamedTuple):
    """The setting of a roll at which a result changed most."""

    roll: str
    params: dict[str, Any]
    result: str
    before: Fraction
    after: Fraction


def changes(before: Rulebook, after: Rulebook) -> list[VersionChange]:
    """Every rule that was added, removed or reworded, and every roll whose odds differ."""
    old, new = ({number: text for number, _, text in book.texts()} for book in (before, after))
    return [*_changed_texts(old, new), *changed_odds(game_of(before), game_of(after))]


def changes_of_games(before: Game, after: Game) -> list[VersionChange]:
    """The changes between two games of any kind."""
    old, new = ({number: rule.text for number, rule in game.inventory.rules.items()} for game in (before, after))
    return [*_changed_texts(old, new), *changed_odds(before, after)]


def _changed_texts(old: dict[str, str], new: dict[str, str]) -> Iterator[VersionChange]:
    yield from (VersionChange(number, "new") for number in new if number not in old)
    yield from (VersionChange(number, "gone") for number in old if number not in new)
    yield from (
        VersionChange(number, "written otherwise") for number in new if number in old and new[number] != old[number]
    )


def changed_odds(before: Game, after: Game) -> Iterator[VersionChange]:
    """Each roll whose odds differ, in words."""
    for one in odds_differences(before, after):
        where = " ".join(f"{name}={value}" for name, value in one.params.items())
        how = f"{one.result} {100 * float(one.before):.1f}% before, {100 * float(one.after):.1f}% now"
        yield VersionChange(f"roll {one.roll}", f"{how}{f' ({where})' if where else ''}")


def odds_differences(before: Game, after: Game) -> Iterator[OddsDifference]:
    """For each roll that both have, duels apart: the result and setting whose chance differs most, if any does."""
    known = {one.name for one in before.rolls} - {duel.roll for duel in (*before.duels, *after.duels)}
    for roll in after.rolls:
        most: OddsDifference | None = None
        for params in _settings(roll) if roll.name in known else ():
            both = [_odds(game, roll.name, params) for game in (before, after)]
            if both[0] is None or both[1] is None:
                break
            for result in {*both[0], *both[1]}:
                chances = [one.get(result, Fraction(0)) for one in both if one is not None]
                one = OddsDifference(roll.name, params, result, *chances)
                if one.before != one.after and (most is None or _size(one) > _size(most)):
                    most = one
        if most is not None:
            yield most


def _size(one: OddsDifference) -> tuple[Fraction, str]:
    return abs(one.after - one.before), one.result


def _settings(roll: Roll) -> list[dict[str, Any]]:
    """Settings to compare: the defaults, and every value of the first number or word with the others at theirs."""
    for parameter in roll.parameters:
        values = listed_values(parameter.kind, _MOST_SETTINGS)
        if len(values) > 1:
            return [{}, *({parameter.name: value} for value in values)]
    return [{}]


def _odds(game: Game, roll: str, params: dict[str, Any]) -> dict[str, Fraction] | None:
    """The chance of each word or number that comes first in the outcome."""
    try:
        odds = game.odds(roll, params, budget=Budget(paths=500_000, seconds=_SECONDS, megabytes=500))
    except (OverBudget, Undecided, Refused, BadInput):
        return None
    found: dict[str, Fraction] = {}
    for outcome in odds:
        values = plain(outcome)
        first = str(next(iter(values.values()))) if isinstance(values, dict) else str(values)
        found[first] = found.get(first, Fraction(0)) + odds.chance(outcome)
    return found
