"""The sheet of a rulebook in the generated code: its structs, computed values, creation and trackers."""

import ast
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from rulewright.game import CreationStep, Legal, Tracker
from rulewright.game.form_checks import fits, fitting
from rulewright.game.forms import ChoiceForm, FacesForm, FlagForm, NumberForm, WordsForm, offer
from rulewright.rulebook import expressions as e
from rulewright.rulebook.faults import Wrong
from rulewright.rulebook.functions import Module
from rulewright.rulebook.kinds import Flag, Kind, Range, Value, WordKind, python_name, refuse_unfit
from rulewright.rulebook.parameters import BookParameter, usual
from rulewright.rulebook.roll_rules import DICE
from rulewright.rulebook.rolls import field_type, struct_of
from rulewright.rulebook.sheet_blocks import RolledValue, SheetBlock, Spread
from rulewright.rulebook.translate import Scope, called, load, part_of, written
from rulewright.rules import Refused
from rulewright.rules.limits import Name
from rulewright.rules.parameters import check_fields

MOST_BOXES = 12
_NAME = WordsForm(60, example="Ada")
_NPC = FlagForm()


class Sheets:
    """The structs of a sheet, and the functions that make and show one."""

    def __init__(self, block: SheetBlock, module: Module, scope: Scope, out: e.Expression | None, gm: str) -> None:
        self.block, self.module, self._scope, self.out, self.gm = block, module, scope, out, gm
        self.rules = (block.rule,) if block.rule else ()
        module.fields |= {python_name(name) for name in block.names} | {"npc", "out"}
        chosen: dict[str, Kind] = {one.name: one.kind for one in block.chosen}
        tracks: dict[str, Kind] = {one.name: one.kind for one in block.tracks}
        self.fighter = _struct("Fighter", chosen | {"npc": Flag()}, "The part that a fight keeps.", cache_hash=True)
        self.combatant = _struct("Combatant", tracks | {"out": Flag()}, "The part of a character that a fight changes.")
        self.sheet = _sheet(block)
        self.derived_kinds: dict[str, Kind] = {}
        self._derived = self._write_derived()
        self._starts = self._write_starts()
        self._is_out = self._write_out()

    def taken_apart(self, sheet: Any) -> tuple[Any, Any]:
        """The part of a sheet that a fight keeps, and the part that it changes."""
        return tuple(
            part(**{field: getattr(sheet, field) for field in part.__struct_fields__})
            for part in (self.fighter, self.combatant)
        )

    # --- the meaning of names ---

    def parts(self, locals_of_tracks: Mapping[str, str], fighter: str) -> dict[str, Value]:
        """The fields of a character as values: chosen ones from a struct, tracks from variables, others computed."""
        found = {one.name: Value(one.kind, _reader(fighter, python_name(one.name))) for one in self.block.chosen}
        found["npc"] = Value(Flag(), _reader(fighter, "npc"))
        for track in self.block.tracks:
            found[track.name] = Value(track.kind, _local(locals_of_tracks[track.name]))
        scope = self._scope.copy()
        scope.values |= found
        for let in self.block.derived:
            made = written(let.value, scope)
            value = Value(made.kind, _again(let.value, scope.copy()))
            found[let.name] = scope.values[let.name] = value
        return found

    def _own_scope(self) -> Scope:
        """The names of a sheet as fields of the variable `_sheet`."""
        scope = self._scope.copy()
        for name, kind in self.block.stored.items():
            scope.values[name] = Value(kind, _reader("_sheet", python_name(name)))
        scope.values["npc"] = Value(Flag(), _reader("_sheet", "npc"))
        for let in self.block.derived:
            made = written(let.value, scope)
            scope.values[let.name] = Value(made.kind, _again(let.value, scope.copy()))
        return scope

    def worked_out(self, name: str, value: e.Expression) -> tuple[Callable[..., Any], Kind]:
        """Generate the function of the options and the sheet that computes a value, and return it with its kind."""
        found = written(value, self._own_scope())
        return self.module.function(name, [DICE, "_sheet"], [ast.Return(found.node)], rules=self.rules), found.kind

    def _write_derived(self) -> Callable[..., Any] | None:
        if not self.block.derived:
            return None
        scope = self._own_scope()
        nodes = [scope.values[let.name].read() for let in self.block.derived]
        self.derived_kinds = {let.name: scope.values[let.name].kind for let in self.block.derived}
        made = struct_of("Derived", self.derived_kinds, "The values that are computed from a sheet.")
        body: list[ast.stmt] = [ast.Return(called(self.module.add("Derived", made), *nodes))]
        return self.module.function("derived", [DICE, "_sheet"], body, rules=self.rules)

    def _write_starts(self) -> dict[str, Callable[..., Any]]:
        found: dict[str, Callable[..., Any]] = {}
        scope = self._scope.copy()
        for one in self.block.chosen:
            scope.values[one.name] = Value(one.kind, _reader("_given", python_name(one.name)))
        for track in self.block.tracks:
            start: e.Expression = track.start
            if isinstance(start, e.Name) and isinstance(track.kind, WordKind) and start.name in track.kind.words:
                start = e.Text(start.name, start.place)
            made = written(start, scope)
            refuse_unfit(made.kind, track.kind, track.name, track.place)
            found[track.name] = self.module.function(python_name(track.name), [DICE, "_given"], [ast.Return(made.node)])
        return found

    def _write_out(self) -> Callable[..., Any] | None:
        if self.out is None:
            return None
        function, kind = self.worked_out("out", self.out)
        if not isinstance(kind, Flag):
            raise Wrong(self.out.place, f"out when needs a condition, and this is {kind}")
        return function

    # --- the game's functions of a sheet ---

    def derived(self, options: Any, sheet: Any) -> Any:
        """The values that are shown with a sheet and never stored."""
        return {} if self._derived is None else self._derived(WithoutDice(options), sheet)

    def settled(self, options: Any, sheet: Any) -> Any:
        """The sheet with `out` recomputed from its values."""
        if self._is_out is None:
            return sheet
        return msgspec.structs.replace(sheet, out=self._is_out(WithoutDice(options), sheet))

    def create(self, options: Any, wanted: Mapping[str, Any]) -> Any:
        """A new character; raises at the first value that does not fit."""
        check_fields(wanted, [step.field for step in self.creation()])
        rule = self.block.rule or None
        npc = fitting(_NPC, "npc", wanted.get("npc", False))
        chosen: dict[str, Any] = {}
        for one in self.block.chosen:
            given = wanted.get(one.name, one.default)
            if one.name in self.block.rolled and not npc:
                given = _result(self.block.rolled[one.name], one.name, wanted.get(one.name), rule)
            chosen[python_name(one.name)] = fitting(_form(one), one.name, given, f"{one.name} out of range", rule)
        if not npc:
            for spread in self.block.spreads:
                _refuse_spread(spread, [chosen[python_name(name)] for name in spread.over], rule)
        fighter = self.fighter(**chosen, npc=npc)
        starts = {python_name(name): start(WithoutDice(options), fighter) for name, start in self._starts.items()}
        name = fitting(_NAME, "name", wanted.get("name", ""))
        return self.settled(options, self.sheet(name=name, npc=npc, **chosen, **starts))

    def creation(self) -> tuple[CreationStep, ...]:
        """The steps of making a character."""
        steps = [
            CreationStep(one.name, one.meaning[:1].upper() + one.meaning[1:], self.rules, self._legal(one))
            for one in self.block.chosen
        ]
        named = CreationStep("name", "Name", (), lambda options, draft: Legal("any name", form=_NAME))
        return (
            *steps,
            named,
            CreationStep("npc", f"Run by the {self.gm}", (), lambda options, draft: offer(_NPC), optional=True),
        )

    def _legal(self, one: BookParameter) -> Callable[[Any, Mapping[str, Any]], Legal]:
        if one.name in self.block.rolled:
            return partial(_rolled_offer, self.block.rolled[one.name], _form(one))
        spread = next((spread for spread in self.block.spreads if one.name in spread.over), None)
        if spread is None:
            form = _form(one)
            return lambda options, draft: offer(form)
        ranges = {other.name: other.kind for other in self.block.chosen}
        return lambda options, draft: _spread_offer(spread, one, ranges, draft)

    def trackers(self) -> tuple[Tracker, ...]:
        """The trackers of a sheet: computed words, then tracks."""
        found = [
            Tracker(_label(name), "words", name)
            for name, kind in self.derived_kinds.items()
            if isinstance(kind, WordKind)
        ]
        for track in self.block.tracks:
            match track.kind:
                case Range(least, most) if least == 0 and isinstance(track.start, e.Number) and track.start.value == 0:
                    found.append(
                        Tracker(_label(track.name), "boxes" if most <= MOST_BOXES else "meter", track.name, most=most)
                    )
                case Range(least, most) if least == 0:
                    found.append(Tracker(_label(track.name), "meter", track.name, most=most))
                case Range():
                    found.append(Tracker(_label(track.name), "count", track.name))
                case WordKind():
                    found.append(Tracker(_label(track.name), "words", track.name))
                case Flag():
                    found.append(Tracker(_label(track.name), "flag", track.name))
        return tuple(found)


