"""The line to a table: a page loaded again, a server killed and started again, a press in between."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Route
from playwright.sync_api import expect as shown

from web_browser import Site, Visitor, running_site
from web_table import GAMES, KEPT, RACE, act, events, last_seq, open_ready, roll_first, row, sit_down, wait_past

GONE = ("net::ERR_", "WebSocket connection")


@pytest.fixture
def own_site() -> Iterator[Site]:
    """A server of its own, to be killed."""
    with running_site() as site:
        yield site


def _visitor(site: Site, browser: Browser) -> Visitor:
    made = Visitor(site, browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce"))
    made.expected = (*RACE, *KEPT, *GONE)
    return made


@pytest.mark.parametrize(
    "games",
    [
        pytest.param(("twelves", "dpi"), id="without and with a map"),
        pytest.param(GAMES, id="every game", marks=pytest.mark.soak),
    ],
)
def test_a_killed_server_and_a_loaded_page_lose_and_double_nothing(
    own_site: Site, browser: Browser, games: tuple[str, ...]
) -> None:
    """At a table of each game: what was pressed while the server was gone is sent again and done once."""
    masters, players = ({game: _visitor(own_site, browser) for game in games} for _ in range(2))
    for game, master in masters.items():
        table = open_ready(master, game)
        sit_down(master, players[game], table, "Pia", master.page.locator(".card h3").first.inner_text())
        roll_first(master.page)
    seqs = {game: last_seq(master.page) for game, master in masters.items()}
    before: dict[str, list[str]] = {}
    for game, player in players.items():
        wait_past(player.page, seqs[game] - 1)
        before[game] = events(player.page)
    own_site.stop(kill=True)
    for player in players.values():
        shown(player.page.locator(".line")).to_contain_text("Connection lost")
        player.page.locator("#say").fill("Is anybody there?")
        player.page.get_by_role("button", name="Send").click()
        shown(player.page.locator(".line")).to_contain_text("Your last action will be retried")
    own_site.start()
    for game, player in players.items():
        page, said = player.page, [*before[game], "Pia: Is anybody there?"]
        wait_past(page, seqs[game])
        shown(page.locator(".line")).to_contain_text("Here: Game master and Pia")
        assert events(page) == said
        shown(masters[game].page.locator(".lines > li").last).to_contain_text("Pia: Is anybody there?")
        trackers = page.locator(".party .trackers").all_inner_texts()
        page.reload()
        wait_past(page, seqs[game])
        assert events(page) == said
        assert page.locator(".party .trackers").all_inner_texts() == trackers
        assert page.locator(".line").get_by_text("Connection lost").count() == 0
        shown(page.locator(".act .offer").first).to_be_visible()
        act(page, next(name for name in _ANY_TIME[game] if row(page, name).count()))
    for one in (*masters.values(), *players.values()):
        one.close()


_ANY_TIME = {
    "twelves": ("Check",),
    "die-code": ("Throw dice",),
    "untold-aeons": ("Check",),
    "light-dark": ("Risky action", "Give up an Attribute point"),
    "dpi": ("Ready",),
}
"""What the hero can do after the first roll, however it fell: in Light & Dark an Attribute may have to go first."""


def test_a_press_whose_answer_is_lost_is_sent_again_and_done_once(visit: Callable[..., Visitor]) -> None:
    """The server has done it, the page has not heard: the same key makes the second time harmless."""
    master = visit()
    master.expected = (*RACE, "ERR_FAILED")
    open_ready(master, "twelves")
    sent: list[str] = []

    def swallow(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) > 1:
            route.continue_()
            return
        route.fetch()
        route.abort()

    master.page.route("**/actions", swallow)
    before = len(events(master.page))
    act(master.page, "Check")
    shown(master.page.locator(".act-form")).to_have_count(0)
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert len(events(master.page)) == before + 1
