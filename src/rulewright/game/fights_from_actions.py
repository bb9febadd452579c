"""Fight rules made from a game's actions and a function that says who takes part; the position is the whole scene.

A game that writes no fight rules of its own gets turn order, end and winner, plans, advice and simulated fights without
any further code. They are far slower, because every step performs one of the game's actions on the whole scene.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from rulewright.game.fight_step import NO_WINNER, Act, FightRules, Position, Roster
from rulewright.game.fights import Move
from rulewright.game.turns import standing
from rulewright.readings import Need, Unfit, play
from rulewright.rules import Dice

if TYPE_CHECKING:
    from rulewright.game.definition import Game

TakesPart = Callable[[Any, Any, str], int]
"""Whether a character is still in the fight, or how much they have left: (scene, options, name)."""
_TRIES = 4


class FrozenScene:
    """A scene compared by its content, without the number of the round."""

    __slots__ = ("_content", "scene")

    def __init__(self, scene: Any) -> None:
        self.scene = scene
        fight: Any = getattr(scene, "fight", None)
        same_round = replace(scene, fight=replace(fight, round=1)) if hasattr(fight, "round") else scene
        try:
            self._content = msgspec.msgpack.encode(same_round)
        except TypeError:
            raise Unfit("a scene whose numbers are columns") from None

    def __eq__(self, other: object) -> bool:
        """Whether the other is a scene with the same content."""
        return isinstance(other, FrozenScene) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)


class ActionRules(FightRules[Position[FrozenScene], Roster[str]], frozen=True, eq=False, kw_only=True):
    """Fight rules made from a game's actions; `part` gives a character's health, where True counts as 1."""

    game: Any
    part: TakesPart

    def turn_order(self, scene: Any, options: Any) -> tuple[tuple[str, ...], str] | None:
        """The names in the order of their turns, and whose turn it is; None without a fight."""
        status = self.game.fight(scene, options)
        return None if status is None or status.over else (status.order, status.turn)

    def combatants_of(self, scene: Any, names: Sequence[str]) -> tuple[FrozenScene, ...]:
        """The scene as the only element: a fight changes nothing else."""
        return (FrozenScene(scene),)

    def position_of(self, scene: Any, options: Any, roster: Roster[str]) -> Position[FrozenScene]:
        """The position of the fight in a scene."""
        return self.settled(options, Position(self.combatants_of(scene, roster.names)), roster)

    def settled(self, options: Any, position: Position[FrozenScene], roster: Roster[str]) -> Position[FrozenScene]:
        """The position at the next character's turn, with its end if one side is left alone."""
        scene = position.combatants[0].scene
        sides = dict(zip(roster.names, roster.sides, strict=True))
        over, winner = standing(sides, lambda name: self.can_act(scene, options, name))
        status = self.game.fight(scene, options)
        if over or status is None or status.over:
            return replace(position, left=0, end=winner or NO_WINNER)
        return replace(position, at=roster.at(status.turn), left=1)

    def begins_round(self, before: Position[FrozenScene], after: Position[FrozenScene]) -> bool:
        """Whether a new round began with a step: the turn went to a character earlier in the order."""
        return not after.end and after.at < before.at

    def likeness(self, options: Any, position: Position[FrozenScene], roster: Roster[str], act: Act, index: int) -> int:
        """The index itself: without fight rules no two characters are known to be alike."""
        return index

    def healths(self, options: Any, position: Position[FrozenScene], roster: Roster[str]) -> list[int]:
        """The health of every character, 0 for one who is out."""
        return [self.health_of(position.combatants[0].scene, options, name) for name in roster.names]

    def health_of(self, scene: Any, options: Any, name: str) -> int:
        """The health of a character; 0 for one who is out of the fight."""
        return int(self.part(scene, options, name))

    def can_act(self, scene: Any, options: Any, name: str) -> bool:
        """Whether a character takes part."""
        return bool(self.part(scene, options, name))

    def against(
        self, position: Position[FrozenScene], roster: Roster[str], foe: int
    ) -> tuple[Position[FrozenScene], Roster[str]]:
        """The whole fight: no character can be left out of a scene."""
        return position, roster


def action_rules(game: "Game", takes_part: TakesPart) -> ActionRules:
    """The fight rules of a game that has only actions."""

    def acts(options: Any, position: Position[FrozenScene], roster: Roster[str]) -> tuple[Act, ...]:
        """Every legal move that can be listed and does a friend no harm."""
        scene, who = position.combatants[0].scene, roster.names[position.at]
        friends = [roster.names[at] for at in roster.friends(position.at)]
        found = [
            move
            for move in game.legal_moves(scene, options, who)
            if not any(name in move.params.values() and _hurts(move, scene, options, name) for name in friends)
        ]
        return tuple(Act.made_by(who, move) for move in found)

    def perform(
        dice: Dice[Any], position: Position[FrozenScene], roster: Roster[str], act: Act
    ) -> tuple[Position[FrozenScene], Any]:
        """Perform one of the game's actions in the scene."""
        move = act.move(roster.names[position.at])
        after, outcome = game.action_rule(move.action, position.combatants[0].scene, move.params)(dice)
        return replace(position, combatants=(FrozenScene(after),)), outcome

    def _hurts(move: Move, scene: Any, options: Any, name: str) -> bool:
        """Whether a move cost a character health in any of a few tries."""
        rule = game.action_rule(move.action, scene, move.params)
        before = rules.health_of(scene, options, name)
        return any(rules.health_of(_tried(rule, options, seed), options, name) < before for seed in range(_TRIES))

    rules = ActionRules(
        combatant=FrozenScene,
        fighter=lambda scene, options, name: "",
        takes_part=lambda options, scene: True,
        acts=acts,
        perform=perform,
        health=lambda scene, fighter: 1,
        plans={},
        begin="",
        end="",
        game=game,
        part=takes_part,
    )
    return rules


def _tried(rule: Callable[..., Any], options: Any, seed: int) -> Any:
    """The scene after an action with random dice and the first choice of every decision."""
    choices: list[Any] = []
    while True:
        try:
            return play(rule, options=options, random=Random(seed), choices=choices).outcome[0]
        except Need as need:
            choices.append(need.choices[0])
