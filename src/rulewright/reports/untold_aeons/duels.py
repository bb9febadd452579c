"""Answers about duels, and the price of characteristics."""

from fractions import Fraction
from functools import cache
from typing import Any

from rulewright.game.percent import percent
from rulewright.games.untold_aeons.duel import Gunfighter, MeleeFighter, firearm_duel, melee_duel
from rulewright.games.untold_aeons.experience import characteristic_price as price_of_characteristic
from rulewright.games.untold_aeons.experience import skill_price
from rulewright.games.untold_aeons.firearm import FirearmAttack, firearm_attack
from rulewright.games.untold_aeons.melee import Defence, MeleeAttack, melee_attack
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.wounds import Damage, take_damage
from rulewright.lab.answers import Answer, ReportTable, question
from rulewright.readings import Budget, Pricing, odds
from rulewright.reports.tables_and_charts import chart_of, chart_of_table, grid_of
from rulewright.reports.untold_aeons.checks import success
from rulewright.reports.untold_aeons.limits import mean_checks_until_shaken

PLAIN = Options()
TURNS, HURT = 8, 8
"""The duels: their turns, and the wounds of both fighters."""
Ends = tuple[Fraction, Fraction]
"""The chance that a wins, and that b does."""


def _ends(found: Any) -> Ends:
    return found.where(lambda end: end.winner == "a"), found.where(lambda end: end.winner == "b")


@cache
def _priced(options: Options) -> Pricing[Options]:
    """The odds of blows and shots under a ruling, shared by all the duels."""
    return Pricing(options, budget=Budget(None))


def _melee(a: MeleeFighter, b: MeleeFighter, turns: int = TURNS, options: Options = PLAIN) -> Ends:
    return _ends(_priced(options).odds(melee_duel, (a, b, turns), {}))


def shooting(a: Gunfighter, b: Gunfighter, turns: int = TURNS) -> Ends:
    """The chances to win a shoot-out."""
    return _ends(_priced(PLAIN).odds(firearm_duel, (a, b), {"max_turns": turns}))


def share_won(one: Any, other: Any, fight: Any) -> Fraction:
    """The share of decided duels that `one` wins, going first in half of them."""
    first, second = fight(one, other), fight(other, one)
    won, lost = first[0] + second[1], first[1] + second[0]
    share: Fraction = won / (won + lost)
    return share


def _brawler(**given: Any) -> MeleeFighter:
    return MeleeFighter(**{"brawl": 3, "weapon_damage": "1+", "wounds": HURT, **given})


def gunman(**given: Any) -> Gunfighter:
    """A usual shooter, already hurt."""
    return Gunfighter(**{"firearms": 3, "piercing": 1, "wounds": HURT, **given})


