"""Checks of values given in creation against the form that offers them, so that each limit is stated once."""

from collections.abc import Iterable, Mapping
from typing import Any, overload

from rulewright.game.forms import ChoiceForm, FlagForm, NumberForm, WordsForm
from rulewright.rules import BadParameter, Refused, shown
from rulewright.rules.parameters import is_whole


@overload
def fitting(form: NumberForm, field: str, given: Any, fault: str = "", rule: str | None = None) -> int: ...
@overload
def fitting(form: FlagForm, field: str, given: Any, fault: str = "", rule: str | None = None) -> bool: ...
@overload
def fitting(form: WordsForm, field: str, given: Any, fault: str = "", rule: str | None = None) -> str: ...
@overload
def fitting(form: ChoiceForm, field: str, given: Any, fault: str = "", rule: str | None = None) -> Any: ...
def fitting(
    form: NumberForm | FlagForm | WordsForm | ChoiceForm,
    field: str,
    given: Any,
    fault: str = "",
    rule: str | None = None,
) -> Any:
    """The given value, with texts stripped, if it fits the form offered for a field.

    Raises `BadParameter` for any other value, or with `fault` a refusal by a numbered rule.
    """
    if fits(form, given):
        return given.strip() if isinstance(form, WordsForm) else given
    if fault:
        raise Refused(f"{fault}: allowed are {form.allowed}", rule)
    raise BadParameter(field, _meant(form), given)


def fits(form: NumberForm | FlagForm | WordsForm | ChoiceForm, given: Any) -> bool:
    """Whether a value fits a form."""
    match form:
        case NumberForm():
            return is_whole(given) and form.least <= given <= form.most
        case FlagForm():
            return isinstance(given, bool)
        case WordsForm():
            return isinstance(given, str) and len(given) <= form.longest
        case ChoiceForm():
            return any(given == value and type(given) is type(value) for value in form.values)


def _meant(form: NumberForm | FlagForm | WordsForm | ChoiceForm) -> str:
    match form:
        case NumberForm():
            return f"a whole number from {form.allowed}"
        case FlagForm():
            return "true or false"
        case WordsForm():
            return f"text of at most {form.longest} characters"
        case ChoiceForm():
            return f"one of {', '.join(map(str, form.values))}"


def by_name(field: str, given: Any, names: Iterable[str], noun: str, rule: str) -> Mapping[str, Any]:
    """The given object, if it has a value for each of the names and for no other; raises at the first fault."""
    known = tuple(names)
    if not isinstance(given, Mapping):
        raise BadParameter(field, f"an object with {', '.join(known)}", given)
    for name in given:
        if name not in known:
            raise Refused(f"unknown {noun}: {shown(str(name))} (they are {', '.join(known)})", rule)
    for name in known:
        if name not in given:
            raise Refused(f"missing {noun}: {name}", rule)
    return given
