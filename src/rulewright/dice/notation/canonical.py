"""The one canonical way to write a notation, which every dialect reads alike.

Comparisons are written with `>=`, `<=` and `=`, whichever way they were typed.
"""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from rulewright.dice.notation import syntax

_BINDING: dict[syntax.Operator, int] = {"+": 1, "-": 1, "*": 2, "//": 2, "%": 2, "÷": 2, "**": 3}


def canonical(node: syntax.Node) -> str:
    """The canonical text of a tree."""
    match node:
        case syntax.NumberTerm(value):
            return str(value) if isinstance(value, int) else _decimal(value)
        case syntax.DiceTerm():
            return _dice(node)
        case syntax.Negative(of):
            return (
                f"-({canonical(of)})"
                if isinstance(of, syntax.Arithmetic) or _ends_with_comparison(of)
                else f"-{canonical(of)}"
            )
        case syntax.Arithmetic(operator, left, right):
            binding = _BINDING[operator]
            from_right = operator == "**"
            return f"{_operand(left, binding + from_right)}{operator}{_operand(right, binding + (not from_right))}"
        case syntax.GroupTerm(members, rule):
            listed = ",".join(map(canonical, members))
            enclosed = f"{{{listed}}}" if len(members) > 1 else f"({listed})"
            return enclosed + _rule(rule)
        case syntax.Mixed(dice, keeping):
            return f"{{{'+'.join(map(canonical, dice))}}}{_keeping(keeping)}"
        case syntax.CallTerm(function, of):
            return f"{function}({','.join(map(canonical, of))})"
        case syntax.Compare(sign, left, right):
            return f"({canonical(left)}){sign}({canonical(right)})"
        case syntax.Many(number, _, options, sides):
            last = canonical(options[-1])
            if sides:
                return f"{last.partition('d')[0]}d({canonical(number)})"
            return f"({canonical(number)}){last.lstrip('0123456789')}"
        case syntax.RepeatedTerm(times, of):
            return f"{times}#{canonical(of)}"


def _rule(rule: syntax.GroupRule) -> str:
    match rule:
        case syntax.Keeping():
            return _keeping(rule)
        case syntax.KeepingTwice(steps, _):
            return "&".join(map(_keeping, steps))
        case syntax.KeepingValues(on, dropped):
            return "".join(f"{'p' if dropped else 'k'}{condition}" for condition in on)
        case syntax.Counting():
            return _counting(rule)


def _decimal(value: Fraction) -> str:
    return f"{Decimal(value.numerator) / Decimal(value.denominator):f}"


def _ends_with_comparison(node: syntax.Node) -> bool:
    """Whether a text ends with the comparison of a total, which takes all that follows it."""
    return isinstance(node, syntax.Compare) or (isinstance(node, syntax.GroupTerm) and len(node.members) == 1)


def _operand(node: syntax.Node, binding: int) -> str:
    text = canonical(node)
    loose = _BINDING[node.operator] < binding if isinstance(node, syntax.Arithmetic) else _ends_with_comparison(node)
    return f"({text})" if loose or (binding > 2 and isinstance(node, syntax.Negative)) else text


def _dice(dice: syntax.DiceTerm) -> str:
    kind = f"{{{','.join(map(str, dice.faces))}}}" if dice.faces else "F" if dice.fate else str(dice.sides)
    text = f"{dice.count}d{kind}"
    # A comparison right after a bare number is a limit in some dialects and a count in others: write the sign.
    before_count = dice.counting is not None
    if dice.rerolling is not None:
        text += _conditions("ro" if dice.rerolling.once else "rr", dice.rerolling.on, bare=not before_count)
    if dice.exchanging is not None:
        text += f"ro{'h' if dice.exchanging.highest else 'l'}{dice.exchanging.count}"
    if dice.unique is not None:
        word = "uo" if dice.unique.once else "u"
        text += _conditions(word, dice.unique.on, bare=False) or word
        # A count right after a bare u would be its condition: name every face.
        nothing_between = (dice.exploding, dice.minimum, dice.maximum, dice.keeping) == (None,) * 4
        if not dice.unique.on and before_count and nothing_between:
            text += f"<={dice.highest}"
    if dice.exploding is not None:
        word = dice.exploding.kind.value
        usual = (
            dice.exploding.on == (syntax.FaceCondition("=", dice.highest),)
            and dice.exploding.kind is not syntax.Explosion.ONE_DIE
        )
        # `!!` before a drop by value, p<3, would be read as the `!!p` that penetrates.
        before_drop = isinstance(dice.keeping, syntax.KeepingValues) and dice.keeping.dropped
        if usual and not before_count and not before_drop:
            text += word
        else:
            text += _conditions(word, dice.exploding.on, bare=word.startswith("!") or not before_count)
    if dice.minimum is not None:
        text += f"mi{dice.minimum}" if dice.minimum >= 0 else f"min{dice.minimum}"
    if dice.maximum is not None:
        text += f"ma{dice.maximum}" if dice.maximum >= 0 else f"max{dice.maximum}"
    match dice.keeping:
        case syntax.Keeping():
            text += _keeping(dice.keeping)
        case syntax.KeepingTwice(steps, True):
            text += "&".join(map(_keeping, steps))
        case syntax.KeepingTwice(steps, False):
            for step in steps:
                text = f"({text}{_keeping(step)})"
            text = text[1:-1]
        case syntax.KeepingValues(on, dropped):
            text += "".join(f"{'p' if dropped else 'k'}{condition}" for condition in on)
    if dice.counting is not None:
        text += _counting(dice.counting)
    return text


def _conditions(word: str, on: Iterable[syntax.FaceCondition], *, bare: bool) -> str:
    return "".join(f"{word}{_bare(condition) if bare else condition}" for condition in on)


def _bare(condition: syntax.FaceCondition) -> str:
    return str(condition.number) if condition.sign == "=" and condition.number >= 0 else str(condition)


def _keeping(keeping: syntax.Keeping) -> str:
    return f"k{'h' if keeping.highest else 'l'}{keeping.count}"


def _counting(counting: syntax.Counting) -> str:
    failure = "" if counting.failure is None else f"f{_bare(counting.failure)}"
    return f"{counting.success}{failure}"
