"""Results of duels, fights, advice and luck as answers: tables, charts and a conclusion."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulewright.game.fight_step import NO_WINNER
from rulewright.game.fights import Adviser, Duel, Valued
from rulewright.game.percent import percent
from rulewright.lab.advice import AdvisedDecision, RatedChoice
from rulewright.lab.answers import Answer, Cell, Chart, ReportTable, Series, as_typed, signed
from rulewright.lab.duel_replay import DuelReplay
from rulewright.lab.duels import DuelResult, RaisedParameter
from rulewright.lab.fights import FightSetup, FightTally
from rulewright.lab.luck import Luck
from rulewright.lab.table_advice import TOO_FEW, TableAdvice
from rulewright.lab.win_chance import FightCourse

_MOST_BARS = 24
_ROUNDING = 1e-12
_MOST_CHOICES = 20


def _middle(value: Any) -> Any:
    """The estimate of an interval; any other number as it is."""
    return value[1] if isinstance(value, tuple) else value


def _chance(value: Any) -> str:
    return _with_interval(value, percent)


def _with_interval(value: Any, say: Callable[[Any], str]) -> str:
    """A number in words, and its interval if it has one."""
    if not isinstance(value, tuple):
        return say(value)
    low, estimate, high = value
    return say(estimate) + (f" ({say(low)} to {say(high)})" if low != high else "")


def _number(value: Any) -> str:
    if isinstance(value, tuple) and value[0] == value[2]:  # the same value in every run gives no interval
        return f"{value[1]:.4g} (every time)"
    return _with_interval(value, lambda number: f"{float(number):.4g}")


def _moved_chance(change: Any) -> str:
    return _with_interval(change, signed)


def _moved_number(change: Any) -> str:
    if isinstance(change, tuple):
        low, estimate, high = change
        return f"{estimate:+.3g} ({low:+.3g} to {high:+.3g})"
    return f"{float(change):+.3g}" if change else "0"


def _method(fought: DuelResult) -> str:
    if fought.method == "simulated":
        return f"Simulated: {fought.runs:,} duels, with 95% intervals; the exact answer takes too long."
    if fought.method == "float64":
        return "In float64: every way the duel can go, in rounded numbers; exact fractions take too long."
    return "Exact: every way the duel can go, repeated states included."


def duel_answer(duel: Duel, fought: DuelResult, points: Sequence[RaisedParameter] = ()) -> Answer:
    """The result of a duel, and the worth of one more point of each parameter."""
    rows: list[tuple[Cell, ...]] = []
    neither = _neither(fought)
    for side in (*duel.sides, *(() if neither and _is_all(neither, fought) else (NO_WINNER,))):
        left = _number(fought.left[side]) if side in fought.left else ""
        rows.append((side, _chance(fought.wins[side]), left))
    rows += [(f"{NO_WINNER}: {why}", _chance(chance), "") for why, chance in neither]
    columns = ("side", "wins", f"{duel.measure}, mean") if fought.left else ("side", "wins")
    tables = [ReportTable("Who wins", columns, tuple(row[: len(columns)] for row in rows))]
    tables.append(ReportTable("How long", (duel.unit, "mean"), (("until it is over", _number(fought.length)),)))
    charts: tuple[Chart, ...] = ()
    raised = [point for point in points if point.fought is not None]
    if raised:
        tables.append(_points_table(duel, fought, raised))
        charts = (_points_chart(duel, raised),)
    else:
        charts = (_chances_chart("Who wins", {name: _middle(wins) for name, wins in fought.wins.items()}),)
    refused = [point for point in points if point.fought is None]
    if refused:
        rows = [(point.parameter, as_typed(point.before), point.refused) for point in refused]
        tables.append(ReportTable("Cannot be raised", ("parameter", "value", "why"), tuple(rows)))
    return Answer(_points_method(fought, raised), _duel_conclusion(duel, fought, raised), tuple(tables), charts)


def _neither(fought: DuelResult) -> list[tuple[str, Any]]:
    """The known reasons why neither side wins, each with its chance."""
    why = {f"undecided {fought.limit}": fought.undecided, "never ends": fought.never_ends}
    return [(words, chance) for words, chance in why.items() if _middle(chance)]


def _is_all(neither: Sequence[tuple[str, Any]], fought: DuelResult) -> bool:
    """Whether these reasons are all why neither side wins."""
    return float(_middle(fought.wins[NO_WINNER])) <= sum(float(_middle(chance)) for _, chance in neither) + _ROUNDING


def _points_method(fought: DuelResult, raised: Sequence[RaisedParameter]) -> str:
    """The method of the duel, and of the raised duels if it differs."""
    simulated = [point.fought for point in raised if point.fought and point.fought.method == "simulated"]
    if not simulated or fought.method == "simulated":
        return _method(fought)
    runs = min(one.runs or 0 for one in simulated)
    return f"{_method(fought)} Numbers with a 95% interval are simulated, with {runs:,} duels or more."


def _gain(point: RaisedParameter, side: str) -> Any:
    """The change of a side's chance to win; if it was simulated, the estimate."""
    assert point.change is not None
    return _middle(point.change.wins[side])


