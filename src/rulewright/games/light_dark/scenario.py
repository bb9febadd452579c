"""A scenario's lists (Archetypes, Skills, Conditions, Advancements and Challenges): parsed, checked and joined.

The format is described in `docs/games/light-dark.md`. The starters are a file of that format, `starters.toml`.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.games.light_dark.attributes import AttributeName
from rulewright.games.light_dark.challenges import Level
from rulewright.games.light_dark.data import LIGHT
from rulewright.games.light_dark.effects import read_die
from rulewright.rules import BadInput, Parameters, Refused, rule, shown
from rulewright.rules.data import load_data
from rulewright.rules.limits import PlainValues
from rulewright.rules.parameters import read

_LONGEST_TEXT = 1_000_000
_MOST_PARTS = 20
_KEY_PART = r"""(?:[\w-]{1,200}+|"(?:\\.|[^"\\\n]){0,200}+"|'[^'\n]{0,200}+')[ \t]{0,200}+\.[ \t]{0,200}+"""
_LONG_KEY = re.compile(rf"(?<![\w\\-])(?:{_KEY_PART}){{{_MOST_PARTS}}}", re.ASCII)
"""A dotted key of many parts: parsing takes time and memory for every pair of them, 40 GB for 200 kB."""
_MOST_DICE = LIGHT.most

_SEVERAL = Meta(max_length=200)

ListedName = Annotated[str, Meta(min_length=1, max_length=60)]
Text = Annotated[str, Meta(max_length=500)]
Rise = Annotated[int, Meta(ge=0, le=6)]
Change = Annotated[int, Meta(ge=-_MOST_DICE, le=_MOST_DICE)]
Price = Annotated[int, Meta(ge=0, le=6)]

GivenScenario = PlainValues | Annotated[str, Meta(max_length=1_000_000)]
"""A scenario in TOML or JSON, as text or parsed."""


class LightChange(Parameters, frozen=True, omit_defaults=True):
    """Light Dice gained or lost, by Attribute."""

    strength: Change = 0
    dexterity: Change = 0
    insight: Change = 0
    resolve: Change = 0

    def of(self, attribute: str) -> int:
        """The change for one Attribute."""
        change: int = getattr(self, attribute)
        return change


class Listed(Parameters, frozen=True, kw_only=True):
    """An entry of a list: its name, and a line about it for the players."""

    name: ListedName
    text: Text = ""


class ListedSkill(Listed, frozen=True, kw_only=True):
    """A Skill: its Attribute, unless the player chooses one, and the Skill above it (LD-13)."""

    attribute: AttributeName | None = None
    under: ListedName | None = None


class Condition(Listed, frozen=True, kw_only=True):
    """A Condition: the Light Dice it changes; if none, it is for roleplaying only (LD-39)."""

    light: LightChange = LightChange()


class Regain(Parameters, frozen=True):
    """Once a scene: pay Ego to regain HP, the highest of some dice that do not explode."""

    ego: Price = 1
    dice: Annotated[int, Meta(ge=1, le=6)] = 1


class Steady(Parameters, frozen=True):
    """Before a roll: pay Ego for more Light Dice, up to the limit of four."""

    ego: Price = 1
    light: Annotated[int, Meta(ge=1, le=_MOST_DICE)] = 1


class Does(Parameters, frozen=True, omit_defaults=True):
    """The effects of an Advancement on the rules."""

    raises: Literal["attribute", "skill"] | None = None  # by 1; the player chooses which
    max_hp: Rise = 0
    max_ego: Rise = 0
    light: LightChange = LightChange()
    regain: Regain | None = None
    steady: Steady | None = None


class ListedAdvancement(Listed, frozen=True, kw_only=True):
    """An Advancement and its effects."""

    does: Does = Does()


EXTRA_ATTRIBUTE = ListedAdvancement(
    name="extra-attribute", text="+1 in one Attribute (LD-36)", does=Does(raises="attribute")
)
"""The one Advancement that is a rule of the game; it is on every list."""


