"""Answers about checks, XP and karma."""

from fractions import Fraction
from typing import Any

from rulewright.game.percent import percent, points
from rulewright.games.untold_aeons.check import CheckTerms, check, check_reroll
from rulewright.games.untold_aeons.data import STANDARD_SKILLS
from rulewright.games.untold_aeons.experience import skill_price
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import tallied
from rulewright.lab.answers import Answer, Cell, ReportTable, question
from rulewright.readings import odds
from rulewright.reports.tables_and_charts import chart_of, chart_of_table, grid_of

Rows = tuple[tuple[Cell, ...], ...]
PLAIN = Options()


def success(options: Options = PLAIN, **attempt: Any) -> Fraction:
    """The chance that a check succeeds."""
    return odds(check, CheckTerms(**attempt), options=options).where(lambda found: found.result == "success")


@question(
    2,
    "How many starting XP?",
    "UA-49 leaves the number blank. What does each budget buy in one skill, and what spread over many?",
)
def _starting_xp() -> Answer:
    levels, difficulties = range(1, 11), range(1, 5)
    chance = {(level, hard): success(skill=level, difficulty=hard) for level in levels for hard in difficulties}

    def single(budget: int) -> int:
        return max(level for level in levels if skill_price(1, level) <= budget)

    steps: Rows = tuple(
        (
            level,
            skill_price(1, level),
            *(chance[level, hard] for hard in difficulties),
            *((chance[level + 1, hard] - chance[level, hard]) / level for hard in difficulties),
        )
        for level in range(1, 8)
    )
    budgets = range(50, 301, 25)
    bought = {budget: (single(budget), _best_spread(budget, chance)) for budget in budgets}
    rows: Rows = tuple(
        (budget, level, *(chance[level, hard] for hard in difficulties), _shown(spread), _mean(spread, chance))
        for budget, (level, spread) in bought.items()
    )
    return Answer(
        method="Exact chances of a check; the best spread maximises the summed chance at difficulty 2 over all 17"
        " standard skills, found by trying every division of the budget.",
        conclusion=f"100 XP buy one skill at {bought[100][0]} ({percent(chance[bought[100][0], 2])} at difficulty 2),"
        f" or the spread {_shown(bought[100][1])} with {percent(_mean(bought[100][1], chance))} on average; between"
        f" them lie one skill at 4 ({percent(chance[4, 2])}) and four at 2 ({percent(chance[2, 2])})."
        f" 300 XP buy one skill at {bought[300][0]} or {_shown(bought[300][1])}. Each 10 XP put into a skill at 1 add"
        f" {points(chance[2, 2] - chance[1, 2])} at difficulty 2, into a skill at 4 only"
        f" {points((chance[5, 2] - chance[4, 2]) / 4)}, so breadth is cheap and height is dear. 100 makes"
        " a character good at one thing and untrained in the rest. Give 150 to 200 if a small party has to cover much:"
        f" a specialist then gains one step only ({percent(chance[6, 2])} at {bought[150][0]}), a generalist all skills"
        " at 2.",
        tables=(
            ReportTable(
                "A skill level by level",
                (
                    *("level", "XP from 1", *(f"difficulty {hard} %" for hard in difficulties)),
                    *(f"next step per 10 XP, at {hard} %" for hard in difficulties),
                ),
                steps,
            ),
            ReportTable(
                "What a budget buys",
                ("XP", "one skill", *(f"at {hard} %" for hard in difficulties), "best spread", "mean at 2 %"),
                rows,
            ),
        ),
        charts=(
            chart_of(
                "lines",
                "Success by level",
                "skill level",
                levels,
                "chance of success",
                {f"difficulty {hard}": [chance[at, hard] for at in levels] for hard in difficulties},
                percent=True,
            ),
        ),
    )


