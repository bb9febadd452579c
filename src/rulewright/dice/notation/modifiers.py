"""Reading what follows dice or a group: reroll, explode, minimum and maximum, keep and drop, count.

Modifiers are written in this order, because it is the order in which they are applied, and another
order would be another roll in some dialects and the same roll in others.
"""

from dataclasses import replace
from enum import IntEnum

from rulewright.dice.notation.conditions import COMPARISONS, faces_in, read_condition, tidy
from rulewright.dice.notation.limits import MAX_REROLL_THROWS
from rulewright.dice.notation.scan import Scanner
from rulewright.dice.notation.syntax import Condition, Counting, Dice, Exploding, Explosion, Keeping, Rerolling

_EXPLOSIONS = {
    "!!": Explosion.COMPOUND,
    "!p": Explosion.PENETRATING,
    "!": Explosion.SEPARATE,
    "xo": Explosion.ONCE,
    "x": Explosion.SEPARATE,
    "e": Explosion.SEPARATE,
    "ra": Explosion.ONE_DIE,
}
_REROLLS = ("rr", "ro", "r")
_MINIMA = ("min", "mi")
_MAXIMA = ("max", "ma")
_KEEPS = ("kh", "kl", "k", "dh", "dl", "ph", "pl", "d")
_COUNTS = ("cs", "cf")
_FAILURES = ("df", "f")
_SORTS = ("sa", "sd", "s")

_UNION = sorted((*_EXPLOSIONS, *_REROLLS, *_MINIMA, *_MAXIMA, *_KEEPS, *_COUNTS, *_FAILURES), key=len, reverse=True)
_ROLL20 = sorted((*_UNION, *_SORTS), key=len, reverse=True)

ALLOWED = (
    "dice take r ro rr, ! !! !p x xo e ra, mi ma, kh kl dh dl, >= <= > < = f cs cf, "
    "and between parts stand + - * / // %"
)


class _Stage(IntEnum):
    REROLL = 0
    EXPLODE = 1
    BOUND = 2
    KEEP = 3
    COUNT = 4


_STAGE_NAMES = ("a reroll", "an explosion", "a minimum or maximum", "a keep or drop", "a count")


def read_modifiers(scanner: Scanner, dice: Dice, *, roll20: bool) -> Dice:
    """The dice with every modifier that follows them."""
    return _Modifiers(scanner, dice, roll20).read()


def read_group_rule(scanner: Scanner, size: int, *, roll20: bool) -> Keeping | Counting | None:
    """What happens to the members of a group; nothing means that they are added."""
    if word := scanner.take(*_KEEPS):
        return _keeping(scanner, word, size)
    word = scanner.take(*_COUNTS)
    if word or scanner.sees(*COMPARISONS):
        return _counting(scanner, word, None, roll20)
    return None


