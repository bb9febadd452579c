"""Reports on weapons, Fortitude, armour, ranges and duels."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from rulewright.game.percent import percent
from rulewright.games.dpi.data import ARMOUR, BANDS, DIFFICULTY, PRICES, SPACE, WEAPONS
from rulewright.games.dpi.duel import AttackDuel, duel
from rulewright.games.dpi.harm import harms
from rulewright.games.dpi.high import HighPolicy
from rulewright.games.dpi.movement import ap_to_move
from rulewright.games.dpi.one_on_one import Attack, attack
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import DamageDice, ap_to_fire, damage_dice, in_range
from rulewright.lab.answers import Answer, Cell, ReportTable, question
from rulewright.readings import odds
from rulewright.reports.tables_and_charts import chart_of, chart_of_table, table_of

PLAIN = Options()
HP = 24
DICE = {"d4": ((1, 4),), "d6": ((1, 6),), "d8": ((1, 8),), "d10": ((1, 10),)}
WIELDED = {"d4": "pistol", "d6": "revolver", "d8": "battle rifle", "d10": "sniper rifle"}


def _hits_to_fell(rolled: DamageDice, fortitude: int) -> Fraction:
    """The mean number of full hits to fell a target, with Fortitude wearing down."""
    needed: dict[tuple[int, int], Fraction] = {}
    for worn in range(fortitude + 1):
        done = odds(harms, rolled, "success", (("none", worn),), options=PLAIN)
        for left in range(1, HP + 1):
            after = sum(
                (needed.get((left - one.hp, worn - one.ft), Fraction(0)) * chance for (one,), chance in done.items()),
                Fraction(0),
            )
            needed[left, worn] = 1 + after  # without cover every hit takes HP or Fortitude
    return needed[HP, fortitude]


@question(5, "Score or bonus in Fortitude?", "How many hits does it take to fell 24 HP, by weapon and FT?")
def _fortitude_scale() -> Answer:
    fortitudes = (0, 2, 4, 6, 8, 10)
    named: dict[str, DamageDice] = {f"{die} ({WIELDED[die]})": rolled for die, rolled in DICE.items()}
    named["2d4 (knife)"] = damage_dice(PLAIN, WEAPONS["knife"], 1, None)
    named["2d6 (shotgun)"] = damage_dice(PLAIN, WEAPONS["shotgun"], 1, None)
    grid = {name: [_hits_to_fell(rolled, ft) for ft in fortitudes] for name, rolled in named.items()}
    d6 = dict(zip(fortitudes, map(float, grid["d6 (revolver)"]), strict=True))
    pistol = grid["d4 (pistol)"]
    hits = table_of(
        f"Mean hits to fell {HP} HP",
        "Fortitude",
        named,
        {ft: [float(grid[name][at]) for name in named] for at, ft in enumerate(fortitudes)},
    )
    return Answer(
        method=f"Exact mean number of full hits to fell {HP} HP, no cover, Fortitude wearing as it stops hits.",
        conclusion=f"Bonus. Against d6 it takes {d6[0]:.1f} hits at Fortitude 0, {d6[2]:.1f} at 2, {d6[4]:.1f} at 4"
        f" and {d6[10]:.1f} at 10. By bonuses an all-5 agent has 0 and goes up from there; by scores they have 10"
        f" before any armour, no single die of level 1 gets through until Fortitude has worn, and a pistol needs"
        f" {float(pistol[-1]):.0f} hits instead of {float(pistol[0]):.0f}. Each point of Fortitude is worth a little"
        " more than one hit, so 2 to 4 make a tough agent, and 10 makes every fight a siege.",
        tables=(hits,),
        charts=(chart_of_table("lines", hits, "hits"),),
    )


def _means(weapon: Any, fortitude: int) -> tuple[Fraction, Fraction]:
    found = odds(
        attack, Attack(modifier=4, weapon=weapon, target_fortitude=fortitude, counter_weapon="pistol"), options=PLAIN
    )
    return found.mean(lambda one: one.damage), found.mean(lambda one: one.counter_damage)


@question(
    6, "Are AP prices right?", "How much damage does an AP buy, and how much is suffered for it, by weapon and FT?"
)
def _price_of_shots() -> Answer:
    fortitudes = tuple(range(7))
    per_ap = {
        weapon: [_means(weapon, ft)[0] / ap_to_fire(PLAIN, WEAPONS[weapon]) for ft in fortitudes] for weapon in WEAPONS
    }
    traded = {weapon: [_means(weapon, ft)[0] / _means(weapon, ft)[1] for ft in fortitudes] for weapon in WEAPONS}
    overtakes = next((ft for ft in fortitudes if per_ap["battle-rifle"][ft] > per_ap["pistol"][ft]), None)
    best = {ft: max(WEAPONS, key=lambda weapon: per_ap[weapon][ft]) for ft in fortitudes}
    when = f"from Fortitude {overtakes} on" if overtakes is not None else "never up to Fortitude 6"
    classes = {"Medium": "revolver", "Heavy": "battle-rifle", "Tech": "sniper-rifle"}
    fair = {
        name: [per_ap[weapon][ft] * ap_to_fire(PLAIN, WEAPONS[weapon]) / per_ap["pistol"][ft] for ft in fortitudes]
        for name, weapon in classes.items()
    }
    at_nought = ", ".join(f"{float(prices[0]):.1f}" for prices in fair.values())
    at_two = ", ".join(f"{float(prices[2]):.1f}" for prices in fair.values())
    charged = ", ".join(str(ap_to_fire(PLAIN, WEAPONS[weapon])) for weapon in classes.values())
    return Answer(
        method="Exact means of one attack at modifier +4 and Normal on one target in reach; the enemy strikes back"
        " with a pistol. Fortitude is that of the first hit, and reloading is not counted. A fair price is the AP at"
        " which a weapon does as much damage per AP as a pistol.",
        conclusion=f"No: Light weapons are far too cheap. At Fortitude 0 a knife does {float(per_ap['knife'][0]):.1f}"
        f" damage per AP, a pistol {float(per_ap['pistol'][0]):.1f}, a shotgun {float(per_ap['shotgun'][0]):.1f}, a"
        f" revolver {float(per_ap['revolver'][0]):.2f}, a battle rifle {float(per_ap['battle-rifle'][0]):.2f}, a sniper"
        f" rifle {float(per_ap['sniper-rifle'][0]):.2f}. The battle rifle overtakes the pistol per AP {when}; best per"
        f" AP at Fortitude 6 is still the {best[6]}. What heavy weapons buy is safety: a battle rifle deals"
        f" {float(traded['battle-rifle'][0]):.1f} for each point suffered, a pistol {float(traded['pistol'][0]):.1f}."
        f" At Fortitude 0 fair prices for Medium, Heavy and Tech would be {at_nought} AP, at Fortitude 2 {at_two},"
        f" where {charged} are charged: 1, 2, 3 and 4 AP for the four classes come near, and the knife's second die"
        " should cost one more.",
        tables=(
            table_of(
                "Damage per AP by the target's Fortitude",
                "weapon",
                [f"FT {ft}" for ft in fortitudes],
                {weapon: map(float, values) for weapon, values in per_ap.items()},
            ),
            table_of(
                "Fair price in AP against a pistol at 1 AP",
                "class",
                [f"FT {ft}" for ft in fortitudes],
                {name: map(float, prices) for name, prices in fair.items()},
            ),
            table_of(
                "Damage dealt per damage suffered",
                "weapon",
                [f"FT {ft}" for ft in fortitudes],
                {weapon: map(float, values) for weapon, values in traded.items()},
            ),
        ),
        charts=(
            chart_of(
                "lines",
                "Damage per AP",
                "the target's Fortitude",
                fortitudes,
                "damage per AP",
                {
                    weapon: map(float, per_ap[weapon])
                    for weapon in ("knife", "pistol", "shotgun", "revolver", "battle-rifle", "sniper-rifle")
                },
            ),
        ),
    )


def _duel(modifier: int, hp: int, policy: HighPolicy = "keep") -> dict[str, Fraction]:
    fight = AttackDuel(
        skill=1,
        modifier=modifier - 1,
        weapon="revolver",
        counter_weapon="revolver",
        attacker_hp=hp,
        target_hp=hp,
        high_policy=policy,
    )
    return {end.winner: share for end, share in odds(duel, fight, options=PLAIN).items()}


@question(7, "Is a fair fight fair?", "Who wins with revolvers and 24 HP each, and what is High worth?")
def _fair_fight() -> Answer:
    plusses = range(-6, 11, 2)
    whole = {plus: _duel(plus, HP) for plus in (*plusses, 3, 5)}
    modifiers = (0, 2, 3, 4, 5, 6, 8)
    short = 8
    policies: tuple[HighPolicy, ...] = ("keep", "relieve", "boost", "late", "best")
    small = {policy: _duel(4, short, policy)["attacker"] for policy in policies}
    fair, relieved = whole[4], _duel(4, HP, "relieve")
    by_difficulty: tuple[tuple[Cell, ...], ...] = tuple(
        (plus, *(whole[plus + DIFFICULTY["normal"] - harder]["attacker"] for harder in DIFFICULTY.values()))
        for plus in range(0, 9, 2)
    )
    ends = ReportTable(
        f"Revolvers, {HP} HP each, at Normal",
        ("modifier", "attacker %", "target %", "both fall %"),
        tuple((plus, *(whole[plus][name] for name in ("attacker", "target", "none"))) for plus in modifiers),
    )
    return Answer(
        method=f"Exact duels to the end with revolvers, {HP} HP each, no Fortitude, High kept. A step of difficulty is"
        " exactly two points of modifier, so each duel is fought once and read twice. Every use of High is compared"
        f" at {short} HP each, best play worked out exactly.",
        conclusion=f"It is fair at +4 and Normal: the attacker wins {percent(fair['attacker'])}, the target"
        f" {percent(fair['target'])}, and both fall {percent(fair['none'])}; with High spent on Stress the attacker"
        f" wins {percent(relieved['attacker'])}. But it balances on an edge. One point of modifier moves it to"
        f" {percent(whole[3]['attacker'])} or {percent(whole[5]['attacker'])}, two points (or one step of difficulty)"
        f" to {percent(whole[2]['attacker'])} or {percent(whole[6]['attacker'])}, because every failure brings both a"
        " blow and Stress. A referee who wants an even fight should pick the difficulty for an effective +4 and give"
        " the advantage in HP or cover rather than in modifiers. High pays in a long fight, spent on Stress; in a"
        f" short one of {short} HP best play has {percent(small['best'])} where keeping it has"
        f" {percent(small['keep'])}.",
        tables=(
            ends,
            ReportTable(
                "The attacker wins, by modifier and difficulty",
                ("modifier", *(f"{name} %" for name in DIFFICULTY)),
                by_difficulty,
            ),
            ReportTable(
                f"What High is spent on, {short} HP each at +4", ("policy", "attacker wins %"), tuple(small.items())
            ),
        ),
        charts=(
            chart_of_table(
                "lines", ends, "chance", "Who is left standing", columns=("attacker", "target", "both fall")
            ),
        ),
    )


@question(10, "What is armour worth?", "FT per dollar, further hits survived, and what moving costs.")
def _armour_worth() -> Answer:
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
        f" worth {listed(extra['d6'], 1)} more hits; five spaces cost {listed(steps, 0)} AP, without armour"
        f" {ap_to_move(PLAIN, 5, 'none')}. Heavy armour is the best buy in every column but the last, and two AP a turn"
        " are a small price for several hits, so there is little reason to wear anything else. To make it a choice,"
        " let heavy armour cost $6,000, which is light armour's rate, or let it slow more than a couple of spaces.",
        tables=(
            ReportTable(
                "Armour",
                ("armour", "price $", "FT per $1,000", *(f"more hits of {die}" for die in extra), "AP for 5 spaces"),
                tuple(
                    (name, prices[at], per_price[at], *(hits[at] for hits in extra.values()), steps[at])
                    for at, name in enumerate(names)
                ),
            ),
        ),
        charts=(chart_of("bars", "Further hits survived", "armour", names, "hits", extra),),
    )


@question(13, "What do ranges leave open?", "Where can only one side strike, and where neither?")
def _range_gaps() -> Answer:
    spaces = range(BANDS["far"][1] + 1)
    reached = {weapon: [at for at in spaces if in_range(PLAIN, WEAPONS[weapon], at)] for weapon in WEAPONS}
    alone = {
        (weapon, other): [at for at in reached[weapon] if at not in reached[other]]
        for weapon in WEAPONS
        for other in WEAPONS
        if weapon != other
    }
    walk = {
        pair: max(min(abs(at - own) for own in reached[pair[1]]) for at in distances)
        for pair, distances in alone.items()
        if distances
    }

    def squared(cells: dict[tuple[str, str], int]) -> tuple[tuple[Cell, ...], ...]:
        return tuple((weapon, *(cells.get((weapon, other)) for other in WEAPONS)) for weapon in WEAPONS)

    dead = [at for at in spaces if not any(at in reach for reach in reached.values())]
    closing = dead[0] - 1 - BANDS["room"][1]
    return Answer(
        method="For every pair of weapons the number of distances at which the first strikes and the second does not,"
        " and the spaces (1 AP each without armour) that the second has to move at worst to strike back.",
        conclusion=f"{len(walk)} of {len(alone)} ordered pairs of different weapons leave a distance where only one"
        " side can strike, and no counterattack comes. Minimum ranges are part of it: a pistol cannot answer a knife,"
        f" and getting away from it costs up to {walk['knife', 'pistol']} AP. From the end of Field to Room it takes"
        f" {closing} AP, from the near end of Far {BANDS['far'][0] - BANDS['field'][1]} AP to Field, and from the far"
        f" end of Far a revolver has to come {walk['sniper-rifle', 'revolver']} spaces nearer, several turns under"
        f" fire. Nothing reaches {dead[0]} to {dead[-1]} spaces ({dead[0] * SPACE.feet} to {dead[-1] * SPACE.feet} ft):"
        " a character who stops there is safe. Let Field reach to the beginning of Far, or Far begin where Field"
        " ends; and turn `minimum-range` off if a pistol at arm's length should fire.",
        tables=(
            ReportTable(
                "Distances where only the row's weapon strikes",
                ("weapon", *WEAPONS),
                squared({pair: len(distances) for pair, distances in alone.items()}),
            ),
            ReportTable("AP for the column's side to strike back, at worst", ("weapon", *WEAPONS), squared(walk)),
        ),
        charts=(
            chart_of(
                "heat",
                "Where weapons reach, in spaces (Far goes on to 60)",
                "spaces",
                range(25),
                "weapon",
                {weapon: [int(at in reach) for at in range(25)] for weapon, reach in reached.items()},
            ),
        ),
    )
