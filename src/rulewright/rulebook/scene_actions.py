"""The actions of a rulebook's table: joining, fights and turns, the rulebook's own, rolls, and the GM's."""

import inspect
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rulewright.game import Action, Character, Words, named, set_by
from rulewright.game.order_actions import Ordered, order_actions
from rulewright.game.roles import Role
from rulewright.game.scene import Said, SceneOf
from rulewright.game.turns import ActionOrder, running, standing, use_action
from rulewright.game.words import spaced
from rulewright.rulebook.action_blocks import ActionRule
from rulewright.rulebook.fight_blocks import FightRule
from rulewright.rulebook.fights import Begun, Ordering, spoken
from rulewright.rulebook.kinds import python_name
from rulewright.rulebook.roll_rules import RollRule
from rulewright.rulebook.rolls import annotation
from rulewright.rulebook.sheets import Sheets, WithoutDice
from rulewright.rules import Dice, Refused
from rulewright.rules.limits import Name, PlainValues
from rulewright.rules.rule import carrying

_HELPED = Annotated[Name, named("character", "the character it helps", use="helps")]


def scene_of(sheet: Any) -> Any:
    """The type of scenes whose characters have this sheet."""
    fields: list[Any] = [("characters", dict[str, sheet], {}), ("fight", ActionOrder | None, None)]
    namespace = {"__doc__": "The characters, and the fight if there is one."}
    return msgspec.defstruct("Scene", fields, bases=(SceneOf,), frozen=True, namespace=namespace)


