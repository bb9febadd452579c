"""How a throw is scored in the generated code.

The score of the dice has only the parts that the lines after the throw use: the total, or the total and whether all
dice show the same, or how many reach a number.
"""

import ast
from collections.abc import Callable, Sequence
from math import comb
from typing import Any

from rulewright.dice import Throw
from rulewright.rulebook import expressions as e
from rulewright.rulebook.faults import Wrong, did_you_mean, quoted
from rulewright.rulebook.kinds import Flag, Kind, Range
from rulewright.rulebook.throw_making import DiceCount, maker
from rulewright.rulebook.throws import (
    MOST_DICE,
    MOST_HANDS,
    MOST_KEEPING,
    MOST_SIDES,
    MOST_TOTALS,
    SIGNS,
    Group,
    SymbolDie,
    WrittenThrow,
)
from rulewright.rulebook.translate import Scope, Written, called, condition, load, number, part_of, store


def asked_of(name: str, later: Sequence[e.Expression]) -> tuple[set[str], dict[str, DiceCount]]:
    """The measures of a throw that later lines use, and the counts by key."""
    measures: set[str] = set()
    counts: dict[str, DiceCount] = {}
    for whole in later:
        inside: set[int] = set()
        for one in e.parts_of(whole):
            if id(one) in inside:
                continue
            if isinstance(one, e.FunctionCall) and one.name == "count":
                found = count_of(one, name)
                if found is not None:
                    counts[found.key] = found
                    inside.add(id(one.arguments[0].left))  # type: ignore[union-attr]  # a comparison
            elif isinstance(one, e.Name) and one.name == name:
                measures.add("total")
            elif isinstance(one, e.Field) and one.owner == name:
                measures.add(one.name)
    return measures, counts


def count_of(value: e.Expression, name: str) -> DiceCount | None:
    """`count(throw.dark >= 5)` as a count, if it is one of this throw."""
    match value:
        case e.FunctionCall("count", (e.Compared(sign, left, right),)):
            if isinstance(left, e.Name) and left.name == name:
                return DiceCount("", sign, right)
            if isinstance(left, e.Field) and left.owner == name:
                return DiceCount(left.name, sign, right)
    return None


