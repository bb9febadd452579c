"""Checks of one rule: it is priced, played and sampled, and the three must agree."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from time import process_time
from typing import Any, NamedTuple

from rulewright.dice import FaceError, Odds, Throw
from rulewright.game.percent import percent
from rulewright.readings import Budget, ChoiceError, Need, OverBudget, Played, Recorded, Undecided, odds, play
from rulewright.rules import NEVER_ENDS, BadInput, rule_name
from rulewright.testing.fault import Fault, NamedCheck, fault_of

MEGABYTES = 400
_PLAYS = 2_000
_MOST_CHOICES = 1_000
_Z = 6.5  # the chance that a sound rule fails is below one in a billion


class Effort(NamedTuple):
    """How long a rule is priced and played, and how often it is replayed.

    A rule whose exact odds take longer is only played.
    """

    seconds: float = 2.0
    seconds_of_play: float = 0.3
    replays: int = 20


def check_rule(
    rule: Callable[..., Any], *args: Any, options: Any = None, policy: Any = None, **kwargs: Any
) -> list[Fault]:
    """Every fault that is found by pricing, playing and sampling a rule with these arguments.

    Its odds must exist and sum to one. Played, it must give only outcomes that the odds allow, the same outcome for the
    same dice, and each outcome about as often as the odds say. Decisions follow `policy`, or are taken at random.
    """
    what = rule_name(rule)

    def run() -> Iterator[Fault]:
        yield from faults_of_rule(what, rule, args, kwargs, options, policy)

    return NamedCheck(what, run).faults()


def assert_sound(rule: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    """Raise `AssertionError` with every fault of a rule; takes the same arguments as `check_rule`."""
    found = check_rule(rule, *args, **kwargs)
    assert not found, "\n".join(map(str, found))


def faults_of_rule(
    what: str,
    rule: Callable[..., Any],
    args: Sequence[Any] = (),
    kwargs: dict[str, Any] | None = None,
    options: Any = None,
    policy: Any = None,
    effort: Effort = Effort(),
) -> Iterator[Fault]:
    """The faults of a rule, found with the given effort; the caller limits the time."""
    named = kwargs or {}
    budget = Budget(seconds=effort.seconds, megabytes=MEGABYTES)
    priced: Odds[Any] | None = None
    undecided: Undecided | None = None
    try:
        priced = odds(rule, *args, options=options, policy=policy, budget=budget, **named)
    except OverBudget:
        pass
    except Undecided as open_question:  # played with random decisions, it cannot be compared
        undecided = open_question
    if priced is not None and (sum(priced.weights.values()) != priced.total or min(priced.weights.values()) < 0):
        yield fault_of(what, "its odds do not sum to one", rule)
    if priced is not None and NEVER_ENDS in priced.weights:
        yield fault_of(what, f"it never ends: {percent(priced.chance(NEVER_ENDS))}", rule)
        return
    counts: Counter[Any] = Counter()
    random, ends = Random(1), process_time() + effort.seconds_of_play
    for run in range(_PLAYS):
        if process_time() > ends and run >= effort.replays:
            break
        played = _played(rule, args, named, options, policy, random)
        counts[played.outcome] += 1
        if run < effort.replays:
            yield from _replays(what, rule, args, named, options, played)
        if priced is not None and played.outcome not in priced.weights:
            yield fault_of(what, f"{played.outcome!r:.80} was rolled, but its odds rule that out", rule)
            return
    if priced is not None and undecided is None:
        yield from _as_often(what, rule, priced, counts)


def _played(
    rule: Callable[..., Any],
    args: Sequence[Any],
    kwargs: dict[str, Any],
    options: Any,
    policy: Any,
    random: Random,
) -> Played[Any]:
    """A rule played once; decisions follow the policy, else they are taken at random."""
    seed = random.getrandbits(64)
    choices: list[Any] = []
    for _ in range(_MOST_CHOICES):
        try:
            return play(rule, *args, options=options, choices=choices, random=Random(seed), best=True, **kwargs)
        except Need as need:
            choices.append(_decision(need, policy, random))
    raise BadInput(f"more than {_MOST_CHOICES:,} decisions in one roll")


def _decision(need: Need, policy: Any, random: Random) -> Any:
    if policy is None:
        return random.choice(need.choices)
    if callable(policy):
        return policy(need.who, need.name, need.choices)
    return policy.get(need.name, need.choices[0])


def _replays(
    what: str,
    rule: Callable[..., Any],
    args: Sequence[Any],
    kwargs: dict[str, Any],
    options: Any,
    played: Played[Any],
) -> Iterator[Fault]:
    try:
        again = play(rule, *args, options=options, faces=played.faces, choices=played.choices, best=True, **kwargs)
    except (Need, FaceError, ChoiceError) as other:
        yield fault_of(what, f"given the same dice again, it asks for others: {other}", rule)
        return
    if again.outcome != played.outcome:
        yield fault_of(what, "the same dice give another outcome; a rule must take all chance from the dice", rule)


def _as_often(what: str, rule: Callable[..., Any], priced: Odds[Any], counts: Counter[Any]) -> Iterator[Fault]:
    """A fault for each outcome that was not rolled about as often as its odds say."""
    runs = counts.total()
    for outcome, weight in priced.weights.items():
        chance = weight / priced.total
        most = _Z * sqrt(chance * (1 - chance) / runs) + 25 / runs
        if abs(counts[outcome] / runs - chance) > most:
            found = f"{outcome!r:.60} came {counts[outcome]} times in {runs}, but its odds are {chance:.2%}"
            yield fault_of(what, f"play and odds differ: {found}", rule)
            return


class Thrower(Recorded):
    """Random dice that count their throws, to detect a refusal after the first die."""

    def __init__(self, options: Any, random: Random) -> None:
        super().__init__(options)
        self.thrown = 0
        self._random = random

    def throw_on(self, name: str, throw: Throw[Any], fallen: list[int]) -> Any:
        """Roll and count."""
        self.thrown += 1
        return throw.roll(lambda sides: self._random.randrange(sides) + 1)

    def decide(self, who: str, question: str, choices: Sequence[Any]) -> Any:
        """A random choice."""
        return self._random.choice(list(choices))