class TableActions:
    """Makes the actions of a table from a rulebook."""

    def __init__(self, sheets: Sheets, fight: FightRule | None, order: Ordering | None) -> None:
        self.sheets, self.fight, self.order = sheets, fight, order
        self.chosen = tuple(sheets.fighter.__struct_fields__)
        self.tracks = tuple(sheets.combatant.__struct_fields__)

    def _with(self, scene: Any, name: str, combatant: Any) -> Any:
        changed = {field: getattr(combatant, field) for field in self.tracks}
        return scene.with_sheet(name, replace(scene.characters[name], **changed))

    def can_act(self, scene: Any, options: Any, name: str) -> bool:
        """Whether a character takes part in a fight."""
        return not scene.characters[name].out

    # --- actions of every table ---

    def all(self, actions: Sequence[ActionRule], rolls: Sequence[RollRule]) -> tuple[Action, ...]:
        """Every action of the table."""
        found = [Action("join", self._join(), "player", set_by(actor="character"))]
        if self.fight is not None:
            found += self._turns(self.fight)
        found += [self._action(one) for one in actions]
        taken = {one.name for one in found}
        found += [self._roll(one) for one in rolls if spoken(one.name) not in taken]
        found += [self._setter(track.name, track.kind) for track in self.sheets.block.tracks]
        return tuple(found)

    def _join(self) -> Any:
        create = self.sheets.create

        def join(dice: Dice[Any], scene: Any, character: PlainValues) -> tuple[Any, Said]:
            """A new character joins the scene."""
            return scene.joined(create(dice.options, character))  # type: ignore[no-any-return]  # a scene

        return carrying(join, self.sheets.rules)

    def _turns(self, fight: FightRule) -> list[Action]:
        cited = fight.block.rule or "fight"
        rule = fight.block.rule or None

        def start_fight(dice: Dice[Any], scene: Any) -> tuple[Any, Ordered]:
            """Everyone who can act takes part; the order holds for the whole fight."""
            if scene.fight is not None:
                raise Refused("in a fight: end it first", rule)
            able = [name for name in scene.characters if self.can_act(scene, dice.options, name)]
            if len(able) < 2:
                raise Refused("no fight: at least two characters must be able to act", rule)
            parts = {name: self.sheets.taken_apart(scene.characters[name]) for name in able}
            assert self.order is not None
            order = self.order(dice, {name: (now, fighter) for name, (fighter, now) in parts.items()})
            return replace(scene, fight=ActionOrder(order)), Ordered(order)

        def start_turn(dice: Dice[Any], scene: Any, who: Character) -> tuple[Any, Begun]:
            """A turn begins: the effects of its beginning happen, and its actions are counted."""
            turns = running(scene.fight).of(who, rule)
            if turns.begun:
                raise Refused("turn already begun", rule)
            fighter, combatant = self.sheets.taken_apart(scene.sheet(who))
            given = WithoutDice(dice.options)
            if fight.turn is not None and (fight.turn_when is None or fight.turn_when(given, fighter, combatant, who)):
                combatant, _ = fight.turn.perform(dice, fighter, combatant, who)
            after = self._with(scene, who, combatant)
            if combatant.out and self._is_over(dice.options, after):
                return replace(after, fight=turns.turn_ended()), Begun(0)
            if combatant.out:
                return self._next(dice.options, after), Begun(0)
            left = max(0, fight.actions(given, fighter, combatant, who))
            return replace(after, fight=replace(turns, begun=True, actions=left)), Begun(left)

        rules = (fight.block.rule,) if fight.block.rule else ()
        return [
            Action("start-fight", carrying(start_fight, rules), "gm", role="starts-fight"),
            Action(
                "start-turn",
                carrying(start_turn, rules),
                "owner",
                set_by(actor="who"),
                when="turn",
                role="starts-turn",
            ),
            *order_actions(self.can_act, cited, ends=rules),
        ]

    def _next(self, options: Any, scene: Any) -> Any:
        return replace(scene, fight=scene.fight.next_turn(lambda name: self.can_act(scene, options, name)))

    def _is_over(self, options: Any, scene: Any) -> bool:
        """Whether at most one side of a fight can act."""
        has_sides = self._has_sides(scene)
        sides = {name: str(scene.characters[name].npc if has_sides else name) for name in scene.fight.order}
        return standing(sides, lambda name: self.can_act(scene, options, name)).over

    # --- the rulebook's own ---

    def _action(self, action: ActionRule) -> Action:
        block = action.block
        rule = block.rule or None

        def act(dice: Any, scene: Any, who: str, target: str = "", **given: Any) -> tuple[Any, Any]:
            sheet = scene.sheet(who)
            fighter, mine = self.sheets.taken_apart(sheet)
            if mine.out and self.fight is not None:
                raise Refused(f"cannot act: {who} is out", rule)
            if block.target:
                self._refuse_target(scene, who, target, block.target, rule)
            scene = use_action(scene, who, rule, block.cost) if block.in_turn else scene
            if not block.target:
                mine, outcome = action.perform(dice, fighter, mine, who, **given)
                return self._with(scene, who, mine), outcome
            their, theirs = self.sheets.taken_apart(scene.sheet(target, "target"))
            mine, theirs, outcome = action.perform(dice, fighter, mine, their, theirs, who, target, **given)
            if target != who:
                scene = self._with(scene, who, mine)
            return self._with(scene, target, theirs), outcome

        taken: dict[str, tuple[Any, Any]] = {"who": (Character, inspect.Parameter.empty)}
        if block.target:
            taken["target"] = (_HELPED if block.target == "friend" else Character, inspect.Parameter.empty)
        for one in block.parameters:
            taken[python_name(one.name)] = (annotation(one.kind, one.meaning), one.default)
        made = _taking(act, block.name, taken, block.about or self._about(action), action.perform.__rules__)
        own = [one.name for one in block.parameters if one.by == "actor"]
        gm = [one.name for one in block.parameters if one.by == "gm"]
        actor = " ".join(["who", *(["target"] if block.target else []), *own])
        sets = set_by(actor=actor, gm=" ".join(gm)) if block.by != "gm" else {}
        role: Role | None = None if block.in_turn or block.by != "owner" or block.target == "foe" else "after-fight"
        return Action(spoken(block.name), made, block.by, sets, "turn" if block.in_turn else "any time", role=role)

    def _about(self, action: ActionRule) -> str:
        """A description of an action that has no paragraph of its own, by the tracks that it changes."""
        other = "target" if action.block.target == "anyone" else action.block.target
        parts = []
        for whose, prefix in ((f"the {other}'s", "target_"), ("your own", "")):
            changed = [spaced(name) for name in self.tracks if f"{prefix}{name}" in action.outcome]
            parts += [f"{whose} {Words().value(changed)}"] if changed else []
        return f"Changes {', and '.join(parts)}." if parts else f"{spaced(action.block.name).capitalize()}."

    def _refuse_target(self, scene: Any, who: str, target: str, kind: str, rule: str | None) -> None:
        theirs = scene.sheet(target, "target")
        if who == target and kind != "anyone":
            raise Refused("the target is the acting character: choose another", rule)
        friends = theirs.npc == scene.characters[who].npc and self._has_sides(scene)
        if kind == "foe" and friends:
            raise Refused(f"{target} is on the same side", rule)
        if kind == "friend" and not friends:
            raise Refused(f"{target} is on the other side", rule)
        if kind == "foe" and theirs.out:
            raise Refused(f"{target} is out already", rule)

    def _has_sides(self, scene: Any) -> bool:
        return len({sheet.npc for sheet in scene.characters.values()}) > 1

    def _roll(self, roll: RollRule) -> Action:
        """A roll as an action that changes nothing; it takes values from the sheet where it has such fields."""
        known = {
            **dict.fromkeys((*self.chosen, *self.tracks), "stored"),
            **dict.fromkeys(self.sheets.derived_kinds, "derived"),
        }
        asked = [one for one in roll.parameters if python_name(one.name) not in known]
        taken_from = [one for one in roll.parameters if python_name(one.name) in known]

        def act(dice: Any, scene: Any, who: str, **given: Any) -> tuple[Any, Any]:
            sheet = scene.sheet(who)
            derived = self.sheets.derived(dice.options, sheet) if taken_from else None
            for one in taken_from:
                name = python_name(one.name)
                given[name] = getattr(sheet if known[name] == "stored" else derived, name)
            return scene, dice.call(roll.rule, **given)

        taken: dict[str, tuple[Any, Any]] = {"who": (Character, inspect.Parameter.empty)}
        for one in asked:
            taken[python_name(one.name)] = (annotation(one.kind, one.meaning), one.default)
        about = inspect.getdoc(roll.rule) or roll.name
        made = _taking(act, roll.name, taken, about, roll.rule.__rules__)
        own = " ".join(["who", *(one.name for one in asked if one.by == "actor")])
        gm = " ".join(one.name for one in asked if one.by == "gm")
        return Action(spoken(roll.name), made, "owner", set_by(actor=own, gm=gm))

    def _setter(self, track: str, kind: Any) -> Action:
        """The GM's action that sets a track."""
        field = python_name(track)

        def act(dice: Any, scene: Any, who: str, value: Any) -> tuple[Any, Said]:
            sheet = self.sheets.settled(dice.options, replace(scene.sheet(who), **{field: value}))
            shown = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
            return scene.with_sheet(who, sheet), Said(f"{who}: {track.replace('_', ' ')} is now {shown}")

        empty = inspect.Parameter.empty
        taken = {"who": (Character, empty), "value": (annotation(kind, "the new value"), empty)}
        about = f"The {self.sheets.gm} sets {track.replace('_', ' ')} of a character."
        return Action(f"set-{spoken(track)}", _taking(act, f"set_{track}", taken, about, self.sheets.rules), "gm")


def _taking(function: Any, name: str, taken: Mapping[str, tuple[Any, Any]], about: str, rules: tuple[str, ...]) -> Any:
    """The function with a signature made of the given parameters."""
    places = inspect.Parameter.POSITIONAL_OR_KEYWORD
    listed = [inspect.Parameter("dice", places), inspect.Parameter("scene", places)]
    listed += [
        inspect.Parameter(one, places, default=default, annotation=kind) for one, (kind, default) in taken.items()
    ]
    function.__signature__ = inspect.Signature(listed)
    function.__annotations__ = {one: kind for one, (kind, _) in taken.items()}
    function.__name__ = name
    function.__doc__ = about
    return carrying(function, rules)