class WithoutDice(NamedTuple):
    """Passed in place of the dice to a function that must not throw any."""

    options: Any


def _label(name: str) -> str:
    """A field's name in words; one of two letters is an abbreviation, such as HP."""
    return name.upper() if len(name) == 2 else name.replace("_", " ")


def _struct(name: str, kinds: Mapping[str, Kind], doc: str, cache_hash: bool = False) -> Any:
    fields = [(python_name(field), field_type(kind)) for field, kind in kinds.items()]
    rename = {python_name(field): field for field in kinds if python_name(field) != field}
    return msgspec.defstruct(
        name, fields, frozen=True, cache_hash=cache_hash, rename=rename or None, namespace={"__doc__": doc}
    )


def _sheet(block: SheetBlock) -> Any:
    fields: list[Any] = [("name", Name, ""), ("npc", bool, False), ("out", bool, False)]
    fields += [(python_name(one.name), field_type(one.kind), one.default) for one in block.chosen]
    fields += [(python_name(one.name), field_type(one.kind), usual(one.kind)) for one in block.tracks]
    rename = {python_name(name): name for name in block.names if python_name(name) != name}
    return msgspec.defstruct(
        "Sheet",
        fields,
        bases=(Struct,),
        frozen=True,
        kw_only=True,
        rename=rename or None,
        namespace={"__doc__": "The stored values of a character."},
    )


