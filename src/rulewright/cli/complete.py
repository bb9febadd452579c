"""Tab completion: games, rolls, parameters, options and rule numbers, read from the games themselves."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import click
from click.shell_completion import BashComplete, CompletionItem, get_completion_class


class _Bash(BashComplete):
    """Completion in Bash, which ends words at "=": it passes the whole line and uses only the part after the "="."""

    source_template = """\
%(complete_func)s() {
    local line=${COMP_LINE:0:COMP_POINT} words kind value given=""
    read -ra words <<< "$line"
    local at=$((${#words[@]} - 1))
    [[ $line == *[[:space:]] ]] && at=$((at + 1))
    [[ ${words[at]-} == *=* && $COMP_WORDBREAKS == *=* ]] && given=${words[at]%%=*}=
    COMPREPLY=()
    while IFS=, read -r kind value; do
        case $kind in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("${value#"$given"}") ;;
        esac
    done < <(COMP_WORDS=$line COMP_CWORD=$at %(complete_var)s=bash_complete "$1")
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


def completion_script(shell: str, commands: click.Command) -> str:
    """The script that switches on tab completion in a shell."""
    kind = _Bash if shell == "bash" else get_completion_class(shell)
    assert kind is not None
    return kind(commands, {}, "rulewright", "_RULEWRIGHT_COMPLETE").source()


def complete_game(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the name of an installed game."""
    from rulewright.game import installed_games

    return [CompletionItem(slug) for slug in installed_games() if slug.startswith(begun)]


Offered = Iterable[tuple[str, str | None]]
"""Words, each with its help."""


def _of_the_game(
    offered: Callable[[Any, click.Context, str], Offered],
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Make a completion from a function of the game that the command names; without a game it offers nothing."""

    @wraps(offered)
    def complete(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
        game = _game(context)
        listed = () if game is None else offered(game, context, begun)
        return [CompletionItem(word, help=words) for word, words in listed if word.lower().startswith(begun.lower())]

    return complete


def _game(context: click.Context) -> Any:
    from rulewright.cli.arguments import game_named
    from rulewright.rules import BadInput

    # While an option's value is being typed, click leaves the words before it in `args`.
    named = context.params.get("slug") or context.params.get("what") or (context.args or [""])[0]
    try:
        return game_named(str(named))
    except BadInput:
        return None


def _rolls_or_values(game: Any, context: click.Context) -> Offered:
    entries = game.derivations if context.info_name == "derive" else game.rolls
    return ((entry.name, getattr(entry, "summary", None)) for entry in entries)


@_of_the_game
def complete_what(game: Any, context: click.Context, begun: str) -> Offered:
    """Complete the name of a roll of the game, or of a derived value."""
    return _rolls_or_values(game, context)


@_of_the_game
def complete_parameter(game: Any, context: click.Context, begun: str) -> Offered:
    """Complete the name of a roll first, then NAME= for its parameters."""
    given = context.params.get("words") or ()
    return _parameters_of(game.rolls, given[0], begun) if given else _rolls_or_values(game, context)


@_of_the_game
def complete_derived(game: Any, context: click.Context, begun: str) -> Offered:
    """Complete NAME= for the parameters of a derived value."""
    return _parameters_of(game.derivations, context.params.get("what"), begun)


def _parameters_of(entries: Iterable[Any], name: Any, begun: str) -> Offered:
    return [one for entry in entries if entry.name == name for one in _parameters(entry.parameters, begun)]


def _parameters(listed: Iterable[Any], begun: str) -> Offered:
    """NAME= for every parameter, NAME=VALUE where the values are few, and the parts of an object."""
    from rulewright.cli.arguments import object_of, words_of
    from rulewright.rules.parameters import takes

    for one in listed:
        parts = object_of(one.kind)
        if parts is not None:
            yield from _parameters([part._replace(name=f"{one.name}.{part.name}") for part in takes(parts)], begun)
        elif begun.startswith(f"{one.name}="):
            yield from ((f"{one.name}={word}", None) for word in words_of(one.kind))
        else:
            yield f"{one.name}=", one.meaning or one.allowed


@_of_the_game
def complete_duel(game: Any, context: click.Context, begun: str) -> Offered:
    """Complete the name of a duel first, then NAME= for its parameters."""
    return _named_first(game, context, begun, [duel.roll for duel in game.duels])


@_of_the_game
def complete_advice(game: Any, context: click.Context, begun: str) -> Offered:
    """Complete the name of a duel or of one of a game's advisers first, then NAME= for its parameters."""
    names = [duel.roll for duel in game.duels if duel.best] + [adviser.name for adviser in game.advisers]
    return _named_first(game, context, begun, names)


def _named_first(game: Any, context: click.Context, begun: str, names: Iterable[str]) -> Offered:
    if given := context.params.get("words"):
        return _parameters_of(game.rolls, given[0], begun)
    return ((name, None) for name in dict.fromkeys(names))


@_of_the_game
def complete_question(game: Any, context: click.Context, begun: str) -> Offered:
    """Complete the number of one of a game's open questions."""
    from rulewright.lab.answers import questions_of

    return ((str(question.number), question.title) for question in questions_of(game.slug))


@_of_the_game
def complete_option(game: Any, context: click.Context, begun: str) -> Offered:
    """Complete NAME=VALUE for a table option."""
    for option in game.option_texts():
        for value in option.values or [str(option.default)]:
            yield f"{option.name}={value}", option.values.get(value)


@_of_the_game
def complete_rule(game: Any, context: click.Context, begun: str) -> Offered:
    """Complete a rule number."""
    yield from ((number, entry.text) for number, entry in game.inventory.rules.items())
    yield from ((number, entry.title) for number, entry in game.inventory.rulings.items())
