"""The rolls once more, written face by face in plain Python: nothing of the engine, nothing of the game.

Every way the dice can fall is counted, one by one.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

Roll = Callable[[], int]


class _More(Exception):
    pass


def every_way(play: Callable[[Roll], tuple[Any, ...]]) -> dict[tuple[Any, ...], Fraction]:
    """The chance of each outcome, by trying every face of every die that is asked for."""
    found: dict[tuple[Any, ...], Fraction] = {}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        left = list(faces)

        def roll(left: list[int] = left) -> int:
            if not left:
                raise _More
            return left.pop(0)

        try:
            outcome = play(roll)
        except _More:
            waiting += [(*faces, face) for face in range(1, 7)]
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + Fraction(1, 6 ** len(faces))
    return found


def own(roll: Roll, dice: int) -> tuple[int, int, int]:
    """Successes, 1s and dice without success of a skill pool."""
    if dice <= 0:
        face = roll()
        return (1, 0, 0) if face == 6 else (0, 0, 1)
    faces = [roll() for _ in range(dice)]
    return faces.count(5) + 2 * faces.count(6), faces.count(1), sum(face < 5 for face in faces)


def against(roll: Roll, dice: int) -> tuple[int, int]:
    """Failures and Drawbacks of a difficulty pool."""
    faces = [roll() for _ in range(dice)]
    return faces.count(5) + 2 * faces.count(6), faces.count(1)


def check(dice: int, difficulty: int) -> dict[tuple[Any, ...], Fraction]:
    def play(roll: Roll) -> tuple[Any, ...]:
        hits, ones, _ = own(roll, dice)
        bad, drawbacks = against(roll, difficulty)
        return ("success" if hits > bad else "failure", hits - bad, ones - drawbacks)

    return every_way(play)


def check_reroll(dice: int, difficulty: int, ruling: str) -> dict[tuple[Any, ...], Fraction]:
    def play(roll: Roll) -> tuple[Any, ...]:
        hits, ones, blanks = own(roll, dice)
        bad, drawbacks = against(roll, difficulty)
        rerolled = False
        if hits <= bad and (ruling != "non-successes" or blanks):
            rerolled = True
            if ruling == "non-successes":
                more, ones, _ = own(roll, blanks if dice > 0 else 0)
                hits += more
            else:
                hits, ones, _ = own(roll, dice)
            if ruling == "both-pools":
                bad, drawbacks = against(roll, difficulty)
        return ("success" if hits > bad else "failure", hits - bad, ones - drawbacks, rerolled)

    return every_way(play)


def save(roll: Roll, dice: int, over: int) -> bool:
    hits = own(roll, dice)[0]
    return hits > against(roll, over)[0]


def sanity(
    willpower: int, intellect: int, difficulty: int, stress: int, hardened: int = 0, shaken: bool = False
) -> dict[tuple[Any, ...], Fraction]:
    limit = 10 + willpower

    def play(roll: Roll) -> tuple[Any, ...]:
        hits, ones, _ = own(roll, willpower - shaken)
        bad, drawbacks = against(roll, difficulty)
        passed = hits > bad
        gained = max(0, difficulty + (0 if passed else bad) - hardened)
        now, state = stress + gained, "shaken" if shaken else "steady"
        if gained and not shaken and now > limit and not save(roll, intellect, now - limit):
            state = "shaken"
        if gained and now > 2 * limit and not save(roll, intellect - (state == "shaken"), now - 2 * limit):
            state = "insane"
        net = ones - drawbacks
        notch = int(state != "steady" and net > 0)
        return ("success" if passed else "failure", gained, net, state, notch)

    return every_way(play)


def damage_saves(toughness: int, wounds: int, injured: bool = False) -> dict[tuple[Any, ...], Fraction]:
    limit = 10 + toughness

    def play(roll: Roll) -> tuple[Any, ...]:
        state = "severely-injured" if injured else "standing"
        if not injured and wounds > limit and not save(roll, toughness, wounds - limit):
            state = "severely-injured"
        if wounds > 2 * limit and not save(roll, toughness, wounds - 2 * limit):
            state = "dead"
        return (wounds, state)

    return every_way(play)


def melee(
    dice: int, defence: str, their_dice: int, base: int, their_base: int, toughness: int = 3, their_toughness: int = 3
) -> dict[tuple[Any, ...], Fraction]:
    """No piercing; `base` with Toughness already in it."""

    def play(roll: Roll) -> tuple[Any, ...]:
        hits, ones, _ = own(roll, dice)
        others, their_ones, _ = own(roll, their_dice) if defence != "none" else (0, 0, 0)
        net = ones - their_ones
        if hits == 0 and others == 0:
            return ("nothing", 0, net)
        if hits > others or (hits == others and defence == "fight-back"):
            dealt = (2 * base if net > 0 else base) + hits
            return ("critical-hit" if net > 0 else "hit", max(0, dealt - their_toughness), net)
        if defence != "fight-back":
            return ("miss", 0, net)
        dealt = (2 * their_base if net < 0 else their_base) + others
        return ("critical-counter" if net < 0 else "counter-hit", max(0, dealt - toughness), net)

    return every_way(play)


def shot(dice: int, difficulty: int, base: int, toughness: int, rapid: int) -> dict[tuple[Any, ...], Fraction]:
    def play(roll: Roll) -> tuple[Any, ...]:
        hits, ones, _ = own(roll, dice)
        bad, drawbacks = against(roll, difficulty)
        net = ones - drawbacks
        if hits <= bad:
            return ("miss", 0, 0, 0, net)
        struck = min(hits - bad, rapid) if rapid else 1
        criticals = min(struck, max(0, net))
        damage = sum(max(0, (2 * base if at < criticals else base) + hits - toughness) for at in range(struck))
        return ("critical-hit" if criticals else "hit", struck, criticals, damage, net)

    return every_way(play)


# --- duels, state by state -------------------------------------------------------------------------


@cache
def stands(toughness: int, wounds: int) -> Fraction:
    """The chance to hold every save that these wounds call for; many dice are added up, not listed."""
    limit, chance = 10 + toughness, Fraction(1)
    for edge in (limit, 2 * limit):
        if wounds > edge:
            chance *= holds(toughness, wounds - edge)
    return chance


@cache
def counts(dice: int) -> dict[int, Fraction]:
    """The chance of each number of successes of proper dice."""
    found = {0: Fraction(1)}
    for _ in range(dice):
        more: dict[int, Fraction] = {}
        for hits, chance in found.items():
            for extra, ways in ((0, 4), (1, 1), (2, 1)):
                more[hits + extra] = more.get(hits + extra, Fraction(0)) + chance * Fraction(ways, 6)
        found = more
    return found


@cache
def holds(dice: int, over: int) -> Fraction:
    mine = counts(dice) if dice > 0 else {0: Fraction(5, 6), 1: Fraction(1, 6)}
    return sum(
        (a * b for hits, a in mine.items() for bad, b in counts(over).items() if hits > bad),
        Fraction(0),
    )


def best_melee(brawl: int, dexterity: int, toughness: int, wounds: tuple[int, int], turns: int) -> Fraction:
    """P(a wins) - P(b wins) of equal fighters with bare hands who both play as well as can be."""

    def blow(dice: int, defence: str, their_dice: int) -> dict[tuple[int, int], Fraction]:
        found: dict[tuple[int, int], Fraction] = {}
        for (result, damage, _), chance in melee(
            dice, defence, their_dice, toughness, toughness, toughness, toughness
        ).items():
            key = (0, damage) if "counter" in result else (damage, 0)
            found[key] = found.get(key, Fraction(0)) + chance
        return found

    blows = {
        (me, defence, you): blow(brawl - me, defence, dexterity if defence == "dodge" else brawl - you)
        for me in (0, 1)
        for you in (0, 1)
        for defence in ("defend", "dodge", "fight-back")
    }

    @cache
    def worth(mine: int, yours: int, me: int, you: int, left: int) -> Fraction:
        """To the one whose turn it is."""
        if left == 0:
            return Fraction(0)
        replies = []
        for defence in ("defend", "fight-back") if you else ("defend", "dodge", "fight-back"):
            total = Fraction(0)
            for (hit, back), chance in blows[me, defence, you].items():
                up = stands(toughness, yours + hit) if hit else Fraction(1)
                still = stands(toughness, mine + back) if back else Fraction(1)
                onwards = -worth(yours + hit, mine + back, 1 if defence == "dodge" else you, me, left - 1)
                total += chance * ((1 - up) - (1 - still) + up * still * onwards)
            replies.append(total)
        strike = min(replies)
        return max(strike, -worth(yours, mine, you, 0, left - 1)) if me else strike

    return worth(*wounds, 0, 0, turns)