def _reader(variable: str, field: str) -> Callable[[], ast.expr]:
    return lambda: part_of(variable, field)


def _local(variable: str) -> Callable[[], ast.expr]:
    return lambda: load(variable)


def _again(value: e.Expression, scope: Scope) -> Callable[[], ast.expr]:
    return lambda: written(value, scope).node


def _form(one: BookParameter) -> NumberForm | ChoiceForm | FlagForm:
    match one.kind:
        case Range(least, most):
            return NumberForm(least, most, int(one.default))
        case WordKind(words):
            return ChoiceForm(words, one.default)
        case Flag():
            return FlagForm()


def _result(dice: RolledValue, name: str, given: Any, rule: str | None) -> Any:
    """The result of a rolled value: from its faces, or as it was rolled elsewhere."""
    if given is None:
        raise Refused(f"{name} not rolled: roll {dice}, and give the faces or the result", rule)
    if not isinstance(given, list | tuple):
        return given
    face = NumberForm(1, dice.sides)
    if len(given) != dice.dice or not all(fits(face, one) for one in given):
        raise Refused(f"bad dice for {name}: {dice} has {dice.dice} faces from {face.allowed}", rule)
    return dice.total(given)


def _rolled_offer(
    dice: RolledValue, result: NumberForm | ChoiceForm | FlagForm, options: Any, draft: Mapping[str, Any]
) -> Legal:
    """Dice for the characters of players; the GM gives theirs any result."""
    if draft.get("npc") is True:
        return offer(result)
    return Legal(f"roll {dice}", form=FacesForm(dice.dice, dice.sides))


def _refuse_spread(spread: Spread, given: list[int], rule: str | None) -> None:
    over = ", ".join(spread.over)
    if spread.numbers and sorted(given) != sorted(spread.numbers):
        numbers = ", ".join(map(str, spread.numbers))
        raise Refused(f"numbers not handed out: spread {numbers} over {over}, each once", rule)
    if not spread.numbers and sum(given) != spread.points:
        raise Refused(f"points not spent exactly: {over} add up to {sum(given)}, not {spread.points}", rule)


def _spread_offer(spread: Spread, one: BookParameter, ranges: Mapping[str, Kind], draft: Mapping[str, Any]) -> Legal:
    """The legal values of one field, given the others, such that the rest of the points can be spent exactly."""
    name, usual = one.name, int(one.default)
    kind = ranges[name]
    assert isinstance(kind, Range)
    if draft.get("npc") is True:
        return offer(NumberForm(kind.least, kind.most, usual))
    others = [other for other in spread.over if other != name]
    given = {other: draft[other] for other in others if isinstance(draft.get(other), int)}
    if spread.numbers:
        left = list(spread.numbers)
        for value in given.values():
            if value in left:
                left.remove(value)
        return offer(ChoiceForm(tuple(dict.fromkeys(left)) or spread.numbers))
    open_ranges = [kind for other in others if other not in given and isinstance(kind := ranges[other], Range)]
    left_over = spread.points - sum(given.values())
    shared = " and ".join(["this", *(_label(other) for other in others if other not in given)])
    least = max(kind.least, left_over - sum(one.most for one in open_ranges))
    most = min(kind.most, left_over - sum(one.least for one in open_ranges))
    if least > most:
        return offer(NumberForm(kind.least, kind.most))
    allowed = f"{least}" if least == most else f"{least} to {most}"
    return offer(
        NumberForm(least, most, usual if least <= usual <= most else None),
        f"{allowed}: {left_over} of {spread.points} points are left for {shared}",
    )
