"""The stats of a new agent: points, prices, and changes by ancestry (DPI-51 to DPI-66)."""

from collections.abc import Mapping
from typing import Any

from rulewright.game import Legal
from rulewright.game.forms import (
    EntriesForm,
    FormEntry,
    NumberForm,
    PicksForm,
    Purse,
)
from rulewright.games.dpi.data import (
    ANCESTRIES,
    STATS,
)
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.sheet import Scores
from rulewright.rules import Refused, rule


@rule(
    "DPI-56",
    "DPI-57",
    "DPI-58",
    "DPI-59",
    "DPI-60",
    "DPI-61",
    "DPI-62",
    "DPI-63",
    "DPI-64",
    "DPI-65",
    "DPI-66",
    "DPI-A16",
)
def price_of_stat(options: Options, score: int) -> int:
    """The price of a score from 5; negative for points that a lower score gives back."""
    if options.stat_cost == "flat":
        return score - STATS.start
    if options.stat_cost == "cumulative":
        return STATS.price[score]
    if score >= STATS.start:
        return sum(STATS.price[level] for level in range(STATS.start + 1, score + 1))
    return sum(STATS.price[level] for level in range(score, STATS.start))


@rule("DPI-53", "DPI-A17")
def _removable(options: Options, scores: Mapping[str, int]) -> int | None:
    """Points that may still be taken out of stats; with two from each stat only the lowest score is a limit."""
    if options.stat_removal == "two-per-stat":
        return None
    return STATS.removable - sum(max(0, STATS.start - score) for score in scores.values())


@rule("DPI-51", "DPI-52", "DPI-53", "DPI-54", "DPI-A16", "DPI-A17")
def bought_stats(options: Options, given: Mapping[str, int]) -> tuple[dict[str, int], int]:
    """Ten points over stats that start at 5, with up to two points taken out, none below 3."""
    for stat in given:
        if stat not in STATS.names:
            raise Refused(f"unknown stat: {str(stat)[:60]} (allowed: {', '.join(STATS.names)})", "DPI-44")
    for stat, score in given.items():
        _refuse_above(stat, score)
    for stat, score in given.items():
        if score < STATS.least:
            raise Refused(f"stat below {STATS.least}: {stat} is {score}", "DPI-54")
    left_to_remove = _removable(options, given)
    if left_to_remove is not None and left_to_remove < 0:
        raise Refused(f"more than two points removed: {STATS.removable - left_to_remove}", "DPI-53")
    spent = sum(price_of_stat(options, score) for score in given.values())
    if spent > STATS.points:
        raise Refused(f"too many stat points: {spent} spent, {STATS.points} allowed", "DPI-52")
    return {stat: given.get(stat, STATS.start) for stat in STATS.names}, STATS.points - spent


def _refuse_above(stat: str, score: int) -> None:
    if score > STATS.most:
        raise Refused(f"stat above {STATS.most}: {stat} is {score}", "DPI-51")


def legal_stats(options: Options, draft: Mapping[str, Any]) -> Legal:
    """The scores that are allowed, each with the points that are left."""
    given = draft.get("stats") or {}
    left = STATS.points - sum(price_of_stat(options, score) for score in given.values() if 0 <= score <= STATS.most)
    scores = tuple(range(STATS.least, STATS.most + 1))
    refused = {str(score): f"below {STATS.least} (DPI-54)" for score in range(STATS.least)}
    entries = tuple(_stat_entry(options, given, stat, left) for stat in STATS.names)
    form = EntriesForm(
        NumberForm(STATS.least, STATS.most, STATS.start), entries, purse=Purse(STATS.points, left, "points")
    )
    words = f"scores from {STATS.least} to {STATS.most}, {left} of {STATS.points} points left"
    return Legal(words, scores, refused, form)


def _stat_entry(options: Options, given: Mapping[str, int], stat: str, left: int) -> FormEntry:
    """A stat with the lowest and the highest score that the points and the other stats allow."""
    score = given.get(stat, STATS.start)
    affordable = left + price_of_stat(options, score)
    scores = range(STATS.least, STATS.most + 1)
    most = max((one for one in scores if price_of_stat(options, one) <= affordable), default=score)
    removable = _removable(options, {name: other for name, other in given.items() if name != stat})
    least = STATS.least if removable is None else max(STATS.least, STATS.start - max(0, removable))
    return FormEntry(stat, least, most)


@rule("DPI-21", "DPI-22", "DPI-23", "DPI-24", "DPI-A18")
def with_ancestry_stats(ancestry: str, scores: dict[str, int], picked: list[str]) -> Scores:
    """The ancestry changes stats after the points are spent; none may end above 10."""
    entry = ANCESTRIES[ancestry]
    wanted = len(entry.picked_stats)
    if wanted and not (len(set(picked)) == len(picked) == wanted and set(picked) <= set(STATS.names)):
        raise Refused(f"{ancestry.replace('-', ' ')} needs {entry.stats_needed}", entry.rule)
    if picked and not wanted:
        raise Refused("only humans and extranormal humans pick ancestry stats", "DPI-23")
    changes = dict(entry.stats) | dict(zip(picked, entry.picked_stats, strict=True))
    after = {stat: score + changes.get(stat, 0) for stat, score in scores.items()}
    for stat, score in after.items():
        _refuse_above(stat, score)
    return Scores(**after)


def legal_ancestry_stats(options: Options, draft: Mapping[str, Any]) -> Legal:
    """The stats that an ancestry lets its agent pick."""
    ancestry = ANCESTRIES.get(str(draft.get("ancestry")))
    if ancestry is None or not ancestry.picked_stats:
        refused = {str(stat): "only humans and extranormal humans pick (DPI-23)" for stat in STATS.names}
        return Legal("nothing: only humans and extranormal humans pick", (), refused, PicksForm((), most=0))
    changes = tuple(f"{change:+}" for change in ancestry.picked_stats)
    form = PicksForm(STATS.names, len(changes), len(changes), places=changes if len(set(changes)) > 1 else ())
    return Legal(f"{ancestry.stats_needed}: {', '.join(changes)}", STATS.names, form=form)