def _best_spread(budget: int, chance: dict[tuple[int, int], Fraction]) -> tuple[int, ...]:
    """The levels of all standard skills that make the summed chance at difficulty 2 largest."""
    best: dict[int, tuple[Fraction, tuple[int, ...]]] = {0: (Fraction(0), ())}
    for _ in STANDARD_SKILLS:
        after: dict[int, tuple[Fraction, tuple[int, ...]]] = {}
        for paid, (worth, levels) in best.items():
            for level in range(1, (levels[-1] if levels else 8) + 1):  # highest first: each spread once
                cost = paid + skill_price(1, level)
                found = (worth + chance[level, 2], (*levels, level))
                if cost <= budget and (cost not in after or found > after[cost]):
                    after[cost] = found
        best = after
    return max(best.values())[1]


def _shown(levels: tuple[int, ...]) -> str:
    return ", ".join(f"{levels.count(level)} at {level}" for level in sorted(set(levels), reverse=True))


def _mean(levels: tuple[int, ...], chance: dict[tuple[int, int], Fraction]) -> Fraction:
    return sum((chance[level, 2] for level in levels), Fraction(0)) / len(levels)


@question(
    12,
    "What is a karma point worth?",
    "Gain in success from each use of UA-19 and UA-21, where a reroll overtakes two dice, and what the other side"
    " can do with the point.",
)
def _karma_worth() -> Answer:
    skills, difficulties = range(7), range(1, 5)

    def rerolled(ruling: Any, skill: int, hard: int) -> Fraction:
        found = odds(check_reroll, CheckTerms(skill=skill, difficulty=hard), options=Options(karma_reroll=ruling))
        return found.where(lambda one: one.result == "success")

    names = ("+2 dice", "+2 successes", "reroll skill-pool", "reroll non-successes", "reroll both-pools")
    gains: dict[tuple[str, int, int], Fraction] = {}
    rows: list[tuple[Cell, ...]] = []
    for hard in difficulties:
        for skill in skills:
            plain = success(skill=skill, difficulty=hard)
            found = (
                success(skill=skill, difficulty=hard, karma=True),
                success(Options(karma_bonus="successes"), skill=skill, difficulty=hard, karma=True),
                rerolled("skill-pool", skill, hard),
                rerolled("non-successes", skill, hard),
                rerolled("both-pools", skill, hard),
            )
            for name, chance in zip(names, found, strict=True):
                gains[name, skill, hard] = chance - plain
            loss = plain - success(skill=skill, difficulty=hard, karma_against=True)
            gains["+2 difficulty", skill, hard] = loss
            rows.append((hard, skill, plain, *(chance - plain for chance in found), loss))
    overtakes = {
        hard: next((s for s in skills if gains["reroll skill-pool", s, hard] > gains["+2 dice", s, hard]), None)
        for hard in difficulties
    }
    where = ", ".join(
        f"difficulty {hard}: {f'skill {skill}' if skill is not None else 'never up to 6'}"
        for hard, skill in overtakes.items()
    )
    return Answer(
        method="Exact chances of a check with and without the point; a reroll is used only after a failure.",
        conclusion=f"A reroll of your own dice overtakes two more dice from: {where}. At skill 3 and difficulty 2 a"
        f" point brings {points(*(gains[name, 3, 2] for name in names[:3]), joined=', ')} as dice, as successes and as"
        f" a reroll, and in the hands of the other side it takes {points(gains['+2 difficulty', 3, 2])}, or brings a"
        " foe of the same skill as much as dice bring you. A point is worth about as much to the side that gets it as"
        " to the side that spends it: spend it where the stakes are yours. The weak should buy dice before the roll;"
        " the skilled should wait and reroll, which costs nothing when the first try succeeds. Read as successes a"
        " point is worth about twice as much as dice, and most to the unskilled: keep `karma-bonus` = `dice`.",
        tables=(
            ReportTable(
                "Gain in success from one point",
                ("difficulty", "skill", "plain %", *(f"{name} %" for name in names), "lost to +2 difficulty %"),
                tuple(rows),
            ),
        ),
        charts=(
            chart_of(
                "lines",
                "What a point gains, or costs, at difficulty 2",
                "skill",
                skills,
                "change of the chance",
                {
                    **{name: [gains[name, s, 2] for s in skills] for name in names},
                    "lost to +2 difficulty": [gains["+2 difficulty", s, 2] for s in skills],
                },
                percent=True,
            ),
        ),
    )


