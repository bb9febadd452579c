"""House rules over an installed game: a rulebook whose exceptions choose other values of the game's options.

```exception TW-A7 option doubles_below_tn = failure
```
"""

import re
from typing import Any

import msgspec

from rulewright.game import Game
from rulewright.rulebook.document import Block, Document
from rulewright.rulebook.examples import plain_value
from rulewright.rulebook.faults import BookFault, Wrong, did_you_mean, quoted
from rulewright.rules import BadInput, Inventory
from rulewright.rules.inventory import NumberedRule
from rulewright.rules.parameters import read

_CHANGE = re.compile(
    r"^(?P<number>[A-Z][A-Z0-9]*-[A-Z]?\d{1,4}) +option +(?P<name>[a-z][a-z0-9_-]*) *= *(?P<value>\S{1,60})$"
)


def house_game(game: Game, document: Document) -> tuple[Game | None, list[BookFault]]:
    """The game with the options that the house rules choose as its defaults, or the faults of the house rules."""
    faults: list[BookFault] = []
    chosen: dict[str, Any] = {}
    for block in document.blocks:
        try:
            name, value = _choice(game, block)
            chosen[name] = value
        except Wrong as wrong:
            faults.append(wrong.fault)
    if faults:
        return None, faults
    front = document.front
    rules = dict(game.inventory.rules)
    for heading in document.headings:
        if heading.number:
            rules[heading.number] = NumberedRule(front.name, heading.title)
    summary = front.summary or front.name
    inventory = Inventory.of_texts(game.inventory.package, summary, rules, dict(game.inventory.rulings))
    options = _with_defaults(game, chosen)
    return msgspec.structs.replace(game, slug=front.slug, name=front.name, inventory=inventory, options=options), []


def _choice(game: Game, block: Block) -> tuple[str, Any]:
    found = _CHANGE.match(block.header.text)
    if block.kind != "exception" or not found:
        message = f"over an installed game a rulebook has only exceptions that choose an option, not this {block.kind}"
        raise Wrong(block.place, message, "write ```exception TW-A7 option doubles_below_tn = failure")
    number, name = found["number"], found["name"].replace("_", "-")
    options = {option.name: option for option in game.option_texts()}
    at = block.header.place
    if name not in options:
        raise Wrong(
            at.after(found.start("name")), f"{game.name} has no option {quoted(name)}", did_you_mean(name, options)
        )
    if options[name].ruling != number:
        raise Wrong(at, f"the option {quoted(name)} belongs to {options[name].ruling}, not to {number}")
    value = plain_value(found["value"])
    try:
        read(game.options, {name: value}, noun="option")
    except BadInput as bad:
        raise Wrong(at.after(found.start("value")), str(bad)) from None
    return name, value


def _with_defaults(game: Game, chosen: dict[str, Any]) -> Any:
    """The game's options with other defaults."""
    table = game.table_options(chosen)
    fields, rename = [], {}
    hints = msgspec.structs.fields(game.options)
    for field in hints:
        if field.encode_name in chosen:
            fields.append((field.name, game.options.__annotations__[field.name], getattr(table, field.name)))
            rename[field.name] = field.encode_name
    return msgspec.defstruct(
        "Options",
        fields,
        bases=(game.options,),
        frozen=True,
        rename=rename,
        namespace={"__doc__": game.options.__doc__},
    )
