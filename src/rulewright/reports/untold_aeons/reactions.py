"""Answers about reactions in melee: which one is best, for whom, and by how much."""

from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple

from rulewright.game.percent import points
from rulewright.games.untold_aeons.duel import MeleeFighter, begin_melee_duel, how_it_ended, melee_duel
from rulewright.games.untold_aeons.options import Options
from rulewright.lab.answers import Answer, ReportTable, question
from rulewright.readings import Budget, Pricing, Solver, odds_of_many
from rulewright.reports.tables_and_charts import chart_of, grid_of

Penalty = Literal[0, 1, 2, 3]

TURNS, HURT, USUAL = 4, 9, 3
"""The duels: their turns, the wounds of both fighters, and the usual Brawl and Dexterity."""
LEVELS = range(1, 6)
REACTIONS = ("defend", "dodge", "fight-back")
HABITS = ("defend", "fight-back", "dodge-stay", "dodge-stand")
PENALTIES: tuple[Penalty, ...] = (0, 1, 2, 3)


class Reactions(NamedTuple):
    """The worth of each reaction to the first blow if both go on by their policy: chance to win minus to lose."""

    worth: dict[str, Fraction]
    best: str

    def lead(self, reaction: str) -> Fraction:
        """How much a reaction is ahead of the best of the others, or behind it."""
        return self.worth[reaction] - max(worth for other, worth in self.worth.items() if other != reaction)


def _fighter(**given: Any) -> MeleeFighter:
    return MeleeFighter(**{"brawl": USUAL, "weapon_damage": "1+", "wounds": HURT, **given})


@cache
def _priced(prone_penalty: Penalty, deciding: tuple[str, ...]) -> Pricing[Options]:
    """The odds of blows under a ruling, shared by all the duels: most of their blows are the same."""
    return Pricing(Options(prone_penalty=prone_penalty), budget=Budget(None)).leaving_open(deciding)


def reactions(own: dict[str, Any], foe: dict[str, Any], prone_penalty: Penalty = 1, turns: int = TURNS) -> Reactions:
    """The worth of every reaction to a foe's first blow, solved exactly; our side plays its best afterwards."""
    sides = _fighter(**foe), _fighter(policy="best", **own)
    bout = begin_melee_duel(None, *sides, turns)  # type: ignore[arg-type]  # no dice before a turn
    deciding = tuple(bout.fight.aims)
    fight = bout.fight.keeping(how_it_ended)
    solver: Solver[Any] = Solver(fight, *bout.context, pricing=_priced(prone_penalty, deciding))
    first = next(one for one in solver.decisions(bout.start) if one.who == "b")
    return Reactions({reaction: Fraction(worth) for reaction, worth in first.worth}, first.best)


@cache
def _against(policy: str, brawl: int, dexterity: int, prone_penalty: Penalty = 1) -> Reactions:
    return reactions({"brawl": brawl, "dexterity": dexterity}, {"policy": policy}, prone_penalty)


def _habits() -> dict[tuple[int, str], Fraction]:
    """The worth of each habit, kept up all the time, at each Brawl against a foe who strikes and defends."""
    kept = [(brawl, habit) for brawl in LEVELS for habit in HABITS]
    duels = [(_fighter(), _fighter(brawl=brawl, policy=habit), TURNS) for brawl, habit in kept]
    ends = odds_of_many(melee_duel, duels, options=Options())
    return {
        one: found.where(lambda end: end.winner == "b") - found.where(lambda end: end.winner == "a")
        for one, found in zip(kept, ends, strict=True)
    }


SITUATIONS: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
    ("both with a knife's damage, 9 wounds", {}, {}),
    ("both with bare hands", {"weapon_damage": "0+"}, {"weapon_damage": "0+"}),
    ("both with clubs", {"weapon_damage": "2+"}, {"weapon_damage": "2+"}),
    ("bare hands against a club", {"weapon_damage": "0+"}, {"weapon_damage": "2+"}),
    ("a club against bare hands", {"weapon_damage": "2+"}, {"weapon_damage": "0+"}),
    ("both fresh", {"wounds": 0}, {"wounds": 0}),
    ("own wounds at the limit", {"wounds": 13}, {}),
    ("the foe's wounds at the limit", {}, {"wounds": 13}),
    ("lying prone", {"prone": True}, {}),
    ("Toughness 5 against 3", {"toughness": 5}, {}),
    ("Toughness 3 against 5", {}, {"toughness": 5}),
)


def _maps(policy: str, words: str, columns: tuple[int, ...]) -> tuple[ReportTable, ReportTable]:
    """The best reaction by Brawl and Dexterity, and how far it is ahead of the next best."""
    found = {(brawl, dexterity): _against(policy, brawl, dexterity) for brawl in LEVELS for dexterity in columns}
    best = {place: one.best for place, one in found.items()}
    leads = {place: one.lead(one.best) for place, one in found.items()}
    return (
        grid_of(f"Best reaction to {words}", "Brawl", "Dexterity {}", best),
        grid_of(f"Its lead over the next best, against {words}", "Brawl", "Dexterity {}", leads, percent=True),
    )


