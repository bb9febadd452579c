"""Making a character, step by step or all at once."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rulewright.game import CreationStep, Legal, always
from rulewright.game.form_checks import by_name, fits, fitting
from rulewright.game.forms import (
    ChoiceForm,
    EntriesForm,
    FieldsForm,
    FlagForm,
    FormEntry,
    FormPart,
    NumberForm,
    PicksForm,
    WordsForm,
    handed_out,
    offer,
)
from rulewright.games.twelves.data import ABILITIES, FOES, TIERS
from rulewright.games.twelves.health import all_boxes, normal_boxes_for
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.scene import USES
from rulewright.games.twelves.sheet import Scores, Sheet, Tag, Weapon
from rulewright.rules import BadParameter, Refused, rule, shown
from rulewright.rules.decoding import ready
from rulewright.rules.parameters import check_fields, is_whole

_NAME = WordsForm(100)
_NPC = FlagForm()
_NORMAL_BOXES = NumberForm(TIERS.normal_least, TIERS.normal_most)
_POTIONS = NumberForm(0, 5, usual=0)
_TAG_RANK = NumberForm(1, 10)
_ANY_SCORE = NumberForm(0, 20)
_ANY_RANK = NumberForm(0, 10, usual=1)
MOST_TAGS = 6
MOST_WEAPONS = 10


@rule("TW-01", "TW-29", "TW-A1", "TW-A2", "TW-A3", "TW-A4", "TW-A12")
def create(options: Options, wanted: Mapping[str, Any]) -> Sheet:
    """A new, unhurt character; raises at the first fault, in the order of the rules."""
    check_fields(wanted, ["foe", *(step.field for step in CREATION)])
    wanted = _from_starter(wanted)
    npc = fitting(_NPC, "npc", wanted.get("npc", False))
    scores = _scores(options, wanted.get("scores", {}), npc)
    if not npc:
        _check_method(options, scores)
    rank = _rank(options, wanted.get("rank", 1), npc)
    return Sheet(
        name=fitting(_NAME, "name", wanted.get("name", "")),
        scores=scores,
        rank=rank,
        normal_boxes=check_normal_boxes(
            options, rank, wanted.get("normal_boxes", normal_boxes_for(options, rank)), npc
        ),
        tags=_tags(options, wanted.get("tags", []), npc),
        npc=npc,
        potions=fitting(_POTIONS, "potions", wanted.get("potions", 0)),
        weapons=_weapons(wanted.get("weapons", []), npc),
    )


@rule("TW-A34")
def _from_starter(wanted: Mapping[str, Any]) -> Mapping[str, Any]:
    """The draft, with the values of the ready-made foe that it names as defaults; the GM runs such a foe."""
    if "foe" not in wanted:
        return wanted
    kind = wanted["foe"]
    if not isinstance(kind, str) or kind not in FOES:
        raise Refused(f"unknown foe: {shown(str(kind))} (allowed: {', '.join(FOES)})", "TW-A34")
    starter = FOES[kind]
    made = {
        "name": kind.capitalize(),
        "npc": True,
        "scores": dict(zip(ABILITIES, starter.scores, strict=True)),
        "rank": starter.rank,
        "normal_boxes": starter.normal_boxes,
        "tags": list(starter.tags),
        "potions": starter.potions,
        "weapons": list(starter.weapons),
    }
    return {**made, **{field: value for field, value in wanted.items() if field != "foe"}}


@rule("TW-A34")
def edited(options: Options, sheet: Sheet, changes: Mapping[str, Any]) -> Sheet:
    """The sheet with rank, scores, tags or Normal boxes changed, each within its range."""
    check_fields(changes, ("scores", "rank", "normal_boxes", "tags"), inside="changes")
    npc = sheet.npc
    scores = _scores(options, changes["scores"], npc) if "scores" in changes else sheet.scores
    rank = _rank(options, changes.get("rank", sheet.rank), npc)
    normal_boxes = sheet.normal_boxes
    if "normal_boxes" in changes:
        normal_boxes = check_normal_boxes(options, rank, changes["normal_boxes"], npc)
    elif options.normal_boxes == "rank" and not npc:
        normal_boxes = normal_boxes_for(options, rank)
    return replace(
        sheet,
        rank=rank,
        scores=scores,
        tags=_tags(options, changes["tags"], npc) if "tags" in changes else sheet.tags,
        normal_boxes=normal_boxes,
        damage=min(sheet.damage, all_boxes(normal_boxes)),
    )


# --- ability scores


@rule("TW-A1")
def _score(options: Options, npc: bool = False) -> NumberForm:
    """The range of one score; the GM's characters may have any that a roll takes."""
    return _ANY_SCORE if npc else NumberForm(options.score_min, options.score_max)


