"""What holds for every page: it can be used by anyone, on any window, in light and dark, and says nothing to others."""

import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Dialog, Request, WebSocket, expect

from rulewright.game import find_game, installed_games

if TYPE_CHECKING:
    from web_browser import Visitor

Visit = Callable[..., "Visitor"]
ROOT = Path(__file__).parent.parent.parent

GAMES = sorted(installed_games())
PAGES = [
    *("/", "/play", "/join", "/join#some-invitation", "/tv", "/tv#some-invitation"),
    *("/odds", "/odds?dice=8d6", "/characters", "/rules", "/studio", "/nowhere"),
]
OF_GAMES = ["play", "odds", "characters", "rules"]
ON_ONE_PAGE = [f"/rules/{game}?one-page=1" for game in GAMES]
COMPARED = [
    "/odds/twelves?roll=check&p.score=7&vs=1&vs.p.score=5",
    "/odds/twelves?roll=check&p.score=7&across=score:[5,6,7]&down=difficulty:[0,1]",
]
MOST_FIRST_LOAD = 150_000


@pytest.mark.parametrize(
    "paths", [PAGES, COMPARED, ON_ONE_PAGE, *([f"/{name}/{game}" for game in GAMES] for name in OF_GAMES)]
)
def test_axe_finds_nothing_in_light_or_dark_and_nothing_is_wider_than_a_small_window(
    paths: list[str], visit: Visit
) -> None:
    """Pages of one kind differ from game to game in their words and colours: one of them is looked at in full."""
    visitor = visit()
    visitor.expected = ("status of 401",) if paths is PAGES else ()  # the invitation of one page is none
    page = visitor.page
    for place, path in enumerate(paths):
        page.set_viewport_size({"width": 320, "height": 700})
        visitor.go(path)
        assert not visitor.scrolls_sideways(), path
        assert page.locator("h1").count() == 1, path
        page.set_viewport_size({"width": 1280, "height": 900})
        if page.locator("article.rule").count():  # hundreds of them are built alike; some are enough for axe
            page.get_by_label("Search the rules").fill("roll")
        assert visitor.unwelcome(colours_only=paths not in (PAGES, COMPARED) and place > 0) == [], path
        page.emulate_media(color_scheme="dark")
        assert visitor.unwelcome(colours_only=True) == [], path
        page.emulate_media(color_scheme="light")
        assert not visitor.scrolls_sideways(), path


@pytest.mark.parametrize("path", ["/", "/play/dpi", "/odds/twelves", "/characters/dpi", "/rules/twelves"])
def test_the_first_load_weighs_little(path: str, visit: Visit) -> None:
    """Every byte on the wire counts; the studio's script is not among them."""
    visitor = visit()
    weights: dict[str, int] = {}

    def weigh(request: Request) -> None:
        sizes = request.sizes()
        weights[request.url] = sizes["responseBodySize"] + sizes["responseHeadersSize"]

    visitor.page.on("requestfinished", weigh)
    visitor.go(path)
    visitor.page.wait_for_load_state("networkidle")  # whatever comes late weighs as much
    assert len(weights) > 3
    assert sum(weights.values()) < MOST_FIRST_LOAD, weights
    assets = (files("rulewright.server") / "web" / "assets").iterdir()
    scripts = [one for one in assets if one.name.endswith(".js")]
    studio = [one.name for one in scripts if "cm-content" in one.read_text(encoding="utf-8")]
    assert studio
    assert not any(url.endswith(name) for url in weights for name in studio)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_load_of_a_table_weighs_little(game: str, visit: Visit) -> None:
    """A GM's, who is sent the most, in a large scene: scripts, styles, fonts and everything the table says at first.

    What seats are sent is not compressed.
    """
    visitor = visit()
    asked = {"game": game, "name": "Ada", "ready": True, "opening": find_game(game).openings[1].title}
    table = visitor.post("/tables", asked)["table"]
    weights: dict[str, int] = {}

    def weigh(request: Request) -> None:
        sizes = request.sizes()
        weights[request.url] = weights.get(request.url, 0) + sizes["responseBodySize"] + sizes["responseHeadersSize"]

    def follow(line: WebSocket) -> None:
        line.on("framereceived", lambda frame: weights.update({line.url: weights.get(line.url, 0) + len(str(frame))}))

    visitor.page.on("requestfinished", weigh)
    visitor.page.on("websocket", follow)
    visitor.go(f"/table/{table}")
    expect(visitor.page.locator(".act .offer").first).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    assert any(url.startswith("ws:") for url in weights)
    assert sum(url.endswith(".woff2") for url in weights) == 2
    assert sum(weights.values()) < MOST_FIRST_LOAD, weights


def test_what_the_app_is_built_with_comes_with_its_licences(visit: Visit) -> None:
    visitor = visit()
    visitor.expected = ("status of 404",)  # beside a plain text the browser asks for an icon
    page = visitor.go("/")
    page.get_by_role("link", name="Fonts and libraries in this app").click()
    expect(page.locator("body")).to_contain_text("SIL OPEN FONT LICENSE")
    expect(page.locator("body")).to_contain_text("# preact")


