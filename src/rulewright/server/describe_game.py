"""A game as data: everything an interface needs to draw it without knowing the game beforehand."""

from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import FromFile, Game, Look, Words, find_game
from rulewright.game.plain_data import plain
from rulewright.game.presets import AdvisedRuling, Preset
from rulewright.game.roles import Role
from rulewright.game.trackers import Tracker
from rulewright.game.who_may import By, static_setter
from rulewright.game.words import ENGINE, SheetLayout
from rulewright.rules.options import Option
from rulewright.rules.parameters import parameters_of, takes
from rulewright.rules.rule import summary
from rulewright.server.marked_text import mark_values
from rulewright.server.parameter_kinds import ParameterDescription, ValueKind, describe_parameter, kind_of
from rulewright.server.rule_uses import rolls_using


class GameSummary(Struct, frozen=True):
    """A game in a list of games."""

    slug: str
    name: str
    summary: str
    rolls: tuple[str, ...]
    options: dict[str, Any]
    look: Look


class OptionDescription(Struct, frozen=True):
    """A ruling of the table: its default, its values and what each does."""

    name: str
    default: Any
    allowed: str
    ruling: str
    meaning: str
    values: dict[str, str]
    value: ValueKind


class RollDescription(Struct, frozen=True):
    """A roll of the catalogue."""

    name: str
    summary: str
    dice: str
    parameters: tuple[ParameterDescription, ...]
    options: tuple[str, ...]
    """The options whose ruling is used by this roll, as far as its code shows."""


class ActionDescription(Struct, frozen=True):
    """An action."""

    name: str
    summary: str
    by: By
    when: Literal["turn", "any time"]
    parameters: tuple[ParameterDescription, ...]
    set_by: dict[str, str]
    """Who sets each parameter: "actor", "gm", or the parameter that names the character whose player does."""
    role: Role | None
    """Its part in a fight."""
    approved: bool
    """Whether a player's action waits for the GM's approval."""
    between_fights: bool
    """Whether it is for the time between fights: in a fight it is offered last."""


class DerivationDescription(Struct, frozen=True):
    """A value computed without dice."""

    name: str
    summary: str
    parameters: tuple[ParameterDescription, ...]


class CreationStepDescription(Struct, frozen=True):
    """A step of making a character."""

    field: str
    title: str
    cites: tuple[str, ...]
    optional: bool


class ExampleDescription(Struct, frozen=True):
    """An example of a roll, or of its odds."""

    words: str
    command: Literal["odds", "roll"]
    roll: str
    params: dict[str, Any]
    options: dict[str, Any]


class FirstAction(Struct, frozen=True):
    """An action and its parameters."""

    action: str
    params: dict[str, Any]


class OpeningDescription(Struct, frozen=True):
    """A ready-made scene: its content, its heroes, the first action to try, what to try next, and its two ends."""

    title: str
    words: str
    heroes: tuple[str, ...]
    first: FirstAction
    then: tuple[str, ...]
    won: str
    lost: str


class DuelDescription(Struct, frozen=True):
    """A roll that is a fight to its end."""

    roll: str
    sides: tuple[str, str]
    unit: str
    best: dict[str, dict[str, Any]]


class AdviserDescription(Struct, frozen=True):
    """A solver of the game's own, which evaluates every choice in a position."""

    name: str
    summary: str
    worth: str
    parameters: tuple[ParameterDescription, ...]


class ActionPhrases(Struct, frozen=True):
    """The name of an action or roll, and phrases for the attempt, as after "to"."""

    name: str
    attempt: tuple[str, ...]


class WordsDescription(Struct, frozen=True):
    """A game's own words: for the person who runs it, for fields and values, and for actions and rolls."""

    gm: str
    names: dict[str, str]
    values: dict[str, str]
    about: dict[str, str]
    """A line about each choice in character creation."""
    sheet: SheetLayout
    actions: dict[str, ActionPhrases]


class GameDescription(Struct, frozen=True):
    """A game."""

    slug: str
    name: str
    summary: str
    options: tuple[OptionDescription, ...]
    advised: tuple[AdvisedRuling, ...]
    """The rulings that matter most, with what the lab recommends and why."""
    presets: tuple[Preset, ...]
    rolls: tuple[RollDescription, ...]
    actions: tuple[ActionDescription, ...]
    derivations: tuple[DerivationDescription, ...]
    creation: tuple[CreationStepDescription, ...]
    examples: tuple[ExampleDescription, ...]
    duels: tuple[DuelDescription, ...]
    advisers: tuple[AdviserDescription, ...]
    joining: str
    openings: tuple[OpeningDescription, ...]
    plans: tuple[str, ...]
    trackers: tuple[Tracker, ...]
    board: bool
    from_file: FromFile | None
    look: Look
    words: WordsDescription


class RuleDescription(Struct, frozen=True):
    """A numbered rule or ruling in words, where it is used, and the rolls that use it."""

    rule: str
    kind: Literal["rule", "ruling"]
    section: str
    text: str
    """Names of parameters and options stand between backticks, as do `option=value` and `=value`."""
    used_in: tuple[str, ...]
    rolls: tuple[str, ...]
    reads: tuple[str, ...] = ()
    """The draft's rules that a ruling interprets; none where the draft is silent."""


