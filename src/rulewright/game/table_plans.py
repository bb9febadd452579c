"""Plans at the table, made of a game's fight rules: the next move of a character who follows one."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from rulewright.game.fight_step import BEST, Act, FightRules, Position, Roster, labels
from rulewright.game.fights import Move
from rulewright.readings import Solver

_US, _THEM = "us", "them"


def planned_moves(
    rules: FightRules[Any, Any], plan: str, scene: Any, options: Any, who: str, foes: Sequence[str]
) -> Iterator[Move]:
    """The next moves of a character by a plan, most wanted first; `foes` are those still in, the weakest first."""
    if rules.turn_order(scene, options) is None and rules.elsewhere:
        yield from rules.elsewhere.get(plan, next(iter(rules.elsewhere.values())))(scene, options, who, foes)
        return
    if rules.begin and not rules.has_begun(scene, who):
        yield Move(rules.begin, {"who": who})
    for wanted in _wanted(rules, plan, scene, options, who, foes):
        yield wanted.move(who)
    if rules.end:
        yield Move(rules.end, {"who": who})


def planned_answer(
    rules: FightRules[Any, Any],
    plan: str,
    scene: Any,
    options: Any,
    move: Move,
    who: str,
    question: str,
    choices: Sequence[Any],
) -> Any | None:
    """A plan's answer to a decision within a move; None if the plan has no answer."""
    if plan == BEST:
        return _best_answer(rules, scene, options, move, who, question)
    return rules.answer(plan, question, choices) if plan in rules.plans else None


def _best_answer(
    rules: FightRules[Any, Any], scene: Any, options: Any, move: Move, who: str, question: str
) -> Any | None:
    """The answer of best play between the acting character and their target; None if it cannot be solved."""
    turns, actor = rules.turn_order(scene, options), str(move.params.get("who", ""))
    wanted = Act.made_by(actor, move)
    target = str(wanted.params[0][1]) if wanted.params else ""
    if turns is None or {actor, target} - set(turns[0]) or who not in (actor, target):
        return None
    sides = {name: _US if name == actor else _THEM for name in turns[0]}
    roster = rules.roster_of(scene, options, turns[0], sides, {})
    position = rules.position_of(scene, options, roster)
    if position.end or not position.left or position.at != roster.at(actor):
        return None
    now, few = rules.against(position, roster, roster.at(target))
    return _best_in_act(rules, options, now, few, wanted, _US if who == actor else _THEM, question)


@lru_cache(maxsize=4096)
def _best_in_act(
    rules: FightRules[Any, Any],
    options: Any,
    position: Position[Any],
    roster: Roster[Any],
    wanted: Act,
    own: str,
    question: str,
) -> Any | None:
    """The answer of a side's best play to a decision within an act."""
    acts = rules.acts(options, position, roster)
    if wanted not in acts or not rules.is_small(options, position, roster):
        return None
    known = {labels(acts)[acts.index(wanted)]} if len(acts) > 1 else set()
    for one in _solver(rules, options, roster, tuple(dict.fromkeys(roster.sides))).decisions(position):
        if known.issuperset(one.seen):
            if (one.who, one.question) == (own, question):
                return one.best
            if one.who != own and one.best not in labels(acts):
                known.add(one.best)
    return None


def _wanted(
    rules: FightRules[Any, Any], plan: str, scene: Any, options: Any, who: str, foes: Sequence[str]
) -> Iterator[Act]:
    """The acts of a plan in a scene; none when it is not the character's turn, or nothing is left of it."""
    turns = rules.turn_order(scene, options)
    if turns is None or turns[1] != who or not foes:
        return
    names = tuple(dict.fromkeys((*turns[0], *foes)))
    sides = {name: _THEM if name in foes else _US for name in names}
    roster = rules.roster_of(scene, options, names, sides, {})
    position = rules.position_of(scene, options, roster)
    if not position.left or position.at != roster.at(who):
        return
    if plan != BEST:
        planned = _by_plan(rules, plan, options, position, roster)
        if planned is not None:
            yield planned
    elif rules.acts(options, position, roster):
        yield best_act(rules, options, position, roster, roster.at(foes[0]))


def _by_plan(
    rules: FightRules[Any, Any], plan: str, options: Any, position: Position[Any], roster: Roster[Any]
) -> Act | None:
    """The act of a plan, or of the first plan if none has this name; without plans the first act that makes sense."""
    name = plan if plan in rules.plans else next(iter(rules.plans), None)
    if name is None:
        return next(iter(rules.acts(options, position, roster)), None)
    return rules.by_plan(name, options, position, roster)


def best_act(rules: FightRules[Any, Any], options: Any, position: Position[Any], roster: Roster[Any], foe: int) -> Act:
    """The act of best play; in a large fight against one foe alone, or by the first plan if that is large too."""
    for now, few in ((position, roster), rules.against(position, roster, foe)):
        acts = rules.acts(options, now, few)
        if len(acts) == 1:
            return acts[0]
        if rules.is_small(options, now, few):
            return acts[_best(rules, options, now, few)]
    planned = _by_plan(rules, "", options, position, roster)
    assert planned is not None
    return planned


@lru_cache(maxsize=4096)
def _best(rules: FightRules[Any, Any], options: Any, position: Position[Any], roster: Roster[Any]) -> int:
    first = _solver(rules, options, roster, tuple(dict.fromkeys(roster.sides))).decisions(position)[0]
    return [choice for choice, _ in first.worth].index(first.best)


@lru_cache(maxsize=64)
def _solver(rules: FightRules[Any, Any], options: Any, roster: Roster[Any], sides: tuple[str, ...]) -> Solver[Any]:
    """The solver of a fight between these fighters, cached from one decision to the next."""
    return Solver(rules.fight_on(sides), roster, options=options)