@question(
    3,
    "Should Intellect bring XP?",
    "UA-50 proposes it and takes it back. What are points of the other characteristics worth in XP?",
)
def _intellect_and_xp() -> Answer:
    brawl, tough = (share_won(_brawler(**gain), _brawler(), _melee) for gain in ({"brawl": 4}, {"toughness": 4}))
    diver = {"policy": "dive-stay"}
    guns = share_won(gunman(firearms=4, **diver), gunman(**diver), shooting)
    quick = share_won(gunman(dexterity=5, **diver), gunman(dexterity=4, **diver), shooting)
    half = Fraction(1, 2)
    step = skill_price(3, 4)
    tough_xp, quick_xp = step * (tough - half) / (brawl - half), step * (quick - half) / (guns - half)
    base = mean_checks_until_shaken(3, 3)
    will, wits = mean_checks_until_shaken(4, 3), mean_checks_until_shaken(3, 4)
    rows = (
        ("Brawl 3 to 4", step, brawl, None, step),
        ("Toughness 3 to 4", price_of_characteristic(PLAIN, 3, 4), tough, None, float(tough_xp)),
        ("Firearms 3 to 4", step, guns, None, step),
        ("Dexterity 4 to 5, diving", price_of_characteristic(PLAIN, 4, 5), quick, None, float(quick_xp)),
        ("Willpower 3 to 4", price_of_characteristic(PLAIN, 3, 4), None, will - base, None),
        ("Intellect 3 to 4", price_of_characteristic(PLAIN, 3, 4), None, wits - base, None),
    )
    return Answer(
        method=f"Share of decided mirror duels of up to {TURNS} turns, both {HURT} wounds down, won by the better"
        f" side, first and second turn averaged; worth in XP by comparing with the {step} XP that take the fighting"
        " skill from 3 to 4. Stress: mean number of checks of difficulty 2 until Shaken.",
        conclusion=f"In a duel a point of Toughness is worth about {float(tough_xp):.0f} XP of Brawl, one of Dexterity"
        f" about {float(quick_xp):.0f} XP of Firearms to a diver. Against stress a point of Intellect delays Shaken by"
        f" {wits - base:.2f} checks, a point of Willpower by {will - base:.2f}: Intellect already does"
        f" {percent((wits - base) / (will - base))} of Willpower's work. So Intellect needs some {float(tough_xp):.0f}"
        f" XP per point to match Toughness and {float(quick_xp):.0f} to match Dexterity; against Willpower it falls"
        f" short by {percent(1 - (wits - base) / (will - base))} of a point. 20 XP a point lie halfway between, and are"
        " as much as learning a skill; with none, all that Intellect buys is those saves and idea rolls.",
        tables=(
            ReportTable(
                "One point more",
                ("point", "price in XP", "duels won %", "checks more until Shaken", "worth in XP of the skill"),
                rows,
            ),
        ),
        charts=(
            chart_of(
                "bars",
                "Share of mirror duels won with one point more",
                "point",
                ("Brawl", "Toughness", "Firearms", "Dexterity"),
                "duels won",
                {"won": (brawl, tough, guns, quick)},
                percent=True,
            ),
        ),
    )


@question(
    4,
    "Is the price of characteristics right?",
    "UA-53 asks fifty XP per level where skills cost ten. What does each buy on a roll and in a duel?",
)
def _characteristic_price() -> Answer:
    levels = range(1, 6)
    chances = {level: success(skill=level, difficulty=2) for level in range(1, 7)}
    rolls = tuple(
        (
            level,
            chances[level + 1] - chances[level],
            (chances[level + 1] - chances[level]) * 100 / skill_price(level, level + 1),
            (chances[level + 1] - chances[level]) * 100 / price_of_characteristic(PLAIN, level, level + 1),
        )
        for level in levels
    )
    by_brawl = {level: share_won(_brawler(brawl=level), _brawler(brawl=2), _melee) for level in range(2, 7)}
    by_tough = {
        level: share_won(_brawler(brawl=2, toughness=level), _brawler(brawl=2), _melee) for level in range(3, 6)
    }
    goal = Fraction(3, 5)
    dearer = price_of_characteristic(PLAIN, 1, 2) // skill_price(1, 2)
    brawl = next((level for level, share in by_brawl.items() if share >= goal), None)
    tough = next((level for level, share in by_tough.items() if share >= goal), None)
    # Between two steps of Brawl the share won is interpolated linearly by XP.
    below = max(level for level, share in by_brawl.items() if share <= by_tough[4])
    part = (by_tough[4] - by_brawl[below]) / (by_brawl[below + 1] - by_brawl[below])
    matching = skill_price(2, below) + part * skill_price(below, below + 1)
    brawl_xp = skill_price(2, brawl) if brawl else None
    tough_xp = price_of_characteristic(PLAIN, 3, tough) if tough else None
    return Answer(
        method=f"Exact success at difficulty 2; share of decided duels of up to {TURNS} turns, {HURT}"
        " wounds down, against Brawl 2, Toughness 3 and a knife's damage, first and second turn averaged.",
        conclusion=f"On the same roll a skill buys {dearer} times as much per XP as a characteristic. To win 60% of"
        f" an even duel takes Brawl {brawl} ({brawl_xp} XP) or Toughness {tough} ({tough_xp} XP); a single step of"
        f" either overshoots it, with {percent(by_brawl[3])} and {percent(by_tough[4])}. Brawl that wins as often as"
        f" Toughness 4 costs about {float(matching):.0f} XP, so for a duel the fair price is {float(matching / 3):.0f}"
        f" x level and {PLAIN.characteristic_cost} is too dear. But Toughness also counts against bullets, bleeding and"
        " in healing, and a characteristic stands behind rolls that no skill covers. 20 to 25 x level would make it a"
        " real choice; at 50 it is the last thing to buy.",
        tables=(
            ReportTable(
                "One step, at difficulty 2",
                ("level", "gain in success %", "per 100 XP as a skill %", "per 100 XP as a characteristic %"),
                rolls,
            ),
            ReportTable(
                "Duels won by Brawl alone",
                ("Brawl", "XP", "won %"),
                tuple((level, skill_price(2, level), share) for level, share in by_brawl.items()),
            ),
            ReportTable(
                "Duels won by Toughness alone",
                ("Toughness", "XP", "won %"),
                tuple((level, price_of_characteristic(PLAIN, 3, level), share) for level, share in by_tough.items()),
            ),
        ),
        charts=(
            chart_of(
                "lines",
                "Duels won after buying one step and two",
                "steps bought",
                (0, 1, 2),
                "duels won",
                {
                    f"Brawl from 2 ({skill_price(2, 3)} and {skill_price(2, 4)} XP)": [
                        by_brawl[2 + step] for step in range(3)
                    ],
                    "Toughness from 3"
                    f" ({price_of_characteristic(PLAIN, 3, 4)} and {price_of_characteristic(PLAIN, 3, 5)} XP)": [
                        by_tough[3 + step] for step in range(3)
                    ],
                },
                percent=True,
            ),
        ),
    )


