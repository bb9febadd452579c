"""What the numbers of weapons, Fortitude, ranges and duels say."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from rulewright.answers import Answer, Chart, Series, Table, percent
from rulewright.games.dpi.attack import Attack, attack
from rulewright.games.dpi.blows import DamageDice, blows_to_fell
from rulewright.games.dpi.data import ARMOUR, BANDS, PRICES, SPACE, WEAPONS
from rulewright.games.dpi.duel import Duel, duel
from rulewright.games.dpi.high import HighPolicy
from rulewright.games.dpi.movement import ap_to_move
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import ap_to_fire, damage_dice, in_range
from rulewright.readings import odds

__all__ = ["armour_worth", "fair_fight", "fortitude_scale", "price_of_shots", "range_gaps"]

PLAIN = Options()
HP = 24
DICE = {"d4": ((1, 4),), "d6": ((1, 6),), "d8": ((1, 8),), "d10": ((1, 10),)}


def _hits_to_fell(rolled: DamageDice, fortitude: int) -> Fraction:
    """The mean number of full hits until nobody stands, with Fortitude wearing."""
    return blows_to_fell(PLAIN, rolled, "none", fortitude, HP)


def fortitude_scale() -> Answer:
    """How long someone stands by Fortitude."""
    fortitudes = (0, 2, 4, 6, 8, 10)
    named = {**DICE, "knife": damage_dice(PLAIN, "knife", 1, None), "shotgun": damage_dice(PLAIN, "shotgun", 1, None)}
    grid = {name: [_hits_to_fell(rolled, ft) for ft in fortitudes] for name, rolled in named.items()}
    d6 = dict(zip(fortitudes, map(float, grid["d6"]), strict=True))
    return Answer(
        method=f"Exact mean number of full hits to fell {HP} HP, no cover, Fortitude wearing as it stops hits.",
        conclusion=f"Against d6 it takes {d6[0]:.1f} hits at Fortitude 0, {d6[2]:.1f} at 2, {d6[4]:.1f} at 4"
        f" and {d6[10]:.1f}"
        " at 10, which an all-5 agent has by scores; by bonuses they have 0.",
        tables=(
            Table(
                f"Mean hits to fell {HP} HP",
                ("Fortitude", *named),
                tuple((ft, *(float(grid[name][at]) for name in named)) for at, ft in enumerate(fortitudes)),
            ),
        ),
        charts=(
            Chart(
                f"Mean hits to fell {HP} HP",
                "lines",
                "Fortitude",
                "hits",
                fortitudes,
                tuple(Series(name, tuple(map(float, values))) for name, values in grid.items()),
            ),
        ),
    )


def _means(weapon: Any, fortitude: int) -> tuple[Fraction, Fraction]:
    found = odds(
        attack, Attack(modifier=4, weapon=weapon, target_fortitude=fortitude, counter_weapon="pistol"), options=PLAIN
    )
    return found.mean(lambda one: one.damage), found.mean(lambda one: one.counter_damage)


def price_of_shots() -> Answer:
    """Damage per AP, and per damage suffered."""
    fortitudes = tuple(range(7))
    per_ap = {weapon: [_means(weapon, ft)[0] / ap_to_fire(PLAIN, weapon) for ft in fortitudes] for weapon in WEAPONS}
    traded = {weapon: [_means(weapon, ft)[0] / _means(weapon, ft)[1] for ft in fortitudes] for weapon in WEAPONS}
    overtakes = next((ft for ft in fortitudes if per_ap["battle-rifle"][ft] > per_ap["pistol"][ft]), None)
    best = {ft: max(WEAPONS, key=lambda weapon: per_ap[weapon][ft]) for ft in fortitudes}
    when = f"from Fortitude {overtakes} on" if overtakes is not None else "never up to Fortitude 6"
    return Answer(
        method="Exact means of one attack at modifier +4 and Normal on one target in reach; the enemy strikes"
        " back with a"
        " pistol. Fortitude is that of the first hit.",
        conclusion=f"At Fortitude 0 a knife does {float(per_ap['knife'][0]):.1f} damage per AP, a pistol"
        f" {float(per_ap['pistol'][0]):.1f}, a shotgun {float(per_ap['shotgun'][0]):.1f}, a revolver"
        f" {float(per_ap['revolver'][0]):.2f}, a battle rifle {float(per_ap['battle-rifle'][0]):.2f}, a sniper rifle"
        f" {float(per_ap['sniper-rifle'][0]):.2f}. The battle rifle overtakes the pistol per AP {when}; best per AP at"
        f" Fortitude 6 is the {best[6]}.",
        tables=(
            Table(
                "Damage per AP by the target's Fortitude",
                ("weapon", *(f"FT {ft}" for ft in fortitudes)),
                tuple((weapon, *map(float, values)) for weapon, values in per_ap.items()),
            ),
            Table(
                "Damage dealt per damage suffered",
                ("weapon", *(f"FT {ft}" for ft in fortitudes)),
                tuple((weapon, *map(float, values)) for weapon, values in traded.items()),
            ),
        ),
        charts=(
            Chart(
                "Damage per AP",
                "lines",
                "the target's Fortitude",
                "damage per AP",
                fortitudes,
                tuple(
                    Series(weapon, tuple(map(float, per_ap[weapon])))
                    for weapon in ("knife", "pistol", "shotgun", "revolver", "battle-rifle", "sniper-rifle")
                ),
            ),
        ),
    )


def _duel(modifier: int, hp: int, policy: HighPolicy = "keep") -> dict[str, Fraction]:
    fight = Duel(
        skill=1,
        modifier=modifier - 1,
        weapon="revolver",
        counter_weapon="revolver",
        attacker_hp=hp,
        target_hp=hp,
        high_policy=policy,
    )
    return {end.winner: share for end, share in odds(duel, fight, options=PLAIN).items()}


def fair_fight() -> Answer:
    """Who wins between equals."""
    modifiers = (2, 4, 6)
    whole = {modifier: _duel(modifier, HP) for modifier in modifiers}
    short = 8
    policies: tuple[HighPolicy, ...] = ("keep", "relieve", "boost", "late", "best")
    small = {policy: _duel(4, short, policy)["attacker"] for policy in policies}
    fair, relieved = whole[4], _duel(4, HP, "relieve")
    return Answer(
        method=f"Exact duels to the end with revolvers, {HP} HP each, Normal. A difficulty of +2 is a modifier of -2,"
        f" so one column answers both. Every use of High is compared at {short} HP each, best play worked out exactly.",
        conclusion=f"At +4 the attacker wins {percent(fair['attacker'])}, the target {percent(fair['target'])}, and"
        f" both fall {percent(fair['none'])}; with High spent on Stress the attacker wins"
        f" {percent(relieved['attacker'])}. Two points of modifier or difficulty move {percent(fair['attacker'])} to"
        f" {percent(whole[2]['attacker'])} or {percent(whole[6]['attacker'])}. At {short} HP best play has"
        f" {percent(small['best'])} where keeping High has {percent(small['keep'])}.",
        tables=(
            Table(
                f"Revolvers, {HP} HP each",
                ("modifier at Normal", "attacker %", "target %", "both fall %"),
                tuple((m, one.get("attacker"), one.get("target"), one.get("none")) for m, one in whole.items()),
            ),
            Table(f"What High is spent on, {short} HP each at +4", ("policy", "attacker wins %"), tuple(small.items())),
        ),
        charts=(
            Chart(
                "Who is left standing",
                "lines",
                "modifier at Normal",
                "chance",
                modifiers,
                tuple(
                    Series(name, tuple(one.get(name, Fraction(0)) for one in whole.values()))
                    for name in ("attacker", "target", "none")
                ),
                percent=True,
            ),
        ),
    )


def armour_worth() -> Answer:
    """What armour buys."""
    names = ("light", "medium", "heavy")
    prices = [PRICES[f"{name}-armour"] for name in names]
    per_price = [ARMOUR[name].fortitude * 1000 / price for name, price in zip(names, prices, strict=True)]
    steps = [ap_to_move(PLAIN, 5, name) for name in names]
    extra = {
        die: [float(_hits_to_fell(DICE[die], ARMOUR[name].fortitude) - _hits_to_fell(DICE[die], 0)) for name in names]
        for die in ("d4", "d6", "d8")
    }

    def listed(values: Iterable[float], digits: int) -> str:
        light, medium, heavy = (f"{value:.{digits}f}" for value in values)
        return f"{light}, {medium} and {heavy}"

    return Answer(
        method=f"Exact mean hits beyond those without armour to fell {HP} HP with Fortitude 0, by damage die.",
        conclusion=f"Per $1,000 light, medium and heavy armour give {listed(per_price, 2)} FT. Against d6 they are"
        f" worth {listed(extra['d6'], 1)} more hits; five spaces cost {listed(steps, 0)} AP.",
        tables=(
            Table(
                "Armour",
                ("armour", "price $", "FT per $1,000", *(f"more hits of {die}" for die in extra), "AP for 5 spaces"),
                tuple(
                    (name, prices[at], per_price[at], *(hits[at] for hits in extra.values()), steps[at])
                    for at, name in enumerate(names)
                ),
            ),
        ),
        charts=(
            Chart(
                "Further hits survived",
                "bars",
                "armour",
                "hits",
                names,
                tuple(Series(die, tuple(hits)) for die, hits in extra.items()),
            ),
        ),
    )


def range_gaps() -> Answer:
    """Where one can strike and the other cannot."""
    spaces = range(BANDS["far"][1] + 1)
    reached = {weapon: [at for at in spaces if in_range(PLAIN, weapon, at)] for weapon in WEAPONS}
    rows = []
    safe = 0
    for weapon in WEAPONS:
        cells = []
        for other in WEAPONS:
            alone = [at for at in reached[weapon] if at not in reached[other]]
            safe += bool(alone)
            cells.append(str(len(alone)))
        rows.append((weapon, *cells))
    dead = [at for at in spaces if not any(at in reach for reach in reached.values())]
    closing = dead[0] - 1 - BANDS["room"][1]
    return Answer(
        method="For every pair of weapons the number of distances at which the first strikes and the second does not.",
        conclusion=f"{safe} of {len(WEAPONS) ** 2} ordered pairs leave a distance where only one side can"
        f" strike, and no blow"
        f" back comes. From the end of Field to Room it takes {closing} AP without armour, from the near end of Far"
        f" {BANDS['far'][0] - BANDS['field'][1]} AP to Field. Nothing reaches {dead[0]} to {dead[-1]} spaces"
        f" ({dead[0] * SPACE.feet} to {dead[-1] * SPACE.feet} ft).",
        tables=(Table("Distances where only the row's weapon strikes", ("weapon", *WEAPONS), tuple(rows)),),
        charts=(
            Chart(
                "Where weapons reach (1: in range)",
                "heat",
                "spaces",
                "weapon",
                tuple(range(25)),
                tuple(Series(weapon, tuple(int(at in reach) for at in range(25))) for weapon, reach in reached.items()),
            ),
        ),
    )