class ThrowLayout:
    """How a throw is scored, given the measures asked for; writes the nodes that throw and that read it."""

    def __init__(
        self, name: str, variable: str, thrown: WrittenThrow, later: Sequence[e.Expression], scope: Scope
    ) -> None:
        self.name, self.variable, self.thrown = name, variable, thrown
        self.measures, self.counts = asked_of(name, later)
        self._arguments: list[ast.expr] = []
        self._before = scope.copy()  # thresholds are computed before the dice are thrown
        self._groups = [self._sized(group) for group in thrown.groups]
        self.most = sum(count.most for count, _ in self._groups)
        self.least = sum(count.least for count, _ in self._groups)
        if self.most > MOST_DICE:
            raise Wrong(
                thrown.place,
                f"up to {self.most:,} dice in one throw: at most {MOST_DICE} are allowed",
                "limit it with min(...)",
            )
        self.kept = self._keeps()
        self.symbols = self._symbols()
        self._thresholds = {key: self._threshold(count) for key, count in self.counts.items()}
        self.shape = self._shape()
        self.states = self._states()
        self._refuse_costly()

    def _refuse_costly(self) -> None:
        """Raise for dice whose odds would take too long: no budget can stop a single throw."""
        total = self._total()
        sides = max(showing.most for _, showing in self._groups)
        if total.most - total.least > MOST_TOTALS and self.shape in ("total", "doubles", "counts"):
            message = f"{total.most - total.least + 1:,} different totals: at most {MOST_TOTALS:,} are allowed"
            raise Wrong(self.thrown.place, message, "throw fewer dice, or dice with fewer sides")
        if self.kept is not None and self.kept.most * self.most * sides > MOST_KEEPING:
            message = f"keeping {self.kept.most} of {self.most} dice with {sides} sides takes too long to work out"
            raise Wrong(self.thrown.place, message, "throw fewer dice, or dice with fewer sides")
        if self.shape in ("counts", "symbols") and self.states > MOST_HANDS:
            message = f"{self.states:,} different results: at most {MOST_HANDS:,} are allowed"
            raise Wrong(self.thrown.place, message, "ask for fewer things of one throw")

    # --- its parts ---

    def _argument(self, node: ast.expr) -> int:
        self._arguments.append(node)
        return len(self._arguments) - 1

    def _sized(self, group: Group) -> tuple[Range, Range]:
        """The possible number of dice in a group, and the faces that each can show."""
        node, count = number(group.count, self._before)
        self._argument(node)
        if count.least < 0:
            raise Wrong(group.place, f"this can be {count.least} dice", "limit it with max(0, ...)")
        if group.die is not None:
            self._argument(ast.Constant(0))
            if group.reroll or group.explode:
                raise Wrong(group.place, "dice with symbols are not rolled again")
            return count, Range(1, len(group.die.faces))
        assert group.sides is not None
        node, sides = number(group.sides, self._before)
        self._argument(node)
        if sides.least < 1 or sides.most > MOST_SIDES:
            raise Wrong(group.place, f"a die has 1 to {MOST_SIDES:,} sides, not {sides.least:,} to {sides.most:,}")
        for face in (*group.reroll, *group.explode):
            if not 1 <= face <= sides.least:
                raise Wrong(group.place, f"a d{sides.least} never shows {face}")
        if group.reroll and group.explode:
            raise Wrong(group.place, "dice either explode or are rerolled, not both")
        if len(set(group.explode)) >= sides.least or group.times > 20:
            raise Wrong(group.place, "a die explodes on some of its faces, and at most 20 times")
        return count, Range(1, sides.most * (group.times + 1 if group.explode else 1))

    def _keeps(self) -> Range | None:
        if self.thrown.keep is None or self.thrown.highest is None:
            return None
        node, keep = number(self.thrown.keep, self._before)
        self._argument(node)
        self._argument(condition(self.thrown.highest, self._before))
        if keep.least < 0 or keep.most > self.least:
            few = f"{self.least} dice" if self.least == self.most else f"{self.least} to {self.most} dice"
            raise Wrong(self.thrown.place, f"cannot keep {keep.most} of {few}", "throw more dice, or keep fewer")
        if any(group.minus or group.die for group in self.thrown.groups):
            raise Wrong(self.thrown.place, "dice are kept among dice that are added and have numbers")
        return keep

    def _symbols(self) -> tuple[str, ...]:
        own = [group.die for group in self.thrown.groups if group.die is not None]
        if own and len(own) < len(self.thrown.groups):
            raise Wrong(
                self.thrown.place,
                "dice with symbols are thrown by themselves",
                "throw the others on a line of their own",
            )
        return tuple(dict.fromkeys(symbol for die in own for symbol in die.symbols))

    def _threshold(self, count: DiceCount) -> tuple[int, DiceCount]:
        node, _ = number(count.number, self._before)
        labels = {group.label for group in self.thrown.groups} - {""}
        if count.label and count.label not in labels:
            raise Wrong(
                count.number.place,
                f"no dice of this throw are called {quoted(count.label)}",
                did_you_mean(count.label, labels) or "name dice with as: 2d6 as dark",
            )
        if any(group.explode for group in self.thrown.groups):
            raise Wrong(self.thrown.place, "dice that explode are not counted", "use their total")
        return self._argument(node), count

    def _shape(self) -> str:
        """The kind of score that the dice carry."""
        asked = set(self.measures)
        if self.symbols:
            return "symbols"
        unknown = asked - {"total", "highest", "lowest", "doubled"}
        if unknown:
            raise Wrong(
                self.thrown.place,
                f"a throw has no {quoted(min(unknown))}",
                did_you_mean(min(unknown), ("total", "highest", "lowest", "doubled")),
            )
        minus = any(group.minus for group in self.thrown.groups)
        if not self.counts and asked <= {"total"}:
            return "total"
        plain = not minus
        if plain and not self.counts and asked <= {"total", "doubled"}:
            hand = self.kept if self.kept is not None else Range(self.least, self.most)
            if hand.least >= 2:
                return "doubles"
        if plain and not self.counts and self.kept is None and asked in ({"highest"}, {"lowest"}):
            return min(asked)
        if plain and self.kept is None and asked <= {"total"} and self.counts:
            return "counts"
        if plain and self.kept is None and asked == {"highest"} and len(self.counts) == 1:
            return "highest and count"
        if (
            minus
            or any(group.explode for group in self.thrown.groups)
            or any(one.label for one in self.counts.values())
        ):
            listed = ", ".join(sorted(asked | {"count" for _ in self.counts}))
            message = f"of these dice {listed} are asked for, which is too much at once"
            raise Wrong(self.thrown.place, message, "ask for one of them, or throw the dice separately")
        sides = max(showing.most for _, showing in self._groups)
        if comb(self.most + sides - 1, self.most) > MOST_HANDS:
            raise Wrong(
                self.thrown.place,
                f"{comb(self.most + sides - 1, self.most):,} different hands: at most {MOST_HANDS:,}",
                "ask for the total alone, or for the highest alone",
            )
        return "faces"

    def _states(self) -> int:
        """How many different scores there can be at most."""
        total = self._total()
        spread: int = total.most - total.least + 1
        match self.shape:
            case "total":
                return spread
            case "doubles":
                return 2 * spread
            case "highest" | "lowest":
                return max(showing.most for _, showing in self._groups)
            case "counts":
                return (spread if "total" in self.measures else 1) * int((self.most + 1) ** len(self.counts))
            case "highest and count":
                return max(showing.most for _, showing in self._groups) * (self.most + 1)
            case "symbols":
                return int((self.most + 1) ** max(1, len(self.symbols)))
        return comb(self.most + max(showing.most for _, showing in self._groups) - 1, self.most)

    def _total(self) -> Range:
        least = most = 0
        for group, (count, showing) in zip(self.thrown.groups, self._groups, strict=True):
            low, high = count.least * showing.least, count.most * showing.most
            least, most = (least - high, most - low) if group.minus else (least + low, most + high)
        if self.kept is not None:
            faces = [showing for _, showing in self._groups]
            return Range(
                self.kept.least * min(face.least for face in faces), self.kept.most * max(face.most for face in faces)
            )
        return Range(least, most)

    # --- throwing it ---

    def maker(self) -> Callable[..., Throw[Any]]:
        """The function of the generated code that makes the throw from its numbers."""
        counts = tuple(self._thresholds.values())
        return maker(self.thrown, self.shape, self.kept is not None, counts, "total" in self.measures, self.symbols)

    def node(self, maker: str) -> ast.expr:
        """The node that makes the throw."""
        return called(maker, *self._arguments)

    @property
    def constant(self) -> tuple[Any, ...] | None:
        """The numbers of the throw if they are always the same."""
        if all(isinstance(node, ast.Constant) for node in self._arguments):
            return tuple(node.value for node in self._arguments if isinstance(node, ast.Constant))
        return None

    def adjusted(self, name: str) -> ast.stmt | None:
        """The node that drops the dice that are not kept, before the faces are read."""
        if self.shape != "faces" or self.kept is None:
            return None
        at = 2 * len(self._groups)
        return store(name, called("_kept", load(name), *self._arguments[at : at + 2]))

    # --- reading it ---

    def measured(self, value: e.Expression) -> Written | None:
        """An expression that reads the throw, as a node."""
        if isinstance(value, e.FunctionCall):
            count = count_of(value, self.name)
            return None if count is None or count.key not in self.counts else self._read_count(count.key)
        field = value.name if isinstance(value, e.Field) else "total"
        if self.symbols:
            return self._read_symbol(field)
        return self._read(field) if field in self.measures else None

    def _read_symbol(self, field: str) -> Written | None:
        if field not in self.symbols:
            return None
        worth = [face[die.symbols.index(field)] for die in self._dice() if field in die.symbols for face in die.faces]
        least, most = min(0, *worth) * self.most, max(0, *worth) * self.most
        signed = any(group.minus for group in self.thrown.groups)
        kind = Range(min(least, -most) if signed else least, max(most, -least) if signed else most)
        return Written(load(self.variable) if len(self.symbols) == 1 else part_of(self.variable, field), kind)

    def _dice(self) -> list[SymbolDie]:
        return [group.die for group in self.thrown.groups if group.die is not None]

    def _read_count(self, key: str) -> Written:
        kind = Range(0, self.most)
        at = list(self.counts).index(key)
        match self.shape:
            case "counts":
                alone = len(self.counts) == 1 and "total" not in self.measures
                return Written(load(self.variable) if alone else part_of(self.variable, f"c{at}"), kind)
            case "highest and count":
                return Written(part_of(self.variable, "score"), kind)
        index, count = self._thresholds[key]
        sign = ast.Constant(list(SIGNS).index(count.sign))
        return Written(called("_count", load(self.variable), sign, self._arguments[index]), kind)

    def _read(self, field: str) -> Written:
        node = load(self.variable)
        faces = [showing for _, showing in self._groups]
        kind: Kind = self._total()
        if field in ("highest", "lowest"):
            empty = self.least == 0
            kind = Range(0 if empty else min(face.least for face in faces), max(face.most for face in faces))
        if field == "doubled":
            kind = Flag()
        match self.shape:
            case "total" | "highest" | "lowest":
                return Written(node, kind)
            case "doubles" | "counts":
                return Written(part_of(self.variable, field), kind)
            case "highest and count":
                return Written(part_of(self.variable, "rank"), kind)
        return Written(called(f"_{field}", node), kind)