def mean_turns(skill: int, reaction: Defence) -> float:
    """Mean turns of a mirror duel with a knife's damage, from fresh to its end, in float64 from exact odds."""
    attack = MeleeAttack(
        brawl=skill, defence=reaction, defence_skill=skill, weapon_damage="1+", target_weapon_damage="1+"
    )
    blows: dict[tuple[int, int], float] = {}
    for blow, way in odds(melee_attack, attack, options=PLAIN).items():
        harm = (blow.damage, 0) if blow.result in ("counter-hit", "critical-counter") else (0, blow.damage)
        blows[harm] = blows.get(harm, 0.0) + float(way)
    # Wounds of the side to strike and of the other; the sides change after each blow.
    standing = {(0, 0): 1.0}
    mean = 0.0
    while standing:
        mean += sum(standing.values())
        after: dict[tuple[int, int], float] = {}
        for (own, theirs), mass in standing.items():
            for (back, struck), chance in blows.items():
                left = (theirs + struck, own + back)
                up = _stays_up(left[0], struck) * _stays_up(left[1], back)
                after[left] = after.get(left, 0.0) + mass * chance * up
        standing = {wounds: mass for wounds, mass in after.items() if mass > _NEGLIGIBLE}
    return mean


_NEGLIGIBLE = 1e-9


@cache
def _stays_up(wounds: int, damage: int) -> float:
    """The chance that a fighter of Toughness 3 still stands after this damage, with these wounds in all."""
    if damage == 0:
        return 1.0
    blow = Damage(toughness=3, wounds=wounds - damage, damage=damage)
    return float(odds(take_damage, blow, options=PLAIN).where(lambda one: one.state == "standing"))