@question(
    14,
    "Untrained, or Knowledge?",
    "How much better is skill 1 than skill 0 (UA-38), and from which level does Knowledge pay as a stand-in?",
)
def _untrained() -> Answer:
    difficulties, levels = range(6), range(7)
    zero, one = ([success(skill=skill, difficulty=hard) for hard in difficulties] for skill in (0, 1))
    stand_in = {
        level: [success(skill=level, difficulty=hard, knowledge_substitute=True) for hard in difficulties]
        for level in levels
    }
    pays = next(level for level in levels if all(a > b for a, b in zip(stand_in[level], zero, strict=True)))
    beats = next(level for level in levels if all(a > b for a, b in zip(stand_in[level], one, strict=True)))
    return Answer(
        method="Exact chances of success; a field of knowledge is learned for its price and raised as any skill.",
        conclusion=f"At difficulty 1 skill 1 succeeds {percent(one[1])} of the time, against {percent(zero[1])}"
        f" untrained; at difficulty 3 it is {percent(one[3])} against {percent(zero[3])}: the first level more than"
        f" doubles the chance. Standing in beats having nothing from Knowledge {pays}, and beats the specific skill"
        f" at 1 from Knowledge {beats}. Knowledge 5 costs {skill_price(1, 5)} XP and stands in with three dice for"
        f" every field, each of which would cost {skill_price(0, 3)} XP to bring to 3: it pays from the third field on."
        " A scholar should therefore raise Knowledge and learn one field or two; the penalty of two dice can stay.",
        tables=(
            ReportTable(
                "Success by difficulty",
                ("difficulty", "skill 0 %", "skill 1 %", *(f"Knowledge {level} %" for level in levels if level > 1)),
                tuple(
                    (hard, zero[hard], one[hard], *(stand_in[level][hard] for level in levels if level > 1))
                    for hard in difficulties
                ),
            ),
        ),
        charts=(
            chart_of(
                "lines",
                "Untrained, trained, or Knowledge",
                "difficulty",
                difficulties,
                "chance of success",
                {"skill 0": zero, "skill 1": one, **{f"Knowledge {level}": stand_in[level] for level in (3, 4, 5)}},
                percent=True,
            ),
        ),
    )


@question(
    15,
    "How often would the blank rows come up?",
    "UA-143 and UA-147 are blank, as are UA-26, UA-128, shotguns and passions. How often is the net 3 or more?",
)
def _blank_rows() -> Answer:
    skills, difficulties = range(1, 9), range(7)

    def share(skill: int, hard: int, sign: int) -> Fraction:
        return tallied(skill, hard).odds().where(lambda tally: sign * tally.net >= 3)

    good = {(skill, hard): share(skill, hard, 1) for skill in skills for hard in difficulties}
    bad = {(skill, hard): share(skill, hard, -1) for skill in skills for hard in difficulties}
    small = max(max(good[s, h], bad[s, h]) for s in range(1, 5) for h in range(5))
    good_nets = grid_of("Net of +3 or more", "skill dice", "difficulty {}", good, percent=True)
    return Answer(
        method="Exact odds of the net for every pair of pools. The other blanks are matters of taste: no computation.",
        conclusion=f"Hardly ever. With 3 skill dice against 2 a net of +3 comes up in {percent(good[3, 2])} of checks"
        f" and a net of -3 in {percent(bad[3, 2])}; with 6 against 2 it is {percent(good[6, 2])}, with 3 against 5"
        f" Drawbacks of 3 or more are {percent(bad[3, 5])}. Up to 4 dice a side no row for 3 points comes up in more"
        f" than {percent(small)} of checks, once in {float(1 / small):.0f}. So nothing is lost while the rows are"
        " blank: agree on something when it happens, and make it memorable. The same goes for shotguns, passions and"
        " the Narrator's list, which no number can fill.",
        tables=(good_nets, grid_of("Net of -3 or more", "skill dice", "difficulty {}", bad, percent=True)),
        charts=(chart_of_table("heat", good_nets, "difficulty"),),
    )
