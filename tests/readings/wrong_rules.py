"""Thirty rules that a beginner might write, each wrong. The line that an error must name ends with "# here"."""

import datetime
import os
import random
import secrets
import time
import uuid
from collections import Counter, deque
from dataclasses import dataclass
from random import randint
from typing import Any, NamedTuple

import numpy as np

from rulewright.dice import Die, Evaluator, d
from rulewright.rules import repeat

DIE = 1 * d(6)
LOG: list[int] = []
SEEN: set[int] = set()
TALLY: Counter[int] = Counter()
RECENT: deque[int] = deque(maxlen=3)
MEMORY: dict[str, int] = {"rolls": 0}
rolls = 0


@dataclass
class Sheet:
    wounds: int = 0


class Hit:
    def __init__(self, damage: int) -> None:
        self.damage = damage


# --- what outlives a path is changed


def appends_to_its_argument(dice: Any, boxes: list[str]) -> int:
    if dice.pool("hit", DIE) > 3:
        boxes.append("x")  # here
    return len(boxes)


def sorts_its_argument(dice: Any, scores: list[int]) -> int:
    scores.sort()  # here
    return int(scores[dice.pool("which", DIE) % 2])


def writes_into_its_argument(dice: Any, sheet: dict[str, int]) -> int:
    sheet["hp"] -= dice.pool("damage", DIE)  # here
    return sheet["hp"]


def wounds_a_sheet(dice: Any, sheet: Sheet) -> int:
    sheet.wounds += dice.pool("damage", DIE)  # here
    return sheet.wounds


def writes_a_log(dice: Any) -> int:
    score = dice.pool("roll", DIE)
    LOG.append(score)  # here
    return int(score)


def remembers_what_it_saw(dice: Any) -> int:
    SEEN.add(dice.pool("roll", DIE))  # here
    return len(SEEN)


def counts_in_a_global(dice: Any) -> int:
    global rolls
    rolls += 1  # here
    return int(dice.pool("roll", DIE)) + rolls


def counts_in_a_dictionary(dice: Any) -> int:
    MEMORY["rolls"] += 1  # here
    return int(dice.pool("roll", DIE))


def has_a_default_list(dice: Any, hits: list[int] = []) -> int:  # noqa: B006 - what is wrong with it
    hits.append(dice.pool("roll", DIE))  # here
    return sum(hits)


class Calls:
    made = 0


def counts_in_an_attribute(dice: Any) -> int:
    Calls.made += 1  # here
    return int(dice.pool("roll", DIE)) + Calls.made


def keeps_the_last_three(dice: Any) -> int:
    RECENT.append(dice.pool("roll", DIE))  # here
    return sum(RECENT)


def tallies(dice: Any) -> int:
    TALLY[dice.pool("roll", DIE)] += 1  # here
    return max(TALLY.values())


def counts_in_a_closure() -> Any:
    count = 0

    def rule(dice: Any) -> int:
        nonlocal count
        count += 1  # here
        return int(dice.pool("roll", DIE)) + count

    return rule


# --- chance and time of its own


def rolls_with_random(dice: Any) -> int:
    return int(dice.pool("roll", DIE)) + random.randint(1, 6)  # here


def rolls_with_randint(dice: Any) -> int:
    return int(dice.pool("roll", DIE)) + randint(1, 6)  # here


def rolls_with_secrets(dice: Any) -> int:
    return int(dice.pool("roll", DIE)) + secrets.randbelow(6)  # here


def rolls_with_numpy(dice: Any) -> int:
    return int(dice.pool("roll", DIE)) + int(np.random.randint(6))  # here


def asks_the_clock(dice: Any) -> bool:
    return bool(dice.pool("roll", DIE) > time.time() % 6)  # here


def asks_the_calendar(dice: Any) -> bool:
    return bool(dice.pool("roll", DIE) > datetime.datetime.now().day)  # here


def asks_the_system(dice: Any) -> str:
    return f"{dice.pool('roll', DIE)} {os.environ.get('USER')}"  # here


def makes_a_name(dice: Any) -> str:
    return f"{dice.pool('roll', DIE)} {uuid.uuid4()}"  # here


def _lucky() -> int:
    return random.randint(1, 6)  # here


def rolls_in_a_helper(dice: Any) -> int:
    return int(dice.pool("roll", DIE)) + _lucky()


def asks_the_keyboard(dice: Any) -> str:
    return f"{dice.pool('roll', DIE)} {input()}"  # here


# --- loops without an end


def waits_for_a_six(dice: Any) -> None:
    while dice.pool("wait", DIE) != 6:  # here
        pass


def counts_until_a_six(dice: Any) -> int:
    throws = 1
    while dice.pool("wait", DIE) != 6:  # here
        throws += 1
    return throws


def never_stops(dice: Any) -> int:
    total = 0
    while True:
        total += dice.pool("more", DIE)  # here


def calls_itself(dice: Any) -> int:
    return 1 + int(dice.call(calls_itself))  # here


def calls_itself_with_more(dice: Any, level: int) -> int:
    if dice.pool("deeper", DIE) > 5:
        return level
    return int(dice.call(calls_itself_with_more, level + 1))  # here


# --- what cannot be counted


def returns_a_dictionary(dice: Any) -> dict[str, int]:  # here
    return {"damage": dice.pool("damage", DIE)}


def returns_a_list(dice: Any) -> list[int]:  # here
    return [dice.pool("first", DIE), dice.pool("second", DIE)]


def returns_an_object(dice: Any) -> Hit:  # here
    return Hit(dice.pool("damage", DIE))


