"""Light & Dark worked out a second time, the long way: every face of every die, plain fractions, no engine."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

Chances = dict[Any, Fraction]

DEFAULTS = {
    "two-d-six": "highest",
    "explosion": "highest-die",
    "d3-explodes": "no",
    "fork-gaps": "lower",
    "empty-pool": "skill-opens",
    "zero-dice": "fail",
    "ego-compare": "snapshot",
    "lost-timing": "after-turn",
    "condition-at-zero": "no",
    "challenge-effect": "fail-and-complication",
    "effect-order": "simultaneous",
    "trivial": "single-roll",
    "beyond-extreme": "cap",
    "shield-timing": "after-roll",
    "ready-cost": "free",
    "burst-die": "2d6",
    "heavy-ranged-ready": "optional",
}
# die, order note, change of Light Dice
WEAPONS = {
    "light-melee": ("1d3", "pc-first", 0),
    "medium-melee": ("1d6", None, 0),
    "medium-melee-two-handed": ("1d6+1", None, 0),
    "heavy-melee": ("2d6", "rival-first", 0),
    "light-ranged": ("1d6", None, 0),
    "medium-ranged": ("1d6+2", None, 0),
    "medium-ranged-burst": ("2d6", None, 0),
    "heavy-ranged": ("2d", None, 0),
    "heavy-ranged-readied": ("2d", None, 1),
    "improvised": ("1d3", None, -1),
}
LEVELS = [("trivial", 1, "d3"), ("dangerous", 5, "1d"), ("serious", 10, "2d"), ("formidable", 15, "3d")]
LEVELS.append(("extreme", 20, "4d"))


def add(into: Chances, key: Any, chance: Fraction) -> None:
    into[key] = into.get(key, Fraction(0)) + chance


def read(die: str) -> tuple[int, int, int, bool]:
    """Count, sides, bonus, and whether it adds up under `sum`."""
    body, _, bonus = die.partition("+")
    count, _, sides = body.partition("d")
    return int(count or 1), int(sides or 6), int(bonus or 0), sides == "6" and int(count or 1) > 1


def chains(running: int, sides: int, room: int, share: Fraction) -> Iterator[tuple[int, Fraction]]:
    """Every total of a chain whose last face was the top one."""
    if running >= room:
        yield running, share
        return
    for face in range(1, sides + 1):
        if face == sides:
            yield from chains(running + face, sides, room, share / sides)
        else:
            yield running + face, share / sides


def effect(die: str, cap: int, options: dict[str, str]) -> Chances:
    """The Effect of dice, face by face."""
    count, sides, bonus, adds = read(die)
    adds = adds and options["two-d-six"] == "sum"
    explodes = options["explosion"] != "none" and (sides == 6 or options["d3-explodes"] == "yes")
    room, found = cap - bonus, Chances()
    for faces in product(range(1, sides + 1), repeat=count):
        share = Fraction(1, sides**count)
        tops = faces.count(sides) if explodes else 0
        if options["explosion"] != "every-six":
            tops = min(tops, 1)
        if adds:
            waiting = [(sum(faces), share)]
            for _ in range(tops):
                waiting = [end for total, part in waiting for end in chains(total, sides, room, part)]
            totals = waiting
        elif tops == 0:
            totals = [(max(faces), share)]
        else:
            totals = [(0, share)]
            for _ in range(tops):  # each top grows from its own face, the best counts
                totals = [(max(best, end), p) for best, part in totals for end, p in chains(sides, sides, room, part)]
        for total, part in totals:
            add(found, min(total + bonus, cap), part)
    return found


def light(attribute: int, skill: int, mod: int, relevant: bool, options: dict[str, str]) -> int:
    if not relevant:
        return 0
    if options["empty-pool"] == "skill-opens" and attribute + skill == 0:
        return 0
    if options["empty-pool"] == "attribute-only" and attribute == 0:
        return 0
    return max(0, min(4, attribute + skill + mod))


def band(face: int) -> int:
    return 0 if face <= 3 else 1 if face <= 5 else 2


@cache
def _risk(light_dice: int, dark: int, ego: int, zero: str, compare: str) -> tuple[tuple[Any, Fraction], ...]:
    found = Chances()
    if light_dice + dark == 0:
        if zero == "two-lowest":
            for faces in product(range(1, 7), repeat=2):
                add(found, (band(min(faces)), ego), Fraction(1, 36))
        else:
            found[0, ego] = Fraction(1)
        return tuple(found.items())
    for faces in product(range(1, 7), repeat=light_dice + dark):
        left = ego
        for face in sorted(faces[light_dice:], reverse=True):
            if face >= (ego if compare == "snapshot" else left) and left > 0:
                left -= 1
        add(found, (band(max(faces)), left), Fraction(1, 6 ** len(faces)))
    return tuple(found.items())


def risk(light_dice: int, dark: int, ego: int, options: dict[str, str]) -> Chances:
    """The band and the Ego left."""
    return dict(_risk(light_dice, dark, ego, options["zero-dice"], options["ego-compare"]))


def challenge(params: dict[str, Any], options: dict[str, str]) -> tuple[str, int, str | None]:
    """Level, Disposition and dice after ganging up."""
    names = [name for name, _, _ in LEVELS]
    at = names.index(params.get("level", "dangerous")) + (params.get("count", 1) - 1) // 2
    if at > 4 and options["beyond-extreme"] == "extend":
        name, disposition, dice = f"extreme+{at - 4}", 20 + 5 * (at - 4), f"{4 + at - 4}d"
    else:
        name, disposition, dice = LEVELS[min(at, 4)]
    given = params.get("challenge_dice")
    disposition = params.get("disposition") or disposition
    return name, disposition, None if given == "none" else given or dice


def protection(armour: str, shield: bool) -> int:
    return {"none": 0, "light": 1, "heavy": 2}[armour] + shield


class Fight:
    """One set of parameters."""

    def __init__(self, params: dict[str, Any], changed: dict[str, str] | None = None) -> None:
        self.options = DEFAULTS | (changed or {})
        self.params = params
        self.level, self.disposition, self.dice = challenge(params, self.options)
        weapon = params.get("weapon", "1d")
        die, order, mod = WEAPONS.get(weapon, (weapon, None, 0))
        if weapon == "medium-ranged-burst":
            die = self.options["burst-die"]
        self.order = order or self.options["effect-order"]
        self.light = self.light_with(mod)
        self.cap = params.get("cap", 30)
        self.effect = effect(die, self.cap, self.options)
        self.rival = effect(self.dice, self.cap, self.options) if self.dice else {0: Fraction(1)}
        self.armour = params.get("armour", "none")
        self.one_action = self.level == "trivial" and self.options["trivial"] == "single-roll"
        self.alternates = weapon in ("medium-ranged-burst", "heavy-ranged-readied")

    def light_with(self, mod: int) -> int:
        given = self.params
        total = given.get("light_mod", 0) + mod
        return light(given.get("attribute", 1), given.get("skill", 0), total, given.get("relevant", True), self.options)

    def hit(self, hp: int, shield: bool) -> Chances:
        """HP and shield after the Challenge's Effect, with the fixed plan for the shield."""
        found, at = Chances(), self.params.get("sacrifice_at")
        if self.dice is None:
            return {(hp, shield): Fraction(1)}
        if shield and at is not None and self.options["shield-timing"] == "before-roll":
            return {(hp, False): Fraction(1)}
        for value, chance in self.rival.items():
            harm = max(0, value - protection(self.armour, shield))
            if shield and at is not None and harm >= at and self.options["shield-timing"] == "after-roll":
                add(found, (hp, False), chance)
            else:
                add(found, (max(0, hp - harm), shield), chance)
        return found

    def effects(self, result: int, ego: int) -> tuple[bool, bool]:
        """Whether the PC and the Challenge apply Effects."""
        if ego == 0 and self.options["lost-timing"] == "at-once":
            return False, False
        answers = {"fail-and-complication": result < 2, "fail-only": result == 0, "always": True}
        return result > 0, answers[self.options["challenge-effect"]]

    def turn(self, disposition: int, hp: int, ego: int, shield: bool, dark: int) -> Chances:
        """(disposition, hp, ego, shield) after one action."""
        found = Chances()
        for (result, left), chance in risk(self.light, dark, ego, self.options).items():
            ours, theirs = self.effects(result, left)
            strike: Chances = {0: Fraction(1)} if not ours else self.effect
            for value, part in strike.items():
                after = max(0, disposition - value)
                if not theirs or (self.order == "pc-first" and after == 0):
                    add(found, (after, hp, left, shield), chance * part)
                    continue
                for (hp_left, kept), share in self.hit(hp, shield).items():
                    landed = disposition if self.order == "rival-first" and hp_left == 0 else after
                    add(found, (landed, hp_left, left, kept), chance * part * share)
        return found

    def end(self, disposition: int, hp: int, ego: int, acted: bool) -> str:
        if disposition == 0:
            return "overcome-lost" if ego == 0 else "overcome-down" if hp == 0 else "overcome"
        if ego == 0:
            return "lost"
        if hp == 0:
            return "down"
        return "failed" if acted and self.one_action else ""

    def fight(self, turns: int | None = None, length: bool = False) -> Chances:
        """The ends of a fight: turn after turn for a number of turns, or until (almost) all of it has ended."""
        given = self.params
        idle = given.get("weapon") == "heavy-ranged-readied"
        at: Chances = {
            (self.disposition, given.get("hp", 6), given.get("ego", 3), given.get("shield", False), idle): Fraction(1)
        }
        found = Chances()
        for number in range(1, (turns or 200) + 1):
            onward = Chances()
            for (disposition, hp, ego, shield, idle), chance in at.items():
                if idle:
                    exposed = self.options["ready-cost"] == "exposed"
                    after: Chances = {
                        (disposition, hp_left, ego, kept): part
                        for (hp_left, kept), part in (
                            self.hit(hp, shield) if exposed else {(hp, shield): Fraction(1)}
                        ).items()
                    }
                else:
                    dark = given.get("dark", 0) if ego > given.get("keep_ego", 1) else 0
                    after = self.turn(disposition, hp, ego, shield, dark)
                for (d_left, hp_left, ego_left, kept), part in after.items():
                    end = self.end(d_left, hp_left, ego_left, not idle)
                    if end:
                        add(found, (end, number) if length else (end, hp_left, ego_left), chance * part)
                    else:
                        add(onward, (d_left, hp_left, ego_left, kept, self.alternates and not idle), chance * part)
            at = onward
        for (_, hp, ego, _, _), chance in at.items():
            add(found, ("ongoing", turns) if length else ("ongoing", hp, ego), chance)
        return found


