"""Answers about fights: levels, the order of Effects, readying, protection, gangs."""

from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

from rulewright.game.percent import percent, points
from rulewright.games.light_dark.challenges import LevelName, together
from rulewright.games.light_dark.data import WEAPONS
from rulewright.games.light_dark.duel import Harming, harm
from rulewright.games.light_dark.harm import ArmourName, protection
from rulewright.games.light_dark.options import Options
from rulewright.lab.answers import Answer, ReportTable, question
from rulewright.readings import odds
from rulewright.reports.light_dark.chances import COMMON, LEVELS, PLAIN, best, ends, wins
from rulewright.reports.tables_and_charts import chart_of, chart_of_table, grid_of, table_of

ARMS = ("light-melee", "medium-melee", "heavy-melee", "light-ranged", "medium-ranged", "heavy-ranged", "improvised")
ARMOURS = ("none", "light", "heavy")
HABIT: dict[str, Any] = {"dark": 1, "keep_ego": 1}
"""The fixed plan of these answers: one Dark Die each turn while Ego is above 1."""


def _verdict(chance: float) -> str:
    """A verdict in words on a chance to overcome a Challenge."""
    words = {0.9: "a formality", 0.6: "a fair fight", 0.4: "a coin toss", 0.2: "a gamble"}
    return next((word for least, word in words.items() if chance >= least), "for a party")


@question(
    4,
    "Which levels can a starting character beat?",
    "Every level, weapon and armour, with a fixed plan and with best play.",
)
def _what_can_be_beaten() -> Answer:
    played = {
        (attribute, armour): {
            (weapon, level): float(
                best(level=level, weapon=weapon, armour=armour, attribute=attribute, dark_max=4).value
            )
            for level in LEVELS
            for weapon in ARMS
        }
        for attribute in (2, 1)
        for armour in ARMOURS
    }
    fixed = {(weapon, level): wins(level=level, weapon=weapon, **HABIT) for level in LEVELS for weapon in ARMS}
    good, fair, clad = played[2, "none"], played[1, "none"], played[2, "heavy"]
    evens = [level for level in LEVELS if good["medium-melee", level] >= 0.5]
    best_arms = max(ARMS, key=lambda weapon: clad[weapon, "serious"])

    def by_level(found: dict[tuple[str, LevelName], float], weapon: str) -> str:
        return ", ".join(percent(found[weapon, level]) for level in LEVELS[1:])

    verdict = [f"{level.capitalize()} is {_verdict(good['medium-melee', level])}" for level in LEVELS]
    return Answer(
        method="HP 8, Ego 5, Attribute 2 and 1: best play in float64 with up to 4 Dark Dice a turn, worth 1 if the"
        " Challenge is overcome and the PC stands; and exact fights by a fixed plan of one Dark Die while Ego is above"
        " 1, Attribute 2, unarmoured.",
        conclusion="With a medium blade, no armour and Attribute 2 best play overcomes Dangerous to Extreme"
        f" Challenges {by_level(good, 'medium-melee')} of the time, with Attribute 1"
        f" {by_level(fair, 'medium-melee')}. With Attribute 2 that is better than even up to"
        f" {evens[-1].capitalize()}. The best arms ({best_arms}, heavy armour, Attribute 2) make that"
        f" {by_level(clad, best_arms)}. So for one starting character {', '.join(verdict[:-1])} and {verdict[-1]}."
        f" A light blade overcomes a Serious Challenge {percent(good['light-melee', 'serious'])} of the time and an"
        f" improvised weapon {percent(good['improvised', 'serious'])}: neither is a weapon for that.",
        tables=(
            *(
                grid_of(f"Best play, Attribute {attribute}, armour {armour}", "weapon", "{}", found, percent=True)
                for (attribute, armour), found in played.items()
            ),
            grid_of("Fixed plan, Attribute 2, no armour", "weapon", "{}", fixed, percent=True),
        ),
        charts=(
            chart_of(
                "lines",
                "Best play by level, Attribute 2, no armour",
                "level",
                LEVELS,
                "overcome",
                {weapon: [good[weapon, level] for level in LEVELS] for weapon in ARMS},
                percent=True,
            ),
        ),
    )


