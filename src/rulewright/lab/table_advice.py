"""Advice at the table: every legal choice in a scene, tried again and again and played on by stated plans."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from rulewright.fights import Deed
from rulewright.lab.interval import share
from rulewright.lab.skirmish import Fray, decide, fight_once, foes_of, legal_deeds, perform
from rulewright.readings import Need
from rulewright.rules import BadInput

__all__ = ["Pending", "TableAdvice", "Tried", "advise_pending", "advise_turn", "chance_after", "first_choice"]

_MOST_FORCED = 20


class Tried(Struct, frozen=True):
    """One choice: how often the side of the one who decides won after it, as low, estimate and high of 95%."""

    choice: str
    wins: tuple[float, float, float]


class TableAdvice(Struct, frozen=True):
    """Every choice somebody has, the best first; simulated, with the plans that were followed after it."""

    who: str
    question: str
    runs: int
    plans: Mapping[str, str]
    tried: tuple[Tried, ...]

    @property
    def is_clear(self) -> bool:
        """Whether the best choice is better than the next by more than chance explains."""
        return len(self.tried) == 1 or self.tried[0].wins[0] > self.tried[1].wins[2]


class Pending(Struct, frozen=True):
    """An action that waits for a decision: what was done, the faces rolled and the decisions taken so far."""

    action: str
    params: Mapping[str, Any]
    faces: tuple[int, ...] = ()
    choices: tuple[Any, ...] = ()


def first_choice(fray: Fray, scene: Any, random: Random) -> Any:
    """The scene once somebody has more than one thing to do: what has no alternative is done."""
    for _ in range(_MOST_FORCED):
        _, deeds = _choices(fray, scene)
        if len(deeds) != 1:
            return scene
        scene = perform(fray, scene, deeds[0], random).outcome[0]
    return scene


def advise_turn(fray: Fray, scene: Any, runs: int = 200, seed: int = 0) -> TableAdvice:
    """Every legal choice of the one whose turn it is.

    While it is nobody's turn, as when everybody still chooses one, it is what the first who would do
    something by plan can do in its place.
    """
    who, legal = _choices(fray, scene)
    side = fray.side_of(who) or ""
    using = fray.sides[side].using
    deeds = [Deed(deed.action, {**deed.params, **using.get(deed.action, {})}) for deed in legal]
    found = []
    for deed in {_told(deed, who): deed for deed in deeds}.values():
        if fray.game.refusal(deed.action, scene, deed.params, fray.options) is None:
            waiting = Pending(deed.action, deed.params)
            found.append(Tried(_told(deed, who), chance_after(fray, scene, side, waiting, runs, seed)))
    return _advice(fray, who, "what to do", runs, found)


def _choices(fray: Fray, scene: Any) -> tuple[str, list[Deed]]:
    """Who is to decide, and everything they may do."""
    game, options = fray.game, fray.options
    status = game.fight(scene, options)
    if status is None or status.over:
        raise BadInput("nothing to decide: no fight is going on")
    if status.turn and fray.side_of(status.turn) is None:
        raise BadInput(f"nothing to decide: it is the turn of {status.turn}, who is on none of the sides")
    if status.turn:
        return status.turn, legal_deeds(game, scene, options, status.turn)
    everybody = [(name, one.plan) for one in fray.sides.values() for name in one.members]
    for name, plan in everybody:
        usual = game.plans.get(plan) or next(iter(game.plans.values()))
        for deed in usual(scene, options, name, foes_of(fray, scene, name)):
            if game.refusal(deed.action, scene, deed.params, options) is None:
                offers = [one for one in game.legal_now(scene, options) if (one.action, one.who) == (deed.action, name)]
                return name, [Deed(one.action, way.params) for one in offers for way in one.ways if not way.needs]
    raise BadInput("nothing to decide: nobody would do anything by plan")


def advise_pending(fray: Fray, scene: Any, waiting: Pending, runs: int = 200, seed: int = 0) -> TableAdvice:
    """Every choice of a decision that an action waits for."""
    need = _need(fray, scene, waiting)
    who = need.who or ""
    side = fray.side_of(who)
    if side is None:
        raise BadInput(f"nothing to decide: {who} is on none of the sides")
    found = []
    for choice in need.choices:
        taken = Pending(waiting.action, waiting.params, waiting.faces, (*waiting.choices, choice))
        found.append(Tried(str(choice), chance_after(fray, scene, side, taken, runs, seed)))
    return _advice(fray, who, need.name, runs, found)


def _need(fray: Fray, scene: Any, waiting: Pending) -> Need:
    try:
        fray.game.act(
            waiting.action,
            scene,
            waiting.params,
            fray.options,
            choices=list(waiting.choices),
            random=_Recorded(waiting.faces, 0),
        )
    except Need as need:
        if need.choices:
            return need
    raise BadInput(f"nothing to decide: {waiting.action} waits for no decision")


def chance_after(
    fray: Fray, scene: Any, side: str, waiting: Pending, runs: int, seed: int
) -> tuple[float, float, float]:
    """How often a side wins after an action, whatever its dice will show."""
    won = 0
    for number in range(runs):
        # The same numbers for every choice: what differs is then the choice, not the dice.
        random = Random(f"{seed} {number}")
        after = _carried_out(fray, scene, waiting, random.getrandbits(64))
        won += fight_once(fray, random, after).winner == side
    return share(won, runs)


def _carried_out(fray: Fray, scene: Any, waiting: Pending, seed: int) -> Any:
    """The scene after an action, its recorded dice and decisions first, the others rolled and decided as planned."""
    choices = list(waiting.choices)
    while True:
        dice = _Recorded(waiting.faces, seed)
        try:
            played = fray.game.act(
                waiting.action, scene, waiting.params, fray.options, choices=list(choices), random=dice
            )
        except Need as need:
            choices.append(decide(fray, need))
            continue
        return played.outcome[0]


class _Recorded(Random):
    """Dice that first show what was rolled already."""

    def __init__(self, faces: Sequence[int], seed: int) -> None:
        super().__init__(seed)
        self._faces = list(faces)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """The next recorded face, or a new one."""
        return self._faces.pop(0) - 1 if self._faces else super().randrange(start, stop, step)


def _advice(fray: Fray, who: str, question: str, runs: int, found: list[Tried]) -> TableAdvice:
    if not found:
        raise BadInput(f"nothing to decide: {who} has no legal choice that can be listed")
    found.sort(key=lambda tried: -tried.wins[1])
    plans = {name: side.plan for name, side in fray.sides.items()}
    return TableAdvice(who, question, runs, plans, tuple(found))


def _told(deed: Deed, who: str) -> str:
    """A deed in words: the action and everything but who does it."""
    words = [f"{name}={value}" for name, value in deed.params.items() if not (name == "who" and value == who)]
    return " ".join([deed.action, *words])
