"""Makes a game of a rulebook: the same object that a plug-in package gives."""

from rulewright.game import Example, Game, Look, Roll
from rulewright.game.look import Accent
from rulewright.rulebook.book import Rulebook
from rulewright.rules import Inventory
from rulewright.rules.inventory import NumberedRule


def game_of_text(text: str, name: str = "the rulebook") -> Game:
    """The game that a rulebook's text describes; raises `BadRulebook` if it has faults."""
    book = Rulebook(text)
    book.refuse_faults(name)
    return game_of(book)


def game_of(book: Rulebook) -> Game:
    """The game of a rulebook without faults."""
    front = book.document.front
    rules = {number: NumberedRule(section, said) for number, section, said in book.texts()}
    rolls = tuple(Roll(spoken(one.name), one.rule, "in the order of the lines") for one in book.rules.values())
    return Game(
        slug=front.slug,
        name=front.name,
        inventory=Inventory.of_texts(book.module.name, front.name, front.summary or front.name, rules),
        options=book.options_type(),
        rolls=rolls,
        examples=tuple(Example(one.summary, "odds", one.name) for one in rolls[:3]),
        look=Look(light=Accent(front.colour, "#e7e5f1")) if front.colour else Look(),
        worst_to_best=book.worst_to_best(),
    )


def spoken(name: str) -> str:
    """A name as people type it: `long_rest` is `long-rest`."""
    return name.replace("_", "-")