@rule("TW-01", "TW-A1")
def _scores(options: Options, given: Any, npc: bool) -> Scores:
    """A whole number in range for each of the six abilities."""
    scores, form = by_name("scores", given, ABILITIES, "ability", "TW-01"), _score(options, npc)
    for ability, score in scores.items():
        if not is_whole(score):
            raise Refused(f"score not an integer: {ability}", "TW-A1")
    for ability, score in scores.items():
        if not fits(form, score):
            raise Refused(f"score out of range: {ability} is {score}, allowed are {form.allowed}", "TW-A1")
    return Scores(**scores)


@rule("TW-A2")
def _check_method(options: Options, scores: Scores) -> None:
    """Raises unless the scores hand out the array or add up to the points, as the table's method says."""
    listed = [scores.of(ability) for ability in ABILITIES]
    if options.score_method == "array" and sorted(listed) != sorted(options.score_array):
        array = ", ".join(map(str, options.score_array))
        raise Refused(f"scores do not match array: hand out {array}, each once", "TW-A2")
    if options.score_method == "points" and sum(listed) != options.score_points:
        raise Refused(
            f"points not spent exactly: the scores add up to {sum(listed)}, not {options.score_points}", "TW-A2"
        )


def _legal_scores(options: Options, draft: Mapping[str, Any]) -> Legal:
    npc = draft.get("npc") is True
    given, each = draft.get("scores") or {}, _score(options, npc)
    if options.score_method == "array" and not npc:
        form = EntriesForm(ChoiceForm(options.score_array), _from_array(options, given), every=True)
        return Legal("each of these once, one per ability", options.score_array, form=form)
    if options.score_method == "points" and not npc:
        form = handed_out(ABILITIES, given, each.least, each.most, options.score_points, must=True)
        words = f"{options.score_points} points in all, each score {each.allowed}"
        form = replace(form, names=tuple(replace(entry, note=USES[entry.name]) for entry in form.names))
    else:
        form = EntriesForm(each, tuple(FormEntry(ability, note=USES[ability]) for ability in ABILITIES), every=True)
        words = f"any score from {each.allowed}"
    return Legal(words, offer(each).choices, form=form)


def _from_array(options: Options, given: Mapping[str, Any]) -> tuple[FormEntry, ...]:
    """The abilities, each with the scores of the array that no other ability has taken."""
    entries = []
    for ability in ABILITIES:
        left = list(options.score_array)
        for other, score in given.items():
            if other != ability and score in left:
                left.remove(score)
        entries.append(FormEntry(ability, values=tuple(sorted(set(left), reverse=True)), note=USES[ability]))
    return tuple(entries)


# --- rank and Normal boxes


@rule("TW-A3")
def _rank_form(options: Options, npc: bool = False) -> NumberForm:
    """Ranks start at 1; the GM's characters may have any that a roll takes, and none."""
    return _ANY_RANK if npc else NumberForm(1, options.rank_max, usual=1)


def _rank(options: Options, given: Any, npc: bool) -> int:
    return fitting(_rank_form(options, npc), "rank", given, "rank out of range", "TW-A3")


def _legal_rank(options: Options, draft: Mapping[str, Any]) -> Legal:
    form = _rank_form(options, draft.get("npc") is True)
    return offer(form, f"{form.allowed}, as the GM says")


@rule("TW-29", "TW-A12")
def check_normal_boxes(options: Options, rank: int, given: Any, npc: bool = False) -> int:
    """The given number of Normal boxes; raises if the ruling does not allow it to a player's character."""
    boxes = fitting(_NORMAL_BOXES, "normal_boxes", given, "normal boxes out of range", "TW-29")
    usual = normal_boxes_for(options, rank)
    if options.normal_boxes == "rank" and boxes != usual and not npc:
        raise Refused(f"normal boxes out of range: Rank {rank} gives {usual}", "TW-A12")
    return boxes


def _legal_boxes(options: Options, draft: Mapping[str, Any]) -> Legal:
    usual = normal_boxes_for(options, draft.get("rank", 1))
    if options.normal_boxes == "fixed" or draft.get("npc") is True:
        return offer(replace(_NORMAL_BOXES, usual=usual))
    refused = {str(boxes): "set by Rank (TW-A12)" for boxes in offer(_NORMAL_BOXES).choices if boxes != usual}
    return offer(NumberForm(usual, usual, usual), f"{usual}, by Rank", refused)


# --- Tags