def test_every_test_that_the_page_about_the_app_names_is_there() -> None:
    page = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/-]+\.py)`: ((?:`\w+`(?:, )?)+)", page)
    assert len(named) > 50
    for file, functions in named:
        text = (ROOT / file if "/" in file else Path(__file__).parent / file).read_text(encoding="utf-8")
        assert [name for name in re.findall(r"\w+", functions) if f"def {name}(" not in text] == [], file


def test_the_skip_link_is_the_first_stop_and_leads_past_the_menu(visit: Visit) -> None:
    page = visit().go("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_going_to_another_page_puts_the_focus_on_its_heading(visit: Visit) -> None:
    page = visit().go("/")
    page.get_by_role("link", name="Rules", exact=True).first.click()
    expect(page.locator("h1")).to_be_focused()
    assert page.url.endswith("/rules")


def test_an_unknown_address_says_how_to_go_on(visit: Visit) -> None:
    page = visit().go("/nowhere")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.get_by_role("link", name="See all games").click()
    expect(page.get_by_role("heading", name="Know your odds")).to_be_visible()


def test_an_unknown_game_says_which_there_are(visit: Visit) -> None:
    visitor = visit()
    visitor.expected = ("400",)  # the browser notes the refused request
    for name in OF_GAMES:
        page = visitor.go(f"/{name}/chess")
        expect(page.locator("h1")).to_have_text("There is no game called “chess” here")
        expect(page.locator("main a.game-card")).to_have_count(len(GAMES))
        expect(page.get_by_role("link", name="Twelves")).to_have_attribute("href", f"/{name}/twelves")


@pytest.mark.parametrize("path", ["/", "/play", "/play/dpi"])
def test_large_surfaces_are_as_deep_in_the_dark_as_in_the_light(path: str, visit: Visit) -> None:
    """A bright cover would dazzle on a dark page; and its name does not run into its ornament."""
    visitor = visit()
    page = visitor.go(path)
    read = "all => all.map(one => getComputedStyle(one).backgroundColor)"
    surfaces = page.locator(".cover, .door.first")
    light = surfaces.evaluate_all(read)
    assert light
    page.emulate_media(color_scheme="dark")
    assert surfaces.evaluate_all(read) == light
    assert visitor.unwelcome(colours_only=True) == []


def test_the_doors_of_a_game_stand_in_one_line_of_their_card(visit: Visit) -> None:
    visitor = visit(viewport={"width": 320, "height": 640})
    rows = visitor.go("/").locator(".game-card[data-game] > .row")
    expect(rows).to_have_count(len(GAMES))
    for row in rows.all():
        tops = row.locator("a").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
        assert len(set(tops)) == 1


def test_home_leads_to_the_studio_for_a_game_of_your_own(visit: Visit) -> None:
    page = visit().go("/")
    page.get_by_role("link", name="Write a game of your own").click()
    expect(page.locator("h1")).to_have_text("Write a game that plays itself.")


def test_home_lists_your_tables_and_takes_an_invitation(visit: Visit) -> None:
    visitor = visit()
    visitor.expected = ("status of 401",)  # what is pasted looks like an invitation and is none
    page = visitor.go("/play/twelves")
    page.get_by_label("Table name").fill("The long bridge")
    page.get_by_role("button", name="Open an empty table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("h1")).to_have_text("The long bridge")
    expect(page.locator(".log .lines")).to_contain_text("The GM took a seat.")
    assert page.locator(".opening").count() == 0, "a table without characters has no scene"
    visitor.go("/")
    tables = page.get_by_role("region", name="Your tables")
    expect(tables.get_by_role("link", name="The long bridge")).to_be_visible()
    asked: list[str] = []

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.once("dialog", refuse)
    tables.get_by_role("button", name="Remove from this list").click()
    assert "The long bridge" in asked[0]
    expect(tables.get_by_role("link", name="The long bridge")).to_be_visible()
    page.get_by_label("Paste the link").fill("http://elsewhere.example/join#abc.def")
    page.get_by_role("button", name="Take a seat").click()
    expect(page).to_have_url(f"{visitor.site.address}/join#abc.def")
    expect(page.locator("h1")).to_have_text("This invitation no longer works")


def test_a_bad_invitation_is_refused_in_words(visit: Visit) -> None:
    visitor = visit()
    visitor.expected = ("status of 4",)
    page = visitor.go("/join")
    page.get_by_label("Invitation").fill("nonsense")
    page.get_by_label("Your name at the table").fill("Ada")
    page.get_by_role("button", name="Join the table").click()
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert "ask for a new one" in alert.inner_text()


def test_a_player_joins_by_the_link_of_an_invitation(visit: Visit) -> None:
    master = visit()
    table = master.post("/tables", {"game": "twelves", "name": "Ada", "ready": True})["table"]
    invited = master.post(f"/tables/{table}/invitations")
    player = visit()
    player.go(f"/join#{invited['invitation']}")
    player.page.get_by_label("Your name at the table").fill("Ben")
    player.page.get_by_role("button", name="Join the table").click()
    player.page.wait_for_url(f"**/table/{table}")
    expect(player.page.locator(".line")).to_contain_text("You are Ben")
    player.go("/")
    expect(player.page.get_by_role("region", name="Your tables").get_by_role("link")).to_have_count(1)