def _listed(levels: list[int]) -> str:
    return ", ".join(map(str, levels)) or "none"


@question(
    8,
    "Are the three defences balanced?",
    "Which reaction of UA-109 is best for whom, what does it cost to use only one, and is Dodge ever right?",
)
def _defences() -> Answer:
    plain, keen = tuple(LEVELS), (min(LEVELS), max(LEVELS))
    calm = {(brawl, dexterity): _against("defend", brawl, dexterity) for brawl in LEVELS for dexterity in plain}
    tally = {reaction: sum(found.best == reaction for found in calm.values()) for reaction in REACTIONS}
    situations = [(words, reactions(own, foe)) for words, own, foe in SITUATIONS]
    penalties = {
        (brawl, penalty): _against("defend", brawl, max(LEVELS), penalty).lead("dodge")
        for brawl in (1, 2, 3)
        for penalty in PENALTIES
    }
    at_best = {brawl: max(calm[brawl, USUAL].worth.values()) for brawl in LEVELS}
    losses = {(brawl, habit): at_best[brawl] - worth for (brawl, habit), worth in _habits().items()}
    always_back = [b for b in LEVELS if all(calm[b, dexterity].best == "fight-back" for dexterity in plain)]
    outclassed = [b for b in LEVELS if all(_against("best", b, dexterity).best == "dodge" for dexterity in keen)]
    quick = max(calm, key=lambda pair: calm[pair].lead("dodge"))
    best_up_to = {
        penalty: max((brawl for brawl in (1, 2, 3) if penalties[brawl, penalty] > 0), default=0)
        for penalty in PENALTIES
    }
    kept = ("defend", "fight-back", "dodge-stand")
    return Answer(
        method=f"Exact best play, in fractions, of duels of {TURNS} turns in which a foe of Brawl and Dexterity {USUAL}"
        f" strikes first; both are {HURT} wounds down and have a knife's damage by default. Worth is the chance to win"
        " minus the chance to lose when that reaction meets the first blow and all later decisions are the best ones."
        " The foe strikes and defends, or plays its best. Nobody may pass their turn. Each habit is one"
        " reaction kept up all the time.",
        conclusion=f"No. Against a foe who strikes and defends the best reaction is to fight back for"
        f" {tally['fight-back']} of 25 pairs of Brawl and Dexterity (at Brawl {_listed(always_back)} whatever the"
        f" Dexterity), to dodge for {tally['dodge']} and to defend for {tally['defend']}. Dodge is right for the"
        f" outclassed: it pays most at Brawl {quick[0]} and Dexterity {quick[1]}, by"
        f" {points(calm[quick].lead('dodge'))}. A foe at their best fights back when struck; then striking is a"
        f" danger, and at Brawl {_listed(outclassed)} Dodge is best at Dexterity {keen[0]} and {keen[1]}, by"
        f" {points(_against('best', 1, 1).lead('dodge'))} even at Brawl and Dexterity 1: lying down and getting up is"
        f" the only way not to strike. At Dexterity {max(LEVELS)} Dodge is best up to Brawl {best_up_to[0]} with a"
        f" prone-penalty of 0, up to {best_up_to[1]} with 1 and up to {best_up_to[3]} with 3: the penalty hardly"
        " matters. Keeping to one reaction costs up to"
        f" {points(*(max(losses[brawl, habit] for brawl in LEVELS) for habit in kept), joined=', ')} for defending,"
        " fighting back, and dodging and getting up. It is Defend that lacks a reason to"
        " exist: it shares Brawl with Fight Back and gains only the ties. To be worth choosing it needs something"
        " besides the ties, such as one more die.",
        tables=(
            *_maps("defend", "a foe who strikes and defends", plain),
            *_maps("best", "a foe at their best", keen),
            ReportTable(
                f"Situations at Brawl {USUAL} and Dexterity {USUAL}",
                ("situation", "best", *(f"worth of {reaction}" for reaction in REACTIONS)),
                tuple((words, found.best, *map(found.worth.get, REACTIONS)) for words, found in situations),
            ),
            grid_of(
                f"Lead of Dodge over the next best at Dexterity {max(LEVELS)}, by prone-penalty",
                "Brawl",
                "penalty {}",
                penalties,
            ),
            grid_of(
                f"What one habit loses against the best play at Dexterity {USUAL}", "Brawl", "{}", losses, percent=True
            ),
        ),
        charts=(
            chart_of(
                "heat",
                "Lead of fighting back over the next best, against a foe who strikes and defends",
                "Dexterity",
                plain,
                "Brawl",
                {brawl: [calm[brawl, dexterity].lead("fight-back") for dexterity in plain] for brawl in LEVELS},
                percent=True,
            ),
            chart_of(
                "lines",
                f"Worth of each reaction at Dexterity {USUAL}, against a foe who strikes and defends",
                "Brawl",
                plain,
                "chance to win minus chance to lose",
                {name: [calm[brawl, USUAL].worth[name] for brawl in LEVELS] for name in REACTIONS},
                percent=True,
            ),
        ),
    )