class _Modifiers:
    """The dice as read so far, and the stage that the last modifier belonged to."""

    def __init__(self, scanner: Scanner, dice: Dice, roll20: bool) -> None:
        self.scanner = scanner
        self.dice = dice
        self.roll20 = roll20
        # Roll20 writes `{5d6!!}>8`: dice in braces may have had modifiers already.
        self.stage = _stage_of(dice)

    def read(self) -> Dice:
        while True:
            at = self.scanner.at
            if self.scanner.sees(*COMPARISONS):
                self._count("", at)
                continue
            word = self.scanner.take(*(_ROLL20 if self.roll20 else _UNION))
            if not word:
                return self.dice
            elif self.roll20 and word in _COUNTS:
                read_condition(self.scanner, roll20=True)  # only colours the dice that Roll20 shows
            elif word in _SORTS:
                pass  # only orders the dice that Roll20 shows
            elif word in _REROLLS:
                self._reroll(word, at)
            elif word in _EXPLOSIONS:
                self._explode(word, at)
            elif word in _MINIMA or word in _MAXIMA:
                self._bound(word, at)
            elif word in _KEEPS:
                self._keep(word, at)
            elif word in _COUNTS:
                self._count(word, at)
            else:
                allowed = "write the successes first and the failures once, such as >=5f1"
                raise self.scanner.wrong(f"{word} does not follow successes", allowed, at)

    def _enter(self, stage: _Stage, at: int) -> None:
        if stage < self.stage:
            problem = f"{_STAGE_NAMES[stage]} is written after {_STAGE_NAMES[self.stage]}"
            raise self.scanner.wrong(problem, "the order is reroll, explode, mi and ma, keep or drop, count", at)
        self.stage = stage

    def _reroll(self, word: str, at: int) -> None:
        self._enter(_Stage.REROLL, at)
        dice, before = self.dice, self.dice.rerolling
        once = word == "ro" or (word == "r" and not self.roll20)
        if before is not None and before.once != once:
            raise self.scanner.wrong("two kinds of reroll", "write ro (once) or rr (until clear), not both", at)
        read = self._condition(word) or Condition("=", dice.lowest)
        on = self._faces(word, read, before.on if before else (), at)
        if not once:
            self._refuse_endless_rerolls(on, at)
        self.dice = replace(dice, rerolling=Rerolling(on, once))

    def _refuse_endless_rerolls(self, on: tuple[Condition, ...], at: int) -> None:
        dice = self.dice
        clear = dice.sides - faces_in(on, dice.lowest, dice.highest)
        if not clear:
            raise self.scanner.wrong("rerolling every face never ends", "leave at least one face out", at)
        if dice.count * dice.sides > MAX_REROLL_THROWS * clear:
            allowed = f"at most {MAX_REROLL_THROWS} throws may be expected"
            raise self.scanner.wrong("rerolling would take too long", allowed, at)

    def _explode(self, word: str, at: int) -> None:
        self._enter(_Stage.EXPLODE, at)
        dice, before, kind = self.dice, self.dice.exploding, _EXPLOSIONS[word]
        if before is not None and before.kind is not kind:
            raise self.scanner.wrong("two kinds of explosion", "write one of ! !! !p xo ra", at)
        if word == "!" and self.scanner.sees("="):
            raise self.scanner.wrong("!= can be read in two ways", "write !6 to explode on 6", at)
        read = self._condition(word)
        if read is None and kind is Explosion.ONE_DIE:
            raise self.scanner.wrong("ra names no face", "write the face, such as ra6", at)
        on = self._faces(word, read or Condition("=", dice.highest), before.on if before else (), at)
        exploding = Exploding(kind, on)
        if exploding.times > 1 and faces_in(on, dice.lowest, dice.highest) == dice.sides:
            raise self.scanner.wrong("exploding on every face never ends", "leave at least one face out", at)
        self.dice = replace(dice, exploding=exploding)

    def _condition(self, word: str) -> Condition | None:
        at = self.scanner.at
        signed = self.scanner.sees(*COMPARISONS)
        read = read_condition(self.scanner, roll20=self.roll20)
        # Foundry reads `x2>=5` as "at most twice on 5 or more", others as "on 2; then count 5 or more".
        foundry = word in ("r", "rr", "x", "xo") and not self.roll20
        if foundry and read and not signed and self.scanner.sees(*COMPARISONS):
            allowed = f"write {word}={read.number} before a count; a limit of rolls is not offered"
            raise self.scanner.wrong("a number before a comparison can be read in two ways", allowed, at)
        return read

    def _faces(self, word: str, read: Condition, before: tuple[Condition, ...], at: int) -> tuple[Condition, ...]:
        dice = self.dice
        if not tidy([read], dice.lowest, dice.highest):
            problem = f"{word} waits for {read}, which the die never shows"
            allowed = f"it shows {dice.lowest} to {dice.highest}"
            if word in _EXPLOSIONS:
                allowed += f"; to count dice that explode write {word}cs{read}"
            raise self.scanner.wrong(problem, allowed, at)
        return tidy([*before, read], dice.lowest, dice.highest)

    def _bound(self, word: str, at: int) -> None:
        self._enter(_Stage.BOUND, at)
        number = self.scanner.number()
        if number is None:
            raise self.scanner.wrong(f"{word} has no number", f"write a whole number after it, such as {word}2")
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
        if self.stage == _Stage.KEEP:
            raise self.scanner.wrong("a second keep or drop", "one is allowed", at)
        self._enter(_Stage.KEEP, at)
        if self.dice.exploding is not None and not self.dice.compounds:
            problem = "keep or drop among the further dice of an explosion is not offered"
            raise self.scanner.wrong(problem, "write !! so that each die is one with all it exploded into", at)
        keeping = _keeping(self.scanner, word, self.dice.count)
        self.dice = replace(self.dice, keeping=None if keeping.count == self.dice.count else keeping)

    def _count(self, word: str, at: int) -> None:
        if self.stage == _Stage.KEEP:
            raise self.scanner.wrong("a count of kept dice is not offered", "write keep or drop, or a count", at)
        if self.stage == _Stage.COUNT:
            raise self.scanner.wrong("a second count", "one is allowed; f1 after it takes failures away", at)
        self._enter(_Stage.COUNT, at)
        self.dice = replace(self.dice, counting=_counting(self.scanner, word, self.dice, self.roll20))


def _stage_of(dice: Dice) -> _Stage:
    if dice.counting is not None:
        return _Stage.COUNT
    if dice.keeping is not None:
        return _Stage.KEEP
    if dice.minimum is not None or dice.maximum is not None:
        return _Stage.BOUND
    return _Stage.REROLL if dice.exploding is None else _Stage.EXPLODE


def _keeping(scanner: Scanner, word: str, size: int) -> Keeping:
    """Keep or drop, said as what is kept; with no number it is one."""
    number = scanner.number()
    named = min(1 if number is None else number, size)
    if word.startswith("k"):
        count, highest = named, word != "kl"
    else:
        count, highest = size - named, not word.endswith("h")
    return Keeping(count, highest or count == 0)


def _counting(scanner: Scanner, word: str, dice: Dice | None, roll20: bool) -> Counting:
    """Successes, and the failures that follow them. `cf` alone counts its dice like any success."""
    success = read_condition(scanner, roll20=roll20)
    if success is None:
        if dice is None:
            raise scanner.wrong(f"{word} has no number", f"write a comparison after it, such as {word}>=5")
        success = Condition("=", dice.lowest if word == "cf" else dice.highest)
    failure = None
    failures = scanner.take(*_FAILURES)
    if failures:
        failure = read_condition(scanner, roll20=roll20)
        if failure is None:
            raise scanner.wrong(f"{failures} has no number", f"write a number or a comparison, such as {failures}1")
    return Counting(success, failure)
