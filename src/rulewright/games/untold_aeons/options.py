"""The rulings a table can choose between; the first value is the default."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulewright.rules import option


def _from_0(words: str) -> Meta:
    return Meta(ge=0, le=1_000, description=words)


class Options(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Every table-wide setting of Untold Aeons."""

    characteristic_points: Annotated[
        Literal["total", "on-top"],
        option(
            "UA-A1",
            "what the points of creation are",
            **{"total": "the four values add up to 12", "on-top": "1 in each and 12 points besides: 16 in all"},
        ),
    ] = "total"
    karma_bonus: Annotated[
        Literal["dice", "successes"],
        option(
            "UA-A3",
            "what +2 on a roll adds",
            dice="two skill dice",
            successes="two successes; +2 difficulty stays two dice",
        ),
    ] = "dice"
    karma_reroll: Annotated[
        Literal["skill-pool", "non-successes", "both-pools"],
        option(
            "UA-A5",
            "which dice a karma point rerolls",
            **{
                "skill-pool": "all skill dice",
                "non-successes": "only skill dice that show no success; with none of them no point is spent",
                "both-pools": "all skill dice, then all difficulty dice",
            },
        ),
    ] = "skill-pool"
    karma_stacking: Annotated[
        Literal["one-per-roll", "unlimited"],
        option(
            "UA-A6",
            "how many points a side may spend on +2 for one roll",
            **{"one-per-roll": "one", "unlimited": "as many as it has"},
        ),
    ] = "one-per-roll"
    hidden_difficulty: Annotated[
        Literal["off", "on"],
        option(
            "UA-A11",
            "whether the Narrator may roll difficulty dice in secret",
            off="all dice are open",
            on="the player sees their own successes and Advantages, and the rest once it is revealed",
        ),
    ] = "off"
    knowledge_stand_in: Annotated[
        Literal["any", "marked"],
        option(
            "UA-A13",
            "for which skills Knowledge can stand in",
            any="every skill that is not a standard one, and those marked on the sheet",
            marked="only those marked on the sheet",
        ),
    ] = "any"
    intellect_xp_per_point: Annotated[
        int, _from_0("extra starting XP for each point of Intellect at creation"), option("UA-A14")
    ] = 0
    starting_xp: Annotated[int, _from_0("XP a new character may spend"), option("UA-A16")] = 100
    characteristic_cost: Annotated[
        int,
        _from_0("XP per current level to raise a characteristic by one; 0 means it cannot be raised"),
        option("UA-A17"),
    ] = 50
    skill_cap: Annotated[int, _from_0("the highest skill level; 0 means there is none"), option("UA-A17")] = 0
    sanity_stress: Annotated[
        Literal["modified", "severity"],
        option(
            "UA-A19",
            "whether +2 difficulty on a sanity check raises the fixed stress too",
            modified="it does",
            severity="only the dice rise",
        ),
    ] = "modified"
    stress_save_stat: Annotated[
        Literal["intellect", "willpower"],
        option(
            "UA-A20",
            "what the saves against stress roll",
            intellect="Intellect",
            willpower="Willpower",
        ),
    ] = "intellect"
    threshold: Annotated[
        Literal["above", "at-or-above"],
        option(
            "UA-A21",
            "when saves are due and recovery is halved",
            **{
                "above": "strictly above the limit or its double",
                "at-or-above": "at the limit or its double too, against 0 dice",
            },
        ),
    ] = "above"
    double_threshold: Annotated[
        Literal["as-limit", "above", "at-or-above"],
        option(
            "UA-A21",
            "when stress is over double the limit",
            **{
                "as-limit": "by the same ruling as at the limit",
                "above": "strictly above it",
                "at-or-above": "at double the limit too, against 0 dice",
            },
        ),
    ] = "as-limit"
    wound_threshold: Annotated[
        Literal["as-stress", "above", "at-or-above"],
        option(
            "UA-A21",
            "when wounds are over the limit or its double",
            **{
                "as-stress": "by the same ruling as stress at its limit",
                "above": "strictly above",
                "at-or-above": "at the limit or its double too, against 0 dice",
            },
        ),
    ] = "as-stress"
    insane_or_unconscious: Annotated[
        Literal["player", "narrator", "insane", "unconscious"],
        option(
            "UA-A24",
            "which of the two a failed save at double the limit brings",
            player="the player of the character chooses",
            narrator="the Narrator chooses",
            insane="always insanity",
            unconscious="always a faint",
        ),
    ] = "player"
    notches: Annotated[
        Literal["per-check", "per-advantage"],
        option(
            "UA-A26",
            "how many notches an Advantage brings while Shaken",
            **{"per-check": "one for the check", "per-advantage": "one for each net Advantage"},
        ),
    ] = "per-check"
    bleeding: Annotated[
        Literal["minute", "round"],
        option("UA-A30", "how often the Severely Injured bleed", minute="once a minute", round="once a round"),
    ] = "minute"
    medical_care: Annotated[
        Literal["automatic", "first-aid-check"],
        option(
            "UA-A31",
            "what it takes to stop bleeding",
            **{"automatic": "giving care is enough", "first-aid-check": "a check on First Aid must succeed"},
        ),
    ] = "automatic"
    turn_choice: Annotated[
        Literal["each-round", "once-per-fight"],
        option(
            "UA-A35",
            "how long a choice of Fast or Slow holds",
            **{"each-round": "for the round", "once-per-fight": "for the whole fight"},
        ),
    ] = "each-round"
    contest_advantage: Annotated[
        Literal["net", "own"],
        option(
            "UA-A37",
            "what makes a hit in melee critical",
            net="more 1s than the other side",
            own="any 1 of the side that hits",
        ),
    ] = "net"
    prone_penalty: Annotated[
        Literal[1, 0, 2, 3], option("UA-A40", "dice that a prone character loses on Brawl rolls: 1, 0, 2 or 3")
    ] = 1
    point_blank_yards: Annotated[int, _from_0("up to how many yards a shot is point blank"), option("UA-A43")] = 3
    critical: Annotated[
        Literal["double-base", "double-successes"],
        option(
            "UA-A47",
            "what a critical hit doubles",
            **{"double-base": "the base damage", "double-successes": "the successes"},
        ),
    ] = "double-base"
