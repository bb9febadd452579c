"""The chance to win in the scenes of a fight, by the game's fight rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.game.fight_step import NO_WINNER, Position, Roster
from rulewright.lab.fight_values import FightChances, PositionAndRules, Worth
from rulewright.lab.fights import FightSetup, fight_roster, standing_side
from rulewright.lab.intervals import certain
from rulewright.readings import Budget, odds_from_here

_SECONDS = 5.0


def position_in(setup: FightSetup, roster: Roster[Any], scene: Any) -> Position[Any]:
    """The position of the fight in a scene, with its end where it is over."""
    if setup.rules.turn_order(scene, setup.options) is None:
        ended = setup.rules.combatants_of(scene, roster.names)
        return Position(ended, end=standing_side(setup, scene) or NO_WINNER)
    position: Position[Any] = setup.rules.position_of(scene, setup.options, roster)
    return position


def positions_after(
    setup: FightSetup,
    roster: Roster[Any],
    scene: Any,
    action: str,
    params: Mapping[str, Any],
    faces: Sequence[int] = (),
    choices: Sequence[Any] = (),
    seconds: float = _SECONDS,
) -> dict[Position[Any], float]:
    """The chance of every position after an action, over all its dice that have not been rolled yet."""
    rule = setup.game.action_rule(action, scene, params)

    def position(dice: Any) -> Position[Any]:
        after, _ = rule(dice)
        return position_in(setup, roster, after)

    found, _ = odds_from_here(position, setup.options, faces, choices, Budget(None, seconds))
    return {at: float(chance) for at, chance in found.items()}


class SceneChances:
    """How often each side wins from successive scenes of the same fight."""

    def __init__(self, setup: FightSetup, runs: int, seed: int = 0) -> None:
        self._setup, self.runs, self._seed = setup, runs, seed
        self._found: dict[Roster[Any], FightChances] = {}

    def is_solved(self, scene: Any) -> bool:
        """Whether the fight in a scene is small enough to be solved."""
        roster, position = self._position(scene)
        return roster is None or self._chances(roster, position).method == "float64"

    def at(self, scene: Any, side: str) -> Worth:
        """How often a side wins and loses from a scene."""
        roster, position = self._position(scene)
        if roster is None or position.end:
            winner = standing_side(self._setup, scene) if roster is None else position.end
            return Worth(certain(float(winner == side)), certain(float(winner not in (side, NO_WINNER))))
        return self._chances(roster, position).worth({position: 1.0}, side)

    def after(
        self,
        scene: Any,
        action: str,
        params: Mapping[str, Any],
        side: str,
    ) -> Worth:
        """How often a side wins and loses after an action, over all its dice."""
        roster, now = self._position(scene)
        assert roster is not None
        return self._chances(roster, now).worth(positions_after(self._setup, roster, scene, action, params), side)

    def _position(self, scene: Any) -> tuple[Roster[Any] | None, Position[Any]]:
        roster = fight_roster(self._setup, scene)
        if roster is None:
            return None, Position(())
        return roster, self._setup.rules.position_of(scene, self._setup.options, roster)

    def _chances(self, roster: Roster[Any], position: Position[Any]) -> FightChances:
        if roster not in self._found:
            setup = self._setup
            start = PositionAndRules(setup.rules, setup.options, position, roster)
            self._found[roster] = FightChances(start, setup.plans, self.runs, self._seed)
        return self._found[roster]
