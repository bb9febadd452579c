"""Plans at the table, made of a game's fight rules: what a character who follows one does next."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from rulewright.game.fight_step import BEST, Act, FightRules, Position, Roster
from rulewright.game.fights import Move, Plan
from rulewright.readings import solve

_US, _THEM = "us", "them"


def table_plans(rules: FightRules[Any, Any]) -> Mapping[str, Plan]:
    """Every plan of the rules, and best play."""
    return {name: _plan(rules, name) for name in (*rules.plans, BEST)}


def _plan(rules: FightRules[Any, Any], name: str) -> Plan:
    def plan(scene: Any, options: Any, who: str, foes: Sequence[str]) -> Iterator[Move]:
        yield Move(rules.begin, {"who": who})
        for act in _wanted(rules, name, scene, options, who, foes):
            yield act.move(who)
        yield Move(rules.end, {"who": who})

    return plan


def _wanted(
    rules: FightRules[Any, Any], plan: str, scene: Any, options: Any, who: str, foes: Sequence[str]
) -> Iterator[Act]:
    """What a plan does in a scene; nothing when it is not the character's turn, or nothing is left of it."""
    fight = scene.fight
    if fight is None or fight.turn != who or not foes:
        return
    names = tuple(dict.fromkeys((*fight.order, *foes)))
    sides = {name: _THEM if name in foes else _US for name in names}
    roster = rules.roster_of(scene, options, names, sides, {})
    position = rules.position_of(scene, options, roster)
    if not position.left or position.at != roster.at(who):
        return
    acts = rules.acts(options, position, roster)
    if plan != BEST:
        yield rules.plans[plan](options, position, roster, acts)
    else:
        yield best_act(rules, options, *one_against_one(position, roster, roster.at(foes[0])))


def one_against_one(position: Position[Any], roster: Roster[Any], foe: int) -> tuple[Position[Any], Roster[Any]]:
    """The part of a fight between the one whose turn it is and one foe."""
    pair = (position.at, foe)
    return (
        Position(tuple(position.combatants[at] for at in pair), 0, position.left),
        Roster(
            tuple(roster.names[at] for at in pair),
            tuple(roster.sides[at] for at in pair),
            tuple(roster.fighters[at] for at in pair),
            tuple(roster.plans[at] for at in pair),
        ),
    )


def best_act(rules: FightRules[Any, Any], options: Any, position: Position[Any], roster: Roster[Any]) -> Act:
    """What best play does in a position."""
    acts = rules.acts(options, position, roster)
    return acts[0] if len(acts) == 1 else acts[_best(rules, options, position, roster)]


@lru_cache(maxsize=4096)
def _best(rules: FightRules[Any, Any], options: Any, position: Position[Any], roster: Roster[Any]) -> int:
    bout = rules.bout(position, roster)
    first = solve(bout.fight, position, roster, options=options).decisions_at(position)[0]
    return [choice for choice, _ in first.worth].index(first.best)
