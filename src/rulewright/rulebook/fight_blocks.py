"""Fight blocks: turn order, the actions of a turn, the effects at its beginning, and who is out."""

import ast
from typing import Any, NamedTuple

from rulewright.rulebook import expressions as e
from rulewright.rulebook import statements as s
from rulewright.rulebook.action_blocks import ActionBlock, ActionRule, Actions
from rulewright.rulebook.document import Block
from rulewright.rulebook.faults import TextPlace, Wrong, did_you_mean
from rulewright.rulebook.kinds import Flag, Kind, Range, size
from rulewright.rulebook.roll_rules import RollRule
from rulewright.rulebook.tokens import Tokens
from rulewright.rulebook.translate import condition, number

MOST_STATES = 1_000_000_000
MOST_ACTIONS = 20
_SETTINGS = ("order", "actions", "out when", "health", "measure")


class FightBlock(NamedTuple):
    """The parsed blocks of a fight."""

    order: e.Expression | None
    order_roll: str
    actions: e.Expression
    out: e.Expression
    health: e.Expression
    measure: str
    turn: tuple[s.Statement, ...]
    turn_when: e.Expression | None
    rule: str
    about: str
    place: TextPlace


def read_fight(blocks: list[Block], known: s.Declared) -> FightBlock:
    """Parse the fight: a block of settings, and an optional one for the beginning of a turn, `fight turn when ...`."""
    plain = [block for block in blocks if not block.header.text]
    turns = [block for block in blocks if block.header.text]
    if len(plain) != 1 or len(turns) > 1:
        raise Wrong(blocks[-1].place, "a rulebook has one block ```fight, and at most one ```fight turn")
    (block,) = plain
    found: dict[str, tuple[str, TextPlace]] = {}
    for text, place in block.lines:
        if not text.strip() or text.strip().startswith("#"):
            continue
        name, colon, value = text.partition(":")
        word = " ".join(name.split())
        if not colon or word not in _SETTINGS or word in found:
            raise Wrong(
                place, "this line cannot be read", did_you_mean(word, _SETTINGS) or f"allowed: {', '.join(_SETTINGS)}"
            )
        found[word] = (value.strip(), place.after(len(name) + 1 + len(value) - len(value.lstrip())))
    for needed in ("out when", "health"):
        if needed not in found:
            raise Wrong(block.place, f"the fight does not say {needed}", "add out when: hp = 0 and health: hp")
    order, order_roll = _order(found, known)
    actions = e.whole(*found["actions"]) if "actions" in found else e.Number(1, block.place)
    turn, when = _turn(turns, known)
    return FightBlock(
        order,
        order_roll,
        actions,
        e.whole(*found["out when"]),
        e.whole(*found["health"]),
        found.get("measure", ("health", block.place))[0][:40],
        turn,
        when,
        block.rule,
        block.about,
        block.place,
    )


def _order(found: dict[str, tuple[str, TextPlace]], known: s.Declared) -> tuple[e.Expression | None, str]:
    if "order" not in found:
        return None, ""
    text, place = found["order"]
    tokens = Tokens(text, place)
    if not tokens.skip("roll"):
        return e.whole(text, place), ""
    roll = tokens.name("the name of a roll")
    if roll.text not in known.rolls:
        raise Wrong(roll.place, f"there is no roll {roll.text}", did_you_mean(roll.text, known.rolls))
    tokens.end()
    return None, roll.text


def _turn(blocks: list[Block], known: s.Declared) -> tuple[tuple[s.Statement, ...], e.Expression | None]:
    if not blocks:
        return (), None
    (block,) = blocks
    tokens = Tokens(block.header.text, block.header.place)
    if not tokens.skip("turn"):
        raise Wrong(block.header.place, "a second fight block is ```fight turn", "or ```fight turn when hp < 3")
    when = e.expression(tokens) if tokens.skip("when") else None
    tokens.end()
    lines = s.Lines(known)
    lines.read(block.lines)
    if lines.parameters:
        raise Wrong(lines.parameters[0].place, "the beginning of a turn takes no values")
    return tuple(lines.statements), when


class FightRule(NamedTuple):
    """A fight in the generated code: values of a fighter and combatant, and how a turn begins."""

    block: FightBlock
    order: Any
    order_roll: RollRule | None
    actions: Any
    health: Any
    turn: ActionRule | None
    turn_when: Any


def write_fight(block: FightBlock, actions: Actions) -> FightRule:
    """Generate the functions of a fight; raises for a fight with too many states."""
    most = _range(actions, block.actions, "actions", Range(0, MOST_ACTIONS))
    _range(actions, block.health, "health", Range(0, 1_000_000))
    _refuse_states(block, actions, most)
    turn = None
    if block.turn:
        made = ActionBlock("turn", (), block.turn, "", "owner", True, 0, block.rule, block.about, block.place)
        turn = actions.write(made)
    return FightRule(
        block,
        None if block.order is None else value(actions, "order", block.order),
        None if not block.order_roll else _ordering(block, actions),
        value(actions, "actions", block.actions),
        value(actions, "health", block.health),
        turn,
        None if block.turn_when is None else value(actions, "turn_when", block.turn_when, flag=True),
    )


def value(actions: Actions, name: str, expression: e.Expression, flag: bool = False) -> Any:
    """A value of a character as a function of the options, the fighter and the combatant; health reads no options."""
    writer, opening = actions.writer(("who",), "")
    if name == "health":
        writer.scope.values = dict(writer.scope.parts["who"])
    node = condition(expression, writer.scope) if flag else number(expression, writer.scope)[0]
    return actions.module.function(name, actions.arguments(("who",)), [*opening, ast.Return(node)])


def _range(actions: Actions, expression: e.Expression, name: str, allowed: Range) -> Range:
    writer, _ = actions.writer(("who",), "")
    _, found = number(expression, writer.scope)
    if found.most > allowed.most or found.least < -allowed.most:
        raise Wrong(
            expression.place, f"{name} can be {found.least:,} to {found.most:,}: at most {allowed.most:,} are allowed"
        )
    return found


def _refuse_states(block: FightBlock, actions: Actions, most: Range) -> None:
    """Raise for a fight that has too many states to be solved one against one."""
    each = 1
    for track in actions.sheets.block.tracks:
        each *= size(track.kind)
    states = each * each * 2 * (most.most + 1)
    if states >= MOST_STATES:
        tracks = ", ".join(f"{track.name} {size(track.kind):,}" for track in actions.sheets.block.tracks)
        raise Wrong(
            block.place,
            f"a fight of one against one has {states:,} states: fewer than {MOST_STATES:,} are allowed",
            f"give tracks fewer values ({tracks})",
        )


def _ordering(block: FightBlock, actions: Actions) -> RollRule:
    roll = actions.rolls.rule(block.order_roll, block.place)
    kind: Kind = next(iter(roll.outcome.values()))
    if not isinstance(kind, Range):
        raise Wrong(block.place, f"the first outcome of {roll.name} is {kind}, and an order needs a number")
    writer, _ = actions.writer(("who",), "")
    for parameter in roll.parameters:
        known = writer.scope.values.get(parameter.name)
        if known is not None and (type(known.kind) is not type(parameter.kind) or isinstance(known.kind, Flag)):
            raise Wrong(block.place, f"{parameter.name} of {roll.name} does not fit the sheet")
    return roll
