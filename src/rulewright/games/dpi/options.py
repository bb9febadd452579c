"""The rulings a table can choose between; the first value of each is the default."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulewright.rules import option

ScoreOrBonus = Literal["score", "bonus"]
BonusOrScore = Literal["bonus", "score"]


class Options(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, rename="kebab"):
    """Every table-wide setting of DPI."""

    # the roll
    stat_in_roll: Annotated[
        BonusOrScore, option("DPI-A1", "what a stat adds to a roll", bonus="its bonus, -3 to +3", score="its score")
    ] = "bonus"
    cost_doubles: Annotated[
        Literal["stress-high", "damage", "plain"],
        option(
            "DPI-A3",
            "what Cost (-1) and Cost (+1) mean",
            **{
                "stress-high": "Cost (-1) gives a Stress, Cost (+1) a High",
                "damage": "the halved damage is one less or one more",
                "plain": "both are ordinary Costs",
            },
        ),
    ] = "stress-high"
    natural_2: Annotated[
        Literal["failure", "table"],
        option("DPI-A4", "what two ones are", failure="always a Failure", table="what the chart says"),
    ] = "failure"
    natural_12: Annotated[
        Literal["at-least-success", "always-crit", "exactly-success", "table"],
        option(
            "DPI-A5",
            "what two sixes are",
            **{
                "at-least-success": "a Success, or a Crit when both d12 are beaten",
                "always-crit": "a Crit",
                "exactly-success": "a Success and nothing more",
                "table": "what the chart says",
            },
        ),
    ] = "at-least-success"
    stress_on_failure: Annotated[
        Literal["any-roll", "combat-only"],
        option(
            "DPI-A6",
            "which Failures give Stress",
            **{"any-roll": "all of them", "combat-only": "those of attacks"},
        ),
    ] = "any-roll"
    novice_luck: Annotated[
        Literal["replace", "best", "off"],
        option(
            "DPI-A7",
            "what a Novice adds in place of the skill",
            replace="the Luck bonus, good or bad",
            best="the Luck bonus if it is positive",
            off="nothing",
        ),
    ] = "replace"
    high_timing: Annotated[
        Literal["any-time", "before"],
        option(
            "DPI-A9",
            "when High may go into a roll",
            **{"any-time": "before or after the roll", "before": "only before the roll"},
        ),
    ] = "any-time"

    # agents
    ap_stat: Annotated[
        ScoreOrBonus,
        option("DPI-A12", "what Agility counts for AP", score="its score, twice", bonus="its bonus, twice"),
    ] = "score"
    fortitude_stat: Annotated[
        BonusOrScore,
        option("DPI-A12", "what Luck and Agility count for Fortitude", bonus="their bonuses", score="their scores"),
    ] = "bonus"
    sanity_stat: Annotated[
        ScoreOrBonus, option("DPI-A12", "what stats count for Sanity", score="their scores", bonus="their bonuses")
    ] = "score"
    sanity_formula: Annotated[
        Literal["edu-inf", "int-edu"],
        option(
            "DPI-A13",
            "which stats make Sanity, with Psychology",
            **{"edu-inf": "Education and Influence", "int-edu": "Intelligence and Education"},
        ),
    ] = "edu-inf"
    xp_thresholds: Annotated[
        Literal["per-level", "cumulative"],
        option(
            "DPI-A14",
            "how the experience table is read",
            **{"per-level": "the need of each step; the counter starts again", "cumulative": "a total never reset"},
        ),
    ] = "per-level"
    combat_xp: Annotated[
        Literal["off", "on"],
        option(
            "DPI-A15",
            "whether failed attacks give experience",
            off="they do not",
            on="they give 1 XP like other failures",
        ),
    ] = "off"
    stat_cost: Annotated[
        Literal["step", "flat", "cumulative"],
        option(
            "DPI-A16",
            "what raising a stat costs",
            step="the table's figure for each level passed",
            flat="1 point a level",
            cumulative="the table's figure for the level reached",
        ),
    ] = "step"
    stat_removal: Annotated[
        Literal["two-total", "two-per-stat"],
        option(
            "DPI-A17",
            "how many points may be taken out of stats",
            **{"two-total": "two in all", "two-per-stat": "two from each"},
        ),
    ] = "two-total"
    leadership: Annotated[
        Literal["one", "two"],
        option(
            "DPI-A20",
            "whether Leadership is one skill",
            one="one skill of two categories",
            two="leadership-command and leadership-social",
        ),
    ] = "one"
    custom_slots: Annotated[
        Literal[4, 3],
        option("DPI-A21", "slots for custom skills in each category"),
    ] = 4
    custom_skill_stat: Annotated[
        Literal["luck", "category"],
        option("DPI-A22", "the stat of a custom skill", luck="Luck", category="that of its category"),
    ] = "luck"

    # traumas and death
    ancestral_trauma_counts: Annotated[
        Literal["on", "off"],
        option("DPI-A27", "whether a trauma from birth counts as one of the three", on="it does", off="it does not"),
    ] = "on"
    repeat_trauma: Annotated[
        Literal["stack", "reroll"],
        option(
            "DPI-A29",
            "what happens when a trauma is rolled again",
            stack="it stacks and counts",
            reroll="roll once more",
        ),
    ] = "stack"
    vampirism_clock: Annotated[
        Literal["replace", "ancestry"],
        option(
            "DPI-A30",
            "the clock of agents who gained Vampirism",
            replace="that of Vampires",
            ancestry="still that of their ancestry",
        ),
    ] = "replace"
    zero_hp: Annotated[
        Literal["die", "down"],
        option("DPI-A31", "what 0 HP means", die="dead", down="down; dead if still down when the fight ends"),
    ] = "die"
    revive_hp: Annotated[
        Literal["full", "half", "one"],
        option("DPI-A32", "HP after resurrection", full="all", half="half, at least 1", one="1"),
    ] = "full"
    lady_luck_floor: Annotated[
        Literal["locked", "free"],
        option(
            "DPI-A33",
            "the last High under Lady Luck's Curse",
            locked="cannot be spent",
            free="may be spent once per roll or relief and stays",
        ),
    ] = "locked"
    month_days: Annotated[
        int, Meta(ge=1, le=1_000, description="days of rest that remove a trauma"), option("DPI-A34")
    ] = 30
    cure_ancestry: Annotated[
        Literal["off", "on"],
        option("DPI-A34", "whether a trauma from birth can be removed", off="it cannot", on="it can"),
    ] = "off"

    # the clock
    hour_gaps: Annotated[
        Literal["through-hour", "next-period"],
        option(
            "DPI-A35",
            "the minutes between the periods",
            **{
                "through-hour": "a period lasts to the end of its last hour",
                "next-period": "the next period begins one minute past that hour",
            },
        ),
    ] = "through-hour"
    vampire_day: Annotated[
        Literal["while-day", "gain-daily"],
        option(
            "DPI-A36",
            "a Vampire's 5 Stress by day",
            **{"while-day": "count on rolls while it is Day", "gain-daily": "are gained when Day begins"},
        ),
    ] = "while-day"
    extranormal_clock: Annotated[
        Literal["human", "none"],
        option("DPI-A37", "the clock of Extranormal Humans", human="that of Humans", none="no effect"),
    ] = "human"

    # combat
    enemy_turns: Annotated[
        Literal["counter-only", "full"],
        option(
            "DPI-A41",
            "whether enemies attack in their own turn",
            **{"counter-only": "they only counterattack", "full": "they attack like agents"},
        ),
    ] = "counter-only"
    counter_reach: Annotated[
        Literal["must-reach", "always"],
        option(
            "DPI-A43",
            "which counterattacks are possible",
            **{"must-reach": "those whose weapon reaches and is loaded", "always": "all"},
        ),
    ] = "must-reach"
    counter_timing: Annotated[
        Literal["simultaneous", "survivors-only"],
        option(
            "DPI-A44",
            "whether a target felled by a Cost still counterattacks",
            **{"simultaneous": "it does", "survivors-only": "it does not"},
        ),
    ] = "simultaneous"
    cover_order: Annotated[
        Literal["before-fortitude", "after-fortitude"],
        option(
            "DPI-A45",
            "when half cover halves",
            **{"before-fortitude": "before Fortitude", "after-fortitude": "what Fortitude lets through"},
        ),
    ] = "before-fortitude"
    minimum_range: Annotated[
        Literal["on", "off"],
        option("DPI-A47", "whether a target can be too near", on="it can", off="it cannot"),
    ] = "on"
    shotgun_gap: Annotated[
        Literal["field", "none"],
        option("DPI-A48", "a shotgun at 5 spaces", field="counts as Field", none="does not reach"),
    ] = "field"
    shotgun_field_extra: Annotated[
        Literal["keep", "drop"],
        option("DPI-A48", "a shotgun's extra die at Field", keep="is rolled", drop="is not rolled"),
    ] = "keep"
    diagonals: Annotated[
        Literal["one", "five-ten", "orthogonal"],
        option(
            "DPI-A49",
            "the length of a diagonal step on squares",
            **{"one": "1 space", "five-ten": "1 and 2 in turn", "orthogonal": "2 spaces"},
        ),
    ] = "one"
    arc_angle: Annotated[Literal[90, 60, 120], option("DPI-A51", "degrees of an Arc")] = 90
    area_damage: Annotated[
        Literal["one-roll", "per-target"],
        option(
            "DPI-A53",
            "the damage of an area attack",
            **{"one-roll": "one roll for all", "per-target": "a roll for each"},
        ),
    ] = "one-roll"
    area_counter: Annotated[
        Literal["aimed-target", "every-target"],
        option(
            "DPI-A53",
            "who counterattacks an area attack",
            **{"aimed-target": "the target aimed at", "every-target": "everyone it hit"},
        ),
    ] = "aimed-target"
    reload_cost: Annotated[
        Literal["five-ap", "whole-turn"],
        option("DPI-A54", "what reloading costs", **{"five-ap": "5 AP", "whole-turn": "all AP of a full turn"}),
    ] = "five-ap"
    cover_by_map: Annotated[
        Literal["on", "off"],
        option(
            "DPI-A46",
            "whether the map gives cover",
            on="walls hide, low obstacles give half cover; the referee may overrule it",
            off="only the referee says",
        ),
    ] = "on"
    grenade_ap: Annotated[
        Literal["item", "light"],
        option("DPI-A56", "what a throw costs", item="3 AP, as an item", light="1 AP, as a Light weapon"),
    ] = "item"
    burn_fortitude: Annotated[
        Literal["bypass", "applies"],
        option("DPI-A57", "whether Fortitude stops Burn", bypass="it does not", applies="it does"),
    ] = "bypass"
    armour_movement: Annotated[
        Literal["spaces", "ap"],
        option("DPI-A58", "what armour's Movement changes", spaces="free or lost spaces a turn", ap="AP"),
    ] = "spaces"
    initiative: Annotated[
        Literal["agents-first", "agility"],
        option(
            "DPI-A59",
            "who goes first",
            **{"agents-first": "all agents, then all enemies", "agility": "the higher Agility, then Luck"},
        ),
    ] = "agents-first"

    # rest
    short_rest_fortitude: Annotated[
        Literal["per-hour", "half"],
        option(
            "DPI-A61",
            "Fortitude from a Short Rest",
            **{"per-hour": "1 for each hour", "half": "half the maximum, once"},
        ),
    ] = "per-hour"
    rest_luck: Annotated[
        BonusOrScore, option("DPI-A62", "what Luck adds in a rest", bonus="its bonus", score="its score")
    ] = "bonus"
    rest_roll: Annotated[
        Literal["two-rolls", "one-roll"],
        option(
            "DPI-A63",
            "the dice of an hour's rest",
            **{"two-rolls": "one for the interruption, one for HP", "one-roll": "one for both"},
        ),
    ] = "two-rolls"
    rest_interrupt: Annotated[
        Literal["lose-hour", "keep-hour"],
        option(
            "DPI-A64",
            "the hour that is interrupted",
            **{"lose-hour": "brings nothing", "keep-hour": "counts in full"},
        ),
    ] = "lose-hour"
    sanity_rest: Annotated[
        Literal["long-rest", "every-4-hours"],
        option(
            "DPI-A65",
            "Sanity from rest",
            **{"long-rest": "1 from a Long Rest", "every-4-hours": "1 for every four hours of any rest"},
        ),
    ] = "long-rest"
    long_rest_stress: Annotated[
        Literal["keep", "clear"],
        option("DPI-A67", "Stress after a Long Rest", keep="stays", clear="falls as low as it can"),
    ] = "keep"
    pay_day: Annotated[
        Literal["calendar", "week-spent"],
        option(
            "DPI-A68",
            "when salary comes and upkeep is paid",
            **{
                "calendar": "whenever a week of the calendar ends, however it was spent",
                "week-spent": "only with a week that is spent as such",
            },
        ),
    ] = "calendar"
    interview_timer: Annotated[
        Literal["counts", "hours-only"],
        option(
            "DPI-A39",
            "whether an interview is rolled against the Research Timer",
            **{"counts": "like research, where a Timer runs", "hours-only": "it takes its hours and no more"},
        ),
    ] = "counts"
    thaumaturgy_level: Annotated[
        Literal["on", "off"],
        option(
            "DPI-A25",
            "whether an ancestry with Thaumaturgy begins with a level of magic",
            on="it has one level in a sphere, as every trauma of the table gives",
            off="it has the name and no level",
        ),
    ] = "on"
