"""Derived values, meters, the clock, research, rest, money, traumas and death: everything between fights."""

from fractions import Fraction
from typing import Any

import pytest
from dpi_table import OPERATOR, agent, chance, chances, derive, outcome, refuses

from rulewright.games.dpi import GAME

# --- derived values


@pytest.mark.rule("DPI-25", "DPI-27", "DPI-28", "DPI-33", "DPI-A12")
def test_what_follows_from_stats_and_skills() -> None:
    made = agent(stats={"luck": 8, "agility": 7}, skills={"stamina": 2, "dodging": 1, "psychology": 3})
    # Vampire: Agility 8, Strength 4, Influence 6
    assert made["hp_max"] == 4 + 2 * (4 + 8)
    assert made["ap"] == 2 * 8 + 3
    assert made["fortitude_max"] == 2 + 2 + 2
    assert made["sanity_max"] == 5 + 6 + 3


@pytest.mark.rule("DPI-27", "DPI-28", "DPI-33", "DPI-93", "DPI-A12", "DPI-A13")
def test_scores_and_bonuses_by_ruling() -> None:
    order: dict[str, Any] = {"stats": {"luck": 8, "agility": 7, "intelligence": 6}, "skills": {"psychology": 3}}
    assert agent({"ap-stat": "bonus"}, **order)["ap"] == 2 * 2 + 1
    assert agent({"fortitude-stat": "score"}, **order)["fortitude_max"] == 8 + 8 + 1
    assert agent({"sanity-stat": "bonus"}, **order)["sanity_max"] == 0 + 1 + 3
    assert agent({"sanity-formula": "int-edu"}, **order)["sanity_max"] == 6 + 5 + 3
    low = {"stats": {"education": 4, "intelligence": 4}}
    assert agent({"sanity-formula": "int-edu", "sanity-stat": "bonus"}, **low)["sanity_max"] == 0


@pytest.mark.rule("DPI-182", "DPI-183", "DPI-184", "DPI-A58")
@pytest.mark.parametrize(("armour", "fortitude", "ap"), [("light", 2, 1), ("medium", 4, 0), ("heavy", 6, -2)])
def test_armour_adds_to_fortitude_and_by_ruling_to_ap(armour: str, fortitude: int, ap: int) -> None:
    worn: dict[str, Any] = {"armour": armour, "equipment": {f"{armour}-armour": 1}}
    bare = agent()
    assert agent(**worn)["fortitude_max"] == bare["fortitude_max"] + fortitude
    assert agent(**worn)["ap"] == bare["ap"]
    assert agent({"armour-movement": "ap"}, **worn)["ap"] == bare["ap"] + ap
    # below 0 counts as 0 before armour, and never less with it
    slow: dict[str, Any] = {
        **worn,
        "ancestry": "sasquatch",
        "stats": {"agility": 3},
        "role_skills": ["balance", *OPERATOR[1:]],
    }
    assert agent({"armour-movement": "ap", "ap-stat": "bonus"}, **slow)["ap"] == max(0, ap)


@pytest.mark.rule("DPI-101", "DPI-A26")
def test_the_influence_bonus_allows_jr_agents() -> None:
    assert agent()["jr_agents_max"] == 1
    assert agent(stats={"influence": 9})["jr_agents_max"] == 3
    assert agent(stats={"influence": 3})["jr_agents_max"] == 0


# --- meters


@pytest.mark.rule("DPI-89", "DPI-90", "DPI-97", "DPI-92")
def test_stress_and_sanity_overflow() -> None:
    assert derive("stress", stress=4, gain=3, sanity=1, hp=10) == {"stress": 5, "sanity": 0, "hp": 9}
    assert derive("stress", stress=5, gain=2, sanity=0, hp=1) == {"stress": 5, "sanity": 0, "hp": -1}
    assert derive("stress", stress=1, gain=2, sanity=4, hp=9) == {"stress": 3, "sanity": 4, "hp": 9}
    assert derive("sanity-loss", sanity=3, points=5, hp=10) == {"sanity": 0, "hp": 8}
    with refuses("bad parameter: points"):
        derive("sanity-loss", sanity=3, points=-1, hp=10)


