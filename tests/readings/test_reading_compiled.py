"""A rule compiled into loops over the answers to its throws says what every path says."""

import linecache
from collections.abc import Callable
from random import Random
from types import FunctionType
from typing import Any, NamedTuple

import pytest
from msgspec import Struct

from rulewright.dice import Deck, Die, Doubles, Odds, d, doubles, keep_highest
from rulewright.readings import Budget, OverBudget, Undecided, odds
from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.readings.odds import Pricing
from rulewright.readings.paths.compiled import loops_of
from rulewright.readings.paths.priced import Walk, _with_code, weighed_by_paths
from rulewright.rules import Dice, rule


class Result(NamedTuple):
    number: int
    word: str = ""
    truth: bool = False

    @property
    def twice(self) -> int:
        return 2 * self.number


class Sheet(Struct, frozen=True):
    number: int
    word: str | None = None


class Pair(NamedTuple):
    one: int
    other: int


COIN = d(2).scored({1: Pair(0, 1), 2: Pair(1, 0)})
EDGE = d(3).scored({1: Pair(0, 1), 2: Pair(1, 0), 3: Pair(0, 0)})
LABELS = ("low", "middle", "high")


def helper(number: int) -> str:
    return "high" if number > 7 else "low"


@rule("C-1")
def remainder(dice: Dice[Any]) -> int:
    return dice.pool("dice", 3 * d(6)) % 4