@question(
    7,
    "Does every roll change something?",
    "UA-87 wants it so. How often does an exchange or a shot change nothing, and how long do duels last?",
)
def _every_roll_counts() -> Answer:
    pools, bands = range(1, 7), (1, 2, 3, 4)
    reactions: tuple[Defence, ...] = ("defend", "fight-back")

    def idle_blow(own: int, theirs: int, defence: Defence) -> Fraction:
        attack = MeleeAttack(brawl=own, defence=defence, defence_skill=theirs, weapon_damage="1+")
        return odds(melee_attack, attack, options=PLAIN).where(lambda one: one.damage == 0 and one.net == 0)

    def idle_shot(skill: int, band: int) -> Fraction:
        attack = FirearmAttack(firearms=skill, band=band)
        return odds(firearm_attack, attack, options=PLAIN).where(lambda one: one.damage == 0 and one.net == 0)

    blows = {d: {(own, theirs): idle_blow(own, theirs, d) for own in pools for theirs in pools} for d in reactions}
    shots = {(skill, band): idle_shot(skill, band) for skill in pools for band in bands}
    lengths = {skill: [mean_turns(skill, policy) for policy in reactions] for skill in range(1, 5)}
    return Answer(
        method="Exact chance of no damage and net 0 in one exchange with a knife's damage, or one shot. Mean turns of"
        " fresh mirror duels, each striking in turn, to the end (float64 from exact odds; paths with a chance"
        " below one in a billion are dropped).",
        conclusion=f"Mostly, if fighters fight back. At Brawl 3 against 3 nothing changes in"
        f" {percent(blows['defend'][3, 3])} of attacks on a defender and {percent(blows['fight-back'][3, 3])} on one"
        f" who fights back; a shot at Firearms 3 within range changes nothing {percent(shots[3, 2])} of the time. A"
        f" mirror duel of defenders at Brawl 3 lasts {lengths[3][0]:.1f} turns, of those who fight back"
        f" {lengths[3][1]:.1f}; at Brawl 1 it is {lengths[1][0]:.0f} and {lengths[1][1]:.0f}. So beginners who defend"
        " miss the goal by far: more than half of what they roll does nothing. Let a successful defence do something"
        " (a step back, a die for the next blow), or let weak fighters fight back.",
        tables=(
            *(
                grid_of(
                    f"Nothing changes: attacks on one who would {defence}",
                    "own Brawl",
                    "against {}",
                    found,
                    percent=True,
                )
                for defence, found in blows.items()
            ),
            grid_of("Nothing changes: shots", "Firearms", "difficulty {}", shots, percent=True),
            ReportTable(
                "Mean turns of a mirror duel",
                ("Brawl", "both defend", "both fight back"),
                tuple((skill, *found) for skill, found in lengths.items()),
            ),
        ),
        charts=(
            chart_of(
                "lines",
                "Chance that an exchange of equals changes nothing",
                "pool of both sides",
                pools,
                "chance",
                {d: [found[p, p] for p in pools] for d, found in blows.items()},
                percent=True,
            ),
        ),
    )


@question(
    9,
    "What is the first turn worth?",
    "UA-105 lets one side begin. Who wins mirror duels, and what is Fast worth against Slow?",
)
def _first_turn() -> Answer:
    levels = range(1, 6)
    weapons = ("0+", "1+", "2+")
    melee = {
        (level, weapon): _melee(*(_brawler(brawl=level, weapon_damage=weapon),) * 2)
        for level in levels
        for weapon in weapons
    }
    shots = {level: shooting(*(gunman(firearms=level),) * 2) for level in levels}

    def share(ends: Ends) -> Fraction:
        return ends[0] / (ends[0] + ends[1])

    every = [share(ends) for ends in (*melee.values(), *shots.values())]
    three = melee[3, "1+"]
    first_side = ReportTable(
        "Share of decided duels won by the side that begins",
        ("skill", *(f"melee {weapon} %" for weapon in weapons), "pistols %"),
        tuple((level, *(share(melee[level, weapon]) for weapon in weapons), share(shots[level])) for level in levels),
    )
    return Answer(
        method=f"Exact mirror duels of up to {TURNS} turns between defenders {HURT} wounds down, or from fixed places"
        " with pistols; the share is of the decided ones.",
        conclusion=f"Little, except among good shots. Going first wins between {percent(min(every))} and"
        f" {percent(max(every))} of decided mirror duels. At Brawl 3 with a knife's damage it is"
        f" {percent(share(three))} to {percent(1 - share(three))}: that gap is what a Fast turn is worth against a foe"
        " who must be Slow to close in. In contact nobody needs to move, and Fast is never worse. With pistols at"
        f" skill 5 it is {percent(share(shots[5]))}: there an ambush should have to be earned. In"
        " melee the rule can stand as it is, and a fighter who has to run in should take Slow without regret.",
        tables=(
            first_side,
            ReportTable(
                f"Undecided after {TURNS} turns",
                ("skill", *(f"melee {weapon} %" for weapon in weapons), "pistols %"),
                tuple(
                    (level, *(1 - sum(melee[level, weapon]) for weapon in weapons), 1 - sum(shots[level]))
                    for level in levels
                ),
            ),
        ),
        charts=(chart_of_table("lines", first_side, "share of decided duels", "Won by the side that begins"),),
    )