@pytest.mark.rule("DPI-36", "DPI-40", "DPI-41", "DPI-95", "DPI-98", "DPI-A33")
def test_floors_and_ceilings_of_stress_and_high() -> None:
    assert derive("relieve", stress=4, high=2, spend=2) == {"stress": 2, "high": 0}
    with refuses("not enough High"):
        derive("relieve", stress=4, high=2, spend=3)
    with refuses("Stress below its floor"):
        derive("relieve", stress=3, high=2, spend=2, traumas=["cracked-intellect"])
    cursed = {"stress": 4, "high": 2, "spend": 2, "traumas": ["lady-lucks-curse"]}
    with refuses("High below its floor"):
        derive("relieve", **cursed)
    assert derive("relieve", {"lady-luck-floor": "free"}, **cursed) == {"stress": 2, "high": 1}
    assert derive("relieve", stress=1, high=0, spend=0, traumas=["cracked-intellect"]) == {"stress": 1, "high": 0}
    assert derive("high", high=2, gain=5) == {"high": 3}
    assert derive("high", high=0, gain=0, traumas=["lady-lucks-curse"]) == {"high": 1}
    assert derive("high", high=2, gain=1, traumas=["anhedonia", "lady-lucks-curse"]) == {"high": 0}


# --- the clock

HOURS = {
    "DPI-107": ("vampire", "22:00", 0),
    "DPI-108": ("vampire", "06:00", -3),
    "DPI-109": ("vampire", "12:00", 0),
    "DPI-110": ("vampire", "18:00", 0),
    "DPI-111": ("human", "22:00", -2),
    "DPI-112": ("human", "12:00", 1),
    "DPI-113": ("sasquatch", "22:00", 1),
    "DPI-114": ("sasquatch", "12:00", -1),
    "DPI-115": ("sasquatch", "18:00", 1),
}


@pytest.mark.parametrize(
    ("ancestry", "time", "modifier"),
    [pytest.param(*row, marks=pytest.mark.rule(number)) for number, row in HOURS.items()],
)
def test_the_time_of_day_changes_rolls(ancestry: str, time: str, modifier: int) -> None:
    found = derive("clock", time=time, ancestry=ancestry, stress=2)
    assert found["roll_modifier"] == modifier
    assert found["counted_stress"] == (5 if (ancestry, time) == ("vampire", "12:00") else 2)
    assert found["stress_gain"] == 0


@pytest.mark.rule("DPI-103", "DPI-104", "DPI-105", "DPI-106", "DPI-A35")
@pytest.mark.parametrize(
    ("time", "through", "following"),
    [
        ("21:00", "night", "night"),
        ("04:00", "night", "night"),
        ("04:01", "night", "morning"),
        ("05:00", "morning", "morning"),
        ("08:59", "morning", "day"),
        ("09:00", "day", "day"),
        ("16:00", "day", "day"),
        ("16:30", "day", "evening"),
        ("20:59", "evening", "night"),
        ("00:00", "night", "night"),
    ],
)
def test_periods_and_the_minutes_between_them(time: str, through: str, following: str) -> None:
    assert derive("clock", time=time, ancestry="human")["period"] == through
    assert derive("clock", {"hour-gaps": "next-period"}, time=time, ancestry="human")["period"] == following