MAIN = "main"
"""The facet that has the Challenge's own level."""


Hits = Literal["body", "nothing", "fork", "ask"]
"""The result of a facet's Effects: harm to the body, nothing in numbers, a new Challenge, or as the GM then says."""


class ListedFacet(Parameters, frozen=True, omit_defaults=True):
    """A further facet of a Challenge, with its own level (LD-63), and the parameters of `add-facet`."""

    name: ListedName
    level: Level
    hits: Hits = "nothing"
    attribute: AttributeName | None = None
    tool: ListedName | None = None
    dice: ListedName | None = None


class ListedChallenge(Listed, frozen=True, kw_only=True):
    """A Challenge of the scenario, with the parameters of `start-challenge`."""

    level: Level
    count: Annotated[int, Meta(ge=1, le=100)] = 1
    facets: Annotated[tuple[ListedFacet, ...], _SEVERAL] = ()
    dice: ListedName | None = None
    forks: bool = False
    hits: Hits = "body"


How = Literal["replace", "extend"]
KINDS = ("archetypes", "skills", "conditions", "advancements", "challenges")
"""The lists of a scenario."""


class ListOf(Parameters, frozen=True):
    """A list in a scenario's file, which replaces or extends the list before it."""

    how: How


class Archetypes(ListOf, frozen=True):
    """Archetypes; `open` if players may choose others."""

    entries: Annotated[tuple[Listed, ...], _SEVERAL]
    open: bool = False


class Skills(ListOf, frozen=True):
    """Skills; `open` if players may choose others."""

    entries: Annotated[tuple[ListedSkill, ...], _SEVERAL]
    open: bool = False


class Conditions(ListOf, frozen=True):
    """Conditions; `open` if players may take others, in words of their own."""

    entries: Annotated[tuple[Condition, ...], _SEVERAL]
    open: bool = False


class Advancements(ListOf, frozen=True):
    """The Advancements of a scenario, besides Extra Attribute."""

    entries: Annotated[tuple[ListedAdvancement, ...], _SEVERAL]


class Challenges(ListOf, frozen=True):
    """The Challenges of a scenario."""

    entries: Annotated[tuple[ListedChallenge, ...], _SEVERAL]


class ScenarioFile(Parameters, frozen=True):
    """A scenario's file; lists that it leaves out stay as they are."""

    name: ListedName
    author: ListedName
    about: Text = ""
    archetypes: Archetypes | None = None
    skills: Skills | None = None
    conditions: Conditions | None = None
    advancements: Advancements | None = None
    challenges: Challenges | None = None


class Lists(Struct, frozen=True):
    """The lists of a table, by name; `free_...` if players may choose other names (LD-A53)."""

    name: str = "none"
    archetypes: dict[str, Listed] = {}
    free_archetypes: bool = True
    skills: dict[str, ListedSkill] = {}
    free_skills: bool = True
    conditions: dict[str, Condition] = {}
    free_conditions: bool = True
    advancements: dict[str, ListedAdvancement] = {}
    challenges: dict[str, ListedChallenge] = {}


@rule("LD-04", "LD-12", "LD-38", "LD-39", "LD-A51", "LD-A52", "LD-A53")
def read_scenario(given: Mapping[str, Any] | str) -> ScenarioFile:
    """A scenario from TOML or JSON text or from parsed data; raises at the first fault."""
    if isinstance(given, str):
        given = _parsed(given)
    if not isinstance(given, Mapping):
        raise BadInput("bad scenario: it must be an object with a name, an author and lists")
    try:
        return _checked(read(ScenarioFile, given, noun="scenario field"))
    except RecursionError:
        raise BadInput("bad scenario: nested too deeply") from None


