"""Parses the modifiers of dice or a group: reroll, explode, minimum and maximum, keep and drop, count.

Modifiers are written in this order, because it is the order in which they are applied, and another
order would be another roll in some dialects and the same roll in others.
"""

from dataclasses import replace
from enum import IntEnum

from rulewright.dice.notation import syntax
from rulewright.dice.notation.conditions import COMPARISONS, faces_in, read_condition, tidy
from rulewright.dice.notation.dialects import Dialect
from rulewright.dice.notation.kept_and_counted import COUNTS, FAILURES, KEEPS, read_counting, read_keeping
from rulewright.dice.notation.limits import MAX_DICE, MAX_REROLL_THROWS
from rulewright.dice.notation.scan import Scanner

_EXPLOSIONS = {
    "!!p": syntax.Explosion.COMPOUND_PENETRATING,
    "!!": syntax.Explosion.COMPOUND,
    "!p": syntax.Explosion.PENETRATING,
    "!": syntax.Explosion.SEPARATE,
    "xo": syntax.Explosion.ONCE,
    "x": syntax.Explosion.SEPARATE,
    "e": syntax.Explosion.SEPARATE,
    "ra": syntax.Explosion.ONE_DIE,
}
_REROLLS = ("rr", "ro", "r")
_MINIMA = ("min", "mi")
_MAXIMA = ("max", "ma")
_SORTS = ("sa", "sd", "s")
_UNIQUES = ("uo", "u")

_WORDS = sorted(
    (*_EXPLOSIONS, *_REROLLS, *_UNIQUES, *_MINIMA, *_MAXIMA, *KEEPS, "p", *COUNTS, *FAILURES, *_SORTS),
    key=len,
    reverse=True,
)

ALLOWED = (
    "dice take r ro rr, u uo, ! !! !p !!p x xo e ra, mi ma, kh kl dh dl k p, >= <= > < = != f cs cf, s, "
    "and between parts stand + - * / // % ** and comparisons"
)


class _ModifierOrder(IntEnum):
    REROLL = 0
    UNIQUE = 1
    EXPLODE = 2
    BOUND = 3
    KEEP = 4
    COUNT = 5


_STAGE_NAMES = ("a reroll", "a u", "an explosion", "a minimum or maximum", "a keep or drop", "a count")


def read_modifiers(scanner: Scanner, dice: syntax.DiceTerm, dialect: Dialect, *, fixed: bool = True) -> syntax.DiceTerm:
    """The dice with every modifier that follows them; not `fixed` if their number is rolled."""
    return _Modifiers(scanner, dice, dialect, fixed).read()


