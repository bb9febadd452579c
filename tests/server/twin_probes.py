"""What a player tries who would learn of hidden sheets by what is refused: every action with wrong parameters."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rulewright.game.actions import Action
from rulewright.rules import BadInput
from rulewright.table.approvals import next_approval
from rulewright.table.events import AnswerAwaited
from rulewright.table.perform import Attempt
from rulewright.table.permissions import why_not

if TYPE_CHECKING:
    from twin_evenings import Evening

_WORDS = ("x", "", "unarmed", "knife", "pistol", "brawl", "occult", "STR", "run", "undead", "serious", "grenade")
_WRONG: tuple[Any, ...] = (
    *_WORDS,
    -1,
    0,
    1,
    2,
    3,
    7,
    40,
    10**6,
    1.5,
    None,
    True,
    [],
    ["x"],
    ["undead"],
    {},
    {"x": 1},
    [1, 1],
)
_FACES: tuple[tuple[int, ...] | None, ...] = (None, (), (1,), (7,), (1, 2, 3), (1,) * 12, (2,) * 60, (2,) * 60)
_CHOICES: tuple[tuple[Any, ...], ...] = ((), (), (), (), (), ("x",), ("stay",), ("dodge", "dodge"), (3,))


class Probe(Struct, frozen=True):
    """An action with wrong parameters, and how it is tried: really, as a question for its dice, or for its odds."""

    path: str
    action: str
    params: dict[str, Any]
    faces: tuple[int, ...] | None
    choices: tuple[Any, ...]

    @property
    def body(self) -> dict[str, Any]:
        """The request."""
        asked: dict[str, Any] = {"action": self.action, "params": self.params}
        if self.path == "/chances":
            return asked | {"seconds": 0.5}
        if self.path == "/dice":
            return asked | {"faces": self.faces or ()}
        return asked | {"choices": self.choices} | ({} if self.faces is None else {"faces": self.faces})


def probes(evening: "Evening", who: str, hero: str) -> Iterator[Probe]:
    """Wrong attempts of a player's hero without end, every action in turn."""
    random = evening.random
    offers = evening.seats[who][0].get("/offers")["offers"]
    ways: dict[str, list[dict[str, Any]]] = {}
    for offer in offers:
        ways.setdefault(offer["action"], []).extend(way["params"] for way in offer["ways"])
    while True:
        for action in evening.game.actions:
            if action.by == "gm" and random.random() < 0.9:  # refused by its name alone
                continue
            yield _probe(evening, action, {"who": hero} | random.choice(ways.get(action.name) or [{}]))
            legal = evening.game.action(random.choice(list(ways) or [action.name]))
            yield _probe(evening, legal, {"who": hero} | random.choice(ways.get(legal.name) or [{}]))


def _probe(evening: "Evening", action: Action, base: dict[str, Any]) -> Probe:
    random = evening.random
    path = random.choice(["/actions"] * 6 + ["/dice"] * 3 + ["/chances"])
    params = _corrupted(evening, action, base)
    return Probe(path, action.name, params, random.choice(_FACES), random.choice(_CHOICES))


def _corrupted(evening: "Evening", action: Action, base: dict[str, Any]) -> dict[str, Any]:
    """Parameters of an action that name hidden characters, and one or two wrong values among them."""
    random = evening.random
    people = list(evening.states()[0].scene["characters"])
    known = [one.name for one in action.parameters]
    params = {name: value for name, value in base.items() if name in known}
    for name in ("target", "opponent", "patient"):
        if name in known and random.random() < 0.8:
            params[name] = random.choice(["Stranger", "Stranger", *people])
    for one in action.parameters:
        if one.required and one.name not in params:
            params[one.name] = random.choice([*people, *_WRONG])
    others = [name for name in known if name != "who" or random.random() < 0.1]
    for name in random.sample(others, min(len(others), random.choice([0, 0, 0, 0, 1, 1, 2]))):
        params[name] = random.choice([*_WRONG, *people])
    if random.random() < 0.05:
        params["unknown"] = 1
    return params


def answers_differ(evening: "Evening", who: str, probe: Probe) -> bool | None:
    """Whether an attempt comes to something at one table alone; None if it does at both."""
    if probe.path != "/actions":
        return False
    seat = evening.seats[who][0].seat
    wanted = Attempt("action", probe.action, probe.params, probe.faces, probe.choices, by=seat)
    try:
        if why_not(evening.game, evening.states()[0], seat, probe.action, probe.params):
            return False
        if next_approval(evening.game, evening.states()[0], seat, wanted) is not None:
            return False
    except BadInput:
        return False
    first, second = (evening.forecast(at, wanted, "p0", (), probe.faces) for at in (0, 1))
    if isinstance(first, AnswerAwaited) and isinstance(second, AnswerAwaited):
        return False if (first.need, first.dice) == (second.need, second.dice) else None
    return None if first is not None and second is not None else first is not second
