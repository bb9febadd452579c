"""The rulings a table can choose from; the first value of each is the default."""

from typing import Annotated, Literal

from msgspec import Struct

from rulewright.rules import option


class Options(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The rulings of a table of Die Code."""

    pip_carry: Annotated[
        Literal["three", "none"],
        option(
            "DC-A1",
            "what happens to pips when codes are added",
            three="three of them make a die",
            none="they stay pips",
        ),
    ] = "three"
    ladder_column: Annotated[
        Literal["TN", "TX", "TY", "TZ"],
        option(
            "DC-A4",
            "which column gives a named difficulty its target",
            TN="5 points a rung",
            TX="4 points a rung",
            TY="3 points a rung",
            TZ="2.5 points a rung, rounded up",
        ),
    ] = "TN"
    automatic: Annotated[
        Literal["no-roll", "tn-0"],
        option(
            "DC-A6",
            "what the difficulty Automatic requires",
            **{"no-roll": "nothing, it succeeds without dice", "tn-0": "a roll against 0"},
        ),
    ] = "no-roll"
    reroll: Annotated[
        Literal["once", "until-clear"],
        option(
            "DC-A8",
            "how often advantage and disadvantage throw a die again",
            **{"once": "once, and the second throw stands", "until-clear": "until it shows another face"},
        ),
    ] = "once"
    advantage_stacking: Annotated[
        Literal["cancel", "any-cancels-all"],
        option(
            "DC-A9",
            "how levels of advantage and disadvantage cancel",
            **{
                "cancel": "one for one; what is left counts once",
                "any-cancels-all": "one level of each makes a plain roll",
            },
        ),
    ] = "cancel"
    penalty_dice: Annotated[
        Literal["roll", "remove"],
        option(
            "DC-A10",
            "what penalty dice do",
            roll="they are thrown and subtracted",
            remove="they take dice out of the pool",
        ),
    ] = "roll"
    success_rounding: Annotated[
        Literal["floor", "toward-zero"],
        option(
            "DC-A11",
            "how a negative success level is rounded",
            **{"floor": "down, so that -1 is level -1", "toward-zero": "towards 0, so that -1 is level 0"},
        ),
    ] = "floor"
    success_divisor: Annotated[
        Literal["five", "column"],
        option(
            "DC-A11",
            "how many points make a success level",
            five="5, whatever the column",
            column="one rung of the column in use",
        ),
    ] = "five"
    average_rule: Annotated[
        Literal["d-column", "dc-column", "mean"],
        option(
            "DC-A12",
            "how many dice taking the average needs",
            **{
                "d-column": "the number in column D",
                "dc-column": "the number in column DC",
                "mean": "as many as reach the target at 3.5 points each",
            },
        ),
    ] = "d-column"
    average_result: Annotated[
        Literal["zero", "column", "mean"],
        option(
            "DC-A12",
            "what taking the average gives",
            zero="a bare success",
            column="the points the column counts for each die, less the target",
            mean="the mean of the dice, less the target",
        ),
    ] = "zero"
    size_by: Annotated[
        Literal["length", "weight", "larger", "smaller"],
        option(
            "DC-A14",
            "what decides the size if length and weight disagree",
            length="the length",
            weight="the weight",
            larger="whichever gives the larger size",
            smaller="whichever gives the smaller size",
        ),
    ] = "length"
    size_boundary: Annotated[
        Literal["upper", "lower"],
        option(
            "DC-A15",
            "which size a measure on the border of two belongs to",
            upper="the larger one",
            lower="the smaller one",
        ),
    ] = "upper"
    size_modifier: Annotated[
        Literal["difference", "actor", "target", "off"],
        option(
            "DC-A16",
            "whose size counts when size matters",
            difference="the difference of both",
            actor="only the actor's",
            target="only the target's",
            off="neither",
        ),
    ] = "difference"
    size_unit: Annotated[
        Literal["points", "dice"],
        option(
            "DC-A17",
            "what one step of size is worth",
            points="a point on the roll",
            dice="a bonus die, or a penalty die",
        ),
    ] = "points"
    klb: Annotated[
        Literal["decimal", "binary"],
        option("DC-A19", "how many pounds a klb has", decimal="1000", binary="1024"),
    ] = "decimal"
    move_rounding: Annotated[
        Literal["down", "up", "nearest", "exact"],
        option(
            "DC-A20",
            "what happens to half a pace",
            down="it is lost",
            up="it is rounded up",
            nearest="it is rounded to the nearest, halves up",
            exact="it is kept",
        ),
    ] = "down"
    failed_move: Annotated[
        Literal["walk", "slower", "none"],
        option(
            "DC-A23",
            "how far a character gets when a movement roll fails",
            walk="as far as walking, if the throw is enough for it",
            slower="as far as the fastest mode the throw is enough for",
            none="nowhere",
        ),
    ] = "walk"
    opposed_ties: Annotated[
        Literal["actor", "opponent", "draw"],
        option(
            "DC-A27",
            "who wins a tie",
            actor="the actor",
            opponent="the opponent",
            draw="neither, it is a draw",
        ),
    ] = "actor"
