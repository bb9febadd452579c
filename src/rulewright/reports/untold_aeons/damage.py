"""Answers about hits and shots."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

from rulewright.dice import Odds
from rulewright.game.percent import percent
from rulewright.games.untold_aeons.firearm import FirearmAttack, Shot, firearm_attack
from rulewright.games.untold_aeons.melee import Defence, clash
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import MeleeTally, blow_faces, counted
from rulewright.games.untold_aeons.weapons import damage_dealt, damage_taken
from rulewright.lab.answers import Answer, ReportTable, question
from rulewright.readings import odds
from rulewright.reports.tables_and_charts import chart_of, chart_of_table, grid_of, table_of
from rulewright.reports.untold_aeons.duels import HURT, TURNS, gunman, share_won, shooting

PLAIN = Options()
RULINGS = {"double-base": PLAIN, "double-successes": Options(critical="double-successes")}
Hits = dict[tuple[int, bool], Fraction]
"""The chance of each number of successes, and whether they make a critical hit; misses are left out."""


def _hits(skill: int, difficulty: int) -> Hits:
    found: Hits = {}
    for count, chance in counted(skill, difficulty).odds().items():
        if count.successes > count.failures:
            key = (count.successes, count.net > 0)
            found[key] = found.get(key, Fraction(0)) + chance
    return found


def _blows(own: int, defence: Defence, theirs: int) -> Hits:
    found: Hits = {}
    others: list[tuple[MeleeTally, Fraction]] = list(blow_faces(theirs).odds().items())
    for blow, chance in blow_faces(own).odds().items():
        for other, way in others:
            result = clash(PLAIN, defence, blow, other)
            if result in ("hit", "critical-hit"):
                key = (blow.successes, result == "critical-hit")
                found[key] = found.get(key, Fraction(0)) + chance * way
    return found


def _break_even(hits: Hits) -> Fraction | None:
    """The base damage at which both rulings deal the same: the mean number of successes on a critical hit."""
    critical = sum((chance for (_, is_critical), chance in hits.items() if is_critical), Fraction(0))
    if critical == 0:
        return None
    return sum((s * chance for (s, is_critical), chance in hits.items() if is_critical), Fraction(0)) / critical


def _written(even: Fraction | None) -> str:
    """A break-even as a fraction, and as a decimal beside it."""
    return "never crits" if even is None else f"{even} = {float(even):.2f}"


def _damage(options: Options, hits: Hits, base: int, toughness: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for (successes, critical), chance in hits.items():
        taken = damage_taken(damage_dealt(options, base, successes, critical), toughness, 0)
        found[taken] = found.get(taken, Fraction(0)) + chance
    return found


def _mean(damage: Mapping[int, Fraction]) -> Fraction:
    return sum((points * chance for points, chance in damage.items()), Fraction(0))


def _spread(damage: Mapping[int, Fraction]) -> float:
    square = sum((points * points * chance for points, chance in damage.items()), Fraction(0))
    return sqrt(square - _mean(damage) ** 2)


@question(
    1,
    "Double base or double the successes on a critical?",
    "UA-152 proposes to double the other part and asks for the maths: means, spread, and where the two rulings"
    " break even, for shots and for melee.",
)
def _critical_hits() -> Answer:
    skills, difficulties, bases, toughnesses = range(1, 7), range(6), range(11), range(1, 6)
    hits = {(skill, hard): _hits(skill, hard) for skill in skills for hard in difficulties}
    even = {key: _break_even(found) for key, found in hits.items()}
    means = {
        (name, base, skill, hard, tough): _mean(_damage(options, hits[skill, hard], base, tough))
        for name, options in RULINGS.items()
        for base in bases
        for skill in skills
        for hard in difficulties
        for tough in toughnesses
    }

    def ahead(base: int) -> tuple[int, int]:
        pairs = [
            (means["double-base", base, s, h, t], means["double-successes", base, s, h, t])
            for s in skills
            for h in difficulties
            for t in toughnesses
        ]
        return sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)

    rows = []
    for base in bases:
        damages = {name: _damage(options, hits[4, 2], base, 3) for name, options in RULINGS.items()}
        cells: list[Any] = []
        for damage in damages.values():
            heavy = sum((chance for points, chance in damage.items() if points >= 6), Fraction(0))
            cells += [_mean(damage), _spread(damage), heavy]
        rows.append((base, *cells, *ahead(base)))
    defences: tuple[Defence, ...] = ("defend", "fight-back")
    melee = {
        (own, f"{defence} {theirs}"): _written(_break_even(_blows(own, defence, theirs)))
        for own in skills
        for defence in defences
        for theirs in range(1, 5)
    }
    low = min(value for value in even.values() if value is not None)
    high = max(value for value in even.values() if value is not None)
    usual = even[4, 2] or Fraction(0)
    more = {base: means["double-base", base, 4, 2, 3] / means["double-successes", base, 4, 2, 3] - 1 for base in (4, 6)}
    shown = {
        (name, base): _damage(options, hits[4, 2], base, 3) for name, options in RULINGS.items() for base in (3, 4, 6)
    }
    at_least = tuple(
        (points, *(sum(way for taken, way in damage.items() if taken >= points) for damage in shown.values()))
        for points in range(1, 17)
    )
    favours = next(base for base in bases if ahead(base)[0] > ahead(base)[1])
    return Answer(
        method="Exact odds of successes, hits and criticals for every skill 1 to 6 and difficulty 0 to 5; damage for"
        " every base 0 to 10 and Toughness 1 to 5 under both rulings. Break-even is the mean number of successes on a"
        " critical hit.",
        conclusion=f"Both rulings deal the same at a base between {float(low):.2f} and {float(high):.2f}: below it"
        f" doubling the successes deals more, above it doubling the base. From base {favours} on double-base is ahead"
        " for more than half of all skills, difficulties and Toughnesses. At skill 4 and difficulty 2 the break-even is"
        f" {usual} ({float(usual):.2f}). At Toughness 3 even bare hands have base 3, so double-base is the deadlier"
        f" ruling for nearly every weapon: by {percent(more[4])} for a pistol of 4, by {percent(more[6])} for a rifle"
        " of 6. It also makes the weapon decide a critical, where double-successes makes the shooter decide it. Take"
        " double-base for frightening guns, double-successes if skill should count and heavy weapons should not run"
        " away. A single die has no room for both a 1 and a success, so it never crits.",
        tables=(
            grid_of(
                "Break-even base of a shot",
                "skill",
                "difficulty {}",
                {place: _written(base) for place, base in even.items()},
            ),
            ReportTable(
                "At least so much damage at skill 4, difficulty 2, Toughness 3",
                ("damage", *(f"{name}, base {base} %" for name, base in shown)),
                at_least,
            ),
            ReportTable(
                "Skill 4, difficulty 2, Toughness 3; in how many of 180 settings each ruling has the higher mean",
                (
                    "base",
                    *("base x2: mean", "spread", "6 or more %"),
                    *("successes x2: mean", "spread", "6 or more %"),
                    *("base ahead", "successes ahead"),
                ),
                tuple(rows),
            ),
            grid_of("Break-even base in melee; a dodge counts as defend with Dexterity dice", "own dice", "{}", melee),
        ),
        charts=(
            chart_of(
                "lines",
                "Mean damage at skill 4, difficulty 2, Toughness 3",
                "base damage",
                bases,
                "mean damage",
                {name: [means[name, base, 4, 2, 3] for base in bases] for name in RULINGS},
            ),
        ),
    )


def _shot(**attack: Any) -> Odds[Shot]:
    return odds(firearm_attack, FirearmAttack(**attack), options=PLAIN)


def _mean_shot(**attack: Any) -> Fraction:
    return _shot(**attack).mean(lambda shot: shot.damage)


@question(
    10,
    "When does rapid fire pay?",
    "From which skill and which N does UA-133 beat a single shot, and what does Toughness do to many small hits?",
)
def _rapid_fire() -> Answer:
    skills, bursts, left = range(1, 9), (2, 3, 4, 6), (3, 6, 9, 12)
    gun = {"weapon_damage": "4", "piercing": 1, "target_toughness": 3}
    single = {skill: _mean_shot(firearms=skill, **gun) for skill in skills}
    burst = {(skill, n): _mean_shot(firearms=skill, rapid_fire=n, **gun) for skill in skills for n in bursts}
    beats = {n: next((skill for skill in skills if burst[skill, n] > single[skill]), None) for n in bursts}

    def drops(skill: int, n: int, wounds: int) -> Fraction:
        return _shot(firearms=skill, rapid_fire=n, **gun).where(lambda shot: shot.damage >= wounds)

    dropped = {(skill, n, w): drops(skill, n, w) for skill in skills for n in (0, 4) for w in left}
    first = {w: next((s for s in skills if dropped[s, 4, w] > dropped[s, 0, w]), None) for w in left}
    tough = [
        (
            toughness,
            _mean_shot(firearms=4, weapon_damage="4", piercing=1, target_toughness=toughness),
            _mean_shot(firearms=4, weapon_damage="4", piercing=1, target_toughness=toughness, rapid_fire=4),
        )
        for toughness in range(6)
    ]
    words = ", ".join(f"Rapid Fire {n} from skill {skill}" for n, skill in beats.items())
    need = ", ".join(f"{w} points {f'from skill {skill} on' if skill else 'at no skill'}" for w, skill in first.items())
    mean_damage = ReportTable(
        "Mean damage",
        ("skill", "single", *(f"Rapid Fire {n}" for n in bursts)),
        tuple((skill, single[skill], *(burst[skill, n] for n in bursts)) for skill in skills),
    )
    return Answer(
        method="Exact damage within range (difficulty 2), damage 4 and Piercing 1 against Toughness 3.",
        conclusion=f"In mean damage a burst beats a single shot: {words}. Rapid Fire 4 is the likelier way to do"
        f" {need}. At skill 4 a burst of 4 does {float(tough[1][2] / tough[1][1]):.2f} times the damage of one shot"
        f" against Toughness 1 and {float(tough[5][2] / tough[5][1]):.2f} times against Toughness 5: many small hits"
        " lose to Toughness, but not enough to change the choice. So beginners should aim and everybody from skill 3 up"
        " should spray, unless a scratch is all it takes. At skill 8 a burst of 6 does"
        f" {float(burst[8, 6] / single[8]):.1f} times as much, a burst of 3 {float(burst[8, 3] / single[8]):.1f}"
        " times: if that is too good for experts, keep N small.",
        tables=(
            mean_damage,
            table_of(
                "Chance to do at least as much damage",
                "skill",
                [f"{way}, {w}" for w in left for way in ("single", "burst of 4")],
                {skill: [dropped[skill, n, w] for w in left for n in (0, 4)] for skill in skills},
                percent=True,
            ),
            ReportTable("Mean damage by Toughness at skill 4", ("Toughness", "single", "burst of 4"), tuple(tough)),
        ),
        charts=(chart_of_table("lines", mean_damage, "mean damage", "Mean damage by skill"),),
    )


@question(
    11,
    "Does diving for cover pay?",
    "How much damage does UA-130 avoid per shot, against the action it takes to get up?",
)
def _dive_for_cover() -> Answer:
    dexterities, bands = range(1, 6), range(1, 6)
    gun = {"firearms": 3, "weapon_damage": "4", "piercing": 1, "target_toughness": 3}
    stay = {band: _mean_shot(band=band, **gun) for band in bands}
    saved = {
        (dexterity, band): stay[band] - _mean_shot(band=band, dive=True, target_dexterity=dexterity, **gun)
        for dexterity in dexterities
        for band in bands
    }
    share = {key: avoided / stay[key[1]] for key, avoided in saved.items()}
    # Getting up costs the diver one action: a shot of the same kind at the same distance.
    pays = [key for key in saved if saved[key] > stay[key[1]]]
    most = max(saved, key=lambda key: saved[key])
    won = {
        (dexterity, policy): share_won(
            gunman(dexterity=dexterity, policy=policy), gunman(dexterity=dexterity, policy="stand"), shooting
        )
        for dexterity in dexterities
        for policy in ("dive-stay", "dive-rise")
    }
    return Answer(
        method="Exact mean damage of a pistol shot at Firearms 3 with and without the dive. Getting up costs an action,"
        f" counted as one shot of the same kind. Exact duels of up to {TURNS} turns against an equal who never dives,"
        f" both {HURT} wounds down, first and second turn averaged; the share is of the decided ones.",
        conclusion=f"A dive avoids most at Dexterity {most[0]} and difficulty {most[1]}: {float(saved[most]):.2f} of"
        f" {float(stay[most[1]]):.2f} points, {percent(share[most])}. At Dexterity 3 within range it is"
        f" {percent(share[3, 2])}. It outweighs the shot lost by getting up in {len(pays)} of {len(saved)} settings:"
        f" {'only there is it right to rise each time' if pays else 'a diver should stay down and shoot'}. In a duel"
        f" at Dexterity 3 one dive, then shooting from the ground, wins {percent(won[3, 'dive-stay'])}, diving and"
        f" rising again {percent(won[3, 'dive-rise'])}. So the first dive is free and always right, and rising is a"
        " mistake unless a blade comes near; as halves are rounded up, only an odd Dexterity brings anything. If diving"
        " should cost something, let shots from the ground lose a die.",
        tables=(
            grid_of("Damage avoided by a dive", "Dexterity", "difficulty {}", saved),
            grid_of("Part of the damage avoided", "Dexterity", "difficulty {}", share, percent=True),
            ReportTable(
                "Duels won against an equal who stays up",
                ("Dexterity", "dive and stay down %", "dive and rise %"),
                tuple((d, won[d, "dive-stay"], won[d, "dive-rise"]) for d in dexterities),
            ),
        ),
        charts=(
            chart_of(
                "lines",
                "Part of the damage a dive avoids",
                "Dexterity",
                dexterities,
                "part avoided",
                {f"difficulty {band}": [share[d, band] for d in dexterities] for band in (1, 3, 5)},
                percent=True,
            ),
        ),
    )