@question(
    5,
    "Does it matter who strikes first?",
    "Is striking last a drawback of heavy weapons, and is striking first worth a 1d3?",
)
def _order_of_effects() -> Answer:
    first = Options(effect_order="pc-first")
    arms = {
        "heavy melee, after the rival": (PLAIN, "heavy-melee"),
        "2d6, simultaneous": (PLAIN, WEAPONS["heavy-melee"].die),
        "2d6, before the rival": (first, WEAPONS["heavy-melee"].die),
        "light melee, before the rival": (PLAIN, "light-melee"),
        "1d3, simultaneous": (PLAIN, WEAPONS["light-melee"].die),
        "medium melee, simultaneous": (PLAIN, "medium-melee"),
    }
    chances: dict[str, tuple[Fraction, ...]] = {}
    for name, (options, weapon) in arms.items():
        cells: list[Fraction] = []
        for level in ("dangerous", "serious"):
            found = ends(options, level=level, weapon=weapon, **HABIT)
            cells.append(found.where(lambda one: one.end == "overcome"))
            cells.append(found.where(lambda one: one.end.startswith("overcome")))
        chances[name] = tuple(cells)
    same = chances["heavy melee, after the rival"][0] == chances["2d6, simultaneous"][0]
    cost = chances["2d6, simultaneous"][1] - chances["heavy melee, after the rival"][1]
    gain = chances["light melee, before the rival"][0] - chances["1d3, simultaneous"][0]
    short = chances["medium melee, simultaneous"][0] - chances["light melee, before the rival"][0]
    short_serious = chances["medium melee, simultaneous"][2] - chances["light melee, before the rival"][2]
    first_gain = chances["2d6, before the rival"][0] - chances["2d6, simultaneous"][0]
    overcome = ReportTable(
        "Overcoming a Challenge",
        ("weapon", "dangerous, standing %", "dangerous, any %", "serious, standing %", "serious, any %"),
        tuple((name, *cells) for name, cells in chances.items()),
    )
    return Answer(
        method="Exact fights with Attribute 2, HP 8, Ego 5, one Dark Die while Ego is above 1.",
        conclusion=f"If only standing victories count, striking last is {'exactly' if same else 'not quite'} as good"
        " as striking together: a PC who falls has not won either way. Counting every overcome Challenge it costs"
        f" {points(cost)} against a Dangerous one. So heavy melee has its larger die for nothing; if the delay should"
        " matter, count Challenges overcome by a PC who falls, or let other blades strike first (`effect-order` ="
        f" `pc-first` would add {points(first_gain)}). Striking first adds {points(gain)} to a 1d3, which still"
        f" overcomes {points(abs(short))} {'less' if short > 0 else 'more'} often than a medium blade at Dangerous"
        f" and {points(short_serious)} less at Serious: the order is worth having, the die is too small. A light"
        " blade is for weak foes, and for places where you can carry nothing larger.",
        tables=(overcome,),
        charts=(
            chart_of_table(
                "bars",
                overcome,
                "chance",
                "Dangerous Challenge overcome",
                columns=("dangerous, standing", "dangerous, any"),
            ),
        ),
    )


@question(6, "Does it pay to ready?", "With a free turn of readying, and with an exposed one.")
def _readying() -> Answer:
    rows = []
    exposed = Options(ready_cost="exposed")
    for level in ("trivial", "dangerous", "serious", "formidable"):
        for attribute in (1, 2, 3):
            given: dict[str, Any] = {"level": level, "attribute": attribute, "weapon": "heavy-ranged", "dark_max": 4}
            plain = best(**given)
            free = best(choices=("dark", "sacrifice", "ready"), **given)
            open_ = best(exposed, choices=("dark", "sacrifice", "ready"), **given)
            rows.append(
                (level, attribute, float(plain.value), float(free.value), free.move, float(open_.value), open_.move)
            )
    free_gain = max(row[3] - row[2] for row in rows)
    exposed_gain = max(row[5] - row[2] for row in rows)
    readied = [f"{row[0].capitalize()} Challenges" for row in rows if row[6] == "ready"]
    attribute_gain = max(after[2] - row[2] for row, after in pairwise(rows) if after[0] == row[0])
    return Answer(
        method="Best play in float64 with a heavy ranged weapon, HP 8, Ego 5, up to 4 Dark Dice: without"
        " readying, with readying as a free turn, and with the rival striking meanwhile.",
        conclusion=f"As a free turn readying is worth up to {points(free_gain)}, where a point of the Attribute is"
        f" worth up to {points(attribute_gain)}, and is the first move in {sum(row[4] == 'ready' for row in rows)} of"
        f" {len(rows)} fights: it is no real choice. With the rival striking meanwhile it gains at most"
        f" {points(exposed_gain)}, as a first move only against {' and '.join(dict.fromkeys(readied)) or 'no level'},"
        " whose single roll it improves; players will not ready in a real fight. Keep `free` and allow it once, to a"
        " shooter who has time before the fight; to be a decision in the fight it would have to be `exposed` and"
        " give more than one Light Die.",
        tables=(
            ReportTable(
                "Overcoming a Challenge",
                (
                    "level",
                    "Attribute",
                    "never ready %",
                    "free %",
                    "first move, free",
                    "exposed %",
                    "first move, exposed",
                ),
                tuple(rows),
            ),
        ),
        charts=(
            chart_of(
                "bars",
                "What readying is worth",
                "fight",
                [f"{row[0]} {row[1]}" for row in rows],
                "overcome",
                {
                    "never ready": [row[2] for row in rows],
                    "free": [row[3] for row in rows],
                    "exposed": [row[5] for row in rows],
                },
                percent=True,
            ),
        ),
    )