def yields(dice: Any) -> Any:  # here
    yield dice.pool("damage", DIE)


def forgets_to_return(dice: Any) -> None:  # here
    dice.pool("damage", DIE)


# --- dice that are none


def throws_a_number(dice: Any) -> int:
    return int(dice.pool("damage", 7))  # here


def swaps_name_and_dice(dice: Any) -> int:
    return int(dice.pool(2 * d(6), "damage"))  # here


def forgets_the_name(dice: Any) -> int:
    return int(dice.pool(2 * d(6)))  # here


def adds_to_the_dice(dice: Any) -> int:
    return int(dice.pool("damage", 2 * d(6) + 3))  # here


def offers_nothing(dice: Any) -> str:
    return str(dice.choose("player", "which?", ()))  # here


WRONG: list[tuple[Any, tuple[Any, ...]]] = [
    (appends_to_its_argument, ([],)),
    (sorts_its_argument, ([3, 1],)),
    (writes_into_its_argument, ({"hp": 10},)),
    (wounds_a_sheet, (Sheet(),)),
    (writes_a_log, ()),
    (remembers_what_it_saw, ()),
    (counts_in_a_global, ()),
    (counts_in_a_dictionary, ()),
    (has_a_default_list, ()),
    (counts_in_an_attribute, ()),
    (keeps_the_last_three, ()),
    (tallies, ()),
    (counts_in_a_closure(), ()),
    (rolls_with_random, ()),
    (rolls_with_randint, ()),
    (rolls_with_secrets, ()),
    (rolls_with_numpy, ()),
    (asks_the_clock, ()),
    (asks_the_calendar, ()),
    (asks_the_system, ()),
    (makes_a_name, ()),
    (rolls_in_a_helper, ()),
    (asks_the_keyboard, ()),
    (waits_for_a_six, ()),
    (counts_until_a_six, ()),
    (never_stops, ()),
    (calls_itself, ()),
    (calls_itself_with_more, (0,)),
    (returns_a_dictionary, ()),
    (returns_a_list, ()),
    (returns_an_object, ()),
    (yields, ()),
    (forgets_to_return, ()),
    (throws_a_number, ()),
    (swaps_name_and_dice, ()),
    (forgets_the_name, ()),
    (adds_to_the_dice, ()),
    (offers_nothing, ()),
]


# --- what is too much inside one path or one throw; any of the lines that are marked may be the one that is running


def spins(dice: Any) -> int:
    total = dice.pool("start", DIE)
    while total > 0:  # here
        total += 1  # here
    return int(total)


def _search(goal: int) -> int:
    guess = 0
    while guess != goal:  # here
        guess += 2  # here
    return guess


def searches_in_a_helper(dice: Any) -> int:
    return _search(2 * dice.pool("goal", DIE) + 1)  # here


def swallows_everything(dice: Any) -> int:
    caught = 0
    while True:  # here
        try:  # here
            dice.note("still", "here")  # here
        except BaseException:  # here
            caught += 1  # here


def collects_without_an_end(dice: Any) -> int:
    kept = [dice.pool("start", DIE)]
    while kept:  # here
        kept.append(len(kept))  # here
    return len(kept)


def _slow(state: int, face: int, count: int) -> int:
    while state >= 0:  # here
        state += count + 1  # here
    return state


SLOW: Evaluator[int] = Evaluator("slow", _slow, start=0)


def reads_dice_slowly(dice: Any) -> int:
    return int(dice.pool("hand", SLOW(3 * d(6))))  # here


def _everything(state: tuple[int, ...], face: int, count: int) -> tuple[int, ...]:  # here
    return (*state, count)  # here


EVERYTHING: Evaluator[tuple[int, ...]] = Evaluator("everything", _everything, start=())


def remembers_every_count(dice: Any) -> int:
    return len(dice.pool("hand", EVERYTHING(30 * d(20))))  # here


class OneHot(NamedTuple):
    """A field for each face."""

    one: int = 0
    two: int = 0
    three: int = 0
    four: int = 0
    five: int = 0
    six: int = 0
    seven: int = 0
    eight: int = 0
    nine: int = 0
    ten: int = 0


HOT = Die([OneHot(*[int(face == field) for field in range(10)]) for face in range(10)])


def counts_every_face(dice: Any) -> int:
    return int(dice.pool("hand", 20 * HOT).one)  # here


def _onwards(dice: Any, state: int) -> int:
    while dice.options is None:  # here
        state += 1  # here
    return state


def repeats_a_step_that_spins(dice: Any) -> int:
    return int(dice.call(repeat(_onwards, until=lambda state: state > 5), dice.pool("start", DIE)))  # here


def _never(state: int) -> bool:
    while state < 10:  # here
        state -= 1  # here
    return True


def _one_on(dice: Any, state: int) -> int:
    return state + int(dice.pool("more", DIE))


def asks_for_an_end_that_spins(dice: Any) -> int:
    return int(dice.call(repeat(_one_on, until=_never), 0))  # here


def keeps_every_sequence(dice: Any) -> int:
    rolls: list[int] = []
    for _ in range(40):
        if len(rolls) < 100:
            rolls.append(dice.pool("one", DIE))  # here
    return max(rolls)


TOO_MUCH: list[Any] = [
    spins,
    searches_in_a_helper,
    swallows_everything,
    collects_without_an_end,
    reads_dice_slowly,
    remembers_every_count,
    counts_every_face,
    repeats_a_step_that_spins,
    asks_for_an_end_that_spins,
    keeps_every_sequence,
]
