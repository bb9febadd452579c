"""No page of any game shows what only a program reads: names of fields, schema text, null, JSON."""

import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from playwright.sync_api import Page
from playwright.sync_api import expect as shown

from documented_game import announce
from rulewright.game import find_game
from web_browser import ROOT, Site, Visitor, running_site
from web_table import FORM_OR_PAST, GAMES, KEPT, RACE, last_seq, open_ready, roll_first, row, sit_down

Visit = Callable[..., Visitor]

HEROES = {
    "twelves": "Wren",
    "die-code": "Juno",
    "untold-aeons": "Ines",
    "light-dark": "Isk",
    "dpi": "Vega",
    "coinfall": "Ada",
    "salvage": "Mako",
}
ALL_GAMES = tuple(HEROES)
"""Ours, the plug-in of the documentation, and a rulebook."""
TECHNICAL = re.compile(
    r"\b[a-z]+_[a-z_]+\b"  # the name of a field
    r"|[{}]|\[\[|\[\]|\[\"|\[\d+,"  # JSON
    r"|\bnull\b|\bNone\b(?!,| yet)|\bundefined\b|\bNaN\b|\[object"
    r"|\b(?:true|false) or \b|an object\b|a list of \d|a whole number from -?\d+ to|text of \d"  # schema text
    r"|\w=\w|Bearer"
)
WORDS = {
    "Nothing is left to chance here": "No dice needed.",
    "More to settle": "More options",
    "all as the rules begin": "default rules",
    "off, they do not": "combat earns experience",
    "chance of as much": "chance of rolling this high",
    "keeps these odds": "Odds hidden by the",
    "promised beforehand": "Dice are fixed in advance and can be checked.",
    "for which Knowledge may stand": "skills you may roll with Knowledge instead",
    "last press is kept and sent again": "Your last action will be retried.",
    "Put away": "Dismiss",
    "Take off the list": "Remove from this list",
    "The draft does not say": "A ruling of this software",
}
"""Words that players stumbled over, and those that stand in their place."""
SPOKEN = (ROOT / "web" / "src", ROOT / "src" / "rulewright" / "games")
_READ = """() => {
    const seen = [document.querySelector('main').innerText];
    for (const one of document.querySelectorAll('main input, main textarea'))
        if (one.type !== 'checkbox' && one.type !== 'radio') seen.push(one.value, one.placeholder);
    for (const one of document.querySelectorAll('main [aria-label], main [title]'))
        seen.push(one.getAttribute('aria-label') ?? '', one.getAttribute('title') ?? '');
    for (const one of document.querySelectorAll('main option')) seen.push(one.textContent);
    return seen.join('\\n');
}"""
_AT_ONCE = ("End turn", "Leave fight")
"""Actions after which there is nothing more to try."""
_UNFOLD = """async () => {
    for (let depth = 0; depth < 4; depth += 1) {
        const closed = document.querySelectorAll('main details:not([open])');
        if (closed.length === 0) return;
        closed.forEach(one => { one.open = true });
        await new Promise(drawn => setTimeout(drawn, 20));
    }
}"""
"""Opens everything that is folded, also inside: much of it is drawn only then."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with a plug-in and a rulebook beside our games."""
    package = announce(tmp_path_factory.mktemp("coinfall"))
    with running_site([package], [ROOT / "rulebooks" / "salvage.md"]) as running:
        yield running


@cache
def _names(site: Site, game: str) -> re.Pattern[str]:
    """The names that a game's rulings, actions and rolls have in a program, where people say them otherwise."""
    known = site.ask(f"/games/{game}")
    names = sorted({one["name"] for part in ("options", "actions", "rolls") for one in known[part]})
    return re.compile(rf"(?<![\w-])(?:{'|'.join(name for name in names if '-' in name)})(?![\w-])")


def _technical(visitor: Visitor, game: str) -> set[str]:
    """Every line of a page, unfolded, that has something in it that only a program reads."""
    page, names = visitor.page, _names(visitor.site, game)
    page.evaluate(_UNFOLD)
    text = str(page.evaluate(_READ))
    allowed = re.compile(r"rulewright serve.*|https?://\S+")
    lines = [(line.strip(), allowed.sub("", line)) for line in text.splitlines()]
    return {line for line, rest in lines if TECHNICAL.search(rest) or names.search(rest)}


