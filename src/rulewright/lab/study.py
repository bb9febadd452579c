"""A study: a small TOML file that says which roll or duel, over which parameters and rulings, and what to report.

Its entries are `game`, `roll` or `duel`, `report`, a table `parameters`, a table `options`, and where float64 is
enough, `exact = false`. A list is a list of alternatives and "1..4" a range. A duel
reports `wins:SIDE`, `never-ends`, `length` and `left:SIDE`; a roll reports figures such as `result=success` or
`mean:total`. See docs/lab.md.
"""

import hashlib
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from math import prod
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from rulewright.game import Game, find_game
from rulewright.game.discovery import add_game_files
from rulewright.game.fight_step import NO_WINNER
from rulewright.lab.figures import NEVER_ENDS_FIGURE, figure
from rulewright.lab.sweep import Grid, SweepAxis, dotted, settings, values_of
from rulewright.readings import Budget
from rulewright.rules import BadInput, Refused, shown
from rulewright.rules.parameters import read

MOST_POINTS = 20_000_000
_LARGEST_FILE = 1_000_000
_MOST_LOOKED_AT = 1_000
"""Points that are tried before the work starts, to find one that no rule refuses."""

Progress = Callable[[int, int], None]
"""Called with the number of finished points and the total."""


def unwatched(done: int, total: int) -> None:
    """Ignores progress."""


Result = list[Fraction | float] | str
"""The figures of one point in the order of the report, or why a rule refuses it."""


class _StudyFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A study file."""

    game: str
    report: Annotated[list[str], Meta(min_length=1)]
    roll: str = ""
    duel: str = ""
    parameters: dict[str, Any] = {}
    options: dict[str, Any] = {}
    exact: bool = True
    seconds: Annotated[float, Meta(gt=0, description="seconds for each point")] = 60.0


class Study(Struct, frozen=True):
    """A study that has been checked: every name is known and every value is allowed."""

    text: str
    game: Game
    roll: str
    is_duel: bool
    grid: Grid
    report: tuple[str, ...]
    exact: bool
    seconds: float

    @property
    def method(self) -> str:
        """How its numbers are computed."""
        return "exact" if self.exact else "float64"

    @property
    def axes(self) -> list[tuple[int, SweepAxis]]:
        """The axes in the order they are shown, parameters first, each with its place in the grid."""
        return sorted(enumerate(self.grid.axes), key=lambda placed: placed[1].place == "option")

    @property
    def points_per_ruling(self) -> int:
        """The number of consecutive points that share the same rulings."""
        return prod(len(axis.values) for axis in self.grid.axes if axis.place == "parameter")

    def ruling_of(self, number: int) -> int:
        """The number of the rulings that a point is under."""
        return number // self.points_per_ruling

    @property
    def fingerprint(self) -> str:
        """A digest of everything its results depend on: the study itself and the code of the game."""
        content = (self.game.slug, self.roll, self.is_duel, _plain_grid(self.grid), self.report, self.exact)
        code = _code_of(self.game).encode() + version("rulewright").encode()
        return hashlib.sha256(msgspec.json.encode(content) + code).hexdigest()


def _plain_grid(grid: Grid) -> Any:
    axes = [(axis.place, axis.name, list(axis.values)) for axis in grid.axes]
    return (grid.params, grid.options, axes)


def _code_of(game: Game) -> str:
    """A digest of the files of the package that a game's rolls are written in."""
    spec = find_spec(game.rolls[0].rule.__module__.rpartition(".")[0] or game.rolls[0].rule.__module__)
    folders = list(spec.submodule_search_locations or ()) if spec is not None else []
    digest = hashlib.sha256()
    for path in sorted(path for folder in folders for path in Path(folder).rglob("*") if path.suffix in _SOURCES):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


_SOURCES = (".py", ".toml")


def load_study(path: Path) -> Study:
    """A study from a file."""
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise BadInput(f"cannot read {str(path)[:100]}: {error.strerror or 'not a file'}") from None
    if len(content) > _LARGEST_FILE:
        raise BadInput(f"file too large: {str(path)[:100]} has more than {_LARGEST_FILE:,} bytes")
    return read_study(content.decode(errors="replace"))


@lru_cache(maxsize=4)
def read_study(text: str) -> Study:
    """A study from its text; refuses unknown names, empty ranges and too many points before any work is done."""
    try:
        given = msgspec.toml.decode(text)
    except msgspec.DecodeError as error:
        raise BadInput(f"malformed study: {error}") from None
    written = read(_StudyFile, given, noun="entry")
    if bool(written.roll) == bool(written.duel):
        raise BadInput("a study must name either a roll or a duel")
    add_game_files([written.game])
    game = find_game(written.game)
    roll = written.roll or game.duel(written.duel).roll
    game.roll(roll)
    grid = _grid(game, roll, written)
    study = Study(text, game, roll, bool(written.duel), grid, tuple(written.report), written.exact, written.seconds)
    _check_report(study)
    return study


def _grid(game: Game, roll: str, written: _StudyFile) -> Grid:
    parameters = [SweepAxis("parameter", name, values_of(name, given)) for name, given in dotted(written.parameters)]
    options = [SweepAxis("option", name, values_of(name, given)) for name, given in written.options.items()]
    grid = Grid({}, {}, (*options, *parameters))  # so that points under the same rulings follow one another
    if grid.size > MOST_POINTS:
        raise BadInput(f"too large: this study has {grid.size:,} points, at most {MOST_POINTS:,} are allowed")
    _check_values(game, roll, grid)
    return grid


def _check_values(game: Game, roll: str, grid: Grid) -> None:
    """Raises unless the roll takes every value of every axis, with the other axes at their first value."""
    known = {name for name, _ in settings(game.roll(roll), {})}
    for axis in grid.axes:
        if axis.place == "parameter" and axis.name not in known:
            raise BadInput(f"unknown parameter: {shown(axis.name)} (allowed: {', '.join(sorted(known))})")
    step = 1
    for axis in reversed(grid.axes):
        for at in range(len(axis.values)):
            point = grid.point(at * step)
            try:
                game.roll(roll).arguments(point.params, game.table_options(point.options))
            except Refused:
                continue  # the study reports a point that a rule refuses
        step *= len(axis.values)


def _check_report(study: Study) -> None:
    """Raises unless the roll or duel has every figure of the report."""
    if study.is_duel:
        duel = study.game.duel(study.roll)
        left = [f"left:{side}" for side in duel.sides] if duel.measured else []
        allowed = [*(f"wins:{side}" for side in (*duel.sides, NO_WINNER)), NEVER_ENDS_FIGURE, "length", *left]
        unknown = [text for text in study.report if text not in allowed]
        if unknown:
            raise BadInput(f"unknown figure: {shown(unknown[0])} (allowed: {', '.join(allowed)})")
        return
    figures = [figure(one) for one in study.report]
    for number in range(min(study.grid.size, _MOST_LOOKED_AT)):
        point = study.grid.point(number)
        try:
            found = study.game.odds(study.roll, point.params, point.options, Budget(None, study.seconds))
        except Refused:
            continue
        for one in figures:
            one.of(found)
        return
    if study.grid.size <= _MOST_LOOKED_AT:
        raise BadInput("every point of this study is refused by a rule")