GUARDS: dict[str, tuple[ArmourName, bool]] = {
    "none": ("none", False),
    "shield": ("none", True),
    "light": ("light", False),
    "light + shield": ("light", True),
    "heavy": ("heavy", False),
    "heavy + shield": ("heavy", True),
}


def _hits(level: LevelName, armour: ArmourName, shield: bool, hp: int) -> Fraction | None:
    """The mean number of Effects until a PC with `hp` HP is down; None for never."""
    needed = [Fraction(0)]
    for left in range(1, hp + 1):
        found = odds(harm, Harming(level, hp=left, armour=armour, shield=shield), options=PLAIN)
        stays = found.where(lambda after, left=left: after.hp_left == left)  # type: ignore[misc]
        if stays == 1:
            return None
        onward = sum(
            (chance * needed[after.hp_left] for after, chance in found.items() if after.hp_left < left), Fraction(0)
        )
        needed.append((1 + onward) / (1 - stays))
    return needed[hp]


@question(7, "What is protection worth?", "How many Effects does each protection let you survive?")
def _protection_worn() -> Answer:
    hp = COMMON["hp"]
    grid = {name: [_hits(level, *guard, hp) for level in LEVELS] for name, guard in GUARDS.items()}
    harmless = {
        (name, level): odds(harm, Harming(level, hp=hp, armour=guard[0], shield=guard[1]), options=PLAIN).where(
            lambda after: after.hp_left == hp
        )
        for name, guard in GUARDS.items()
        for level in LEVELS
    }

    def shown(mean: Fraction | None) -> float | str:
        return "never down" if mean is None else float(mean)

    best_guard = "heavy + shield"
    most_worn = protection(*GUARDS[best_guard])
    each = {
        level: float((grid[best_guard][at] or 0) - (grid["none"][at] or 0)) / most_worn
        for at, level in enumerate(LEVELS)
    }
    return Answer(
        method=f"Exact mean number of Effects until HP {hp} are gone; shields kept.",
        conclusion=f"Against a Dangerous Challenge {float(grid['none'][1] or 0):.1f} Effects bring down an"
        f" unprotected PC, {float(grid['heavy'][1] or 0):.1f} one in heavy armour and"
        f" {float(grid[best_guard][1] or 0):.1f} one with a shield as well; against an Extreme one it is"
        f" {float(grid['none'][4] or 0):.1f} and {float(grid[best_guard][4] or 0):.1f}. Heavy armour and shield make"
        f" a Trivial Effect harmless {percent(harmless[best_guard, 'trivial'])} of the time and a Dangerous one"
        f" {percent(harmless[best_guard, 'dangerous'])}. A shield counts as light armour, and light armour with a"
        f" shield as heavy armour; each point is worth {each['dangerous']:.1f} more Effects against Dangerous and"
        f" {each['extreme']:.1f} against Extreme. Protection thus decides the fights of the middle and is lost on the"
        " worst: if armour should matter there, let it take off dice rather than points. A PC in heavy armour with a"
        " shield need not roll against Trivial harm.",
        tables=(
            table_of(
                "Mean number of Effects until down",
                "protection",
                LEVELS,
                {name: map(shown, means) for name, means in grid.items()},
            ),
            grid_of("An Effect does nothing", "protection", "{}", harmless, percent=True),
        ),
        charts=(
            chart_of(
                "lines",
                "Mean number of Effects until down",
                "level",
                LEVELS[1:],
                "Effects",
                {name: means[1:] for name, means in grid.items()},
            ),
        ),
    )


