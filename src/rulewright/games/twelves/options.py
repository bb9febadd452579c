"""The rulings a table can choose between; the first value is the default."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulewright.rules import BadInput, between, option

StabiliseAbility = Literal["FIN", "AGI", "STR", "INS", "PRE", "KNO"]


class Options(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Every table-wide setting of Twelves."""

    score_min: Annotated[int, between(0, 20, "the lowest ability score a new character may have"), option("TW-A1")] = 1
    score_max: Annotated[int, between(0, 20, "the highest ability score a new character may have"), option("TW-A1")] = (
        10
    )
    score_method: Annotated[
        Literal["array", "points", "free"],
        option(
            "TW-A2",
            "how a new character's scores are set",
            array="each number of `score-array` goes to one ability",
            points="`score-points` are spread over the six abilities",
            free="any scores in range",
        ),
    ] = "array"
    score_array: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=20)], ...],
        Meta(min_length=6, max_length=6, description="the six scores to hand out with `score-method=array`"),
        option("TW-A2"),
    ] = (9, 8, 7, 6, 5, 4)
    score_points: Annotated[
        int, between(0, 120, "the points to spread with `score-method=points`"), option("TW-A2")
    ] = 39
    rank_max: Annotated[int, between(1, 10, "the highest Rank a character can have"), option("TW-A3")] = 10
    tags_max: Annotated[int, between(0, 6, "how many Tags a new character may have"), option("TW-A4")] = 3
    tag_bonus: Annotated[
        Literal["rank-once", "rank-each", "own-highest", "own-sum"],
        option(
            "TW-A5",
            "what applicable Tags add to a check",
            **{
                "rank-once": "Rank, once, however many Tags apply",
                "rank-each": "Rank for each Tag that applies",
                "own-highest": "Tags have ranks of their own; the highest applicable one counts",
                "own-sum": "Tags have ranks of their own; all applicable ones are added",
            },
        ),
    ] = "rank-once"
    doubles_below_tn: Annotated[
        Literal["critical", "success", "failure"],
        option(
            "TW-A7",
            "what doubles are worth below the target number",
            critical="a critical success",
            success="a plain success",
            failure="nothing: doubles help only when the target number is met",
        ),
    ] = "critical"
    disadvantage_crit: Annotated[
        Literal["kept", "triple", "never"],
        option(
            "TW-A9",
            "which doubles are critical at disadvantage",
            kept="the two kept dice are alike",
            triple="all dice rolled are alike",
            never="none",
        ),
    ] = "kept"
    adv_dis: Annotated[
        Literal["cancel", "majority", "stack", "disadvantage-wins"],
        option(
            "TW-A10",
            "how advantage and disadvantage combine",
            **{
                "cancel": "at least one of each is a plain roll",
                "majority": "the kind with more sources counts, once",
                "stack": "every source in surplus adds a die",
                "disadvantage-wins": "any disadvantage is disadvantage",
            },
        ),
    ] = "cancel"
    normal_boxes: Annotated[
        Literal["fixed", "rank"],
        option(
            "TW-A12",
            "how many Normal boxes a character has",
            fixed="as on the sheet, 2 by default",
            rank="1 + Rank, at least 2",
        ),
    ] = "fixed"
    tier_crossing: Annotated[
        Literal["through", "stop"],
        option(
            "TW-A13",
            "whether damage of one blow goes on into the next tier",
            through="it does",
            stop="it stops at the last box of the tier it strikes",
        ),
    ] = "through"
    healthy_actions: Annotated[int, between(2, 4, "actions per turn while not even Wounded"), option("TW-A16")] = 2
    collapse_check: Annotated[
        Literal["disadvantage", "plain"],
        option(
            "TW-A18",
            "how the Strength check in Critical is rolled",
            disadvantage="with the tier's disadvantage, like every check",
            plain="without the tier's own disadvantage",
        ),
    ] = "disadvantage"
    npc_critical: Annotated[
        Literal["same", "drop"],
        option(
            "TW-A20",
            "what Critical does to the GM's characters",
            same="the same as to everyone",
            drop="damage that leaves them in Critical fells them",
        ),
    ] = "same"
    last_box: Annotated[
        Literal["collapse", "standing", "dead"],
        option(
            "TW-A21",
            "what the last box does",
            collapse="incapacitated at once",
            standing="nothing: only the Strength check fells",
            dead="dead",
        ),
    ] = "collapse"
    overflow_damage: Annotated[
        Literal["lost", "dead"],
        option("TW-A22", "what damage past the last box does", lost="nothing", dead="it kills"),
    ] = "lost"
    stabilise_ability: Annotated[
        StabiliseAbility, option("TW-A24", "the ability a helper checks to stabilise a patient")
    ] = "FIN"
    stabilised: Annotated[
        Literal["steady", "letter", "down"],
        option(
            "TW-A25",
            "what being stabilised means",
            steady="up again, with no Strength checks until damaged",
            letter="active again, Strength checks resume",
            down="safe, but without actions until healed",
        ),
    ] = "steady"
    short_rest_limit: Annotated[
        Annotated[int, Meta(ge=1, le=10)] | None,
        Meta(description="short rests allowed between two long rests; no limit if left out"),
        option("TW-A29"),
    ] = None
    initiative: Annotated[
        Literal["margin", "score"],
        option(
            "TW-A31",
            "who goes first",
            margin="Agility checks: criticals first, then the higher margin",
            score="the higher Agility; a die when equal",
        ),
    ] = "margin"
    attack_defence: Annotated[
        Literal["none", "dodge"],
        option(
            "TW-A32",
            "what a target can do against a hit",
            none="nothing",
            dodge="an Agility check; only a critical avoids a critical",
        ),
    ] = "none"

    @property
    def tags_have_ranks(self) -> bool:
        """Whether Tags have ranks of their own (TW-A5)."""
        return self.tag_bonus in ("own-highest", "own-sum")


def check_options(options: Options) -> None:
    """Refuses settings that contradict each other."""
    if options.score_min > options.score_max:
        raise BadInput(
            f"bad option value: score-min must be at most score-max ({options.score_max}), not {options.score_min}"
        )
