"""The clock: periods of the day, their effect on each ancestry, and how long activities take."""

import re
from functools import lru_cache
from typing import Annotated, Literal, get_args

from msgspec import Struct

from rulewright.games.dpi.data import CLOCK, METERS, TIME_OF_DAY, VAMPIRE, Amount, AtLeastOne
from rulewright.games.dpi.options import Options
from rulewright.rules import BadInput, BadParameter, between, meaning, rule
from rulewright.rules.limits import Name

Period = Literal["night", "morning", "day", "evening"]
AncestryName = Literal["vampire", "sasquatch", "human", "extranormal-human"]
Activity = Literal[
    "full-rest", "short-rest", "combat", "travel", "room-search", "explore", "research", "interview", "wait"
]
ACTIVITIES: tuple[Activity, ...] = get_args(Activity)
MINUTES_PER_DAY = CLOCK.hours_per_day * CLOCK.minutes_per_hour
_TIME = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


def minutes_of(time: str) -> int:
    """A time HH:MM as minutes since midnight."""
    found = _TIME.fullmatch(time)
    if found is None:
        raise BadParameter("time", "HH:MM from 00:00 to 23:59", time)
    return int(found[1]) * CLOCK.minutes_per_hour + int(found[2])


def clock_text(minute: int) -> str:
    """Minutes since midnight as HH:MM."""
    hour, past = divmod(minute, CLOCK.minutes_per_hour)
    return f"{hour:02}:{past:02}"


@lru_cache(maxsize=4096)
@rule("DPI-102", "DPI-103", "DPI-104", "DPI-105", "DPI-106", "DPI-A35")
def period_at(options: Options, minute: int) -> Period:
    """Night, Morning, Day or Evening; a period runs to the end of its last hour, or just past it."""
    past = CLOCK.minutes_per_hour - 1 if options.hour_gaps == "through-hour" else 0
    ends = {name: hour * CLOCK.minutes_per_hour + past for name, hour in CLOCK.last_hour.items()}
    periods: tuple[Period, ...] = ("night", "morning", "day", "evening")
    return next((period for period in periods if minute <= ends[period]), "night")


@rule("DPI-A30", "DPI-A37")
def row_of(options: Options, ancestry: str, vampirism: bool) -> str:
    """The row of the time table that applies: the ancestry's, or by ruling a Vampire's after gaining Vampirism."""
    if vampirism and options.vampirism_clock == "replace":
        return "vampire"
    if ancestry == "extranormal-human":
        return options.extranormal_clock
    return ancestry


@rule(
    "DPI-107",
    "DPI-108",
    "DPI-110",
    "DPI-111",
    "DPI-112",
    "DPI-113",
    "DPI-114",
    "DPI-115",
    "DPI-A37",
)
def roll_modifier(options: Options, ancestry: str, vampirism: bool, minute: int) -> int:
    """The modifier of the time of day on all of an agent's rolls."""
    row = TIME_OF_DAY.get(row_of(options, ancestry, vampirism), {})
    return row.get(period_at(options, minute), 0)


def period_text(options: Options, minute: int) -> str:
    """The period of the day and its effect on rolls: "night (human -2, sasquatch +1)"."""
    period = period_at(options, minute)
    rows = {row: by_period.get(period, 0) for row, by_period in TIME_OF_DAY.items()}
    does = [f"{row} {value:+}".replace("-", "\N{MINUS SIGN}") for row, value in rows.items() if value]
    if period == "day":
        does.append(f"vampire +{VAMPIRE.day_stress} Stress")
    return f"{period} ({', '.join(does)})" if does else period


def _vampire_by_day(options: Options, ancestry: str, vampirism: bool, minute: int) -> bool:
    return period_at(options, minute) == "day" and row_of(options, ancestry, vampirism) == "vampire"


@rule("DPI-109", "DPI-A36")
def counted_stress(options: Options, ancestry: str, vampirism: bool, minute: int, stress: int) -> int:
    """While it is Day a Vampire counts as having 5 more Stress, at most 5."""
    if options.vampire_day == "while-day" and _vampire_by_day(options, ancestry, vampirism, minute):
        return min(METERS.stress_most, stress + VAMPIRE.day_stress)
    return stress


@rule("DPI-109", "DPI-A36")
def stress_gain(options: Options, ancestry: str, vampirism: bool, minute: int) -> int:
    """By ruling a Vampire gains 5 Stress when Day begins."""
    gains = options.vampire_day == "gain-daily" and _vampire_by_day(options, ancestry, vampirism, minute)
    return VAMPIRE.day_stress if gains else 0


class TimeOfDay(Struct, frozen=True):
    """The period of the day and its effect on an agent."""

    period: Period
    roll_modifier: int
    counted_stress: int
    stress_gain: int


@rule("DPI-103", "DPI-104", "DPI-105", "DPI-106", "DPI-A30", "DPI-A35", "DPI-A36", "DPI-A37")
def clock(
    options: Options,
    time: Annotated[Name, meaning("HH:MM")],
    ancestry: Annotated[AncestryName, meaning("the ancestry")],
    vampirism: Annotated[bool, meaning("whether Vampirism was gained")] = False,
    stress: Annotated[int, between(0, METERS.stress_most, "Stress held")] = 0,
) -> TimeOfDay:
    """The period of the day and its effect on an agent's rolls."""
    minute = minutes_of(time)
    return TimeOfDay(
        period_at(options, minute),
        roll_modifier(options, ancestry, vampirism, minute),
        counted_stress(options, ancestry, vampirism, minute, stress),
        stress_gain(options, ancestry, vampirism, minute),
    )


@rule(
    "DPI-102",
    "DPI-116",
    "DPI-117",
    "DPI-118",
    "DPI-119",
    "DPI-120",
    "DPI-121",
    "DPI-122",
    "DPI-123",
    "DPI-A38",
    "DPI-A66",
)
def minutes_taken(activity: str, amount: int) -> int:
    """How long an activity takes; exploring rounds up to whole minutes."""
    hour = CLOCK.minutes_per_hour
    match activity:
        case "full-rest":
            return CLOCK.full_rest_hours * hour
        case "short-rest" | "research" | "interview" | "wait":
            return amount * hour
        case "combat":
            return CLOCK.combat_minutes
        case "travel":
            return amount // CLOCK.miles_per_minute
        case "room-search":
            return CLOCK.room_search_minutes
        case "explore":
            return -(-amount // CLOCK.spaces_per_minute)
    raise BadInput(f"unknown activity: {activity[:60]} (allowed: {', '.join(ACTIVITIES)})")


def later(day: int, minute: int, minutes: int) -> tuple[int, int]:
    """The day and minute after some minutes."""
    days, at = divmod(minute + minutes, MINUTES_PER_DAY)
    return day + days, at


class Moment(Struct, frozen=True):
    """A day and a time."""

    day: int
    time: str


@rule("DPI-102", "DPI-116", "DPI-117", "DPI-118", "DPI-119", "DPI-120", "DPI-121", "DPI-122", "DPI-123", "DPI-A38")
def elapse(
    options: Options,
    time: Annotated[Name, meaning("HH:MM")],
    activity: Annotated[Name, meaning(f"one of {', '.join(ACTIVITIES)}")],
    day: Annotated[AtLeastOne, meaning("the day")] = 1,
    amount: Annotated[Amount, meaning("hours, miles or spaces")] = 1,
) -> Moment:
    """The day and time after an activity."""
    after, minute = later(day, minutes_of(time), minutes_taken(activity, amount))
    return Moment(after, clock_text(minute))