@rule("TW-A4", "TW-A5")
def _tags(options: Options, given: Any, npc: bool) -> tuple[str | Tag, ...]:
    """Different short names, limited in number for a player's character; by ruling each with a rank of its own."""
    own_ranks = options.tags_have_ranks
    wanted = "a list of names with ranks" if own_ranks else "a list of names"
    if not isinstance(given, list | tuple):
        raise BadParameter("tags", wanted, given)
    names: list[Any] = []
    ranks: list[Any] = []
    for tag in given:
        if isinstance(tag, Mapping) and own_ranks and set(tag) <= {"name", "rank"}:
            names.append(tag.get("name"))
            ranks.append(tag.get("rank"))
        elif isinstance(tag, str):
            names.append(tag)
            ranks.append(None)
        else:
            raise BadParameter("tags", wanted, tag)
    if not all(isinstance(name, str) and name.strip() for name in names):
        raise Refused("empty tag: a Tag needs a name", "TW-A4")
    if len({name.strip().lower() for name in names}) < len(names):
        raise Refused("duplicate tag: each Tag once", "TW-A4")
    most = MOST_TAGS if npc else options.tags_max
    if len(names) > most:
        raise Refused(f"too many tags: at most {most}", "TW-A4")
    if not own_ranks:
        return tuple(name.strip() for name in names)
    ranks = [1 if rank is None and npc else rank for rank in ranks]
    if not all(fits(_TAG_RANK, rank) for rank in ranks):
        raise Refused(f"tag rank out of range: each Tag has a rank from {_TAG_RANK.allowed}", "TW-A5")
    return tuple(Tag(name.strip(), rank) for name, rank in zip(names, ranks, strict=True))


def _legal_tags(options: Options, draft: Mapping[str, Any]) -> Legal:
    words = f"up to {options.tags_max} short descriptions of your own"
    if not options.tags_have_ranks:
        return Legal(words, form=PicksForm((), most=options.tags_max, own=_NAME))
    tag = FieldsForm((FormPart("name", "name", _NAME), FormPart("rank", "rank", _TAG_RANK)))
    words += f", each with a rank from {_TAG_RANK.allowed}"
    return Legal(words, form=PicksForm((), most=options.tags_max, own=tag))


# --- weapons (Extension)


@rule("TW-A32")
def _weapons(given: Any, npc: bool) -> tuple[Weapon, ...]:
    """Different weapons; those of a player's character check one box and one more on a critical."""
    if not isinstance(given, list | tuple) or len(given) > MOST_WEAPONS:
        raise BadParameter("weapons", f"a list of at most {MOST_WEAPONS} weapons, each with a name", given)
    found: list[Weapon] = []
    for one in given:
        weapon = weapon_of({"name": one} if isinstance(one, str) else one)
        if any(other.name.lower() == weapon.name.lower() for other in found):
            raise Refused(f"duplicate weapon: {weapon.name}", "TW-A32")
        if not npc and (weapon.boxes, weapon.crit_extra) != (1, 1):
            raise Refused(
                f"weapon out of range: a new {weapon.name} checks 1 box; the GM may give a better one", "TW-A32"
            )
        found.append(weapon)
    return tuple(found)


@rule("TW-A32")
def weapon_of(given: Any) -> Weapon:
    """A weapon from its name, ability and boxes."""
    try:
        weapon = msgspec.convert(given, ready(Weapon))
    except msgspec.ValidationError:
        raise BadParameter("weapons", "each a name, an ability, and boxes and crit_extra from 0 to 20", given) from None
    return check_weapon(weapon)


@rule("TW-A32")
def check_weapon(weapon: Weapon) -> Weapon:
    """The weapon; raises for one without a name, or with an unknown ability."""
    if not weapon.name.strip():
        raise Refused("empty weapon: a weapon needs a name", "TW-A32")
    if weapon.ability not in ABILITIES:
        raise Refused(f"unknown ability: {shown(weapon.ability)} (they are {', '.join(ABILITIES)})", "TW-01")
    return replace(weapon, name=weapon.name.strip())


def _legal_weapons(options: Options, draft: Mapping[str, Any]) -> Legal:
    ability = ChoiceForm(tuple(ABILITIES))
    parts = [FormPart("name", "name", _NAME), FormPart("ability", "ability", ability, optional=True)]
    words = "weapons of your own, each with the ability it is used with (Strength unless you say)"
    if draft.get("npc") is True:
        words += " and the boxes it checks"
        parts += [
            FormPart("boxes", "boxes of a hit", NumberForm(0, 20, usual=1), optional=True),
            FormPart("crit_extra", "further boxes of a critical", NumberForm(0, 20, usual=1), optional=True),
        ]
    return Legal(words, form=PicksForm((), most=MOST_WEAPONS, own=FieldsForm(tuple(parts))))


CREATION = (
    CreationStep("npc", "Run by the GM?", ("TW-A20",), always("yes or no", _NPC), optional=True),
    CreationStep("scores", "Ability scores", ("TW-01", "TW-A1", "TW-A2"), _legal_scores),
    CreationStep("rank", "Rank", ("TW-A3",), _legal_rank, optional=True),
    CreationStep("normal_boxes", "Normal boxes", ("TW-29", "TW-A12"), _legal_boxes, optional=True),
    CreationStep("tags", "Tags", ("TW-A4", "TW-A5"), _legal_tags, optional=True),
    CreationStep("name", "Name", (), always("any name", _NAME), optional=True),
    CreationStep("potions", "Potions", ("TW-A28",), always(_POTIONS.allowed, _POTIONS), optional=True),
    CreationStep("weapons", "Weapons", ("TW-A32",), _legal_weapons, optional=True),
)
