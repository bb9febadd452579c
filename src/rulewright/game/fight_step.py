"""A fight as a decision process: its position, the step that is repeated, and the scene it is taken from.

A game writes how a turn begins, which acts are possible in it, the effect of each, and who is out. The step is made of
these functions, and the table's actions call them too, so the solver and the table play by the same rules.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Any, Generic, NamedTuple, Self, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from rulewright.dice import d
from rulewright.game.fights import Bout, Duel, FightStatus, Move, Plan
from rulewright.game.turns import standing
from rulewright.rules import Dice, Repeat
from rulewright.rules.rule import carrying, cites

BEST = "best"
"""The plan that leaves every decision open: to the solver, or to the players."""
RANDOM = "random"
"""The plan that every game has: any act that makes sense, all equally likely."""
NO_WINNER = "nobody"
"""The end of a fight that no side has won."""

_SMALL = 400
"""Combinations of health beyond which a fight of three is not solved at the table."""

C = TypeVar("C", bound=Hashable)
F = TypeVar("F", bound=Hashable)
S = TypeVar("S", bound=Struct)
V = TypeVar("V")
P = TypeVar("P", bound="Position[Any]")
R = TypeVar("R", bound="Roster[Any]")


class Act(NamedTuple):
    """An action of the table with its parameters, apart from `who`."""

    action: str
    params: tuple[tuple[str, Any], ...] = ()

    def of(self, parameter: str) -> Any:
        """The value of a parameter."""
        return dict(self.params)[parameter]

    def move(self, who: str) -> Move:
        """The act as a move of a character at the table."""
        return Move(self.action, {"who": who, **dict(self.params)})

    @classmethod
    def made_by(cls, who: str, move: Move) -> Self:
        """A move of a character at the table as an act."""
        return cls(move.action, tuple(one for one in move.params.items() if one != ("who", who)))


@lru_cache(maxsize=4096, typed=True)
def act(action: str, **params: Any) -> Act:
    """An action with its parameters, which are cached: `act("attack", target="Bo")`."""
    return Act(action, tuple(params.items()))


class Position(Struct, Generic[C], frozen=True):
    """A fight between two steps: the combatants in the order of their turns, and whose turn it is.

    `left` counts what is left of the turn, such as actions; it is 0 before the turn begins. `end` is the side that has
    won, or `NO_WINNER`; empty while the fight goes on.
    """

    combatants: tuple[C, ...]
    at: int = 0
    left: int = 0
    rounds_left: int | None = None
    end: str = ""

    @property
    def mine(self) -> C:
        """The combatant whose turn it is."""
        return self.combatants[self.at]

    def with_combatant(self, index: int, combatant: C, left: int | None = None) -> Self:
        """The position with one combatant replaced, and with `left` of the turn left (as much as before if None)."""
        before = self.combatants
        combatants = (*before[:index], combatant, *before[index + 1 :])
        return replace(self, combatants=combatants, left=self.left if left is None else left)

    def after(self, combatant: C, left: int) -> Self:
        """The position with the combatant whose turn it is replaced, and with `left` of the turn left."""
        return self.with_combatant(self.at, combatant, left)

    def used(self) -> Self:
        """The position after one action of the turn is used up."""
        return replace(self, left=self.left - 1)


class Roster(Struct, Generic[F], frozen=True, cache_hash=True):
    """The constant part of a fight, in the order of turns: names, sides, fighters, and the plan of each."""

    names: tuple[str, ...]
    sides: tuple[str, ...]
    fighters: tuple[F, ...]
    plans: tuple[str, ...]

    def foes(self, index: int) -> tuple[int, ...]:
        """The indexes of everyone on another side."""
        return _others(self.sides, index)[0]

    def friends(self, index: int) -> tuple[int, ...]:
        """The indexes of everyone else on the same side."""
        return _others(self.sides, index)[1]

    def at(self, name: str) -> int:
        """The index of a name."""
        return self.names.index(name)

    def only(self, *indexes: int) -> Self:
        """The roster reduced to these indexes."""
        return replace(
            self,
            names=tuple(self.names[at] for at in indexes),
            sides=tuple(self.sides[at] for at in indexes),
            fighters=tuple(self.fighters[at] for at in indexes),
            plans=tuple(self.plans[at] for at in indexes),
        )

    def with_fighter(self, index: int, fighter: F) -> Self:
        """The roster with another fighter in one place, as for one action with a borrowed weapon."""
        return replace(self, fighters=(*self.fighters[:index], fighter, *self.fighters[index + 1 :]))

    def ask(self, dice: Dice[Any], index: int, question: str, choices: Sequence[V], planned: Callable[[str], V]) -> V:
        """The answer to a decision within an action, such as how to react: by the fighter's plan, or by a choice."""
        plan = self.plans[index]
        return dice.choose(self.sides[index], question, choices) if plan == BEST else planned(plan)


