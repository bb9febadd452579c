"""What the numbers of duels say."""

from fractions import Fraction
from functools import cache
from typing import Any

from rulewright.answers import Answer, Chart, Series, Table, percent
from rulewright.games.untold_aeons.duels import Gunfighter, MeleeFighter, firearm_duel, melee_duel
from rulewright.games.untold_aeons.firearm import FirearmAttack, firearm_attack
from rulewright.games.untold_aeons.growth import characteristic_price as price_of_characteristic
from rulewright.games.untold_aeons.growth import skill_price
from rulewright.games.untold_aeons.melee import Defence, MeleeAttack, melee_attack
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.questions.checks import success
from rulewright.games.untold_aeons.questions.limits import mean_checks_until_shaken
from rulewright.readings import Budget, odds
from rulewright.readings.odds import Pricing

__all__ = ["characteristic_price", "every_roll_counts", "first_turn", "intellect_and_xp"]

PLAIN = Options()
TURNS, HURT = 8, 8
"""Duels looked at: so many turns, between fighters so many wounds down."""
Ends = tuple[Fraction, Fraction]
"""The chance that a wins, and that b does."""


def _ends(found: Any) -> Ends:
    return found.where(lambda end: end.winner == "a"), found.where(lambda end: end.winner == "b")


@cache
def _priced(options: Options) -> Pricing[Options]:
    """What blows and shots do under a ruling, shared by all the duels."""
    return Pricing(options, budget=Budget(None))


def _melee(a: MeleeFighter, b: MeleeFighter, turns: int = TURNS, options: Options = PLAIN) -> Ends:
    return _ends(_priced(options).odds(melee_duel, (a, b, turns), {}))


def _shooting(a: Gunfighter, b: Gunfighter, turns: int = TURNS) -> Ends:
    return _ends(_priced(PLAIN).odds(firearm_duel, (a, b), {"max_turns": turns}))


def _share(one: Any, other: Any, fight: Any) -> Fraction:
    """How many of the decided duels `one` wins, half of them going first."""
    first, second = fight(one, other), fight(other, one)
    won, lost = first[0] + second[1], first[1] + second[0]
    share: Fraction = won / (won + lost)
    return share


def _brawler(**given: Any) -> MeleeFighter:
    return MeleeFighter(**{"brawl": 3, "weapon_damage": "1+", "wounds": HURT, **given})


def _gunman(**given: Any) -> Gunfighter:
    return Gunfighter(**{"firearms": 3, "piercing": 1, "wounds": HURT, **given})


def intellect_and_xp() -> Answer:
    """What a point of each characteristic is worth in XP."""
    brawl, tough = (_share(_brawler(**gain), _brawler(), _melee) for gain in ({"brawl": 4}, {"toughness": 4}))
    diver = {"policy": "dive-stay"}
    guns = _share(_gunman(firearms=4, **diver), _gunman(**diver), _shooting)
    quick = _share(_gunman(dexterity=5, **diver), _gunman(dexterity=4, **diver), _shooting)
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
        f" {wits - base:.2f} checks, a point of Willpower by {will - base:.2f}. If Intellect is to match Toughness it"
        f" needs some {float(tough_xp):.0f} XP per point, to match Dexterity {float(quick_xp):.0f}.",
        tables=(
            Table(
                "One point more",
                ("point", "price in XP", "duels won %", "checks more until Shaken", "worth in XP of the skill"),
                rows,
            ),
        ),
        charts=(
            Chart(
                "Share of mirror duels won with one point more",
                "bars",
                "point",
                "duels won",
                ("Brawl", "Toughness", "Firearms", "Dexterity"),
                (Series("won", (brawl, tough, guns, quick)),),
                percent=True,
            ),
        ),
    )


def characteristic_price() -> Answer:
    """What characteristics and skills buy for their price."""
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
    by_brawl = {level: _share(_brawler(brawl=level), _brawler(brawl=2), _melee) for level in range(2, 7)}
    by_tough = {level: _share(_brawler(brawl=2, toughness=level), _brawler(brawl=2), _melee) for level in range(3, 6)}
    goal = Fraction(3, 5)
    dearer = price_of_characteristic(PLAIN, 1, 2) // skill_price(1, 2)
    brawl = next((level for level, share in by_brawl.items() if share >= goal), None)
    tough = next((level for level, share in by_tough.items() if share >= goal), None)
    brawl_xp = skill_price(2, brawl) if brawl else None
    tough_xp = price_of_characteristic(PLAIN, 3, tough) if tough else None
    return Answer(
        method=f"Exact success at difficulty 2; share of decided duels of up to {TURNS} turns, {HURT}"
        " wounds down, against Brawl 2, Toughness 3 and a knife's damage, first and second turn averaged.",
        conclusion=f"On the same roll a skill buys {dearer} times as much per XP as a characteristic. To win 60% of"
        f" an even duel takes Brawl {brawl} ({brawl_xp} XP) or Toughness {tough} ({tough_xp} XP). A characteristic is"
        " rolled for much more than one skill is, which is what the higher price pays for.",
        tables=(
            Table(
                "One step, at difficulty 2",
                ("level", "gain in success %", "per 100 XP as a skill %", "per 100 XP as a characteristic %"),
                rolls,
            ),
            Table(
                "Duels won by Brawl alone",
                ("Brawl", "XP", "won %"),
                tuple((level, skill_price(2, level), share) for level, share in by_brawl.items()),
            ),
            Table(
                "Duels won by Toughness alone",
                ("Toughness", "XP", "won %"),
                tuple((level, price_of_characteristic(PLAIN, 3, level), share) for level, share in by_tough.items()),
            ),
        ),
        charts=(
            Chart(
                "Duels won by XP spent",
                "lines",
                "steps bought",
                "duels won",
                (0, 1, 2),
                (
                    Series("Brawl", tuple(by_brawl[2 + step] for step in range(3))),
                    Series("Toughness", tuple(by_tough[3 + step] for step in range(3))),
                ),
                percent=True,
            ),
        ),
    )