@pytest.mark.rule("DPI-109", "DPI-A30", "DPI-A36", "DPI-A37")
def test_whose_row_counts_by_ruling() -> None:
    noon: dict[str, Any] = {"time": "12:00", "ancestry": "human", "vampirism": True, "stress": 1}
    assert derive("clock", **noon) == {"period": "day", "roll_modifier": 0, "counted_stress": 5, "stress_gain": 0}
    assert derive("clock", {"vampirism-clock": "ancestry"}, **noon)["roll_modifier"] == 1
    daily = derive("clock", {"vampire-day": "gain-daily"}, **noon)
    assert (daily["counted_stress"], daily["stress_gain"]) == (1, 5)
    strange = {"time": "12:00", "ancestry": "extranormal-human"}
    assert derive("clock", **strange)["roll_modifier"] == 1
    assert derive("clock", {"extranormal-clock": "none"}, **strange)["roll_modifier"] == 0
    with refuses("bad parameter: time must be HH:MM"):
        derive("clock", time="24:00", ancestry="human")


@pytest.mark.rule("DPI-102", "DPI-A38", "DPI-A66")
@pytest.mark.parametrize(
    ("activity", "amount", "day", "time"),
    [
        pytest.param("full-rest", 5, 2, "23:50", marks=pytest.mark.rule("DPI-116")),
        pytest.param("short-rest", 2, 2, "01:50", marks=pytest.mark.rule("DPI-117")),
        pytest.param("combat", 9, 2, "00:00", marks=pytest.mark.rule("DPI-118")),
        pytest.param("travel", 90, 2, "01:20", marks=pytest.mark.rule("DPI-119")),
        pytest.param("room-search", 3, 2, "00:20", marks=pytest.mark.rule("DPI-120")),
        pytest.param("explore", 11, 1, "23:52", marks=pytest.mark.rule("DPI-121")),
        pytest.param("research", 3, 2, "02:50", marks=pytest.mark.rule("DPI-122")),
        pytest.param("interview", 1, 2, "00:50", marks=pytest.mark.rule("DPI-123")),
    ],
)
def test_how_long_things_take(activity: str, amount: int, day: int, time: str) -> None:
    assert derive("elapse", time="23:50", activity=activity, amount=amount) == {"day": day, "time": time}


@pytest.mark.rule("DPI-102")
def test_an_unknown_activity_is_refused() -> None:
    with refuses("unknown activity: dancing"):
        derive("elapse", time="10:00", activity="dancing")


# --- research


@pytest.mark.rule("DPI-122", "DPI-124", "DPI-125", "DPI-A39")
def test_research_takes_its_total_off_the_timer() -> None:
    assert outcome("research", 3, 4, 2, stat=8, skill=1) == {"timer_left": 10, "hours": 2}
    assert outcome("research", 1, 1, 4, modifier=-20) == {"timer_left": 20, "hours": 4}
    assert outcome("research", 6, 6, 4, timer=5) == {"timer_left": 0, "hours": 4}
    assert chance("research", {"hours": 1}) == Fraction(1, 4)
    assert chance("research", {"timer_left": 18}) == Fraction(1, 36)
    with refuses("unknown parameter: difficulty"):
        outcome("research", difficulty="normal")


@pytest.mark.rule("DPI-124", "DPI-125", "DPI-A39")
def test_a_project_ends_at_its_deadline() -> None:
    assert outcome("research-project", 5, 5, 4, 5, 5, 4) == {"done": True, "hours": 8, "timer_left": 0}
    assert outcome("research-project", 5, 5, 4, 4, 5, 4) == {"done": False, "hours": 8, "timer_left": 1}
    assert outcome("research-project", 5, 5, 3, 4, 4, 4, 6, 6, 2) == {"done": False, "hours": 8, "timer_left": 2}
    assert chance("research-project", {"done": True}, timer=1, deadline_hours=1) == Fraction(1, 4)


@pytest.mark.rule("DPI-123", "DPI-124")
def test_an_interview_takes_a_d4_of_hours() -> None:
    assert chances("interview") == {(hours,): Fraction(1, 4) for hours in range(1, 5)}


# --- rest