def _chances_chart(title: str, chances: Mapping[str, Any]) -> Chart:
    """A chart with a bar for each chance, or for each worth if some worths are not chances."""
    values = tuple(chances.values())
    percent = all(0 <= value <= 1 for value in values)
    return Chart(title, "bars", "", "chance" if percent else "worth", tuple(chances), (Series("", values),), percent)


def _points_table(duel: Duel, fought: DuelResult, raised: Sequence[RaisedParameter]) -> ReportTable:
    columns = ["one more of", "from", "to", *(f"{side} wins" for side in duel.sides), duel.unit]
    columns += [f"{side}: {duel.measure}" for side in fought.left]
    rows = []
    for point in raised:
        assert point.change is not None
        row = [point.parameter, as_typed(point.before), as_typed(point.after)]
        row += [_moved_chance(point.change.wins[side]) for side in duel.sides]
        row.append(_moved_number(point.change.length))
        row += [_moved_number(point.change.left[side]) for side in fought.left]
        rows.append(tuple(row))
    return ReportTable(
        "The worth of one more point (changes; chances in percentage points)", tuple(columns), tuple(rows)
    )


def _points_chart(duel: Duel, raised: Sequence[RaisedParameter]) -> Chart:
    side = duel.sides[0]
    moved = [point for point in raised if _gain(point, side)] or raised[:_MOST_BARS]
    drawn = sorted(moved, key=lambda point: -abs(_gain(point, side)))[:_MOST_BARS]
    drawn.sort(key=lambda point: -_gain(point, side))
    values = tuple(_gain(point, side) for point in drawn)
    names = tuple(point.parameter for point in drawn)
    title = f"One more of each: change of {side}'s chance to win"
    return Chart(title, "bars", "", "change", names, (Series(side, values),), percent=True)


def _duel_conclusion(duel: Duel, fought: DuelResult, raised: Sequence[RaisedParameter]) -> str:
    chances = [f"{side} wins {_chance(fought.wins[side])}" for side in duel.sides]
    neither = _neither(fought)
    chances += [f"{why} {_chance(chance)}" for why, chance in neither]
    if not _is_all(neither, fought):
        chances.append(f"nobody {_chance(fought.wins[NO_WINNER])}{' in all' if neither else ''}")
    words = f"{', '.join(chances)}; it takes {float(_middle(fought.length)):.3g} {duel.unit} on average."
    if not raised:
        return words
    side = duel.sides[0]
    own = [point for point in raised if point.parameter.startswith(f"{side}.")] or raised
    best = max(own, key=lambda point: _gain(point, side))
    assert best.change is not None
    gain = best.change.wins[side]
    surely = gain[0] if isinstance(gain, tuple) else gain
    if surely <= 0:
        return f"{words} So few duels do not show what helps {side} most." if isinstance(gain, tuple) else words
    return f"{words} What helps {side} most is one more of {best.parameter}: {_moved_chance(gain)} points."


def fight_answer(setup: FightSetup, tally: FightTally) -> Answer:
    """How a fight of several goes."""
    rows: list[tuple[Cell, ...]] = [
        (side, ", ".join(one.members), one.plan, _chance(tally.wins[side]), _number(tally.left[side]))
        for side, one in setup.sides.items()
    ]
    rows.append((NO_WINNER, "", "", _chance(tally.wins[NO_WINNER]), ""))
    tables = (
        ReportTable("Who wins", ("side", "who", "plan", "wins", "health left, mean"), tuple(rows)),
        ReportTable("How long", ("rounds", "mean"), (("until it is over", _number(tally.rounds)),)),
    )
    best = max(tally.wins, key=lambda side: tally.wins[side][1])
    words = f"{best} {'wins' if best == NO_WINNER else 'win'} {_chance(tally.wins[best])} of the time"
    others = [wins[2] for side, wins in tally.wins.items() if side != best]
    if tally.wins[best][0] <= max(others):
        words += ", but with so few fights that is not certain"
    method = f"Simulated: {tally.runs:,} fights by the stated plans, with 95% intervals."
    chart = _chances_chart("Who wins", {name: wins[1] for name, wins in tally.wins.items()})
    return Answer(method, f"{words}; it takes {tally.rounds[1]:.3g} rounds on average.", tables, (chart,))


