"""Tab completion: games, rolls, parameters, options and rule numbers, read from the games themselves."""

from collections.abc import Iterable
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


def _game(context: click.Context) -> Any:
    from rulewright.cli.arguments import game_named
    from rulewright.rules import BadInput

    # While an option's value is being typed, click leaves the words before it in `args`.
    named = context.params.get("slug") or context.params.get("what") or (context.args or [""])[0]
    try:
        return game_named(str(named))
    except BadInput:
        return None


def complete_what(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the name of a roll of the game, or of a derived value."""
    game = _game(context)
    if game is None:
        return []
    named = game.derivations if context.info_name == "derive" else game.rolls
    return [
        CompletionItem(entry.name, help=getattr(entry, "summary", None))
        for entry in named
        if entry.name.startswith(begun)
    ]


def complete_parameter(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the name of a roll first, then NAME= for its parameters."""
    given = context.params.get("words") or ()
    if not given:
        return complete_what(context, parameter, begun)
    game = _game(context)
    entries = {} if game is None else {entry.name: entry for entry in game.rolls}
    entry = entries.get(given[0])
    return _parameters(entry.parameters if entry else [], begun)


def complete_derived(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete NAME= for the parameters of a derived value."""
    game = _game(context)
    entries = {} if game is None else {entry.name: entry for entry in game.derivations}
    entry = entries.get(context.params.get("what"))
    return _parameters(entry.parameters if entry else [], begun)


def _parameters(listed: Iterable[Any], begun: str) -> list[CompletionItem]:
    """NAME= for every parameter, NAME=VALUE where the values are few, and the parts of an object."""
    from rulewright.cli.arguments import object_of, words_of
    from rulewright.rules.parameters import takes

    found = []
    for one in listed:
        parts = object_of(one.kind)
        if parts is not None:
            inner = [part._replace(name=f"{one.name}.{part.name}") for part in takes(parts)]
            found += _parameters(inner, begun)
        elif begun.startswith(f"{one.name}="):
            found += [CompletionItem(f"{one.name}={word}") for word in words_of(one.kind)]
        else:
            found.append(CompletionItem(f"{one.name}=", help=one.meaning or one.allowed))
    return [item for item in found if str(item.value).startswith(begun)]


def complete_duel(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the name of a duel first, then NAME= for its parameters."""
    return _named_first(context, parameter, begun, "duels")


def complete_advice(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the name of a duel or of one of a game's advisers first, then NAME= for its parameters."""
    return _named_first(context, parameter, begun, "advised")


def _named_first(context: click.Context, parameter: click.Parameter, begun: str, what: str) -> list[CompletionItem]:
    if context.params.get("words"):
        return complete_parameter(context, parameter, begun)
    game = _game(context)
    if game is None:
        return []
    names = [duel.roll for duel in game.duels if what == "duels" or duel.best]
    if what == "advised":
        names += [adviser.name for adviser in game.advisers]
    return [CompletionItem(name) for name in dict.fromkeys(names) if name.startswith(begun)]


def complete_question(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the number of one of a game's open questions."""
    from rulewright.lab.questions import questions_of

    game = _game(context)
    if game is None:
        return []
    listed = [(str(question.number), question.title) for question in questions_of(game.slug)]
    return [CompletionItem(number, help=title) for number, title in listed if number.startswith(begun)]


def complete_option(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete NAME=VALUE for a table option."""
    game = _game(context)
    if game is None:
        return []
    found = []
    for option in game.option_texts():
        values = list(option.values) or [str(option.default)]
        found += [CompletionItem(f"{option.name}={value}", help=option.values.get(value)) for value in values]
    return [item for item in found if str(item.value).startswith(begun)]


def complete_rule(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete a rule number."""
    game = _game(context)
    if game is None:
        return []
    texts = {number: entry.text for number, entry in game.inventory.rules.items()}
    texts |= {number: entry.title for number, entry in game.inventory.rulings.items()}
    return [CompletionItem(number, help=text) for number, text in texts.items() if number.startswith(begun.upper())]