def in_floats(chances: Chances) -> dict[Any, float]:
    return {value: float(chance) for value, chance in chances.items()}


def cut(chances: Chances, most: int) -> Chances:
    found = Chances()
    for value, chance in chances.items():
        add(found, min(value, most), chance)
    return found


class BestPlay(Fight):
    """Best play by many sweeps over all positions, in floats."""

    def __init__(self, params: dict[str, Any], changed: dict[str, str] | None = None, sweeps: int = 400) -> None:
        super().__init__(params, changed)
        self.max_ego = params.get("max_ego", params.get("ego", 3))
        self.choices = params.get("choices", ["dark", "sacrifice"])
        self.worth: dict[Any, float] = {}
        self.sweeps = sweeps
        self.risks: dict[Any, dict[Any, float]] = {}
        self.ours = in_floats(cut(self.effect, self.disposition))
        self.burst = in_floats(cut(effect(self.options["burst-die"], self.cap, self.options), self.disposition))
        self.theirs = in_floats(cut(self.rival, params.get("hp", 6) + 3))
        self.lights = {"act": self.light_with(0), "ready": self.light_with(1)}
        if params.get("weapon") == "improvised":
            self.lights["act"] = self.light_with(-1)

    def terms(self, hp: int, ego: int) -> float:
        given = self.params
        return float(Fraction(given.get("ego_value", "0")) * ego + Fraction(given.get("hp_value", "0")) * hp)

    def judged(self, d: int, hp: int, ego: int, shield: bool, left: int, phase: int, acted: bool) -> float:
        end = self.end(d, hp, ego, acted)
        if not end:
            return self.worth[d, hp, ego, shield, left, phase]
        won = end.startswith("overcome") if self.params.get("goal") == "overcome-any" else end == "overcome"
        return won + self.terms(hp, ego)

    def after(self, d: int, hp: int, ego: int, shield: bool, left: int, phase: int, acted: bool = True) -> float:
        value = self.judged(d, hp, ego, shield, left, phase, acted)
        if ego == 0 and left and self.options["condition-at-zero"] == "yes":
            value = max(value, self.judged(d, hp, self.max_ego, shield, left - 1, phase, acted))
        return value

    def mean(self, chances: dict[Any, float], worth: Callable[[Any], float]) -> float:
        return sum(chance * worth(value) for value, chance in chances.items())

    def risked(self, light_dice: int, dark: int, ego: int) -> dict[Any, float]:
        key = (light_dice, dark, ego)
        if key not in self.risks:
            self.risks[key] = in_floats(risk(light_dice, dark, ego, self.options))
        return self.risks[key]

    def hurt(self, hp: int, shield: bool, then: Callable[[int, bool], float]) -> float:
        """The Challenge's Effect, with the shield given up whenever that is better."""

        def one(value: int) -> float:
            harm = max(0, value - protection(self.armour, shield))
            kept = then(max(0, hp - harm), shield)
            return max(kept, then(hp, False)) if shield and "sacrifice" in self.choices else kept

        return self.mean(self.theirs, one)

    def act(self, at: Any, dark: int, dice: dict[Any, float], light_dice: int, onward: int) -> float:
        d, hp, ego, shield, left, _ = at

        def result(found: Any) -> float:
            number, ego_left = found
            ours, theirs = self.effects(number, ego_left)
            theirs = theirs and self.dice is not None

            def done(d_left: int, hp_left: int, kept: bool) -> float:
                return self.after(d_left, hp_left, ego_left, kept, left, onward)

            if not ours:
                return self.hurt(hp, shield, lambda h, s: done(d, h, s)) if theirs else done(d, hp, shield)
            if not theirs:
                return self.mean(dice, lambda e: done(max(0, d - e), hp, shield))
            if self.order == "rival-first":
                return self.hurt(
                    hp,
                    shield,
                    lambda h, s: self.mean(dice, lambda e: done(max(0, d - e), h, s)) if h else done(d, 0, s),
                )

            def struck(value: int) -> float:
                after = max(0, d - value)
                if after == 0 and self.order == "pc-first":
                    return done(0, hp, shield)
                return self.hurt(hp, shield, lambda h, s: done(after, h, s))

            return self.mean(dice, struck)

        return self.mean(self.risked(light_dice, dark, ego), result)

    def moves(self, at: Any) -> Iterator[tuple[str, int, float]]:
        d, hp, ego, shield, left, phase = at
        weapon = self.params.get("weapon")
        readies = "ready" in self.choices and weapon == "heavy-ranged"
        bursts = "burst" in self.choices and weapon == "medium-ranged"
        darks = range(self.params.get("dark_max", 6) + 1) if "dark" in self.choices else range(1)
        may_act = not (bursts and phase == 1) and not (
            readies and phase == 0 and self.options["heavy-ranged-ready"] == "required"
        )
        for dark in darks:
            light_dice = self.lights["ready" if readies and phase == 1 else "act"]
            if may_act and (light_dice + dark or self.options["zero-dice"] != "forbid"):
                yield "act", dark, self.act(at, dark, self.ours, light_dice, 0)
        for dark in darks:
            if bursts and phase == 0 and (self.lights["act"] + dark or self.options["zero-dice"] != "forbid"):
                yield "burst", dark, self.act(at, dark, self.burst, self.lights["act"], 1)
        if (readies and phase == 0) or (bursts and phase == 1):
            to = 1 if readies else 0
            if self.options["ready-cost"] == "exposed" and self.dice is not None:
                value = self.hurt(hp, shield, lambda h, s: self.after(d, h, ego, s, left, to, acted=False))
            else:
                value = self.worth[d, hp, ego, shield, left, to]
            yield "ready" if readies else "reload", 0, value
        if left and ego < self.max_ego:
            yield "condition", 0, self.worth[d, hp, self.max_ego, shield, left - 1, phase]

    def solve(self) -> float:
        """The worth of the start; `listed` has what each first move is worth."""
        given = self.params
        places = [
            (d, hp, ego, shield, left, phase)
            for left in range(given.get("conditions", 0) + 1)
            for d in range(1, self.disposition + 1)
            for hp in range(1, given.get("hp", 6) + 1)
            for shield in sorted({False, given.get("shield", False)})
            for ego in range(1, self.max_ego + 1)
            for phase in (0, 1)
        ]
        self.worth = {at: self.terms(at[1], at[2]) for at in places}
        for _ in range(self.sweeps):
            moved = 0.0
            for at in places:
                best = max((value for _, _, value in self.moves(at)), default=self.terms(at[1], at[2]))
                moved = max(moved, abs(best - self.worth[at]))
                self.worth[at] = best
            if moved < 1e-13:
                break
        start = (
            self.disposition,
            given.get("hp", 6),
            given.get("ego", 3),
            given.get("shield", False),
            given.get("conditions", 0),
            0,
        )
        self.listed = {(move, dark): value for move, dark, value in self.moves(start)}
        return max(self.listed.values())
