"""Checks a rulebook beyond its syntax, by pricing every roll and running every example."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from rulewright.dice import FaceError
from rulewright.readings import Budget, ChoiceError, Deadline, Need, OverBudget, Undecided, odds, play
from rulewright.rulebook.book import Rulebook
from rulewright.rulebook.document import Heading
from rulewright.rulebook.examples import ExampleBlock
from rulewright.rulebook.faults import BookFault, TextPlace, Wrong, did_you_mean, quoted
from rulewright.rulebook.figures import SECONDS, figure_of, fitting, holds, read_figure, shown
from rulewright.rulebook.kinds import Kind, Range, WordKind, python_name
from rulewright.rulebook.result_tables import ResultTable
from rulewright.rules import BadInput, BadRule, Refused

SECONDS_PER_ROLL = 4.0
_ALL = 600
"""Up to this number of settings of a roll, every one of them is tried."""
_SOME = 150


def check_rulebook(book: Rulebook, seconds: float | None = None) -> list[BookFault]:
    """Every fault of a rulebook, in the order of its lines; a warning is added if the time was too short."""
    found = list(book.faults)
    until = Deadline(seconds)
    is_read = not any(fault.severity == "error" for fault in found)
    if book.has_document:  # even if the blocks have faults
        found += [*_numbers(book), *_citations(book)]
    if is_read:
        found += _examples(book)
        for priced in (_figures, _questions, _rows, _action_rows):
            found += priced(book, until)
        if until.is_over:
            found.append(BookFault(1, 1, f"not everything was checked within {seconds:g} seconds", "", "warning"))
    return sorted(found, key=lambda fault: (fault.line, fault.column))


def _fault(place: TextPlace, message: str, suggestion: str = "", warning: bool = False) -> BookFault:
    return BookFault(place.line, place.column, message, suggestion, "warning" if warning else "error")


def _numbers(book: Rulebook) -> Iterator[BookFault]:
    """A fault for each number that two rules have."""
    seen: dict[str, Heading] = {}
    for heading in book.document.headings:
        if heading.number and heading.number in seen:
            first = seen[heading.number].line
            yield BookFault(
                heading.line, heading.level + 2, f"{heading.number} is the number of a rule at line {first} already"
            )
        elif heading.number:
            seen[heading.number] = heading


def _citations(book: Rulebook) -> Iterator[BookFault]:
    """A fault for each rule that the prose cites and that does not exist."""
    known = {heading.number for heading in book.document.headings if heading.number}
    prefixes = {number.partition("-")[0] for number in known}
    for number, place in book.document.citations():
        if number.partition("-")[0] in prefixes and number not in known:
            yield _fault(place, f"the text cites {number}, and there is no such rule", did_you_mean(number, known))


# --- rows ----------------------------------------------------------------------------------------


def _rows(book: Rulebook, until: Deadline) -> Iterator[BookFault]:
    """A fault for each row that never applies."""
    for name in book.rules:
        seconds = until.left(SECONDS_PER_ROLL)
        if not seconds:
            return
        try:
            rule, tables = book.rolls.traced(name)
        except Wrong as wrong:
            yield wrong.fault
            continue
        if tables:
            found = _unmet_rows(name, rule, tables, *settings_of(book, name), seconds)
            yield from () if until.is_over else found


def _action_rows(book: Rulebook, until: Deadline) -> Iterator[BookFault]:
    """A fault for each row of an action that applied to none of the characters that were tried."""
    if book.sheets is None or book.writing is None:
        return
    options = book.options_type()()
    people = list(_sample_characters(book))
    for name, action in book.actions.items():
        seconds = until.left(SECONDS_PER_ROLL)
        if not seconds:
            return
        rule, tables = book.writing.traced(action.block)
        names = rule.__code__.co_varnames[1 : rule.__code__.co_argcount]
        tried: list[tuple[Any, ...]] = [(*who, "player") for who in people]
        if action.block.target:
            tried = [(*who, *target, "player", "gm") for who, target in product(people, people)]
        settings = [(dict(zip(names, given, strict=False)), options) for given in tried]
        if tables:
            found = _unmet_rows(name, rule, tables, settings, False, seconds)
            yield from () if until.is_over else found


def _unmet_rows(
    name: str,
    rule: Any,
    tables: Sequence[ResultTable],
    settings: Iterable[tuple[dict[str, Any], Any]],
    every: bool,
    seconds: float,
) -> list[BookFault]:
    """A fault for each row that applies in none of these settings; `every` says whether they are all there are."""
    left = {(at, index): row.place for at, table in enumerate(tables) for index, row in enumerate(table.rows)}
    budget = Budget(paths=2_000_000, seconds=seconds, megabytes=500)
    tried = 0
    for given, options in settings:
        if not left:
            break
        try:
            applied = _rows_that_apply(rule, given, options, budget)
        except OverBudget:
            every = False
            break
        left = {row: place for row, place in left.items() if row not in applied}
        tried += 1
    return [_row_fault(name, place, every, tried) for place in left.values()]


def _sample_characters(book: Rulebook) -> Iterator[tuple[Any, Any]]:
    """Characters to try: with default values, and with each value at its minimum and maximum."""
    assert book.sheets is not None
    sheets = book.sheets
    usual = sheets.create(book.options_type()(), {"npc": True})
    changed: list[dict[str, Any]] = [{}]
    for name, kind in sheets.block.stored.items():
        values = _values(kind)
        changed += [{python_name(name): value} for value in dict.fromkeys((values[0], values[-1], *values[1:4]))]
    for one in changed:
        sheet = msgspec.structs.replace(usual, **one)
        both = (sheets.fighter, sheets.combatant)
        fighter, combatant = (kind(**{name: getattr(sheet, name) for name in kind.__struct_fields__}) for kind in both)
        yield fighter, combatant


def _row_fault(name: str, place: TextPlace, complete: bool, tried: int) -> BookFault:
    if complete:
        return _fault(place, f"this row of {quoted(name)} never applies", "rows above it cover all of its outcomes")
    message = f"this row of {quoted(name)} applies in none of {tried} settings that were tried"
    return _fault(place, message, "rows above it may cover all of its outcomes", warning=True)


def _rows_that_apply(rule: Any, given: dict[str, Any], options: Any, budget: Budget) -> set[tuple[int, int]]:
    """Each table with the row that applies, over all outcomes of a setting."""
    try:
        found = odds(rule, **given, options=options, budget=budget, policy=lambda who, question, choices: choices[0])
    except (Refused, Undecided, BadInput, BadRule):  # a throw that never ends meets no row
        return set()
    return {(at, row) for rows in found if isinstance(rows, tuple) for at, row in enumerate(rows)}


def settings_of(book: Rulebook, name: str) -> tuple[list[tuple[dict[str, Any], Any]], bool]:
    """Settings of a roll and of the options to try it with, and whether these are all."""
    roll = book.rules[name]
    kinds: dict[str, Kind] = {parameter.name: parameter.kind for parameter in roll.parameters}
    usual = {parameter.name: parameter.default for parameter in roll.parameters}
    option_kinds = {one.name: one.kind for one in book.options.values()}
    usual_options = {one.name: one.default for one in book.options.values()}
    spans = [len(_values(kind)) for kind in (*kinds.values(), *option_kinds.values())]
    count = 1
    for span in spans:
        count *= span
    make = book.options_type()
    names, option_names = list(kinds), list(option_kinds)

    def setting(values: tuple[Any, ...]) -> tuple[dict[str, Any], Any]:
        given = {python_name(name): value for name, value in zip(names, values, strict=False)}
        return given, make(**dict(zip(option_names, values[len(names) :], strict=True)))

    everything = [_values(kind) for kind in (*kinds.values(), *option_kinds.values())]
    if count <= _ALL:
        return [setting(values) for values in product(*everything)], True
    base = (*usual.values(), *usual_options.values())
    found = [base]
    for at, values in enumerate(everything):
        found += [(*base[:at], value, *base[at + 1 :]) for value in _spread(values)]
    # Strides that have no divisor in common with each other meet many combinations.
    found += [
        tuple(values[at * (2 * place + 7) % len(values)] for place, values in enumerate(everything))
        for at in range(_SOME)
    ]
    return [setting(values) for values in dict.fromkeys(found)], False


def _values(kind: Kind) -> list[Any]:
    match kind:
        case Range(least, most):
            return list(range(least, most + 1)) if most - least < 1_000 else [least, 0, 1, most]
        case WordKind(words):
            return list(words)
    return [False, True]


def _spread(values: list[Any]) -> list[Any]:
    return values if len(values) <= 12 else [values[len(values) * at // 11] for at in range(11)] + [values[-1]]


# --- examples and figures ---------------------------------------------------------------------------


def _examples(book: Rulebook) -> Iterator[BookFault]:
    """A fault for each example with another outcome than it states, and each character that the rules refuse."""
    for example in book.examples:
        try:
            yield from _character(book, example) if example.character else _rolled(book, example)
        except Wrong as wrong:
            yield wrong.fault


def _character(book: Rulebook, example: ExampleBlock) -> Iterator[BookFault]:
    if book.sheets is None:
        yield _fault(example.place, "there is no sheet for this character", "add a block ```sheet")
        return
    wanted = {"name": example.character} | {given.name: given.value for given in example.given}
    try:
        book.sheets.create(book.options_type()(), wanted)
    except (Refused, BadInput) as refused:
        yield _fault(example.place, f"{example.character} cannot be made: {refused}")


def _rolled(book: Rulebook, example: ExampleBlock) -> Iterator[BookFault]:
    roll = book.rules.get(example.roll)
    if roll is None:
        raise Wrong(example.place, f"there is no roll {quoted(example.roll)}", did_you_mean(example.roll, book.rules))
    own = [one for one in example.given if one.name not in book.options]
    options = {one.name: one.value for one in example.given if one.name in book.options}
    given = {python_name(one.name): one.default for one in roll.parameters} | fitting(roll, own)
    try:
        played = play(roll.rule, **given, options=book.options_type()(**options), faces=example.dice)
    except Need as need:
        raise Wrong(example.place, f"too few dice: {need}") from None
    except (FaceError, ChoiceError, Refused, BadInput, BadRule) as error:
        raise Wrong(example.place, str(error)) from None
    outcome = msgspec.to_builtins(played.outcome)
    for expected in example.outcome:
        name = expected.name or next(iter(roll.outcome))
        if name not in outcome:
            raise Wrong(expected.place, f"the outcome has no {quoted(name)}", did_you_mean(name, outcome))
        if outcome[name] != expected.value:
            said = f"{name} is {_word(outcome[name])}, not {_word(expected.value)}"
            yield _fault(expected.place, f"this example has another outcome: {said}", f"the dice give {_all(outcome)}")


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _all(outcome: dict[str, Any]) -> str:
    return ", ".join(f"{name}={_word(value)}" for name, value in outcome.items())


def _figures(book: Rulebook, until: Deadline) -> Iterator[BookFault]:
    """A fault for each figure in the prose that cannot be computed or no longer holds; house rules may change some."""
    if book.base:
        return
    for inline in book.document.inlines():
        yield from _figure(book, inline.kind, inline.text, inline.place, until)


def _questions(book: Rulebook, until: Deadline) -> Iterator[BookFault]:
    for block in book.document.of("question"):
        for text, place in block.lines:
            kind, _, rest = text.strip().partition(" ")
            if not text.strip():
                continue
            if kind not in ("odds", "mean"):
                yield _fault(place, "a question is answered by odds or mean", "write odds check score=7 : success")
            else:
                yield from _figure(book, kind, rest, place.after(text.index(kind) + len(kind) + 1), until)


def _figure(book: Rulebook, kind: str, text: str, place: TextPlace, until: Deadline) -> Iterator[BookFault]:
    seconds = until.left(SECONDS)
    if not seconds:
        return
    try:
        figure = read_figure(book, kind, text, place)
        value = figure_of(book, figure, seconds)
    except Wrong as wrong:
        yield wrong.fault
        return
    if not holds(figure, value):
        yield _fault(place, "this figure no longer holds", f"it is {shown(figure, value)} now")