def advice_answer(advised: Sequence[AdvisedDecision]) -> Answer:
    """The first decisions of a duel with every choice."""
    if not advised:
        return Answer("Best play, solved exactly.", "This duel has no decisions.")
    tables = []
    for one in advised:
        columns = ["choice", f"{one.who} wins", "loses"]
        rows = [[str(option.choice), percent(option.wins), percent(option.loses)] for option in one.options]
        if any(option.worth != option.wins for option in one.options):
            columns.append("aim")
            for row, option in zip(rows, one.options, strict=True):
                row.append(f"{float(option.worth):.4g}")
        when = "" if one.chance == 1 else f", which comes first {percent(one.chance)} of the time"
        place = f" ({_place(one.when)})" if len(advised) > 1 else ""
        title = f"{one.who} decides: {one.question}{when}{place}"
        tables.append(ReportTable(title, tuple(columns), tuple(map(tuple, rows))))
    first = advised[0]
    shown = ", ".join(f"{option.choice} {_chances(option)}" for option in first.options)
    words = f"{first.who}: {first.best.choice} ({shown})."
    if len(first.options) > 1 and first.difference == 0:
        words = f"{first.who}: it makes no difference ({shown})."
    chart = _chances_chart(
        f"{first.who} decides: {first.question}", {str(one.choice): one.wins for one in first.options}
    )
    method = f"Best play, solved exactly; then both sides play their best. Aim: {first.aim}."
    return Answer(method, words, tuple(tables), (chart,))


def _chances(option: RatedChoice) -> str:
    """The chances of a choice; where a draw is possible, the chance to lose too."""
    if option.wins + option.loses == 1:
        return percent(option.wins)
    return f"wins {percent(option.wins)} and loses {percent(option.loses)}"


def _place(fields: Mapping[str, Any], before: str = "") -> str:
    """A state in words: the fields whose value is worth showing."""
    words = []
    for name, value in fields.items():
        if isinstance(value, Mapping):
            words.append(_place(value, f"{before}{name}."))
        elif value not in (None, "", "none", False, 0) or name == "damage":
            words.append(f"{before}{name} {as_typed(value)}")
    return ", ".join(word for word in words if word)


def valued_answer(adviser: Adviser, valued: Sequence[Valued]) -> Answer:
    """Choices valued by a game's adviser."""
    rows = tuple((one.choice, _worth(one.worth)) for one in valued)
    best, *others = valued
    equal = [one.choice for one in others if one.worth == best.worth]
    words = f"{best.choice}: {_worth(best.worth)} ({adviser.worth})"
    if equal:
        words += f"; just as good: {', '.join(equal)}"
    elif others:
        words += f"; next is {others[0].choice} with {_worth(others[0].worth)}"
    else:
        words += "; it is the only choice"
    table = ReportTable(f"What to do now ({adviser.worth})", ("choice", "worth"), rows)
    chart = _chances_chart(f"What to do now ({adviser.worth})", {one.choice: one.worth for one in valued})
    return Answer("Best play, solved exactly; each choice with best play after it.", f"{words}.", (table,), (chart,))


def _worth(worth: Fraction) -> str:
    """A chance as a percentage; any other worth as a number."""
    return percent(worth) if 0 <= worth <= 1 else f"{float(worth):.4g}"


_FEW_CHOICES = 3


def table_advice_answer(advice: TableAdvice) -> Answer:
    """Every choice in a scene."""
    if advice.says_nothing:
        return Answer(f"Simulated: {advice.runs:,} fights for each choice.", TOO_FEW)
    shown = advice.tried[:_MOST_CHOICES]
    drawn = any(one.wins[1] + one.loses[1] < 1 for one in shown)
    rows = [(one.choice, _chance(one.wins), *((_chance(one.loses),) if drawn else ())) for one in shown]
    title = f"{advice.who} decides: {advice.question}"
    if len(shown) < len(advice.tried):
        title += f" (the best {len(shown)} of {len(advice.tried)} choices)"
    table = ReportTable(title, ("choice", "wins", "loses") if drawn else ("choice", "wins"), tuple(rows))
    plans = ", ".join(f"{side} by {plan}" for side, plan in advice.plans.items())
    best = advice.tried[0]
    words = f"{best.choice}: wins {_chance(best.wins)}{f', loses {_chance(best.loses)}' if drawn else ''}."
    if advice.why:
        words += f" {advice.why}."
    if not advice.is_useful:
        words += " No choice is clearly better than another."
    elif advice.too_close:
        close = "; ".join(advice.too_close[:_FEW_CHOICES])
        more = len(advice.too_close) - _FEW_CHOICES
        words += f" After this many fights these may be as good: {close}{f' and {more} more' if more > 0 else ''}."
    if advice.left_out:
        words += f" Not weighed: {'; '.join(advice.left_out)}."
    method = "Solved in float64: after the choice both sides play their best."
    if advice.method == "simulated":
        method = f"Simulated: each choice {advice.runs:,} times with 95% intervals; after it {plans}."
    chart = _chances_chart(f"{advice.who} decides: wins after each choice", {one.choice: one.wins[1] for one in shown})
    return Answer(method, words, (table,), (chart,))