@lru_cache(maxsize=1024)
def _others(sides: tuple[str, ...], index: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The indexes of the foes and of the friends of one index."""
    others = [at for at in range(len(sides)) if at != index]
    foes = tuple(at for at in others if sides[at] != sides[index])
    return foes, tuple(at for at in others if sides[at] == sides[index])


def weakest_foes(
    position: Position[C], roster: Roster[F], takes_part: Callable[[C], bool], health: Callable[[C, F], int]
) -> list[int]:
    """The indexes of the foes of the combatant whose turn it is who still take part, the weakest first."""
    foes = [foe for foe in roster.foes(position.at) if takes_part(position.combatants[foe])]
    if len(foes) > 1:
        foes.sort(key=lambda foe: health(position.combatants[foe], roster.fighters[foe]))
    return foes


FightPlan = Callable[[Any, P, R, Sequence[Act]], Act]
"""How a fighter plays: (options, position, roster, possible acts) -> the chosen act."""


class FightRules(Struct, Generic[P, R], frozen=True, eq=False):
    """The rules of a game's fights, written once, over its positions and rosters.

    `combatant` is the part of a sheet that a fight changes: each of its fields is one of the sheet's. `fighter` makes
    the constant part of a character, from the scene, the options and the name. `begin_turn` and `perform` are rules
    that take the position and the roster, and return the next position and the outcome. Where turns begin by
    themselves, `at_once` is what such a turn has, as one action. `acts` lists the acts that make sense for the
    combatant whose turn it is, the usual one first; `health` is the amount a combatant has left.
    `actions` names the field of the scene's fight that counts what is left of a turn; `begin` and `end` are the table's
    actions that begin and end a turn. `measure` is the unit of health. `bring` is the action that brings in a foe by
    name, where foes are not characters. `position` and `roster` are the classes of these, where a game's own hold more.
    """

    combatant: type
    fighter: Callable[[Any, Any, str], Any]
    takes_part: Callable[[Any, Any], bool]
    acts: Callable[[Any, P, R], tuple[Act, ...]]
    perform: Callable[[Dice[Any], P, R, Act], tuple[P, Any]]
    health: Callable[[Any, Any], int]
    plans: Mapping[str, FightPlan[P, R]]
    begin_turn: Callable[[Dice[Any], P, R], tuple[P, Any]] = lambda dice, position, roster: (position, None)
    at_once: int = 0
    position: Callable[..., P] = cast("Any", Position)
    roster: Callable[..., R] = cast("Any", Roster)
    actions: str = "actions"
    begin: str = "start-turn"
    end: str = "end-turn"
    measure: str = "health"
    bring: str = ""
    elsewhere: Mapping[str, Plan] = {}
    """Plans by name for scenes with turns that are not fights, such as a chase."""

    @property
    def plan_names(self) -> tuple[str, ...]:
        """Every plan at the table: the game's own, and best play."""
        return tuple(dict.fromkeys((*self.plans, *self.elsewhere, BEST)))

    def answer(self, plan: str, question: str, choices: Sequence[Any]) -> Any:
        """A plan's answer to a decision within an action: the first choice, unless overridden."""
        return choices[0]

    # --- the step ---

    def decided(self, dice: Dice[Any], position: P, roster: R) -> Act:
        """The act of the combatant whose turn it is: by its plan, or by a choice."""
        plan = roster.plans[position.at]
        if plan in self.plans:
            planned = self.by_plan(plan, dice.options, position, roster)
            assert planned is not None
            return planned
        acts = self.acts(dice.options, position, roster)
        if len(acts) == 1:
            return acts[0]
        if plan == BEST:
            return decide(dice, roster.sides[position.at], acts)
        return acts[dice.pool(RANDOM, 1 * d(len(acts))) - 1]

    def by_plan(self, plan: str, options: Any, position: P, roster: R) -> Act | None:
        """The act of a plan; None where no act makes sense."""
        acts = self.acts(options, position, roster)
        return self.plans[plan](options, position, roster, acts) if len(acts) > 1 else next(iter(acts), None)

    def step(self, dice: Dice[Any], position: P, roster: R) -> P:
        """The position after one step: a turn begins, or the combatant whose turn it is performs an act."""
        if position.left == 0:
            after, _ = self.begin_turn(dice, position, roster)
        else:
            after = self.performed(dice, position, roster, self.decided(dice, position, roster))
        return self.settled(dice.options, after, roster)

    def performed(self, dice: Dice[Any], position: P, roster: R, act: Act) -> P:
        """The position after an act; a game may leave out of it whatever only the outcome needs."""
        return self.perform(dice, position, roster, act)[0]

    def solver_step(self, dice: Dice[Any], position: P, roster: R) -> P:
        """The step that a solver repeats; a game may split or join steps so that there are fewer positions."""
        return self.step(dice, position, roster)

    def settled(self, options: Any, position: P, roster: R) -> P:
        """The position moved on: ended if one side is left alone, at the next turn if nothing is left of this one."""
        takes_part = self.takes_part
        able = [takes_part(options, one) for one in position.combatants]
        if not all(able):
            position = _ended(position, roster, able)
        if position.end or (position.left and able[position.at]):
            return position
        places = len(able)
        acting = [takes_part and self.has_turns(one) for takes_part, one in zip(able, roster.fighters, strict=True)]
        ahead = next(at for at in range(position.at + 1, position.at + 1 + places) if acting[at % places])
        rounds = position.rounds_left
        if rounds is not None and ahead >= places:
            rounds -= 1
        end = NO_WINNER if rounds == 0 else ""
        left = 0 if end else self.at_once
        return replace(position, at=ahead % places, left=left, rounds_left=rounds, end=end)

    def has_turns(self, fighter: Any) -> bool:
        """Whether a fighter has turns of its own, unlike a foe that only responds to the turns of others."""
        return True

    def is_within(self, position: P) -> bool:
        """Whether an act is still going on, in rules whose solver step is only a part of one."""
        return False

    def begins_round(self, before: P, after: P) -> bool:
        """Whether a new round began with a step."""
        return after.left == self.at_once and not after.end and after.at <= before.at

    def bout(self, position: P, roster: R) -> Bout:
        """The fight from a position on, as a `Bout`."""
        return Bout(self.fight_on(tuple(dict.fromkeys(roster.sides))), position, (roster,))

    def worth(self, end: P, side: str) -> int:
        """What the end of a fight is worth to a side that plays its best: 1 if it has won, else 0."""
        return int(end.end == side)

    def fight_on(self, sides: tuple[str, ...]) -> Repeat[Any, Any, Any]:
        """The fight until its end, in which each of these sides wants to win."""
        return _fight_on(self, sides)

    # --- the table ---

    def roster_of(
        self, scene: Any, options: Any, names: Sequence[str], sides: Mapping[str, str], plans: Mapping[str, str]
    ) -> R:
        """The roster of these characters of a scene; `plans` are by side, `BEST` where none is given."""
        return self.roster(
            tuple(names),
            tuple(sides[name] for name in names),
            self.fighters_of(scene, options, names),
            tuple(plans.get(sides[name], BEST) for name in names),
        )

    def fighters_of(self, scene: Any, options: Any, names: Sequence[str]) -> tuple[Any, ...]:
        """The constant part of each character."""
        return tuple(self.fighter(scene, options, name) for name in names)

    def between(self, scene: Any, options: Any, *names: str) -> tuple[P, R]:
        """The part of a fight that an action needs: the acting character first, then the others, all undecided."""
        roster = self.roster_of(scene, options, names, dict(zip(names, names, strict=True)), {})
        return self.position(self.combatants_of(scene, names)), roster

    def combatants_of(self, scene: Any, names: Sequence[str]) -> tuple[Any, ...]:
        """The part of each sheet that a fight changes."""
        return tuple(self.combatant_of(scene, name) for name in names)

    def combatant_of(self, scene: Any, name: str) -> Any:
        """The part of a character's sheet that a fight changes."""
        sheet, other = scene.sheet(name), self.not_on_sheet(scene, name)
        fields: tuple[str, ...] = self.combatant.__struct_fields__  # type: ignore[attr-defined]  # a struct
        return self.combatant(**{field: getattr(sheet, field) for field in fields if field not in other}, **other)

    def not_on_sheet(self, scene: Any, name: str) -> Mapping[str, Any]:
        """The fields of a combatant that are not read from fields of the same name on the sheet, with their values."""
        return {}

    def turn_order(self, scene: Any, options: Any) -> tuple[tuple[str, ...], str] | None:
        """The names in the order of their turns, and whose turn it is; None without a fight."""
        return None if scene.fight is None else (scene.fight.order, scene.fight.turn)

    def has_begun(self, scene: Any, who: str) -> bool:
        """Whether the turn of a character has begun."""
        fight = scene.fight
        return fight is not None and fight.begun and fight.turn == who

    def turn_to_begin(self, scene: Any, options: Any) -> str | None:
        """The character whose turn must begin next; None if a turn has begun, or there is no fight."""
        fight: Any = getattr(scene, "fight", None)
        if getattr(fight, "begun", True) or not self.can_act(scene, options, fight.turn):
            return None
        turn: str = fight.turn
        return turn

    def acts_now(self, scene: Any, options: Any, position: P, roster: R) -> tuple[Act, ...]:
        """The acts that make sense in a scene and its position; none while a turn must first begin or end."""
        return self.acts(options, position, roster) if position.left else ()

    def likeness(self, options: Any, position: P, roster: R, act: Act, index: int) -> Hashable:
        """A key equal for combatants on whom an act has the same effect, so that advice tries only one of them."""
        return roster.sides[index], roster.fighters[index], position.combatants[index]

    def can_act(self, scene: Any, options: Any, name: str) -> bool:
        """Whether a character takes part."""
        return self.takes_part(options, self.combatant_of(scene, name))

    def status(self, scene: Any, options: Any, side_of: Callable[[Any, str], str]) -> FightStatus | None:
        """The fight in a scene; it is over when at most one side takes part."""
        fight = getattr(scene, "fight", None)
        if fight is None:
            return None
        sides = {name: side_of(scene, name) for name in fight.order if name in scene.characters}
        if len(set(sides.values())) == 1:  # each for themselves
            sides = {name: name for name in sides}
        over, winner = standing(sides, lambda name: self.can_act(scene, options, name))
        left = {self.actions: getattr(fight, self.actions)} if hasattr(fight, self.actions) else {}
        return FightStatus(fight.order, fight.round, fight.turn, left, over, winner)

    def position_of(self, scene: Any, options: Any, roster: R) -> P:
        """The position of the fight in a scene: a turn with nothing left counts as ended."""
        fight = scene.fight
        left = getattr(fight, self.actions) if fight.begun else self.at_once
        position = self.position(self.combatants_of(scene, roster.names), roster.at(fight.turn), left)
        if not fight.begun and self.takes_part(options, position.mine):
            return _ended(position, roster, [self.takes_part(options, one) for one in position.combatants])
        return self.settled(options, position, roster)

    def written(self, scene: Any, names: Sequence[str], position: P) -> Any:
        """The scene with the changes of the fight written back to its characters."""
        for name, combatant in zip(names, position.combatants, strict=True):
            scene = self.with_combatant(scene, name, combatant)
        return scene

    def play(
        self,
        dice: Dice[Any],
        scene: S,
        rule: Callable[..., tuple[P, V]],
        names: Sequence[str],
        *given: Any,
        terms: Sequence[Mapping[str, Any]] = (),
    ) -> tuple[S, V]:
        """Play a rule of the fight at the table, `rule(dice, position, roster, *given)`: the scene and the outcome.

        `names` are the characters it concerns, the acting one first. `terms` say for each in what their fighter differs
        in this action alone: Tags, a borrowed weapon.
        """
        position, roster = self.between(scene, dice.options, *names)
        for index, changes in enumerate(terms):
            roster = roster.with_fighter(index, replace(roster.fighters[index], **changes))
        position, outcome = rule(dice, position, roster, *given)
        return self.written(scene, names, position), outcome

    def next_turn(self, scene: S, options: Any, after: str | None = None) -> S:
        """The scene in the turn of the next character who takes part; with `after`, only if it was that one's turn."""
        fight: Any = getattr(scene, "fight", None)
        if fight is None or after not in (None, fight.turn):
            return scene
        return replace(scene, fight=fight.next_turn(lambda name: self.can_act(scene, options, name)))

    def with_combatant(self, scene: Any, name: str, combatant: Any) -> Any:
        """The scene with the changes of a combatant written to the character's sheet."""
        before, sheet = self.combatant_of(scene, name), scene.sheet(name)
        after = {field: getattr(combatant, field) for field in combatant.__struct_fields__ if hasattr(sheet, field)}
        changed = {field: value for field, value in after.items() if value != getattr(before, field)}
        changed |= self.follows(sheet, before, combatant)
        return scene.with_sheet(name, replace(sheet, **changed)) if changed else scene

    def follows(self, sheet: Any, before: Any, after: Any) -> Mapping[str, Any]:
        """Further changes of the sheet that follow from a combatant's: fields with another name or form there."""
        return {}

    def is_small(self, options: Any, position: P, roster: R) -> bool:
        """Whether a fight is small enough to be solved at the table: one against one, or three with little health."""
        if len(roster.names) < 3:
            return True
        return len(roster.names) == 3 and prod(1 + left for left in self.healths(options, position, roster)) <= _SMALL

    def against(self, position: P, roster: R, foe: int) -> tuple[P, R]:
        """The fight reduced to the combatant whose turn it is and one foe."""
        few = (position.combatants[position.at], position.combatants[foe])
        return replace(position, combatants=few, at=0, rounds_left=None), roster.only(position.at, foe)

    def counted_in(self, fighter: Any) -> str:
        """The unit of a fighter's health."""
        return self.measure

    def healths(self, options: Any, position: P, roster: R) -> list[int]:
        """The health of every combatant, 0 for one who is out."""
        everyone = zip(position.combatants, roster.fighters, strict=True)
        return [self.health(one, fighter) if self.takes_part(options, one) else 0 for one, fighter in everyone]

    def health_of(self, scene: Any, options: Any, name: str) -> int:
        """The health of a character; 0 for one who is out of the fight."""
        one = self.combatant_of(scene, name)
        return self.health(one, self.fighter(scene, options, name)) if self.takes_part(options, one) else 0

    # --- the lab ---

    def duel(self, roll: str, begin: Callable[..., Bout], sides: tuple[str, str], **words: Any) -> Duel:
        """A roll that is a fight of one against one; `words` are the other fields of a `Duel`."""

        def measured(end: P, roster: R) -> tuple[int, ...]:
            return tuple(self.left_to(end, roster, side) for side in sides)

        usual: dict[str, Any] = {
            "winner": lambda end: end.end if end.end in sides else None,
            "counts": lambda position: position.left == 0,
            "mover": lambda position, roster: roster.sides[position.at],
            "measured": measured,
        }
        return Duel(roll=roll, sides=sides, begin=begin, **usual | words)

    def left_to(self, end: P, roster: R, side: str) -> int:
        """The total health of a side; 0 if another side has won."""
        if end.end not in ("", NO_WINNER, side):
            return 0
        everyone = zip(end.combatants, roster.fighters, roster.sides, strict=True)
        return sum(self.health(one, fighter) for one, fighter, own in everyone if own == side)


def _ended(position: P, roster: Roster[Any], able: Sequence[bool]) -> P:
    """The position with its end if at most one side takes part."""
    left = {side for side, takes_part in zip(roster.sides, able, strict=True) if takes_part}
    return position if len(left) > 1 else replace(position, left=0, end=left.pop() if left else NO_WINNER)


def decide(dice: Dice[Any], who: str, acts: tuple[Act, ...]) -> Act:
    """Ask which of these acts to do; the question names the actions, and each choice its distinguishing parameters."""
    words = labels(acts)
    return acts[words.index(dice.choose(who, _question(acts), words))]


@lru_cache(maxsize=4096)
def _question(acts: tuple[Act, ...]) -> str:
    return " or ".join(dict.fromkeys(_words(one.action) for one in acts))


@lru_cache(maxsize=4096)
def labels(acts: tuple[Act, ...]) -> tuple[str, ...]:
    """Each act in words: the action, and those parameters in which it differs from another of the same action."""
    same: dict[str, list[Act]] = {}
    for one in acts:
        same.setdefault(one.action, []).append(one)
    shared = {action: set.intersection(*(set(one.params) for one in those)) for action, those in same.items()}
    return tuple(
        " ".join(
            [
                _words(one.action),
                *(_said(name, value) for name, value in one.params if (name, value) not in shared[one.action]),
            ]
        )
        for one in acts
    )


def _said(name: str, value: Any) -> str:
    """A parameter in words: a number or a boolean with its name, anything else alone."""
    if isinstance(value, bool):
        return name if value else f"no {name}"
    return f"{name} {value}" if isinstance(value, int) else str(value)


def _words(action: str) -> str:
    return action.replace("-", " ")


@lru_cache(maxsize=256)
def _fight_on(rules: FightRules[Any, Any], sides: tuple[str, ...]) -> Repeat[Any, Any, Any]:
    def next_action(dice: Dice[Any], position: Any, roster: Any) -> Any:
        """One step of a fight, or a part of it."""
        return rules.solver_step(dice, position, roster)

    step = carrying(next_action, (*cites(rules.begin_turn), *cites(rules.perform)))
    aims = {side: _worth(rules, side) for side in sides}
    return Repeat(step, lambda position: position.end != "", aims, lambda position: replace(position, end=NO_WINNER))


def _worth(rules: FightRules[Any, Any], side: str) -> Callable[[Any], int]:
    return lambda position: rules.worth(position, side)
