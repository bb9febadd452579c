"""Making a character, step by step or all at once."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rulewright.game import CreationStep, Legal, always
from rulewright.game.forms import Choice, Entries, Entry, Fields, Flag, Number, Part, Picks, Words, handed_out
from rulewright.games.twelves.data import ABILITIES, TIERS
from rulewright.games.twelves.health import all_boxes, normal_boxes_for
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.sheet import Scores, Sheet, Tag
from rulewright.rules import BadParameter, Refused, rule, shown
from rulewright.rules.parameters import check_fields, check_text, is_whole

_CREATE_FIELDS = ("name", "scores", "rank", "normal_boxes", "tags", "npc", "potions")
_MOST_POTIONS = 5
_LONGEST_NAME = 100
_HIGHEST_TAG_RANK = 10


@rule("TW-01", "TW-29", "TW-A1", "TW-A2", "TW-A3", "TW-A4", "TW-A12")
def create(options: Options, wanted: Mapping[str, Any]) -> Sheet:
    """A new, unhurt character; refuses the first fault in the order of the inventory."""
    check_fields(wanted, _CREATE_FIELDS)
    scores = _scores(wanted.get("scores", {}), options.score_min, options.score_max)
    _check_method(options, scores)
    rank = _rank(options, wanted.get("rank", 1))
    return Sheet(
        name=check_text("name", wanted.get("name", ""), _LONGEST_NAME).strip(),
        scores=scores,
        rank=rank,
        normal_boxes=check_normal_boxes(options, rank, wanted.get("normal_boxes", normal_boxes_for(options, rank))),
        tags=_tags(options, wanted.get("tags", []), options.tags_max),
        npc=_flag("npc", wanted.get("npc", False)),
        potions=_whole("potions", wanted.get("potions", 0), 0, _MOST_POTIONS),
    )


@rule("TW-A34")
def edited(options: Options, sheet: Sheet, changes: Mapping[str, Any]) -> Sheet:
    """The sheet with rank, scores, tags or Normal boxes changed, each within its range."""
    known = ("scores", "rank", "normal_boxes", "tags")
    check_fields(changes, known, inside="changes")
    scores = sheet.scores
    if "scores" in changes:
        scores = _scores(changes["scores"], options.score_min, options.score_max)
    rank = _rank(options, changes.get("rank", sheet.rank))
    normal_boxes = sheet.normal_boxes
    if "normal_boxes" in changes:
        normal_boxes = check_normal_boxes(options, rank, changes["normal_boxes"])
    elif options.normal_boxes == "rank":
        normal_boxes = normal_boxes_for(options, rank)
    return replace(
        sheet,
        rank=rank,
        scores=scores,
        tags=_tags(options, changes["tags"], options.tags_max) if "tags" in changes else sheet.tags,
        normal_boxes=normal_boxes,
        damage=min(sheet.damage, all_boxes(normal_boxes)),
    )


def _scores(given: Any, least: int, most: int) -> Scores:
    if not isinstance(given, Mapping):
        raise BadParameter("scores", f"an object with {', '.join(ABILITIES)}", given)
    for ability in given:
        if ability not in ABILITIES:
            raise Refused(f"unknown ability: {shown(str(ability))} (they are {', '.join(ABILITIES)})", "TW-01")
    for ability in ABILITIES:
        if ability not in given:
            raise Refused(f"missing ability: {ability}", "TW-01")
    for ability, score in given.items():
        if not is_whole(score):
            raise Refused(f"score not an integer: {ability}", "TW-A1")
    for ability, score in given.items():
        if not least <= score <= most:
            raise Refused(f"score out of range: {ability} is {score}, allowed are {least} to {most}", "TW-A1")
    return Scores(**given)


def _check_method(options: Options, scores: Scores) -> None:
    listed = [scores.of(ability) for ability in ABILITIES]
    if options.score_method == "array" and sorted(listed) != sorted(options.score_array):
        array = ", ".join(map(str, options.score_array))
        raise Refused(f"scores do not match array: hand out {array}, each once", "TW-A2")
    if options.score_method == "points" and sum(listed) != options.score_points:
        raise Refused(
            f"points not spent exactly: the scores add up to {sum(listed)}, not {options.score_points}", "TW-A2"
        )


def _rank(options: Options, rank: Any) -> int:
    if not is_whole(rank) or not 1 <= rank <= options.rank_max:
        raise Refused(f"rank out of range: allowed are 1 to {options.rank_max}", "TW-A3")
    return int(rank)


@rule("TW-29", "TW-A12")
def check_normal_boxes(options: Options, rank: int, given: Any) -> int:
    """The Normal boxes asked for; refuses what the ruling does not allow."""
    usual = normal_boxes_for(options, rank)
    if not is_whole(given) or not TIERS.normal_least <= given <= TIERS.normal_most:
        raise Refused(f"normal boxes out of range: allowed are {TIERS.normal_least} to {TIERS.normal_most}", "TW-29")
    if options.normal_boxes == "rank" and given != usual:
        raise Refused(f"normal boxes out of range: Rank {rank} gives {usual}", "TW-A12")
    return int(given)


def _tags(options: Options, given: Any, most: int) -> tuple[str | Tag, ...]:
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
    if len(names) > most:
        raise Refused(f"too many tags: at most {most}", "TW-A4")
    if not own_ranks:
        return tuple(name.strip() for name in names)
    if not all(is_whole(rank) and 1 <= rank <= _HIGHEST_TAG_RANK for rank in ranks):
        raise Refused(f"tag rank out of range: each Tag has a rank from 1 to {_HIGHEST_TAG_RANK}", "TW-A5")
    return tuple(Tag(name.strip(), rank) for name, rank in zip(names, ranks, strict=True))


def _flag(name: str, given: Any) -> bool:
    if not isinstance(given, bool):
        raise BadParameter(name, "true or false", given)
    return given


def _whole(name: str, given: Any, least: int, most: int) -> int:
    if not is_whole(given) or not least <= given <= most:
        raise BadParameter(name, f"a whole number from {least} to {most}", given)
    return int(given)


def _legal_scores(options: Options, draft: Mapping[str, Any]) -> Legal:
    given = draft.get("scores") or {}
    if options.score_method == "array":
        form = Entries(Choice(options.score_array), _from_array(options, given), every=True)
        return Legal("each of these once, one per ability", options.score_array, form=form)
    span = tuple(range(options.score_min, options.score_max + 1))
    if options.score_method == "points":
        whole = options.score_points
        form = handed_out(ABILITIES, given, span[0], span[-1], whole, "points", must=True)
        return Legal(f"{whole} points in all, each score {span[0]} to {span[-1]}", span, form=form)
    form = Entries(Number(span[0], span[-1]), tuple(map(Entry, ABILITIES)), every=True)
    return Legal(f"any score from {span[0]} to {span[-1]}", span, form=form)


def _from_array(options: Options, given: Mapping[str, Any]) -> tuple[Entry, ...]:
    """The abilities, each with the scores of the array that no other ability has taken."""
    entries = []
    for ability in ABILITIES:
        left = list(options.score_array)
        for other, score in given.items():
            if other != ability and score in left:
                left.remove(score)
        entries.append(Entry(ability, values=tuple(sorted(set(left), reverse=True))))
    return tuple(entries)


def _legal_rank(options: Options, draft: Mapping[str, Any]) -> Legal:
    form = Number(1, options.rank_max, usual=1)
    return Legal(f"1 to {options.rank_max}, as the GM says", tuple(range(1, options.rank_max + 1)), form=form)


def _legal_boxes(options: Options, draft: Mapping[str, Any]) -> Legal:
    every = range(TIERS.normal_least, TIERS.normal_most + 1)
    usual = normal_boxes_for(options, draft.get("rank", 1))
    if options.normal_boxes == "fixed":
        return Legal(f"{every[0]} to {every[-1]}", tuple(every), form=Number(every[0], every[-1], usual))
    refused = {str(boxes): "set by Rank (TW-A12)" for boxes in every if boxes != usual}
    return Legal(f"{usual}, by Rank", (usual,), refused, Number(usual, usual, usual))


def _legal_tags(options: Options, draft: Mapping[str, Any]) -> Legal:
    words, own = f"up to {options.tags_max} short descriptions of your own", Words(_LONGEST_NAME)
    if not options.tags_have_ranks:
        return Legal(words, form=Picks((), most=options.tags_max, own=own))
    rank = Part("rank", "rank", Number(1, _HIGHEST_TAG_RANK))
    ranked = Picks((), most=options.tags_max, own=Fields((Part("name", "name", own), rank)))
    return Legal(f"{words}, each with a rank from 1 to {_HIGHEST_TAG_RANK}", form=ranked)


_ANY_NAME = always("any name", Words(_LONGEST_NAME))
_ANY_POTIONS = always("0 to 5", Number(0, _MOST_POTIONS, usual=0), *range(_MOST_POTIONS + 1))


CREATION = (
    CreationStep("scores", "Ability scores", ("TW-01", "TW-A1", "TW-A2"), _legal_scores),
    CreationStep("rank", "Rank", ("TW-A3",), _legal_rank, optional=True),
    CreationStep("normal_boxes", "Normal boxes", ("TW-29", "TW-A12"), _legal_boxes, optional=True),
    CreationStep("tags", "Tags", ("TW-A4", "TW-A5"), _legal_tags, optional=True),
    CreationStep("name", "Name", (), _ANY_NAME, optional=True),
    CreationStep("npc", "Run by the GM?", ("TW-A20",), always("yes or no", Flag(), False, True), optional=True),
    CreationStep("potions", "Potions", ("TW-A28",), _ANY_POTIONS, optional=True),
)