def result(dice: Dice[Any]) -> Result:
    total = dice.pool("dice", 3 * d(6))
    dice.note("total", total)
    return Result(-abs(total - 10), truth=total // 2 > 4, word="word")


def with_defaults(dice: Dice[Any], *, more: int = 2) -> Result:
    return Result(dice.pool("dice", 3 * d(6)) + more)


def sheet(dice: Dice[Any]) -> Sheet:
    return Sheet(20 - 2 * dice.pool("dice", 3 * d(6)))


def hand(dice: Dice[Any]) -> Doubles:
    return dice.pool("dice", doubles(2 * d(6)))


def called(dice: Dice[Any]) -> int:
    return dice.call(hand).total + 1


def a_property(dice: Dice[Any]) -> int:
    found = dice.call(result)
    return found.twice + found.number


def constant(dice: Dice[Any]) -> tuple[()]:
    dice.pool("dice", 3 * d(6))
    return ()


def without_dice(dice: Dice[Any]) -> str:
    dice.note("nothing", 0)
    return "nothing"


def no_outcome_for_some(dice: Dice[Any]) -> int | None:
    if dice.pool("dice", 3 * d(6)) > 10:
        return 1
    return None


def fields_alone(dice: Dice[Any]) -> tuple[int, bool]:
    tally = dice.pool("coins", 5 * COIN)
    if tally.other > 3:
        return tally.one, False
    return tally.one * 2, tally.other == 1


def fields_and_all(dice: Dice[Any]) -> tuple[int, Any]:
    tally = dice.pool("coins", 5 * COIN)
    return tally.one, tally


def banded(dice: Dice[Any]) -> tuple[str, int]:
    total = dice.pool("dice", 8 * d(6))
    if total > 30:
        return "splendid", total
    for limit, word in ((10, "poor"), (20, "fair")):
        if total <= limit:
            return word, limit
    band = 0
    for label in LABELS:
        if label == "middle":
            break
        band += total
    return LABELS[total // 20], max(0, band)


def twice(dice: Dice[Any]) -> int:
    return dice.pool("dice", 3 * d(6)) + dice.pool("more", 3 * d(6))


def cards(dice: Dice[Any]) -> tuple[Any, int]:
    dealt = dice.draw("hand", 2, Deck({1: 3, 2: 2, 5: 1}))
    return dealt, dice.pool("die", 1 * d(2))


def dice_for_dice(dice: Dice[Any]) -> int:
    return dice.pool("many", dice.pool("number", 1 * d(4)) * d(6))


def attack(dice: Dice[Any]) -> tuple[str, int]:
    hit = dice.pool("hit", 1 * d(20))
    if hit == 1:
        return "fumble", 0
    harm = 2
    if hit + 4 < 12:
        return "miss", 0
    if hit == 20:
        harm += dice.pool("more", 1 * d(8))
    harm += dice.pool("harm", 1 * d(8))
    return "hit", harm


def written_again(dice: Dice[Any], bonus: int = 1) -> tuple[int, int]:
    total = bonus
    total += dice.pool("one", 1 * d(6))
    bonus += total
    if total > 4:
        total += dice.pool("two", 1 * d(4))
        bonus -= 1
    return total, bonus


def comprehension(dice: Dice[Any]) -> tuple[int, ...]:
    number = dice.pool("one", 1 * d(4))
    other = dice.pool("two", 1 * d(4))
    return tuple([number + face for face in range(other) if face != number])


def in_conditions(dice: Dice[Any]) -> int:
    if dice.pool("one", 1 * d(6)) > dice.pool("two", 1 * d(4)):
        return 1
    elif dice.pool("three", 1 * d(3)) == 2:
        return 2
    return dice.pool("four", keep_highest(1, 2 * d(3)))


def made_of(more: int) -> Callable[..., Any]:
    def rule(dice: Dice[Any]) -> int:
        return dice.pool("dice", 2 * d(6)) + more

    return rule


def branching(dice: Dice[Any]) -> Result:
    pair = dice.pool("coins", 3 * COIN)
    more = pair.one + 1
    if pair.other > 1:
        dice.note("other", pair.other)
        return Result(more, "many", pair.one > pair.other)
    if pair.one == 3:
        return Result(more, "all", True)
    return Result(more, "few", pair.one > pair.other)


def guarded(dice: Dice[Any]) -> Result:
    face = dice.pool("die", 2 * d(4))
    if face == 2:
        return Result(0)
    return Result(12 // (face - 2), helper(face), False)


def of_two_kinds(dice: Dice[Any]) -> Result | Pair:
    face = dice.pool("die", 2 * d(4))
    return Result(face, "", face > 5) if face > 4 else Pair(face, face // 2)


def rewritten(dice: Dice[Any], more: int = 3) -> tuple[int, int]:
    face = dice.pool("die", 2 * d(4))
    more = more * face
    face = face // 2
    return more - face, more % 2


def grown(numbers: list[int], number: int) -> int:
    numbers.append(number)
    return sum(numbers)


def made_for_each(dice: Dice[Any]) -> int:
    face = dice.pool("die", 2 * d(4))
    numbers = [1]
    return grown(numbers, face)


def one_after_another(dice: Dice[Any], more: int = 3) -> Result:
    total = dice.pool("dice", 3 * d(6))
    total = total + more
    level = total // 5
    total = level * 2
    return Result(total, helper(total), level > more)


def an_argument_written_again(dice: Dice[Any], more: int = 3) -> Result:
    total = dice.pool("dice", 3 * d(6))
    more = total - more
    return Result(total, helper(more), more > 4)


def two_kinds_of_rows(dice: Dice[Any]) -> Result:
    tally = dice.pool("coins", 5 * COIN)
    lead = tally.one - tally.other
    if lead > 0:
        return Result(lead, "ahead", truth=True)
    return Result(word="behind", number=tally.other)


def a_score_and_more(dice: Dice[Any]) -> Pair:
    tally = dice.pool("edges", 5 * EDGE)
    return Pair(tally.one, tally.other % 2)


def a_score_cut_short(dice: Dice[Any]) -> Pair:
    tally = dice.pool("coins", 5 * COIN)
    return Pair(min(tally.one, 2), min(tally.other, 2))


def the_same_row_for_all(dice: Dice[Any], more: int = 3) -> Pair:
    dice.pool("coins", 5 * COIN)
    return Pair(more, 1)


FIT: list[Callable[..., Any]] = [
    one_after_another,
    an_argument_written_again,
    two_kinds_of_rows,
    a_score_and_more,
    a_score_cut_short,
    the_same_row_for_all,
    branching,
    guarded,
    of_two_kinds,
    rewritten,
    made_for_each,
    remainder,
    result,
    with_defaults,
    sheet,
    hand,
    called,
    a_property,
    constant,
    without_dice,
    no_outcome_for_some,
    fields_alone,
    fields_and_all,
    banded,
    twice,
    cards,
    dice_for_dice,
    attack,
    written_again,
    comprehension,
    in_conditions,
    made_of(3),
]


def in_a_loop(dice: Dice[Any]) -> int:
    total = 0
    for _ in range(2):
        total += dice.pool("dice", 3 * d(6))
    return total


def in_a_helper(dice: Dice[Any]) -> int:
    return remainder(dice) + 1


def perhaps(dice: Dice[Any]) -> int:
    return 1 if dice.pool("one", 1 * d(6)) > 3 else dice.pool("two", 1 * d(6))


def either(dice: Dice[Any]) -> bool:
    return bool(dice.pool("one", 1 * d(6)) > 3 or dice.pool("two", 1 * d(6)) > 3)


def caught(dice: Dice[Any]) -> int:
    try:
        return len(dice.pool("dice", 4 * d(6)))  # type: ignore[arg-type]  # what a beginner writes
    except Exception:
        return 0


def perhaps_unbound(dice: Dice[Any]) -> int:
    face = dice.pool("dice", 1 * d(6))
    if face > 3:
        extra = face
    try:
        return extra
    except UnboundLocalError:
        return 0


def read_before_it_is_written(dice: Dice[Any]) -> int:
    face = dice.pool("dice", 1 * d(6))
    if face < 3:
        before = face
    return before


def with_a_function(dice: Dice[Any]) -> int:
    faces = [dice.pool("one", 1 * d(6)), dice.pool("two", 1 * d(6))]
    return max(faces, key=lambda face: -face)


UNFIT: list[Callable[..., Any]] = [in_a_loop, in_a_helper, perhaps, either, caught, with_a_function, perhaps_unbound]


def changed_in_place(dice: Dice[Any]) -> tuple[int, ...]:
    faces = []
    faces.append(dice.pool("one", 1 * d(3)))
    faces.append(dice.pool("two", 1 * d(3)))
    return tuple(faces)


def used_up(dice: Dice[Any]) -> int:
    faces = iter(range(100))
    return dice.pool("one", 1 * d(3)) + next(faces)


def in_loops(rule: Any, exact: bool = True) -> Any:
    return Walk(Pricing(None, exact=exact), 1_000_000).run(_with_code(rule, loops_of(rule)), (), {})


@pytest.mark.parametrize("rule", FIT, ids=lambda rule: rule.__name__)
def test_loops_have_the_odds_of_all_paths(rule: FunctionType) -> None:
    weights, total = in_loops(rule)
    expected, expected_total = weighed_by_paths(Pricing(None), rule, (), {})
    assert (weights, total) == (expected, expected_total)
    assert sorted(map(repr, weights)) == sorted(map(repr, expected))
    floats, _ = in_loops(rule, exact=False)
    assert floats == pytest.approx({outcome: weight / total for outcome, weight in weights.items()})


@pytest.mark.parametrize("rule", FIT, ids=lambda rule: rule.__name__)
def test_a_rule_that_is_priced_often_has_the_same_odds_every_time(rule: FunctionType) -> None:
    first = odds(rule) if rule is not no_outcome_for_some else None
    for _ in range(20):
        assert first is None or odds(rule) == first


@pytest.mark.parametrize("rule", UNFIT, ids=lambda rule: rule.__name__)
def test_what_cannot_be_written_as_loops_is_left_to_the_paths(rule: FunctionType) -> None:
    with pytest.raises(Unfit):
        loops_of(rule)
    expected = Odds(*weighed_by_paths(Pricing(None), rule, (), {})) if rule is not caught else odds(rule)
    for _ in range(20):
        assert odds(rule) == expected


@pytest.mark.parametrize("rule", [changed_in_place, used_up], ids=lambda rule: rule.__name__)
def test_what_a_path_could_change_for_the_next_one_is_not_shared(rule: FunctionType) -> None:
    with pytest.raises(Unfit, match=" at a throw"):
        in_loops(rule)
    expected = Odds(*weighed_by_paths(Pricing(None), rule, (), {}))
    for _ in range(20):
        assert odds(rule) == expected


def test_a_variable_without_a_value_is_a_mistake_every_time() -> None:
    for _ in range(20):
        with pytest.raises(UnboundLocalError):
            odds(read_before_it_is_written)


def test_each_rule_that_a_function_makes_has_its_own_numbers() -> None:
    for more in (*range(20), 3):
        assert odds(made_of(more)).chance(2 + more) == odds(made_of(0)).chance(2)


def test_what_stands_before_a_throw_is_done_once() -> None:
    done = []

    def count(number: int) -> int:
        done.append(number)
        return number

    def rule(dice: Dice[Any]) -> int:
        more = count(1)
        return dice.pool("dice", 3 * d(6)) + more

    in_loops(rule)
    assert len(done) == 1


def test_the_work_is_still_counted_in_paths() -> None:
    for _ in range(20):
        budget = Budget()
        odds(remainder, budget=budget)
        assert budget.spent == 16
        with pytest.raises(OverBudget, match="allowed: 10 paths"):
            odds(remainder, budget=Budget(10))


def test_a_decision_that_no_policy_takes_is_asked_for() -> None:
    def asks(dice: Dice[Any]) -> int:
        return dice.pool("dice", 3 * d(6)) + dice.choose("player", "how much?", (1, 2))

    for _ in range(20):
        with pytest.raises(Undecided, match=r"player must decide how much\?"):
            odds(asks)
        assert odds(asks, policy={"how much?": 2}).chance(5) == odds(asks, policy={"how much?": 1}).chance(4)


def test_many_scores_of_the_first_throw_are_no_many_paths() -> None:
    def wide(dice: Dice[Any]) -> int:
        return dice.pool("dice", 1 * Die(range(5_000))) // 2

    assert odds(wide).chance(7) == odds(wide).chance(2_499)


# --- rules made up at random


def made_up(seed: int) -> FunctionType:
    """A rule with throws, conditions, loops and variables that are written again, but none read without a value."""
    random = Random(seed)
    lines = ["def made_up(dice, a=1, b=2):"]

    def number() -> str:
        return random.choice(["a", "b", "c", "e", "1", "2"])

    def throw() -> str:
        return f'dice.pool("{random.choice("xyz")}", {random.choice(["1 * d(2)", "2 * d(2)", "1 * d(3)"])})'

    def block(depth: int, length: int) -> None:
        for _ in range(length):
            indent = "    " * depth
            match random.randrange(9):
                case 0 | 1:
                    lines.append(f"{indent}{random.choice('abce')} {random.choice(['=', '+=', '-='])} {throw()}")
                case 2:
                    lines.append(f"{indent}{random.choice('abce')} = {throw()} - {number()} * {throw()}")
                case 3 | 4:
                    lines.append(
                        f"{indent}{random.choice('abce')} {random.choice(['=', '+='])} {number()} + {number()}"
                    )
                case 5 if depth < 4:
                    lines.append(f"{indent}if {random.choice([number(), throw()])} > {number()}:")
                    block(depth + 1, random.randint(1, 2))
                    if random.random() < 0.5:
                        lines.append(f"{indent}else:")
                        block(depth + 1, random.randint(1, 2))
                case 6 if depth < 4:
                    lines.append(f"{indent}for step in range(2):")
                    lines.append(f"{indent}    {random.choice('abce')} += step")
                    if random.random() < 0.5:
                        lines.append(f"{indent}    if {number()} > {number()}:")
                        lines.append(f"{indent}        return {number()}, step")
                case 7 if random.random() < 0.5:
                    lines.append(f"{indent}return {number()}, {number()}")
                case _:
                    lines.append(f'{indent}dice.note("a", a)')

    lines.append("    c, e = 0, b")
    block(1, 5)
    lines.append("    return a, b, c, e")
    name = f"<made up {seed}>"
    linecache.cache[name] = (0, None, [line + "\n" for line in lines], name)
    space: dict[str, Any] = {"d": d}
    exec(compile("\n".join(lines), name, "exec"), space)
    made: FunctionType = space["made_up"]
    return made


@pytest.mark.parametrize("seed", range(200))
def test_rules_made_up_at_random_have_the_same_odds_in_loops(seed: int) -> None:
    rule = made_up(seed)
    assert in_loops(rule) == weighed_by_paths(Pricing(None), rule, (), {})
