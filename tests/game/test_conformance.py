"""The conformance kit passes a sound game, and fails for one seeded fault of each kind: in a rulebook, in a package."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Annotated, Any

import pytest
from msgspec.structs import replace

from rulewright.dice import Odds, d
from rulewright.game import Action, Character, Derivation, Example, Game, Roll, Secrets, Tracker, set_by
from rulewright.rulebook import game_of_text
from rulewright.rules import between
from rulewright.testing import checks_of
from rulewright.testing import rules as kit

pytest_plugins = ["pytester"]

BOOK = """+++
rulebook = 1
name = "Lamps"
+++
## LP-1 Wardens
Six points.

```sheet
might: 1..5 = 3 "might"
light: track 0..8 = 8
```
## LP-2 Checks
Reach ten.

```roll check(score: 0..6 = 3 "might")
throw = roll 2d6
| when                | result  |
|---------------------|---------|
| throw + score >= 10 | success |
| otherwise           | failure |
```
```fight
order: might
out when: light = 0
health: light
```
```action strike(target: foe)
blow = roll check(score = might)
| when                  | target.light | result |
|-----------------------|--------------|--------|
| blow.result = success | - 4          | hit    |
| otherwise             |              | miss   |
```
```example
check score=3, dice 4 4 -> success
character Ada: might=4
character Moth: might=2, npc=yes
```
"""
SOUND = game_of_text(BOOK)


def fails(game: Game | str, name: str) -> str:
    """The message of the check that fails; every other one may do as it likes."""
    check = next(one for one in checks_of(game) if str(one) == name)
    with pytest.raises(AssertionError) as failed:
        check()
    return str(failed.value)


def test_a_sound_rulebook_passes_every_check() -> None:
    names = [str(check) for check in checks_of(SOUND) if check() is None]
    assert {"roll check", "action strike", "secrets", "fight", "duels"} <= set(names)


# --- one fault of each kind in what a game declares


def check(dice: Any, score: Annotated[int, between(0, 6, "the score")] = 3) -> int:
    """Add the score."""
    return int(dice.pool("die", 1 * d(6))) + score


def undocumented(dice: Any, score: Annotated[int, between(0, 6, "the score")] = 3) -> int:
    return check(dice, score)


def untyped(dice: Any, score=3) -> int:  # type: ignore[no-untyped-def] # the fault
    """Add a score of no type."""
    return check(dice, score)


def unlimited(dice: Any, score: Any = 3) -> int:
    """Add a score of any kind."""
    return check(dice, 3)


_calls = count()


def unsteady(dice: Any) -> int:
    """Have a memory of its own."""
    die = dice.pool("die", 1 * d(6))
    return int(die) + (next(_calls) % 7 if "_PlayedDice" in type(dice).__name__ else 0)


def luckier(dice: Any) -> int:
    """Be luckier at the table."""
    die = int(dice.pool("die", 1 * d(6)))
    return 6 if die > 1 and "_PlayedDice" in type(dice).__name__ else die


def breaks_at_its_end(dice: Any, parts: Annotated[int, between(0, 6, "parts")] = 2) -> int:
    """Divide a die."""
    return int(dice.pool("die", 1 * d(6))) // parts


def endless(dice: Any) -> int:
    """Wait for a seven."""
    while dice.pool("die", 1 * d(6)) != 7:
        pass
    return 7


class Lax(Roll, frozen=True):
    """A roll that takes whatever it is given."""

    def arguments(self, params: Any, options: Any) -> dict[str, Any]:
        return {"score": 3}


def rolling(*rolls: Roll) -> Game:
    return replace(SOUND, rolls=(*SOUND.rolls, *rolls))


def one_roll(rule: Callable[..., Any], kind: type[Roll] = Roll) -> Game:
    return rolling(kind("seeded", rule, "the die"))


def divided(options: Any, by: Annotated[int, between(0, 3, "parts")] = 1) -> int:
    """Divide six."""
    return 6 // by


def acting(perform: Callable[..., Any], **how: Any) -> Game:
    return replace(SOUND, actions=(*SOUND.actions, Action("seeded", perform, "owner", set_by(actor="who"), **how)))


def broken_action(dice: Any, scene: Any, who: Character) -> tuple[Any, Any]:
    """Fail."""
    raise KeyError(who)


def tells_light(dice: Any, scene: Any, who: Character) -> tuple[Any, Any]:
    """Tell everyone's light."""
    return scene, {name: one.light for name, one in scene.characters.items() if name != who}


def wordless(dice: Any, scene: Any, who: Character) -> tuple[Any, Any]:
    return scene, None