def _parsed(text: str) -> Any:
    """Parses TOML or JSON text."""
    if len(text) > _LONGEST_TEXT:
        raise BadInput(f"bad scenario: the text has more than {_LONGEST_TEXT:,} characters")
    if _LONG_KEY.search(text):
        raise BadInput(f"bad scenario: a key has more than {_MOST_PARTS} parts")
    decode = msgspec.json.decode if text.lstrip().startswith("{") else msgspec.toml.decode
    try:
        return decode(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"bad scenario: neither TOML nor JSON: {shown(str(error))}") from None


def _checked(scenario: ScenarioFile) -> ScenarioFile:
    """Checks what types cannot: names that differ, and entries that do something."""
    for kind in KINDS:
        listed = getattr(scenario, kind)
        if listed is not None:
            _check_names(kind, [entry.name for entry in listed.entries])
    for condition in scenario.conditions.entries if scenario.conditions else ():
        if condition.light == LightChange() and not condition.text:
            raise _bad("conditions", condition.name, "needs a text, or Light Dice that it changes")
    for advancement in scenario.advancements.entries if scenario.advancements else ():
        if advancement.does == Does():
            raise _bad(
                "advancements", advancement.name, f"does nothing: give it any of {', '.join(Does.__struct_fields__)}"
            )
    for challenge in scenario.challenges.entries if scenario.challenges else ():
        if challenge.dice not in (None, "none"):
            read_die(str(challenge.dice), f"the dice of {shown(challenge.name)}")
        for facet in challenge.facets:
            if facet.dice not in (None, "none"):
                read_die(str(facet.dice), f"the dice of {shown(facet.name)}")
        _check_names(f"the facets of {shown(challenge.name)}", [MAIN, *(facet.name for facet in challenge.facets)])
    return scenario


def _bad(kind: str, name: str, why: str) -> BadInput:
    return BadInput(f"bad scenario: {shown(name)} in {kind} {why}")


def _check_names(kind: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name != name.strip() or not name.isprintable():
            raise _bad(kind, name, "is not a plain name: it may not begin or end with a blank or contain line breaks")
        if name in seen:
            raise _bad(kind, name, "is listed twice")
        seen.add(name)


@rule("LD-04", "LD-12", "LD-36", "LD-38", "LD-39", "LD-A51", "LD-A52", "LD-A53")
def join(before: Lists, scenario: ScenarioFile) -> Lists:
    """The lists after a scenario, each of whose lists replaces or extends the one before; Extra Attribute stays."""
    found: dict[str, Any] = {"name": scenario.name}
    for kind in KINDS:
        listed: Any = getattr(scenario, kind)
        if listed is None:
            continue
        found[kind] = dict(getattr(before, kind)) if listed.how == "extend" else {}
        if kind == "advancements":
            found[kind] = {EXTRA_ATTRIBUTE.name: EXTRA_ATTRIBUTE} | found[kind]
        for entry in listed.entries:
            if entry.name in found[kind]:
                raise _bad(kind, entry.name, "is already on the list; choose another name, or replace the list")
            found[kind][entry.name] = entry
        if hasattr(listed, "open"):
            found[f"free_{kind}"] = listed.open
    for name in found.get("skills", ()):
        line_of(found["skills"], name)
    return replace(before, **found)


@rule("LD-13", "LD-A29")
def line_of(skills: Mapping[str, Any], name: str) -> list[str]:
    """A Skill and those above it; raises if one is unknown or the line is a loop."""
    line = [name]
    while (above := skills[line[-1]].under) is not None:
        if above not in skills or above in line:
            raise Refused(f"unknown skill: {shown(above)}, above {shown(line[-1])}", "LD-A29")
        line.append(above)
    return line


STARTERS = join(Lists(), _checked(load_data(__package__, ScenarioFile, "starters.toml")))
"""The lists of a table that has no scenario of its own."""


@rule("LD-36", "LD-38", "LD-A51")
def source_of(listed: ListedAdvancement) -> str:
    """The source of an Advancement: the draft, our starters, or the scenario."""
    if listed == EXTRA_ATTRIBUTE:
        return "The draft's"
    return "Ours" if STARTERS.advancements.get(listed.name) == listed else "The scenario's"