@pytest.mark.rule("DPI-32", "DPI-142", "DPI-143", "DPI-144", "DPI-A61", "DPI-A62", "DPI-A63", "DPI-A64")
def test_a_short_rest_hour_by_hour() -> None:
    def rest(*faces: int, options: Any = None, **params: Any) -> tuple[Any, ...]:
        return tuple(outcome("short-rest", *faces, options=options, **params).values())

    assert rest(5, 3, 6, 1, hours=2) == (2, 4, 2, False)
    assert rest(5, 3, 4, hours=2) == (1, 3, 1, True)
    assert rest(5, 3, 4, 6, hours=2, options={"rest-interrupt": "keep-hour"}) == (2, 9, 2, True)
    assert rest(5, 4, hours=2, options={"rest-roll": "one-roll"}) == (1, 5, 1, True)
    assert rest(5, 4, hours=2, options={"rest-roll": "one-roll", "rest-interrupt": "keep-hour"}) == (2, 9, 2, True)
    assert rest(1, 1, options={"rest-luck": "score"}) == (1, 6, 1, False)
    assert rest(5, 3, 6, 1, hours=2, fortitude_max=7, options={"short-rest-fortitude": "half"}) == (2, 4, 3, False)
    assert rest(4, fortitude_max=7, options={"short-rest-fortitude": "half"}) == (0, 0, 0, True)
    assert rest(5, 6, hp_missing=2, fortitude_missing=0) == (1, 2, 0, False)
    assert rest(4, 1, luck=8, hours=1) == (1, 3, 1, False)
    # an hour never costs HP: Luck 0 is -3, so a kept hour with a 2 heals nothing
    assert rest(6, 2, luck=0, options={"rest-interrupt": "keep-hour"}) == (1, 0, 1, True)


@pytest.mark.rule("DPI-143")
@pytest.mark.parametrize(
    ("luck", "passes"), [(5, Fraction(2, 6)), (10, Fraction(5, 6)), (2, Fraction(0)), (8, Fraction(4, 6))]
)
def test_the_chance_that_an_hour_passes(luck: int, passes: Fraction) -> None:
    assert chance("short-rest", {"interrupted": False}, luck=luck) == passes


@pytest.mark.rule("DPI-31", "DPI-91", "DPI-145", "DPI-A65", "DPI-A67")
def test_a_long_rest() -> None:
    before: dict[str, Any] = {"hp_max": 24, "fortitude_max": 5, "sanity": 3, "sanity_max": 8, "stress": 4}
    assert derive("long-rest", **before) == {"hp": 24, "fortitude": 5, "sanity": 4, "stress": 4}
    assert derive("long-rest", {"sanity-rest": "every-4-hours"}, **before)["sanity"] == 8
    assert derive("long-rest", {"long-rest-stress": "clear"}, **before)["stress"] == 0
    cracked = {**before, "traumas": ["cracked-intellect"]}
    assert derive("long-rest", {"long-rest-stress": "clear"}, **cracked)["stress"] == 2


@pytest.mark.rule("DPI-180", "DPI-97")
def test_a_stim_heals_and_stresses() -> None:
    assert outcome("stim", 5) == {"hp": 5, "stress": 1, "sanity_lost": 0}
    assert outcome("stim", 5, hp_missing=2, stress=5) == {"hp": 2, "stress": 5, "sanity_lost": 1}
    assert chances("stim") == {(hp, 1, 0): Fraction(1, 6) for hp in range(1, 7)}


@pytest.mark.rule("DPI-166", "DPI-A68")
@pytest.mark.parametrize(
    ("meals", "room", "funds"),
    [
        pytest.param("stingy", "stingy", 3650, marks=pytest.mark.rule("DPI-186", "DPI-189")),
        pytest.param("average", "average", 3100, marks=pytest.mark.rule("DPI-187", "DPI-190")),
        pytest.param("indulgent", "indulgent", 2000, marks=pytest.mark.rule("DPI-188", "DPI-191")),
    ],
)
def test_a_week_of_pay_and_upkeep(meals: str, room: str, funds: int) -> None:
    assert derive("week", funds=0, meals=meals, room=room) == {"funds": funds}