def every_roll_counts() -> Answer:
    """How often nothing changes."""
    pools, most = range(1, 7), 10
    reactions: tuple[Defence, ...] = ("defend", "fight-back")

    def idle_blow(own: int, theirs: int, defence: Defence) -> Fraction:
        attack = MeleeAttack(brawl=own, defence=defence, defence_skill=theirs, weapon_damage="1+")
        return odds(melee_attack, attack, options=PLAIN).where(lambda one: one.damage == 0 and one.net == 0)

    def idle_shot(skill: int, band: int) -> Fraction:
        attack = FirearmAttack(firearms=skill, band=band)
        return odds(firearm_attack, attack, options=PLAIN).where(lambda one: one.damage == 0 and one.net == 0)

    def length(skill: int, policy: Any) -> tuple[Fraction, Fraction]:
        fighter = _brawler(brawl=skill, policy=policy, wounds=0)
        found = odds(melee_duel, fighter, fighter, most, options=PLAIN)
        return found.mean(lambda end: end.turns), found.where(lambda end: end.winner == "none")

    blows = {(own, defence): idle_blow(own, own, defence) for own in pools for defence in reactions}
    shots = {(skill, band): idle_shot(skill, band) for skill in pools for band in (1, 2, 3, 4)}
    lengths = {(skill, policy): length(skill, policy) for skill in (1, 2, 3) for policy in reactions}
    return Answer(
        method="Exact chance of no damage and net 0 in one exchange of equal pools with a knife's damage, or one shot;"
        f" mean turns of fresh mirror duels counted up to {most}.",
        conclusion=f"At Brawl 3 against 3 nothing changes in {percent(blows[3, 'defend'])} of attacks on a defender and"
        f" {percent(blows[3, 'fight-back'])} on one who fights back; a shot at Firearms 3 within range changes nothing"
        f" in {percent(shots[3, 2])}. A mirror duel of defenders at Brawl 3 lasts"
        f" {float(lengths[3, 'defend'][0]):.1f} turns, of fighters back {float(lengths[3, 'fight-back'][0]):.1f}:"
        " fighting back makes most rolls count.",
        tables=(
            Table(
                "Nothing changes",
                ("pool", "defend %", "fight-back %", *(f"shot at difficulty {band} %" for band in (1, 2, 3, 4))),
                tuple(
                    (p, *(blows[p, d] for d in reactions), *(shots[p, band] for band in (1, 2, 3, 4))) for p in pools
                ),
            ),
            Table(
                "Turns of a mirror duel",
                ("Brawl", "policy", f"mean turns up to {most}", "undecided then %"),
                tuple((skill, policy, *found) for (skill, policy), found in lengths.items()),
            ),
        ),
        charts=(
            Chart(
                "Chance that an exchange changes nothing",
                "lines",
                "pool of both sides",
                "chance",
                tuple(pools),
                tuple(Series(d, tuple(blows[p, d] for p in pools)) for d in reactions),
                percent=True,
            ),
        ),
    )


def first_turn() -> Answer:
    """What going first is worth."""
    levels = range(1, 6)
    weapons = ("0+", "1+", "2+")
    melee = {
        (level, weapon): _melee(*(_brawler(brawl=level, weapon_damage=weapon),) * 2)
        for level in levels
        for weapon in weapons
    }
    shots = {level: _shooting(*(_gunman(firearms=level),) * 2) for level in levels}

    def share(ends: Ends) -> Fraction:
        return ends[0] / (ends[0] + ends[1])

    every = [share(ends) for ends in (*melee.values(), *shots.values())]
    three = melee[3, "1+"]
    return Answer(
        method=f"Exact mirror duels of up to {TURNS} turns between defenders {HURT} wounds down, or from fixed places"
        " with pistols; the share is of the decided ones.",
        conclusion=f"Going first wins between {percent(min(every))} and {percent(max(every))} of decided mirror duels."
        f" At Brawl 3 with a knife's damage it is {percent(share(three))} to {percent(1 - share(three))}: that gap is"
        " what a Fast turn is worth against a foe who must be Slow to close in. In contact nobody needs to move, and"
        " Fast is never worse.",
        tables=(
            Table(
                "Share of decided duels won by the side that begins",
                ("skill", *(f"melee {weapon} %" for weapon in weapons), "pistols %"),
                tuple(
                    (level, *(share(melee[level, weapon]) for weapon in weapons), share(shots[level]))
                    for level in levels
                ),
            ),
            Table(
                f"Undecided after {TURNS} turns",
                ("skill", *(f"melee {weapon} %" for weapon in weapons), "pistols %"),
                tuple(
                    (level, *(1 - sum(melee[level, weapon]) for weapon in weapons), 1 - sum(shots[level]))
                    for level in levels
                ),
            ),
        ),
        charts=(
            Chart(
                "Won by the side that begins",
                "lines",
                "skill",
                "share of decided duels",
                tuple(levels),
                (
                    *(Series(f"melee {w}", tuple(share(melee[level, w]) for level in levels)) for w in weapons),
                    Series("pistols", tuple(share(shots[level]) for level in levels)),
                ),
                percent=True,
            ),
        ),
    )