KEEPS = SOUND.secrets
FAULTS: list[tuple[str, Game, str, str]] = [
    ("no docstring", one_roll(undocumented), "roll seeded", "undocumented has no docstring"),
    ("no type", one_roll(untyped), "roll seeded", "score"),
    ("no limits", one_roll(unlimited), "roll seeded", "does not say what is allowed"),
    ("no order of dice", rolling(Roll("seeded", check, "")), "roll seeded", "dice_order is empty"),
    ("does not replay", one_roll(unsteady), "roll seeded", "the same dice give another outcome"),
    ("differs from its odds", one_roll(luckier), "roll seeded", "play and odds differ"),
    ("fails at an end", one_roll(breaks_at_its_end), "roll seeded", "parts=0"),
    ("has no end", one_roll(endless), "roll seeded", "more than"),
    ("accepts anything", one_roll(check, Lax), "roll seeded", "it accepts an unknown parameter"),
    ("one name twice", rolling(SOUND.rolls[0]), "rolls", "two rolls are called check"),
    (
        "a derived value that fails",
        replace(SOUND, derivations=(Derivation("seeded", divided),)),
        "derived value seeded",
        "ZeroDivisionError",
    ),
    ("an action that fails", acting(broken_action), "action seeded", "KeyError"),
    ("an action without words", acting(wordless), "action seeded", "no docstring"),
    ("no way to join", replace(SOUND, joining="enter"), "joining", "characters join by the action enter"),
    ("a tracker of nothing", replace(SOUND, trackers=(Tracker("oil", "count", "lihgt"),)), "trackers", "perhaps light"),
    ("a secret of nothing", replace(SOUND, secrets=Secrets(outcomes={"hit": ("x",)})), "secrets", "neither a roll nor"),
    (
        "a secret that leaks",
        replace(acting(tells_light), secrets=replace(KEEPS, foe_outcomes={**KEEPS.foe_outcomes, "seeded": ("Moth",)})),
        "secrets",
        "players see the hidden light of the GM's characters in the log (outcome.Moth)",
    ),
    (
        "an example that fails",
        replace(SOUND, examples=(Example("", "odds", "chek"),)),
        "examples",
        "unknown roll: chek",
    ),
    (
        "an opening without its hero",
        replace(SOUND, openings=(replace(SOUND.openings[0], heroes=("Ben",)),)),
        "opening",
        "no character is called Ben",
    ),
]


@pytest.mark.parametrize(("game", "name", "words"), [one[1:] for one in FAULTS], ids=[one[0] for one in FAULTS])
def test_a_seeded_fault_is_found(game: Game, name: str, words: str) -> None:
    assert words in fails(game, name)


def test_odds_that_do_not_sum_to_one_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(*args: Any, **how: Any) -> Any:
        found = odds(*args, **how)
        return Odds({value: weight + 1 for value, weight in found.weights.items()}, found.total)

    odds = kit.__dict__["odds"]
    monkeypatch.setattr(kit, "odds", short)
    assert "its odds do not sum to one" in fails(SOUND, "roll check")


def test_a_fight_step_that_differs_from_the_table_is_found() -> None:
    hurts_less = game_of_text(BOOK.replace("- 4 ", "- 3 "))
    assert "differs from the table" in fails(replace(SOUND, fights=hurts_less.fights), "duels")


# --- rulebooks by their path, by their slug, and with pytest

ENDLESS = BOOK.replace("- 4", "   ")
LEAKS = BOOK.replace("(score = might)\n", "(score = might)\nleft = target.light\nshow left\n")
RULEBOOK_FAULTS = {
    "an example": (BOOK.replace("-> success", "-> failure"), "text", "line 35"),
    "a fight without an end": (ENDLESS, "fight", "line 22"),
    "a leak": (LEAKS, "secrets", "line 27"),
}


@pytest.mark.parametrize("kind", RULEBOOK_FAULTS)
def test_a_fault_of_a_rulebook_is_found_at_its_line(kind: str, tmp_path: Path) -> None:
    text, name, line = RULEBOOK_FAULTS[kind]
    file = tmp_path / "lamps.md"
    file.write_text(text)
    assert f"{file} {line}: " in fails(str(file), name)


def test_an_installed_rulebook_is_checked_by_its_slug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_text(LEAKS)
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(tmp_path))
    assert "hidden light" in fails("lamps", "secrets")


def test_pytest_runs_a_rulebook_and_leaves_other_texts_alone(pytester: pytest.Pytester) -> None:
    pytester.makefile(".md", good=BOOK, bad=LEAKS, unreadable=BOOK.replace("2d6", "2d"), notes="# Not a game")
    found = pytester.runpytest("-q", "-p", "no:cacheprovider")
    sound = len(checks_of(SOUND)) + 1  # and its text
    found.assert_outcomes(passed=2 * sound - 1, failed=2)
    found.stdout.fnmatch_lines(["secrets of strike: *bad.md line 27: players see the hidden light *"])
    found.stdout.fnmatch_lines(["text: *unreadable.md line 16: *"])