def summarize_game(slug: str) -> GameSummary:
    """A game in short."""
    game = find_game(slug)
    defaults = {option.name: option.default for option in game.option_texts()}
    return GameSummary(
        slug, game.name, game.inventory.summary, tuple(roll.name for roll in game.rolls), defaults, game.look
    )


def _option(option: Option, hint: Any) -> OptionDescription:
    return OptionDescription(
        option.name, option.default, option.allowed, option.ruling, option.meaning, option.values, kind_of(hint)
    )


def _options_by_ruling(game: Game) -> dict[str, list[Option]]:
    found: dict[str, list[Option]] = {}
    for option in game.option_texts():
        found.setdefault(option.ruling, []).append(option)
    return found


@lru_cache(maxsize=64)
def describe_game(slug: str) -> GameDescription:
    """A game in full."""
    game = find_game(slug)
    hints = {parameter.name: parameter.kind for parameter in takes(game.options)}
    uses = rolls_using(game)
    rulings = {
        roll.name: tuple(one.name for one in game.option_texts() if roll.name in uses.get(one.ruling, ()))
        for roll in game.rolls
    }
    return GameDescription(
        slug=slug,
        name=game.name,
        summary=game.inventory.summary,
        options=tuple(_option(option, hints[option.name]) for option in game.option_texts()),
        advised=game.advised,
        presets=game.presets(),
        rolls=tuple(
            RollDescription(
                roll.name,
                roll.summary,
                roll.dice_order,
                tuple(map(describe_parameter, roll.parameters)),
                rulings[roll.name],
            )
            for roll in game.rolls
        ),
        actions=tuple(
            ActionDescription(
                action.name,
                action.summary,
                action.by,
                action.when,
                tuple(map(describe_parameter, action.parameters)),
                {one.name: static_setter(action, one.name) for one in action.parameters},
                action.role,
                action.approved,
                game.words.of(action.name).between_fights,
            )
            for action in game.actions
        ),
        derivations=tuple(
            DerivationDescription(one.name, summary(one.function), tuple(map(describe_parameter, one.parameters)))
            for one in game.derivations
        ),
        creation=tuple(
            CreationStepDescription(step.field, step.title, step.cites, step.optional) for step in game.creation
        ),
        examples=tuple(
            ExampleDescription(one.words, one.command, one.roll, plain(dict(one.params)), plain(dict(one.options)))
            for one in game.examples
        ),
        duels=tuple(
            DuelDescription(duel.roll, duel.sides, duel.unit, plain(_nested(duel.best))) for duel in game.duels
        ),
        advisers=tuple(
            AdviserDescription(one.name, summary(one.function), one.worth, _takes(one.function))
            for one in game.advisers
        ),
        joining=game.joining,
        openings=tuple(
            OpeningDescription(
                one.title,
                one.words,
                one.heroes,
                FirstAction(one.first[0], plain(dict(one.first[1]))),
                one.then,
                one.won,
                one.lost,
            )
            for one in game.openings
        ),
        plans=() if game.fights is None else game.fights.plan_names,
        trackers=game.trackers,
        board=game.board is not None,
        from_file=game.from_file,
        look=game.look,
        words=_words(game.words),
    )


def brief_description(game: GameDescription) -> GameDescription:
    """A game without the parts that only the pages of odds, rules and settings need, and what is allowed in words."""
    actions = tuple(
        replace(one, parameters=tuple(replace(each, allowed="") for each in one.parameters)) for one in game.actions
    )
    return replace(
        game,
        options=(),
        advised=(),
        presets=(),
        rolls=(),
        actions=actions,
        derivations=(),
        examples=(),
        duels=(),
        advisers=(),
    )


def _words(words: Words) -> WordsDescription:
    phrases = {
        name: ActionPhrases(words.action(name), (one.attempt,) if isinstance(one.attempt, str) else one.attempt)
        for name, one in {**ENGINE, **words.actions}.items()
    }
    return WordsDescription(words.gm, dict(words.names), dict(words.values), dict(words.about), words.sheet, phrases)


def _nested(value: Any) -> Any:
    return {name: _nested(inner) for name, inner in value.items()} if hasattr(value, "items") else value


def _takes(function: Any) -> tuple[ParameterDescription, ...]:
    return tuple(map(describe_parameter, takes(parameters_of(function))))


@lru_cache(maxsize=64)
def describe_rules(slug: str) -> tuple[RuleDescription, ...]:
    """Every numbered rule and ruling of a game."""
    game = find_game(slug)
    rolls, options = rolls_using(game), _options_by_ruling(game)
    rules = [
        RuleDescription(number, "rule", rule.section, rule.text, tuple(game.used_in(number)), rolls[number])
        for number, rule in game.inventory.rules.items()
    ]
    rulings = [
        RuleDescription(
            number,
            "ruling",
            ruling.title,
            mark_values(ruling.text, options.get(number, [])),
            tuple(game.used_in(number)),
            rolls[number],
            ruling.reads,
        )
        for number, ruling in game.inventory.rulings.items()
    ]
    return (*rules, *rulings)
