"""Makes the pictures of docs/web.md anew: `.venv/bin/python docs/screenshots.py [NAME ...]`.

It starts a server of its own and looks at its pages with Chromium, as the tests do.
"""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
IMAGES = Path(__file__).parent / "images"
sys.path.insert(0, str(ROOT / "tests"))

from web_browser import QUIET, chromium_path, running_site  # noqa: E402 - found only now
from web_table import GAMES, act  # noqa: E402

QUALITIES = (82, 75, 68)
"""Of the compression: the first with which a picture is small enough for a repository."""
MOST_BYTES = 100_000
PATIENCE = 120_000
"""In milliseconds: a busy machine takes its time over odds."""


class Shot(NamedTuple):
    """A picture: its name, the page, what is done there first, and the window."""

    name: str
    path: str
    do: Callable[[Page], None] = lambda page: None
    width: int = 1200
    height: int = 800
    dark: bool = False


def at_random(page: Page) -> None:
    """Make a character at random."""
    page.get_by_role("button", name="Make one at random").click()
    page.locator(".character-name").wait_for()


def agent(page: Page) -> None:
    """A random agent, at the step where equipment is bought."""
    at_random(page)
    page.get_by_role("navigation", name="Steps").get_by_role("button", name="Equipment").click()


def compare(page: Page) -> None:
    """Compare with a lower score."""
    page.get_by_role("button", name="Compare with another setting").click()
    page.get_by_role("textbox", name="score").fill("5")
    page.get_by_role("textbox", name="score").press("Enter")
    page.locator(".bar-title").first.wait_for()


def over_a_range(page: Page) -> None:
    """Show the heat map."""
    page.get_by_role("button", name="Show it for many values").click()
    page.locator("table.heat").wait_for()
    page.locator("#heat").scroll_into_view_if_needed()
    page.evaluate("document.getElementById('heat').scrollIntoView()")


def best_play(page: Page) -> None:
    """Ask for best play, and show it."""
    page.get_by_role("button", name="What should they do?").click()
    page.locator("#best-play ~ div table").first.wait_for()
    page.evaluate("document.getElementById('best-play').scrollIntoView()")


def ready_table(page: Page) -> None:
    """Open a ready table, with the odds of the first thing to do."""
    page.get_by_role("button", name="Open a ready table").click()
    page.locator(".offer.first .odds-bar svg").wait_for()


def fight(page: Page) -> None:
    """A fight under way: the first blow is struck."""
    ready_table(page)
    page.locator(".offer.first").click()
    page.get_by_role("button", name="I rolled…").click()
    page.get_by_label("face 1, 1 to 6").focus()
    for face, next_box in (("6", "face 2"), ("6", "face 3"), ("2", "face 4"), ("4", "face 5"), ("3", "face 6")):
        page.keyboard.type(face)
        page.get_by_label(next_box).wait_for()
    page.keyboard.type("4")
    page.get_by_role("button", name="These are my dice").click()
    page.locator(".result .word").wait_for()
    page.locator(".board[aria-busy=false] .map").wait_for()
    page.locator(".invitation svg").first.wait_for()
    page.evaluate("scrollTo(0, 0)")


def typed(page: Page) -> None:
    """Dice of one's own being typed in."""
    ready_table(page)
    page.locator(".offer.first").click()
    page.get_by_role("button", name="I rolled…").click()
    page.get_by_label("face 1, 1 to 6").focus()
    page.keyboard.type("65")
    page.get_by_label("face 3, 1 to 12").wait_for()
    page.keyboard.type("2")
    page.evaluate("scrollTo(0, 0)")


def map_of_fight(page: Page) -> None:
    """A grenade aimed at an empty space."""
    ready_table(page)
    page.get_by_role("group", name="Weapon").get_by_role("button", name="grenade").click()
    page.locator(".board .map > [data-space='7,2']").first.click()
    page.locator(".turn .tag").first.hover()
    page.locator(".aimed-space").wait_for()
    page.evaluate("document.querySelector('.board').scrollIntoView()")
    page.evaluate("scrollBy(0, -72)")


def goal(page: Page) -> None:
    """Ask which score gives 60%."""
    page.locator(".goal button").click()
    page.locator(".goal .word-line").wait_for()
    page.evaluate("document.getElementById('goal').scrollIntoView()")
    page.evaluate("scrollBy(0, -90)")


def notes(page: Page) -> None:
    """A note for everyone, written on a phone."""
    ready_table(page)
    page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name="Table").click()
    page.get_by_role("button", name="Notes").click()
    page.get_by_role("button", name="Write a note").click()
    page.get_by_label("Title").fill("The cellar")
    page.get_by_label("Text, in Markdown").fill(
        "Cold, wet, and **not empty**.\n\n- a chest\n- *something* under the stairs"
    )
    page.get_by_label("Seen by").select_option(label="everyone")
    page.get_by_role("button", name="Keep").click()
    page.locator(".note-card").first.wait_for()
    page.evaluate("scrollTo(0, 0)")


def choose_turns(page: Page) -> None:
    """A new round, for which everybody chooses a turn."""
    ready_table(page)
    for action, who in (("End", ""), ("End", "Hale"), ("Start", "Cultist"), ("End", ""), ("End", "Drowned")):
        if who:
            page.locator(".people .person", has_text=who).click()
        act(page, f"{action} turn")
    page.locator(".due").wait_for()
    page.evaluate("scrollTo(0, 0)")