# --- death

TRAUMAS = ["cracked-intellect", "shadow-touched", "braid-touched", "hunters-call", "lady-lucks-curse", "anhedonia"]
AFTERLIVES = ["eternal-ballroom", "library-of-almina", "white-halls", "forest", "farms", "waiting-room"]


@pytest.mark.rule("DPI-35", "DPI-147", "DPI-149")
@pytest.mark.parametrize(
    ("face", "afterlife", "trauma"),
    [
        pytest.param(
            at + 1, AFTERLIVES[at], TRAUMAS[at], marks=pytest.mark.rule(f"DPI-149{'ABCDEF'[at]}", f"DPI-{36 + at}")
        )
        for at in range(6)
    ],
)
def test_a_d6_for_the_afterlife_and_one_for_the_trauma(face: int, afterlife: str, trauma: str) -> None:
    assert outcome("death", face, 7 - face)["afterlife"] == afterlife
    assert outcome("death", 7 - face, face) == {"final": False, "afterlife": AFTERLIVES[6 - face], "trauma": trauma}


@pytest.mark.rule("DPI-34", "DPI-A27", "DPI-A28")
def test_three_counted_traumas_make_death_final() -> None:
    gone = {"final": True, "afterlife": None, "trauma": None}
    held = ["vampirism", "anhedonia", "anhedonia"]
    assert outcome("death", traumas=held) == gone
    assert outcome("death", 1, 1, traumas=held, options={"ancestral-trauma-counts": "off"})["final"] is False
    assert agent()["lives"] == 2
    assert agent({"ancestral-trauma-counts": "off"})["lives"] == 3
    with refuses("bad parameter: traumas"):
        outcome("death", traumas=["gloom"])


@pytest.mark.rule("DPI-A29")
def test_a_trauma_rolled_again_stacks_or_is_rerolled() -> None:
    assert outcome("death", 1, 6, traumas=["anhedonia"])["trauma"] == "anhedonia"
    again = {"repeat-trauma": "reroll"}
    assert outcome("death", 1, 6, 6, 2, traumas=["anhedonia"], options=again)["trauma"] == "shadow-touched"
    assert chance("death", {"trauma": "shadow-touched"}, again, traumas=["anhedonia"]) == Fraction(1, 5)


@pytest.mark.rule("DPI-34", "DPI-148", "DPI-A32", "DPI-A33")
def test_revival() -> None:
    back = derive("revive", hp_max=25, traumas=["vampirism"], trauma="cracked-intellect")
    assert back == {
        "final": False,
        "hp": 25,
        "stress": 5,
        "high": 0,
        "traumas": ["vampirism", "cracked-intellect"],
        "lives": 1,
    }
    assert derive("revive", {"revive-hp": "half"}, hp_max=25, trauma="anhedonia")["hp"] == 12
    assert derive("revive", {"revive-hp": "half"}, hp_max=1, trauma="anhedonia")["hp"] == 1
    assert derive("revive", {"revive-hp": "one"}, hp_max=25, trauma="anhedonia")["hp"] == 1
    assert derive("revive", hp_max=25, trauma="lady-lucks-curse")["high"] == 1
    assert derive("revive", hp_max=25, traumas=["anhedonia"], trauma="lady-lucks-curse")["high"] == 0
    assert derive("revive", hp_max=25, traumas=["anhedonia"] * 3, trauma="anhedonia") == {"final": True}


def test_every_derived_value_of_the_inventory_is_there() -> None:
    listed = "agent soak reach distance area clock elapse stress sanity-loss relieve high xp move revive long-rest week"
    assert " ".join(entry.name for entry in GAME.derivations) == listed