def _one_after_another(count: int, **given: Any) -> Fraction:
    """The chance to overcome some Challenges one after another with the HP and Ego left each time."""
    standing = {(COMMON["hp"], COMMON["ego"]): Fraction(1)}
    for _ in range(count):
        onward: dict[tuple[int, int], Fraction] = {}
        for (hp, ego), chance in standing.items():
            for end, part in ends(**given | {"hp": hp, "ego": ego}).items():
                if end.end == "overcome":
                    left = (end.hp_left, end.ego_left)
                    onward[left] = onward.get(left, Fraction(0)) + chance * part
        standing = onward
    return sum(standing.values(), Fraction(0))


@question(8, "What is a gang worth?", "One to five Challenges at once, against the same one by one.")
def _ganging_up() -> Answer:
    counts = range(1, 6)
    given: dict[str, Any] = {"level": "dangerous", "weapon": "medium-melee", **HABIT}
    gangs = [wins(count=count, **given) for count in counts]
    lines = [_one_after_another(count, **given) for count in counts]
    steeper = [wins(**given | {"level": LEVELS[min(count, len(LEVELS) - 1)]}) for count in counts]
    apart = max(abs(one - line) for one, line in zip(steeper[:4], lines[:4], strict=True))
    kinder = [count for count, gang, line in zip(counts, gangs, lines, strict=True) if gang > line]
    overcome = ReportTable(
        "Dangerous Challenges overcome",
        ("Challenges", "level together", "together %", "one after another %", "a level for each further one %"),
        tuple(
            (count, together(PLAIN, "dangerous", count).level, gang, line, steep)
            for count, gang, line, steep in zip(counts, gangs, lines, steeper, strict=True)
        ),
    )
    return Answer(
        method="Exact fights with Attribute 2, HP 8, Ego 5, medium melee, one Dark Die while Ego is above 1: Dangerous"
        " Challenges all at once, or one after another with the HP and Ego left each time.",
        conclusion=f"Two at once are {'as easy as' if gangs[1] == gangs[0] else 'harder than'} one"
        f" ({percent(gangs[1])}), while one after the other they are beaten {percent(lines[1])} of the time. A gang is"
        f" kinder than a queue for {', '.join(map(str, kinder)) or 'no number of'} Challenges; five at once are beaten"
        f" {percent(gangs[4])} of the time, in turn {percent(lines[4])}. It pays to meet foes all at once, which"
        " players will not expect. Raising the level for every further Challenge, instead of every two, comes within"
        f" {points(apart)} of the queue for up to four: take that if numbers should count.",
        tables=(overcome,),
        charts=(
            chart_of_table(
                "lines", overcome, "chance", columns=("together", "one after another", "a level for each further one")
            ),
        ),
    )


@question(12, "When should a Challenge strike?", "The same fights under each `challenge-effect`.")
def _when_effects_apply() -> Answer:
    rulings: tuple[Literal["fail-and-complication", "fail-only", "always"], ...] = (
        "fail-and-complication",
        "fail-only",
        "always",
    )
    levels = LEVELS[1:]
    grid = {
        (level, ruling): wins(Options(challenge_effect=ruling), level=level, weapon="medium-melee", **HABIT)
        for level in levels
        for ruling in rulings
    }
    spread = {level: grid[level, "fail-only"] - grid[level, "always"] for level in levels}
    widest = max(levels, key=lambda level: spread[level])
    overcome = grid_of("Overcoming a Challenge", "level", "{}", grid, percent=True)
    kind = [level for level in levels if grid[level, "fail-only"] * 2 > 1]
    usual = [grid[level, "fail-and-complication"] for level in levels]
    ratios = [float(harder / easier) for easier, harder in pairwise(usual)]
    return Answer(
        method="Exact fights with Attribute 2, HP 8, Ego 5, medium melee, one Dark Die while Ego is above 1.",
        conclusion="A Serious Challenge is overcome"
        f" {percent(grid['serious', 'fail-and-complication'])} of the time by default,"
        f" {percent(grid['serious', 'fail-only'])} if only failures hurt and"
        f" {percent(grid['serious', 'always'])} if every roll does. The readings differ most for"
        f" {widest.capitalize()} ({points(spread[widest])}). Under `fail-only` every Challenge up to"
        f" {kind[-1].capitalize()} is better than even, under `always` few survive a Serious one. By default each"
        f" level has {min(ratios):.2f} to {max(ratios):.2f} times the chance of the one below, as it should on a"
        " ladder; keep it, and use `fail-only` for heroic stories.",
        tables=(overcome,),
        charts=(chart_of_table("bars", overcome, "chance"),),
    )