def opened(page: Page, game: str, role: str = "player") -> str:
    """A ready table run by Mira that is open already, and an invitation to it."""
    site = page.url.split("/play")[0].split("/odds")[0].rstrip("/")
    asked = {"game": game, "name": "Mira", "title": "Thursday evening", "ready": True}
    headers = {"Origin": site}
    table = page.request.post(f"{site}/api/v1/tables", data=asked, headers=headers).json()["table"]
    invitations = f"{site}/api/v1/tables/{table}/invitations"
    invitation = page.request.post(invitations, data={"role": role}, headers=headers).json()["invitation"]
    return f"{site}/{'tv' if role == 'spectator' else 'join'}#{invitation}"


def invited(page: Page) -> None:
    """Where an invitation leads."""
    page.goto(opened(page, "untold-aeons"))
    page.locator(".welcome").wait_for()


def landed(page: Page) -> None:
    """The choice of whom to play."""
    invited(page)
    page.get_by_label("Your name at the table").fill("Pia")
    page.get_by_role("button", name="Join the table").click()
    page.locator(".landing").wait_for()
    page.evaluate("scrollTo(0, 0)")


def on_screen(page: Page) -> None:
    """A fight on a television."""
    page.goto(opened(page, "dpi", "spectator"))
    page.get_by_role("button", name="Show the table here").click()
    page.locator(".tv-map .token").first.wait_for()


def on_paper(page: Page) -> None:
    """A character as it is printed."""
    at_random(page)
    page.emulate_media(media="print")


def popover(page: Page) -> None:
    """A rule opened where its number stands."""
    page.get_by_role("button", name="Roll", exact=True).click()
    page.locator(".why-box summary").first.click()
    page.locator(".why .rule-number").first.locator("a, button").first.click()
    page.locator(".rule-popover").wait_for()


def summary(page: Page) -> None:
    """The game on one page."""
    page.get_by_role("link", name="The game on one page").click()
    page.locator(".one-page").wait_for()


def kept(page: Page) -> None:
    """Three characters that this browser keeps."""
    for game in ("untold-aeons", "dpi", "twelves"):
        page.goto(f"{page.url.split('/characters')[0]}/characters/{game}")
        at_random(page)
        page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_text("Saved in this browser.").wait_for()
    page.goto(f"{page.url.split('/characters')[0]}/characters")
    page.locator("main li, main .card").first.wait_for()


SHOTS = (
    Shot("home", "/"),
    Shot("home-phone", "/", width=390, height=844, dark=True),
    Shot("play", "/play/untold-aeons", height=640),
    Shot("builder", "/characters/dpi", agent),
    Shot("builder-phone", "/characters/twelves", width=390, height=844),
    Shot("explorer", "/odds/twelves?roll=check&p.score=7&p.advantage=1"),
    Shot("explorer-phone", "/odds/die-code", width=390, height=844, dark=True),
    Shot("compare", "/odds/twelves?roll=check&p.score=7", compare),
    Shot("range", "/odds/twelves?roll=check&p.score=7&p.difficulty=1", over_a_range),
    Shot("goal", "/odds/twelves?roll=check&p.score=7", goal, height=460),
    Shot("best-play", "/odds/twelves?roll=duel&p.a.potions=1&p.a.weapon=2&p.b.weapon=2", best_play, height=560),
    Shot("dice", "/odds?dice=4d6kh3"),
    Shot("rules", "/rules/light-dark#LD-43", height=640),
    Shot("table", "/play/dpi", fight, width=1280, height=900),
    Shot("typed", "/play/dpi", typed, width=1280, height=820),
    Shot("map", "/play/dpi", map_of_fight, width=1280, height=860),
    Shot("turns", "/play/untold-aeons", choose_turns, width=1280, height=680),
    Shot("table-phone", "/play/light-dark", ready_table, width=390, height=844, dark=True),
    Shot("notes-phone", "/play/twelves", notes, width=390, height=844, dark=True),
    Shot("characters", "/characters", kept, height=560),
    Shot("join", "/play", invited, width=390, height=600),
    Shot("landing-phone", "/play", landed, width=390, height=844),
    Shot("tv", "/play", on_screen, width=1920, height=1080, dark=True),
    Shot("popover", "/odds/twelves?roll=check", popover, height=700),
    Shot("summary", "/rules/untold-aeons", summary, height=600),
    Shot("studio", "/studio", height=560),
    *(Shot(f"sheet-{game}", f"/characters/{game}", on_paper, width=688, height=970) for game in GAMES),
)


def take(shots: tuple[Shot, ...]) -> None:
    """Take every picture; refuse one that is too large for a repository."""
    IMAGES.mkdir(exist_ok=True)
    found = chromium_path(with_windows=True)
    if found is None:
        raise SystemExit("no Chromium: install it, or set CHROMIUM to its path")
    with running_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(QUIET))
        for shot in shots:
            window = {"width": shot.width, "height": shot.height}
            scheme = "dark" if shot.dark else "light"
            page = browser.new_page(viewport=window, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            page.set_default_timeout(PATIENCE)
            page.goto(site.address + shot.path)
            page.wait_for_load_state("networkidle")
            shot.do(page)
            page.wait_for_load_state("networkidle")
            picture = Image.open(io.BytesIO(page.screenshot()))
            place = IMAGES / f"{shot.name}.webp"
            for quality in QUALITIES:
                picture.save(place, quality=quality, method=6)
                if place.stat().st_size <= MOST_BYTES:
                    break
            else:
                raise SystemExit(f"{place.name} has {place.stat().st_size:,} bytes, at most {MOST_BYTES:,}")
            page.close()
        browser.close()


if __name__ == "__main__":
    take(tuple(shot for shot in SHOTS if not sys.argv[1:] or shot.name in sys.argv[1:]))