def luck_answer(replay: DuelReplay, found: Luck) -> Answer:
    """Who was lucky, roll by roll."""
    rows: list[tuple[Cell, ...]] = []
    for number, swing in enumerate(replay.swings, 1):
        rows.append((number, swing.who, swing.what, percent(swing.before), percent(swing.after), signed(swing.size)))
    columns = ("roll", "who", "what", f"{replay.side} wins before", "after", "swing")
    tables = (
        ReportTable("Every roll", columns, tuple(rows)),
        ReportTable(
            f"Luck for {replay.side}, in percentage points",
            ("rolls of", "luck"),
            tuple((who, signed(size)) for who, size in found.by_roller.items()),
        ),
    )
    charts: tuple[Chart, ...] = ()
    if replay.swings:
        chances = (replay.swings[0].before, *(swing.after for swing in replay.swings))
        charts = (_course_chart(f"{replay.side}'s chance to win", "roll", range(len(chances)), replay.side, chances),)
    method = "The exact chance to win before and after each roll."
    return Answer(method, _luck_words(replay, found), tables, charts)


def _course_chart(title: str, steps: str, x: Iterable[str | int], side: str, chances: tuple[Any, ...]) -> Chart:
    """A line of a side's chance to win, step by step."""
    return Chart(title, "lines", steps, "chance to win", tuple(x), (Series(side, chances),), percent=True)


def course_answer(course: FightCourse) -> Answer:
    """Who was lucky in a fight at the table, action by action."""
    rows: list[tuple[Cell, ...]] = []
    for point in course.points:
        swing = course.rolls.get(point.seq)
        rows.append(
            (point.seq, point.who, point.what, _chance(point.wins), "" if swing is None else _moved_chance(swing))
        )
    columns = ("event", "who", "what", f"{course.side} win then", "luck of the dice")
    luck = tuple((who, _moved_chance(change)) for who, change in course.by_roller.items())
    tables = (
        ReportTable("Every action", columns, tuple(rows)),
        ReportTable(f"Luck for the {course.side}, in percentage points", ("rolls of", "luck"), luck),
    )
    moments = ("before", *(str(point.seq) for point in course.points))
    chances = (course.start[1], *(point.wins[1] for point in course.points))
    chart = _course_chart(f"The chance of the {course.side} to win", "event", moments, course.side, chances)
    plans = ", ".join(f"{side} by {plan}" for side, plan in course.plans.items())
    method = "Solved in float64: every chance is that of best play on both sides. "
    if course.method == "simulated":
        method = (
            f"Simulated: every chance from {course.runs:,} fights played on by plan ({plans}), with 95% intervals. "
        )
    method += "Luck is how far the dice moved the chance from its average over all rolls of the action."
    return Answer(method, _course_words(course), tables, (chart,))


def _course_words(course: FightCourse) -> str:
    began, ended = percent(course.start[1]), percent(course.points[-1].wins[1])
    words = f"The {course.side} came from {began} to {ended}."
    sure = {who: change for who, change in course.by_roller.items() if change[0] > 0 or change[2] < 0}
    if not sure:
        return f"{words} No one's dice moved it by more than the uncertainty of so few fights."
    most = max(sure, key=lambda who: abs(sure[who][1]))
    kind = "well" if sure[most][1] > 0 else "badly"
    return f"{words} The dice of {most} fell {kind} for them: {_moved_chance(sure[most])} points."


def _luck_words(replay: DuelReplay, found: Luck) -> str:
    if not found.biggest:
        return f"{replay.winner} won without a roll."
    big = found.biggest[0]
    fortune = "neither lucky nor unlucky"
    if found.total:
        fortune = f"{'lucky' if found.total > 0 else 'unlucky'} by {signed(found.total)[1:]} points"
    return (
        f"{replay.winner} won. {replay.side} was {fortune} in all; "
        f"the biggest swing was roll {replay.swings.index(big) + 1} ({big.who}, {big.what}): {signed(big.size)}."
    )
