"""Creating a character: the checks, and the steps with the legal values of each."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from rulewright.game import CreationStep, Legal, always
from rulewright.game.form_checks import fits, fitting
from rulewright.game.forms import ChoiceForm, EntriesForm, FieldsForm, FormPart, NumberForm, WordsForm
from rulewright.games.die_code.codes import CodeFault, parse_code, read_code
from rulewright.games.die_code.data import MOVEMENT, SIZES, SizeName
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.sheet import AttackWith, Sheet, Skill, size_of, usual_body
from rulewright.games.die_code.sizes import measured_size, size_label
from rulewright.rules import BadParameter, Refused, rule
from rulewright.rules.parameters import check_fields, is_whole

_NAME = WordsForm(100)
_NOTES = WordsForm(10_000, lines=True)
_MOVE = NumberForm(0, 1000, MOVEMENT.usual_move)
_CODE = WordsForm(longest=12, example="3d+1")
_BODY = NumberForm(1, 1_000)
_MOST_ENTRIES = 100


@rule("DC-03", "DC-55", "DC-A2", "DC-A14", "DC-A18", "DC-A21")
def create(options: Options, wanted: Mapping[str, Any]) -> Sheet:
    """A new character with codes that the GM chooses; raises at the first fault, in the order of the rules."""
    check_fields(wanted, [step.field for step in CREATION])
    given = {field: value for field, value in wanted.items() if value is not None}
    attributes, equipment = _entries(given, "attributes"), _entries(given, "equipment")
    skills = {name: _skill(name, skill) for name, skill in _entries(given, "skills").items()}
    _check_codes([*attributes.values(), *(code for _, code in skills.values()), *equipment.values()])
    for name, (attribute, _) in skills.items():
        if attribute not in attributes:
            known = ", ".join(attributes) or "none yet"
            asked = "none" if attribute is None else repr(attribute)
            raise Refused(
                f"unknown attribute: {name} needs one of the sheet's attributes ({known}), not {asked}", "DC-A2"
            )
    move = _move(given.get("move", _MOVE.usual))
    size = _size(options, given.get("size"), given.get("length"), given.get("weight"))
    measured = size or measured_size(options, given.get("length"), given.get("weight")) or "medium"
    whole = fitting(_BODY, "body", given.get("body", usual_body(measured)), "body out of range", "DC-A31")
    listed = (*attributes, *skills, *equipment)
    return Sheet(
        name=_name(given.get("name", "")),
        attributes={name: parse_code(code).text for name, code in attributes.items()},
        skills={name: Skill(attribute, parse_code(code).text) for name, (attribute, code) in skills.items()},
        equipment={name: parse_code(code).text for name, code in equipment.items()},
        move=move,
        size=size,
        length=given.get("length"),
        weight=given.get("weight"),
        notes=fitting(_NOTES, "notes", given.get("notes", "")),
        attacks={name: _attack(name, one, listed) for name, one in _entries(given, "attacks").items()},
        defence=_on_sheet("defence", given.get("defence", ""), listed) if given.get("defence") else "",
        whole=whole,
        body=whole,
    )


@rule("DC-A31")
def _attack(name: str, given: Any, known: Sequence[str]) -> AttackWith:
    """A way to attack: the pool that has to hit, and the weapon."""
    if not isinstance(given, Mapping) or set(given) != {"on", "weapon"}:
        raise BadParameter(f"attacks.{name}", "an object with on and weapon", given)
    return AttackWith(_on_sheet(name, given["on"], known), _on_sheet(name, given["weapon"], known))


@rule("DC-A31")
def _on_sheet(what: str, given: Any, known: Sequence[str]) -> str:
    """A name on the sheet, or a die code; raises for anything else."""
    if isinstance(given, str) and given.strip() in known:
        return given.strip()
    code = read_code(given)
    if isinstance(code, CodeFault):
        on = ", ".join(known) or "nothing yet"
        raise Refused(f"unknown name: {what} needs something on the sheet ({on}) or a die code", "DC-A31")
    return code.text


@rule("DC-A2", "DC-A14", "DC-A31")
def edited(options: Options, sheet: Sheet, changes: Mapping[str, Any]) -> Sheet:
    """The sheet with some fields changed and checked; a size replaces length and weight, and they replace a size.

    A body with the usual points of its size gets those of the new size; points already lost stay lost.
    """
    stored: dict[str, Any] = msgspec.to_builtins(sheet)
    stored["body"] = stored.pop("whole")
    if sheet.whole == usual_body(size_of(options, sheet)):
        del stored["body"]
    if "size" in changes:
        stored |= {"length": None, "weight": None}
    elif "length" in changes or "weight" in changes:
        stored |= {"size": None}
    after = create(options, stored | dict(changes))
    if "body" in changes:
        return after
    return msgspec.structs.replace(after, body=max(0, after.whole - (sheet.whole - sheet.body)))


def _entries(given: Mapping[str, Any], field: str) -> dict[str, Any]:
    """The named entries of a field, in order."""
    entries = given.get(field, {})
    if not isinstance(entries, Mapping) or len(entries) > _MOST_ENTRIES:
        raise BadParameter(field, f"an object of at most {_MOST_ENTRIES} names", entries)
    named = {str(name).strip(): value for name, value in entries.items()}
    if any(not name or not fits(_NAME, name) for name in named) or len(named) < len(entries):
        raise BadParameter(field, f"an object whose names differ and have 1 to {_NAME.longest} characters", entries)
    return named


def _skill(name: str, given: Any) -> tuple[Any, Any]:
    if not isinstance(given, Mapping) or not set(given) <= {"attribute", "code"}:
        raise BadParameter(f"skills.{name}", "an object with attribute and code", given)
    attribute = given.get("attribute")
    return attribute.strip() if isinstance(attribute, str) else attribute, given.get("code")


@rule("DC-04", "DC-05", "DC-A1")
def _check_codes(codes: list[Any]) -> None:
    """Refuses the first illegal code, one with too many pips before any other."""
    faults = [fault for fault in map(read_code, codes) if isinstance(fault, CodeFault)]
    for fault in sorted(faults, key=lambda fault: fault.rule != "DC-04"):
        raise Refused(fault.words, fault.rule)


@rule("DC-A21")
def _move(given: Any) -> int:
    """Move is a whole number of at least 0, not a code."""
    if is_whole(given) and given < _MOVE.least:
        raise Refused(f"negative move: {given}", "DC-A21")
    return fitting(_MOVE, "move", given)


@rule("DC-A14", "DC-A18")
def _size(options: Options, given: Any, length: Any, weight: Any) -> SizeName | None:
    """The size given by name, None if length or weight give it; refuses sizes that disagree."""
    named = size_label(given) if isinstance(given, str) else None
    if given is not None and named not in SIZES:
        raise Refused(f"unknown size: {str(given)[:40]!r} is none of {', '.join(SIZES)}", "DC-A18")
    measured = measured_size(options, length, weight)
    if given is not None and measured is not None and named != measured:
        by = _measures(length, weight)
        raise Refused(f"size disagrees: {named} is given, but by {by} it is {measured}", "DC-A14")
    return None if measured is not None else named


def _measures(length: Any, weight: Any) -> str:
    """The measures given, in words."""
    return " and ".join(name for name, given in (("length", length), ("weight", weight)) if given is not None)


def _name(given: Any) -> str:
    name = fitting(_NAME, "name", given)
    if not name:
        raise Refused("no name: a character needs one", "DC-A2")
    return name


def _legal_skills(options: Options, draft: Mapping[str, Any]) -> Legal:
    attributes = tuple(draft.get("attributes") or ())
    listed = f" ({', '.join(attributes)})" if attributes else ""
    form = EntriesForm(
        FieldsForm((FormPart("attribute", "attribute", ChoiceForm(attributes)), FormPart("code", "code", _CODE))),
        own=True,
    )
    return Legal(f"any names, each with one of the attributes{listed} and a die code", attributes, form=form)


def _legal_size(options: Options, draft: Mapping[str, Any]) -> Legal:
    length, weight = draft.get("length"), draft.get("weight")
    measured = measured_size(options, length, weight)
    if measured is None:
        return Legal("one of these; medium if you choose none", tuple(SIZES), form=ChoiceForm(tuple(SIZES), "medium"))
    by = _measures(length, weight)
    refused = {str(size): f"by {by} it is {measured} (DC-A14)" for size in SIZES if size != measured}
    return Legal(f"{measured}, by {by}", (measured,), refused, ChoiceForm((measured,), measured))


def _listed(draft: Mapping[str, Any], *fields: str) -> tuple[str, ...]:
    found = [draft.get(field) for field in fields]
    return tuple(str(name) for one in found if isinstance(one, Mapping) for name in one)


def _legal_attacks(options: Options, draft: Mapping[str, Any]) -> Legal:
    on, weapons = _listed(draft, "skills", "attributes"), _listed(draft, "equipment")
    words = "any names, each with the skill or attribute that has to hit and a weapon: from the sheet, or die codes"
    parts = (
        FormPart("on", "hits with", WordsForm(100, example=on[0] if on else "3d")),
        FormPart("weapon", "weapon", WordsForm(100, example=weapons[0] if weapons else "2d")),
    )
    return Legal(words, form=EntriesForm(FieldsForm(parts), own=True))


def _legal_defence(options: Options, draft: Mapping[str, Any]) -> Legal:
    known = _listed(draft, "skills", "attributes", "equipment")
    return Legal("something on the sheet or a die code; else the best attribute", known, form=WordsForm(100))


def _legal_body(options: Options, draft: Mapping[str, Any]) -> Legal:
    measured = measured_size(options, draft.get("length"), draft.get("weight"))
    named = draft.get("size")
    usual = usual_body(measured or (size_label(named) if isinstance(named, str) else None) or "medium")
    return Legal(f"{_BODY.allowed} points; {usual} by size if you choose none", form=NumberForm(1, 1_000, usual))


def _measure(example: str) -> Callable[[Options, Mapping[str, Any]], Legal]:
    return always(f"such as {example}", WordsForm(longest=40, example=example))


_codes = always("any names, each with a die code such as 3d, 3d+1 or 3d+2", EntriesForm(_CODE, own=True))
_moves = always(f"{_MOVE.allowed}; {_MOVE.usual} if you choose none", _MOVE)

CREATION = (
    CreationStep("name", "Name", (), always("any name that is not in use", _NAME)),
    CreationStep("attributes", "Attributes", ("DC-03", "DC-A2"), _codes, optional=True),
    CreationStep("skills", "Skills", ("DC-03", "DC-06", "DC-A2"), _legal_skills, optional=True),
    CreationStep("equipment", "Weapons and gear", ("DC-03", "DC-A2"), _codes, optional=True),
    CreationStep("move", "Move", ("DC-55", "DC-A21"), _moves, optional=True),
    CreationStep("length", "Length", ("DC-54", "DC-A14"), _measure("5ft 10in"), optional=True),
    CreationStep("weight", "Weight", ("DC-54", "DC-A14"), _measure("180 lb"), optional=True),
    CreationStep("size", "Size", ("DC-51", "DC-A14"), _legal_size, optional=True),
    CreationStep("attacks", "Attacks", ("DC-A31",), _legal_attacks, optional=True),
    CreationStep("defence", "Defence", ("DC-A31",), _legal_defence, optional=True),
    CreationStep("body", "Body", ("DC-A31",), _legal_body, optional=True),
    CreationStep("notes", "Notes", (), always("any text", _NOTES), optional=True),
)
