"""Replay: the answers that a rule was given on one path are given again on the next.

A rule is a plain function, so it cannot be stopped at a throw and continued twice. It is run again
from the start for every path: each question is answered as before, up to the last one that has
another answer left. Readers extend `Replay` with the verbs; a verb looks like this:

    at = self.at
    self.at = at + 1
    return self.answers[at] if at < len(self.answers) else self.branch(...)

`Recorded` replays dice that were rolled at a table: faces and choices in order.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rulewright.dice import Deck, Faces, Hands, Throw, cards_of
from rulewright.readings.paths.bad_rule import MOST_QUESTIONS, bad_rule, bad_rule_here, endless_here, no_throw_here


class DrawsByPool:
    """Draws cards as a throw like any other."""

    __slots__ = ()

    def draw(self, name: str, count: int | tuple[int, ...], deck: Deck[Any], /) -> Any:
        """Cards from a deck, without replacement."""
        dice: Any = self
        return dice.pool(name, cards_to_draw(count, deck))


class Replay(DrawsByPool):
    """The answers along one path, each with its mark (a weight, a number of runs) and the answers still to come.

    Raises if a path asks too many questions: it would never end.
    """

    __slots__ = ("answers", "at", "left", "marks")

    def __init__(self) -> None:
        self.at = 0  # how many questions this run has asked
        self.answers: list[Any] = []
        self.marks: list[Any] = []
        self.left: list[Iterator[tuple[Any, Any]]] = []

    def branch(self, branches: Iterable[tuple[Any, Any]]) -> Any:
        """The first answer to a new question; `answers` has each answer with its mark."""
        if len(self.answers) >= MOST_QUESTIONS:
            raise endless_here()
        left = iter(branches)
        answer, mark = next(left)
        self.answers.append(answer)
        self.marks.append(mark)
        self.left.append(left)
        return answer

    def turn(self) -> bool:
        """Gives the last question its next answer, for a new run; false if it has none left."""
        self.at = 0
        for answer, mark in self.left[-1]:
            self.answers[-1] = answer
            self.marks[-1] = mark
            return True
        return False

    def drop(self) -> None:
        """Forgets the last question."""
        self.answers.pop()
        self.marks.pop()
        self.left.pop()

    def next(self) -> bool:
        """Goes to the next path; false when all have been run."""
        while self.answers:
            if self.turn():
                return True
            self.drop()
        return False

    def check_end(self, rule: Callable[..., Any]) -> None:
        """Raises if a run of this rule asked fewer questions than the one before it with the same answers."""
        if self.at != len(self.answers):
            raise bad_rule("a rule must ask for the same dice when it is given the same answers", rule)


class Recorded(DrawsByPool):
    """Replays recorded dice and decisions; a reader defines what comes after the last of them."""

    def __init__(self, options: Any, faces: Iterable[int | str] = (), choices: Iterable[Any] = ()) -> None:
        self.options = options
        self.faces = Faces(faces)
        self.choices = list(choices)

    def pool(self, name: str, throw: Throw[Any], /) -> Any:
        """The score of the recorded faces."""
        draw = _Falling(self.faces)
        try:
            return throw.roll(draw)
        except _RunOut:
            return self.throw_on(name, throw, draw.fallen)

    def choose(self, who: str, question: str, choices: Sequence[Any], /) -> Any:
        """The recorded decision."""
        return self.choices.pop(0) if self.choices else self.decide(who, question, choices)

    def call(self, rule: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """The result of another rule, run as part of its caller."""
        return rule(self, *args, **kwargs)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """No breakdown is kept."""

    def throw_on(self, name: str, throw: Throw[Any], fallen: list[int]) -> Any:
        """The score of a throw of which only the faces in `fallen` were recorded."""
        raise NotImplementedError

    def decide(self, who: str, question: str, choices: Sequence[Any]) -> Any:
        """A decision that was not recorded."""
        raise NotImplementedError


class _Falling:
    """Faces of dice, and places of cards, as recorded; raises `_RunOut` after the last."""

    __slots__ = ("_faces", "fallen")

    def __init__(self, faces: Faces) -> None:
        self._faces = faces
        self.fallen: list[int] = []

    def __call__(self, sides: int, /) -> int:
        if not self._faces.left:
            raise _RunOut
        self.fallen.append(self._faces(sides))
        return self.fallen[-1]

    def card(self, left: Sequence[Any], /) -> int:
        if not self._faces.left:
            raise _RunOut
        self.fallen.append(self._faces.card(left))
        return self.fallen[-1]


class _RunOut(Exception):
    """No recorded face is left."""


def cards_to_draw(count: int | tuple[int, ...], deck: Deck[Any]) -> Hands[Any]:
    """The draw of a `dice.draw`; raises `BadRule` for a value that is not a deck, and for more cards than there are."""
    try:
        return cards_of(count, deck)
    except (TypeError, ValueError) as wrong:
        raise bad_rule_here(str(wrong)) from None


def odds_of_throw(throw: Any) -> Any:
    """The odds of a throw; raises `BadRule` for a value that is not dice."""
    try:
        return throw.odds()
    except AttributeError:
        if hasattr(throw, "odds"):
            raise
    raise no_throw_here(throw)