def test_what_players_stumbled_over_is_said_otherwise() -> None:
    files = [path for folder in SPOKEN for path in folder.rglob("*") if path.suffix in (".ts", ".tsx", ".toml", ".py")]
    said = "\n".join(path.read_text(encoding="utf-8") for path in files)
    assert [old for old in WORDS if old in said] == []
    assert [new for new in WORDS.values() if new not in said] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_one_word_for_who_runs_it(game: str) -> None:
    words = (
        (ROOT / "src" / "rulewright" / "games" / game.replace("-", "_") / "words.toml")
        .read_text(encoding="utf-8")
        .replace("gm = ", "")
    )
    others = {"GM", "Narrator", "referee", "game master"} - {find_game(game).words.gm}
    assert [other for other in others if re.search(rf"\b{other}\b", words, re.IGNORECASE)] == []


def _names_who_acts_and_foes_first(page: Page, game: str, action: str) -> None:
    """ "Vega: attack", not "Attack Vega"; and whom a hero attacks is a foe unless chosen otherwise."""
    heading = page.locator(".act-form h2").inner_text()
    who, _, rest = heading.rpartition(": ")
    assert rest.lower() == action.lower(), heading
    if who != HEROES[game] or action != "Attack":
        return
    targets = page.locator(".act-form fieldset", has_text=re.compile("^target", re.IGNORECASE)).locator(".chip")
    friends = [one in find_game(game).opening.heroes for one in targets.all_inner_texts()]  # type: ignore[union-attr]
    assert friends == sorted(friends), heading


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_pages_around_a_table_speak(game: str, visit: Visit) -> None:
    visitor = visit()
    for path in (f"/play/{game}", f"/characters/{game}", f"/rules/{game}", f"/rules/{game}?one-page=1"):
        visitor.go(path)
        assert _technical(visitor, game) == set(), path
    page = visitor.go(f"/characters/{game}")
    page.get_by_role("button", name="Random", exact=False).first.click()
    shown(page.locator(".character-sheet")).to_be_visible()
    for one in page.get_by_role("navigation", name="Steps").get_by_role("button").all():
        one.click()
        assert _technical(visitor, game) == set(), page.locator("#step-title").inner_text()
    page.emulate_media(media="print")
    assert _technical(visitor, game) == set(), "the printed sheet"


def test_the_pages_of_no_game_speak(visit: Visit) -> None:
    visitor = visit()
    visitor.expected = ("status of 401",)  # the invitations are none
    for path in ("/", "/play", "/join", "/join#nonsense", "/tv", "/tv#nonsense", "/characters", "/studio", "/nowhere"):
        visitor.go(path)
        assert _technical(visitor, "twelves") == set(), path


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_explorer_speaks_about_every_roll(game: str, visit: Visit) -> None:
    visitor = visit()
    visitor.expected = ("status of 400",)  # a roll that needs more than its defaults says so
    page = visitor.go(f"/odds/{game}")
    rolls = page.locator("option[value^='roll:']").evaluate_all("all => all.map(one => one.value.slice(5))")
    assert rolls == [one["name"] for one in visitor.site.ask(f"/games/{game}")["rolls"]]
    for roll in rolls:
        visitor.go(f"/odds/{game}?roll={roll}")
        assert _technical(visitor, game) == set(), roll
    for name, part in (("Compare with another setting", "Side by side"), ("Show it for many values", "Heat map")):
        visitor.go(f"/odds/{game}")
        page.get_by_role("button", name=name).click()
        shown(page.get_by_role("region", name=part).locator("tbody tr").first).to_be_visible()
        assert _technical(visitor, game) == set(), name
    visitor.go(f"/odds/{game}")
    page.get_by_role("button", name="Compare with another setting").click()
    shown(page.get_by_role("region", name="Side by side").locator(".odds-bar").first).to_be_visible()
    assert _technical(visitor, game) == set(), "a comparison"


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_table_and_the_form_of_every_action_speak(game: str, visit: Visit) -> None:
    master, player = visit(), visit()
    master.expected, player.expected = RACE, (*RACE, *KEPT)
    table = open_ready(master, game)
    sit_down(master, player, table, "Pia", HEROES[game])
    roll_first(master.page)
    master.page.get_by_role("button", name="Ask for a roll").click()
    for visitor in (master, player):
        page = visitor.page
        assert _technical(visitor, game) == set()
        for name in page.locator(".act .offer b").all_inner_texts():
            page.evaluate(_UNFOLD)
            seq, offer = last_seq(page), row(page, name).first
            if name in _AT_ONCE or not offer.count():
                continue
            offer.click()
            page.wait_for_function(FORM_OR_PAST, arg=seq)
            assert _technical(visitor, game) == set(), name
            if page.locator(".act-form").count():
                _names_who_acts_and_foes_first(page, game, name)
                page.locator(".act-form").get_by_role("button", name="Back").click()