class _Modifiers:
    """The dice as read so far, and the stage that the last modifier belonged to."""

    def __init__(self, scanner: Scanner, dice: syntax.DiceTerm, dialect: Dialect, fixed: bool) -> None:
        self.scanner = scanner
        self.dice = dice
        self.dialect = dialect
        self.fixed = fixed
        # Roll20 writes `{5d6!!}>8`: dice in braces may have had modifiers already.
        self.stage = _stage_of(dice)

    def read(self) -> syntax.DiceTerm:
        while True:
            at = self.scanner.at
            if self.scanner.sees(*COMPARISONS):
                if self.dialect.compares_totals:
                    return self.dice
                if not self.scanner.sees("!="):  # it would explode on a face
                    self._count("", at)
                    continue
            word = self.scanner.take(*_WORDS)
            if not word:
                return self.dice
            elif self.dialect.counts_only_mark and word in COUNTS:
                read_condition(self.scanner, inclusive=self.dialect.inclusive)  # only colours the dice shown
            elif word in _SORTS:
                pass  # only orders the dice shown
            elif word in _REROLLS:
                self._reroll(word, at)
            elif word in _UNIQUES:
                self._differ(word, at)
            elif word in _EXPLOSIONS:
                self._explode(word, at)
            elif word in _MINIMA or word in _MAXIMA:
                self._bound(word, at)
            elif word in KEEPS or word == "p":
                self._keep(word, at)
            elif word in COUNTS:
                self._count(word, at)
            else:
                allowed = "write the successes first and the failures once, such as >=5f1"
                raise self.scanner.wrong(f"{word} does not follow successes", allowed, at)

    def _enter(self, stage: _ModifierOrder, at: int) -> None:
        if stage < self.stage:
            problem = f"{_STAGE_NAMES[stage]} is written after {_STAGE_NAMES[self.stage]}"
            allowed = "the order is reroll, u, explode, mi and ma, keep or drop, count"
            if (stage, self.stage) == (_ModifierOrder.KEEP, _ModifierOrder.COUNT):
                allowed += "; to compare two totals put each in parentheses, (2d6)>=(1d10)"
            raise self.scanner.wrong(problem, allowed, at)
        self.stage = stage

    def _reroll(self, word: str, at: int) -> None:
        self._enter(_ModifierOrder.REROLL, at)
        if self.dice.exchanging is not None:
            raise self.scanner.wrong("a reroll after rol or roh", "one is allowed", at)
        if end := self.scanner.take("h", "l"):
            self._exchange(word, end, at)
            return
        dice, before = self.dice, self.dice.rerolling
        once = word == "ro" or (word == "r" and not self.dialect.reroll_until_clear)
        if before is not None and before.once != once:
            raise self.scanner.wrong("two kinds of reroll", "write ro (once) or rr (until clear), not both", at)
        read = self._condition(word) or syntax.FaceCondition("=", dice.lowest)
        on = self._faces(word, read, before.on if before else (), at)
        if not once:
            self._refuse_endless_rerolls(on, at)
        self.dice = replace(dice, rerolling=syntax.Rerolling(on, once))

    def _exchange(self, word: str, end: str, at: int) -> None:
        number = self.scanner.number() or 1
        if word != "ro" or self.dice.rerolling is not None or not self.fixed:
            raise self.scanner.wrong(f"{word}{end} on dice that change", "write rol1 right after a number of dice", at)
        self.dice = replace(self.dice, exchanging=syntax.Keeping(min(number, self.dice.count), end == "h"))

    def _differ(self, word: str, at: int) -> None:
        self._enter(_ModifierOrder.UNIQUE, at)
        read = self._condition(word)
        on = () if read is None or not self._faces(word, read, (), at) else (read,)
        if all(self._meant(on, value) for value in self.dice.values):
            on = ()
        if self.dice.unique is not None or self.dice.exchanging is not None:
            raise self.scanner.wrong("a second u", "one is allowed, and no rol or roh before it", at)
        if word == "u" and not on and self.dice.count > len({*self.dice.values}):
            allowed = f"at most {len({*self.dice.values})} dice can differ"
            raise self.scanner.wrong("more dice than different faces", allowed, at)
        if word == "u" and on and self.dice.count > 1 + sum(not self._meant(on, v) for v in {*self.dice.values}):
            raise self.scanner.wrong("rerolling would never end", "write uo to reroll once", at)
        self.dice = replace(self.dice, unique=syntax.Unique(on, word == "uo"))

    @staticmethod
    def _meant(on: tuple[syntax.FaceCondition, ...], value: int) -> bool:
        return any(condition.holds(value) for condition in on)

    def _refuse_endless_rerolls(self, on: tuple[syntax.FaceCondition, ...], at: int) -> None:
        dice = self.dice
        clear = dice.sides - faces_in(on, dice.values)
        if not clear:
            raise self.scanner.wrong("rerolling every face never ends", "leave at least one face out", at)
        if dice.count * dice.sides > MAX_REROLL_THROWS * clear:
            allowed = f"at most {MAX_REROLL_THROWS} throws may be expected"
            raise self.scanner.wrong("rerolling would take too long", allowed, at)

    def _explode(self, word: str, at: int) -> None:
        self._enter(_ModifierOrder.EXPLODE, at)
        dice, before, kind = self.dice, self.dice.exploding, _EXPLOSIONS[word]
        if before is not None and before.kind is not kind:
            raise self.scanner.wrong("two kinds of explosion", "write one of ! !! !p xo ra", at)
        if word == "!" and self.scanner.sees("=") and self.dialect.name == "union":
            raise self.scanner.wrong("!= can be read in two ways", "write !6 to explode on 6, cs!=6 to count", at)
        if word == "ra" and self.scanner.sees("h", "l"):
            self._add_dice(at)
            return
        read = self._condition(word)
        if read is None and kind is syntax.Explosion.ONE_DIE:
            raise self.scanner.wrong("ra names no face", "write the face, such as ra6", at)
        on = self._faces(word, read or syntax.FaceCondition("=", dice.highest), before.on if before else (), at)
        exploding = syntax.Exploding(kind, on)
        if exploding.times > 1 and faces_in(on, dice.values) == dice.sides:
            raise self.scanner.wrong("exploding on every face never ends", "leave at least one face out", at)
        self.dice = replace(dice, exploding=exploding)

    def _add_dice(self, at: int) -> None:
        """Read `ral1`: the lowest die brings another, whatever it shows, so the number of dice grows by one."""
        self.scanner.take("h", "l")
        more = min(self.scanner.number() or 1, self.dice.count)
        if self.stage > _ModifierOrder.EXPLODE or self.dice.exploding is not None or not self.fixed:
            raise self.scanner.wrong("ra with h or l after another modifier", "write it right after the dice", at)
        if self.dice.rerolling is not None or self.dice.exchanging is not None or self.dice.unique is not None:
            raise self.scanner.wrong("ra with h or l after a reroll", "write it right after the dice", at)
        if self.dice.count + more > MAX_DICE:
            raise self.scanner.wrong("too many dice", f"at most {MAX_DICE} in all are allowed", at)
        self.dice = replace(self.dice, count=self.dice.count + more)

    def _condition(self, word: str) -> syntax.FaceCondition | None:
        at = self.scanner.at
        signed = self.scanner.sees(*COMPARISONS)
        read = read_condition(self.scanner, inclusive=self.dialect.inclusive)
        # Foundry reads `x2>=5` as "at most twice on 5 or more", others as "on 2; then count 5 or more".
        foundry = word in ("r", "rr", "x", "xo") and self.dialect.name in ("union", "foundry")
        if foundry and read and not signed and self.scanner.sees(*COMPARISONS):
            allowed = f"write {word}={read.number} before a count; a limit of rolls is not offered"
            raise self.scanner.wrong("a number before a comparison can be read in two ways", allowed, at)
        return read

    def _faces(
        self, word: str, read: syntax.FaceCondition, before: tuple[syntax.FaceCondition, ...], at: int
    ) -> tuple[syntax.FaceCondition, ...]:
        dice = self.dice
        if not tidy([read], dice.lowest, dice.highest):
            problem = f"{word} applies to {read}, which the die never shows"
            allowed = f"it shows {dice.lowest} to {dice.highest}"
            if word in _EXPLOSIONS:
                allowed += f"; to count dice that explode write {word}cs{read}"
            raise self.scanner.wrong(problem, allowed, at)
        return tidy([*before, read], dice.lowest, dice.highest)

    def _bound(self, word: str, at: int) -> None:
        self._enter(_ModifierOrder.BOUND, at)
        negative = word in ("min", "max") and self.scanner.take("-")
        number = self.scanner.number()
        if number is None:
            raise self.scanner.wrong(f"{word} has no number", f"write a whole number after it, such as {word}2")
        if self.scanner.decimals() is not None:
            raise self.scanner.wrong(f"{word} has decimals", "dice show whole numbers, and are bounded by one", at)
        number = -number if negative else number
        low, high = self.dice.minimum, self.dice.maximum
        if (low if word in _MINIMA else high) is not None:
            raise self.scanner.wrong(f"a second {word}", "one mi and one ma are allowed", at)
        if word in _MINIMA:
            low = number
        else:
            high = number
        if low is not None and high is not None and low > high:
            raise self.scanner.wrong("the minimum is above the maximum", "write mi with the smaller number", at)
        self.dice = replace(self.dice, minimum=low, maximum=high)

    def _keep(self, word: str, at: int) -> None:
        by_value = word in ("k", "p") and (self.scanner.sees(*COMPARISONS) or self.dialect.keeps_by_value)
        if word == "p" and not by_value:
            raise self.scanner.wrong("p names neither the highest nor the lowest", "write pl1, ph1 or p<3", at)
        if by_value:
            self._keep_values(word, at)
            return
        if self.stage == _ModifierOrder.KEEP and self.dice.keeping is not None:
            allowed = "write (4d6kh3)kl1 to keep among the kept, 4d6kh1&kl1 to keep both"
            raise self.scanner.wrong("a second keep or drop can be read in two ways", allowed, at)
        self._enter(_ModifierOrder.KEEP, at)
        if word[0] in "dp" and not self.fixed:
            raise self.scanner.wrong("a drop from a number of dice that is rolled", "write what is kept: kh1", at)
        steps = [self._one_keep(word, at)]
        while self.scanner.take("&"):
            further = self.scanner.take("kh", "kl")
            if not further:
                raise self.scanner.wrong("& is not followed by a keep", "write kh1&kl1")
            steps.append(self._one_keep(further, at))
        if self.dialect.keeps_by_value and self.scanner.sees("k"):
            allowed = "Avrae keeps a die that is both highest and lowest only once; the union keeps two: 4d6kh1&kl1"
            raise self.scanner.wrong("a second keep", allowed)
        if len(steps) > 1:
            self.dice = replace(self.dice, keeping=syntax.KeepingTwice(tuple(steps), joined=True))
        else:
            self.dice = replace(self.dice, keeping=steps[0] if self._drops_some(steps[0]) else None)

    def _one_keep(self, word: str, at: int) -> syntax.Keeping:
        keeping = read_keeping(self.scanner, word, self.dice.count)
        if not keeping.count and word == "d" and self.dice.count:
            sides = self.scanner.since(at)[1:]
            allowed = (
                f"to roll as many d{sides} as the dice before show, write ({self.dice.count}d{self.dice.sides})d{sides}"
            )
            raise self.scanner.wrong("this drops every die", allowed, at)
        return keeping

    def _drops_some(self, keeping: syntax.Keeping) -> bool:
        exploding = self.dice.exploding
        return keeping.count < self.dice.count or (exploding is not None and not self.dice.compounds)

    def _keep_values(self, word: str, at: int) -> None:
        before = self.dice.keeping
        read = read_condition(self.scanner, inclusive=self.dialect.inclusive)
        if read is None:
            end = self.scanner.take("h", "l")
            raise self.scanner.wrong(f"{word}{end} has no number", f"write a number after it, such as {word}3", at)
        if (
            self.stage == _ModifierOrder.KEEP
            and isinstance(before, syntax.KeepingValues)
            and before.dropped == (word == "p")
        ):
            self.dice = replace(self.dice, keeping=syntax.KeepingValues((*before.on, read), before.dropped))
            return
        if before is not None:
            raise self.scanner.wrong("two kinds of keep", "keep by value or by rank, not both", at)
        self._enter(_ModifierOrder.KEEP, at)
        self.dice = replace(self.dice, keeping=syntax.KeepingValues((read,), word == "p"))

    def _count(self, word: str, at: int) -> None:
        if self.stage == _ModifierOrder.COUNT:
            raise self.scanner.wrong("a second count", "one is allowed; f1 after it takes failures away", at)
        if isinstance(self.dice.keeping, syntax.KeepingTwice):
            raise self.scanner.wrong("a count of dice kept twice is not offered", "keep once, then count", at)
        self._enter(_ModifierOrder.COUNT, at)
        self.dice = replace(self.dice, counting=read_counting(self.scanner, word, self.dice, self.dialect))
        if not self.dialect.counts_only_mark and self.scanner.sees("cf"):
            allowed = "write cs>=5f1 to take failures away; dialects that only mark dice are roll20 and rpg-dice-roller"
            raise self.scanner.wrong("cs with cf is read in three ways", allowed)


def _stage_of(dice: syntax.DiceTerm) -> _ModifierOrder:
    if dice.counting is not None:
        return _ModifierOrder.COUNT
    if dice.keeping is not None:
        return _ModifierOrder.KEEP
    if dice.minimum is not None or dice.maximum is not None:
        return _ModifierOrder.BOUND
    if dice.exploding is not None:
        return _ModifierOrder.EXPLODE
    return _ModifierOrder.REROLL if dice.unique is None else _ModifierOrder.UNIQUE
