"""The rulings a table can choose from; the first value of each is the default."""

from typing import Annotated, Literal

from msgspec import Struct

from rulewright.rules import option


class Options(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The rulings of a table of Light & Dark."""

    two_d_six: Annotated[
        Literal["highest", "sum"],
        option(
            "LD-A1",
            "how Effect dice written 2d6 are read",
            highest="the best die counts, as for 2d",
            sum="they are totalled, and the best die explodes",
        ),
    ] = "highest"
    explosion: Annotated[
        Literal["highest-die", "every-six", "none"],
        option(
            "LD-A2",
            "which Effect dice explode",
            **{
                "highest-die": "one die, in one chain, however many sixes there are",
                "every-six": "each six explodes in a chain of its own; the best total counts",
                "none": "no die explodes",
            },
        ),
    ] = "highest-die"
    d3_explodes: Annotated[
        Literal["no", "yes"],
        option("LD-A3", "whether a d3 explodes", no="never", yes="a 3 is followed by another d3"),
    ] = "no"
    fork_gaps: Annotated[
        Literal["lower", "upper"],
        option(
            "LD-A6",
            "which level an Effect of 6 or 12 forks into",
            lower="with the level below: 4 to 6, 7 to 12",
            upper="with the level above: 6 to 11, 12 or more",
        ),
    ] = "lower"
    empty_pool: Annotated[
        Literal["skill-opens", "attribute-only", "any-bonus"],
        option(
            "LD-A8",
            "what gives you Light Dice when your Attribute is 0",
            **{
                "skill-opens": "a Skill, but not a tool",
                "attribute-only": "nothing",
                "any-bonus": "a Skill or a tool",
            },
        ),
    ] = "skill-opens"
    zero_dice: Annotated[
        Literal["fail", "forbid", "two-lowest"],
        option(
            "LD-A11",
            "what happens when you have no dice",
            **{
                "fail": "the action fails and nothing is rolled",
                "forbid": "the action is refused",
                "two-lowest": "two dice are rolled and the lower one counts; it costs no Ego",
            },
        ),
    ] = "fail"
    ego_compare: Annotated[
        Literal["snapshot", "cascade"],
        option(
            "LD-A13",
            "which Ego the Dark Dice are compared with",
            snapshot="all of them with the Ego before the roll",
            cascade="highest first, each with the Ego that is left",
        ),
    ] = "snapshot"
    lost_timing: Annotated[
        Literal["after-turn", "at-once"],
        option(
            "LD-A14",
            "when a PC whose Ego reaches 0 is lost",
            **{
                "after-turn": "at the end of the turn, after its Effects",
                "at-once": "immediately; neither side rolls Effects",
            },
        ),
    ] = "after-turn"
    ego_ceiling: Annotated[
        Literal["always", "start-only"],
        option(
            "LD-A16",
            "how far maximum Ego can rise",
            **{
                "always": "never above 6",
                "start-only": "6 at the start; Advancements raise it up to 12",
            },
        ),
    ] = "always"
    starting_advancement: Annotated[
        Literal["plain", "full"],
        option(
            "LD-A17",
            "whether the starting Advancement raises the maxima",
            plain="it does not",
            full="it raises both by 1 like any other",
        ),
    ] = "plain"
    attribute_change: Annotated[
        Literal["keeps-maxima", "rederives"],
        option(
            "LD-A19",
            "whether a changed Attribute changes maximum HP and Ego",
            **{
                "keeps-maxima": "it does not",
                "rederives": "they are derived again from the current Attributes",
            },
        ),
    ] = "keeps-maxima"
    advance_current: Annotated[
        Literal["no", "yes"],
        option(
            "LD-A20",
            "whether current HP and Ego rise along with their maximum",
            no="they stay",
            yes="they gain what the maximum gained",
        ),
    ] = "no"
    hit_while_down: Annotated[
        Literal["none", "attribute"],
        option(
            "LD-A24",
            "what harm does to the unconscious",
            none="nothing more in that scene",
            attribute="each Effect that gets through costs another Attribute point",
        ),
    ] = "none"
    condition_at_zero: Annotated[
        Literal["no", "yes"],
        option(
            "LD-A27",
            "whether a Condition can save a PC who has just run out of Ego",
            no="no, it is too late",
            yes="yes, the PC may take one as the turn ends",
        ),
    ] = "no"
    challenge_effect: Annotated[
        Literal["fail-and-complication", "fail-only", "always"],
        option(
            "LD-A31",
            "when the Challenge's own Effect applies",
            **{
                "fail-and-complication": "on 1-3 and on 4-5",
                "fail-only": "on 1-3",
                "always": "on every result",
            },
        ),
    ] = "fail-and-complication"
    effect_order: Annotated[
        Literal["simultaneous", "pc-first", "rival-first"],
        option(
            "LD-A33",
            "whose Effect comes first, unless the weapon says so",
            **{
                "simultaneous": "both apply, even if one side falls",
                "pc-first": "yours; an overcome Challenge does not answer",
                "rival-first": "the Challenge's; if you fall you do not answer",
            },
        ),
    ] = "simultaneous"
    trivial: Annotated[
        Literal["single-roll", "until-overcome"],
        option(
            "LD-A34",
            "how long a Trivial Challenge lasts",
            **{
                "single-roll": "one Risky Action decides it",
                "until-overcome": "it goes on like any other Challenge",
            },
        ),
    ] = "single-roll"
    beyond_extreme: Annotated[
        Literal["cap", "extend"],
        option(
            "LD-A35",
            "what a gang above Extreme is",
            cap="it stays Extreme",
            extend="extreme+1 has Disposition 25 and 5d, extreme+2 has 30 and 6d, and so on",
        ),
    ] = "cap"
    shield_timing: Annotated[
        Literal["after-roll", "before-roll"],
        option(
            "LD-A43",
            "when a shield is sacrificed",
            **{
                "after-roll": "once the Effect is known",
                "before-roll": "instead of rolling the Effect",
            },
        ),
    ] = "after-roll"
    heavy_ranged_ready: Annotated[
        Literal["optional", "required"],
        option(
            "LD-A45",
            "whether a heavy ranged weapon must be readied before each shot",
            optional="no: readying is aiming",
            required="yes: an unreadied shot is refused",
        ),
    ] = "optional"
    ready_cost: Annotated[
        Literal["free", "exposed"],
        option(
            "LD-A46",
            "what a turn of readying or reloading costs",
            free="nothing but the turn",
            exposed="the Challenge strikes you meanwhile",
        ),
    ] = "free"
    burst_die: Annotated[
        Literal["2d6", "2d6+2"],
        option(
            "LD-A47",
            "the Effect dice of a burst",
            **{"2d6": "two dice in place of 1d6+2", "2d6+2": "two dice, and the +2 stays"},
        ),
    ] = "2d6"
