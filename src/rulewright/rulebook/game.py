"""Makes a `Game` from a rulebook, the same object that a plug-in package provides."""

from functools import partial
from typing import Any

from rulewright.game import Example, Game, Look, Opening, Roll, Secrets, Words
from rulewright.game.look import look_of_colour
from rulewright.game.words import SheetLayout
from rulewright.rulebook.book import Rulebook
from rulewright.rulebook.fights import duel_of, fight_rules, ordering_of, spoken
from rulewright.rulebook.scene_actions import TableActions, scene_of
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
    texts = {number: NumberedRule(section, said) for number, section, said in book.texts()}
    rolls = tuple(Roll(spoken(one.name), one.rule, "from its first line to its last") for one in book.rules.values())
    parts = _of_characters(book)
    return Game(
        slug=front.slug,
        name=front.name,
        inventory=Inventory.of_texts(book.module.name, front.summary or front.name, texts),
        options=book.options_type(),
        rolls=rolls + parts.pop("rolls", ()),
        examples=tuple(Example(one.summary, "odds", one.name) for one in rolls[:3]),
        look=look_of_colour(front.colour) if front.colour else Look(),
        words=Words(gm=front.gm, names={"policy": "plan"}, sheet=SheetLayout(hide=("npc", "out"))),
        worst_to_best=book.worst_to_best(),
        **parts,
    )


def _of_characters(book: Rulebook) -> dict[str, Any]:
    """The parts of a game that follow from its sheet."""
    sheets, fight = book.sheets, book.fight
    if sheets is None:
        return {}
    actions = list(book.actions.values())
    rules = None if fight is None else fight_rules(fight, sheets, actions)
    order = None if fight is None else ordering_of(fight)
    table = TableActions(sheets, fight, order)
    found: dict[str, Any] = {
        "create": sheets.create,
        "creation": sheets.creation(),
        "derived": sheets.derived,
        "scene": scene_of(sheets.sheet),
        "actions": table.all(actions, list(book.rules.values())),
        "trackers": sheets.trackers(),
        "side_of": partial(_side_of, sheets.gm),
        "openings": _openings(book),
        "secrets": _secrets(book, actions),
    }
    if rules is not None and fight is not None and order is not None:
        duel, of_lab = duel_of(rules, fight, sheets, order)
        found |= {"fights": rules, "rolls": (duel,), "duels": (of_lab,)}
    return found


def _side_of(gm: str, scene: Any, name: str) -> str:
    """The side of a character: the players', or that of the GM's characters."""
    return f"the {gm}'s side" if scene.characters[name].npc else "the players"


def _openings(book: Rulebook) -> tuple[Opening, ...]:
    """The ready-made scene with the characters of the examples; none without characters."""
    characters = [one for one in book.examples if one.character]
    heroes = [one for one in characters if ("npc", True) not in [(given.name, given.value) for given in one.given]]
    if not heroes:
        return ()
    steps: list[tuple[str, dict[str, Any]]] = [
        ("join", {"character": {"name": one.character} | {given.name: given.value for given in one.given}})
        for one in characters
    ]
    hero = heroes[0].character
    first: tuple[str, dict[str, Any]] | None = None
    for action in book.actions.values():
        others = [one.character for one in characters if one not in heroes] or [one.character for one in characters[1:]]
        if first is None and action.block.by != "gm" and (not action.block.target or others):
            target = {"target": others[0]} if action.block.target else {}
            first = (spoken(action.block.name), {"who": hero, **target})
    if first is None:
        roll = next(iter(book.rules.values()), None)
        if roll is None:
            return ()
        first = (spoken(roll.name), {"who": hero})
    return (Opening(_opening_words(characters, heroes), tuple(steps), tuple(one.character for one in heroes), first),)


def _opening_words(characters: list[Any], heroes: list[Any]) -> str:
    """The ready-made scene in words: "Ada and Bert face Gloom."."""
    ours = Words().value([one.character for one in heroes])
    foes = Words().value([one.character for one in characters if one not in heroes])
    are = "is" if len(heroes) == 1 else "are"
    face = "faces" if len(heroes) == 1 else "face"
    return f"{ours} {are} at the table." if len(heroes) == len(characters) else f"{ours} {face} {foes}."


def _secrets(book: Rulebook, actions: list[Any]) -> Secrets:
    """The secrets: of the GM's characters, players see the name and the fields that `foes show` lists."""
    assert book.sheets is not None
    shown = book.sheets.block.open
    text = ("text",)
    outcomes: dict[str, tuple[str, ...]] = {"join": text, "end-turn": text, "end-fight": text, "start-turn": ()}
    outcomes |= dict.fromkeys(("start-fight", "enter-fight", "leave-fight", "reorder-fight"), ("order",))
    hidden = {one.name for one in book.sheets.block.tracks} - set(shown)
    for action in actions:
        listed = [name for name in action.outcome if name.removeprefix("target_") not in hidden]
        outcomes[spoken(action.block.name)] = tuple(listed)
    known = {spoken(one.block.name) for one in actions}
    turns = (
        ()
        if book.fight is None
        else ("end-turn", "end-fight", "start-turn", "start-fight", "enter-fight", "leave-fight", "reorder-fight")
    )
    kept = {"join", *turns, *known}
    return Secrets(
        scene_shows=("fight",),
        foe_shows=("name", "npc", "out", *shown),
        foe_outcomes={name: fields for name, fields in outcomes.items() if name in kept},
    )
