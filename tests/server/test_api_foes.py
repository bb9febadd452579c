"""Foes that play themselves, and how hard an encounter is: for the game master, from the game's fight rules."""

from serving import Seat, joined, open_table, weighed


def fighting(base: str) -> tuple[Seat, Seat]:
    """A table of Twelves in which it is the Toll Keeper's turn, its game master, and the player of Wren."""
    master = open_table(base, "twelves")
    player = joined(master, "Pia", character="Wren")
    # the three check AGI in the order in which they sit: the Toll Keeper's doubles go first
    master.post("/actions", action="start-fight", params={}, faces=[2, 3, 2, 4, 12, 12])
    return master, player


def test_a_foe_on_turn_is_proposed_an_action_with_its_reason(base: str) -> None:
    master, _ = fighting(base)
    before = master.get("")["seq"]
    answer = master.post("/foes")
    assert "boxes on average" in answer["proposed"].pop("why")
    assert answer["proposed"] == {
        "who": "Toll Keeper",
        "plan": "best",
        "action": "attack",
        "params": {"who": "Toll Keeper", "target": "Odo"},
        "words": "Toll Keeper attacks Odo.",
    }
    assert answer["events"] == []
    assert master.get("")["seq"] == before  # nothing is done until it is confirmed


def test_a_foe_takes_its_action_at_one_press_and_it_is_logged_like_any_other(base: str) -> None:
    master, _ = fighting(base)
    answer = master.post("/foes", take=True, plan="attack")
    assert answer["proposed"]["action"] == "attack"
    assert "boxes on average" in answer["proposed"]["why"]
    (written,) = answer["events"]
    event = written["event"]
    assert (event["kind"], event["name"], event["params"]["who"]) == ("acted", "attack", "Toll Keeper")
    assert event["dice"]
    assert written["seq"] == master.get("")["seq"]


def test_best_play_says_what_it_is_worth(base: str) -> None:
    master, _ = fighting(base)
    proposal = master.post("/foes")["proposed"]
    assert proposal["action"] == "attack"
    assert proposal["params"]["target"] in ("Wren", "Odo")
    assert "wins" in proposal["why"]


def test_a_pursuer_plays_itself_in_a_chase_too(base: str) -> None:
    master = open_table(base, "die-code")
    assert master.get("")["fight"]["turn"] == "Juno"
    found = master.post("/foes", take=True)
    assert found["proposed"]["action"] == "advance-chase"
    assert found["proposed"]["words"] == "Juno jogs in the chase (average)."
    assert found["events"][0]["event"]["name"] == "advance-chase"


def test_by_setting_a_foe_acts_without_asking(base: str) -> None:
    master, _ = fighting(base)
    master.post("/settings", settings={"foes_at_once": True, "foe_plan": "attack"})
    answer = master.post("/foes")
    assert answer["proposed"]["plan"] == "attack"
    assert len(answer["events"]) == 1


def test_a_foe_plays_by_the_plan_that_the_game_master_gave_it(base: str) -> None:
    master, player = fighting(base)
    seen = player.get("")["seq"]
    set_to = master.ask("PUT", "/characters/Toll%20Keeper/plan", {"plan": "drink-wounded"}).json()
    assert set_to["event"]["sentence"] == "Toll Keeper now follows the plan drink-wounded."
    assert master.get("")["characters"]["Toll Keeper"]["plan"] == "drink-wounded"
    assert master.post("/foes")["proposed"]["plan"] == "drink-wounded"
    assert master.post("/foes", plan="attack")["proposed"]["plan"] == "attack"
    assert player.get("")["characters"]["Toll Keeper"]["plan"] == ""
    assert player.get("")["seq"] == seen, "players do not learn of it, not even by a gap"
    master.ask("PUT", "/characters/Toll%20Keeper/plan", {"plan": ""})
    assert master.post("/foes")["proposed"]["plan"] == "best"
    assert player.ask("PUT", "/characters/Toll%20Keeper/plan", {"plan": "best"}).status_code == 403
    refused = master.ask("PUT", "/characters/Toll%20Keeper/plan", {"plan": "flee"})
    assert "unknown plan: flee (allowed: best, attack, drink-wounded, drink-critical, random)" in refused.text


def test_only_the_game_master_runs_foes_and_only_those_no_player_plays(base: str) -> None:
    master, player = fighting(base)
    assert player.ask("POST", "/foes", {}).status_code == 403
    assert player.ask("POST", "/difficulty", {}).status_code == 403
    refused = master.ask("POST", "/foes", {"who": "Wren"})
    assert "Wren is played by a player" in refused.text
    refused = master.ask("POST", "/foes", {"plan": "flee"})
    assert "unknown plan: flee" in refused.text


def test_a_foe_leaves_the_reaction_to_its_target(base: str) -> None:
    """Shooting is the foe's plan; staying or diving is the target's to decide."""
    master = open_table(base, "untold-aeons")
    gun = {"who": "Cultist", "weapon": "repeater", "damage": "4", "range": 50, "rapid_fire": 3}
    master.post("/actions", action="end-fight", params={})
    master.post("/actions", action="give-weapon", params=gun)
    sides = {"initiating": ["Cultist"], "defending": ["Ines"]}
    master.post("/actions", action="start-fight", params=sides)
    for who in ("Cultist", "Ines"):
        master.post("/actions", action="choose-turn", params={"who": who, "turn": "fast"})
    found = master.post("/foes", take=True, plan="fast")
    assert found["proposed"]["action"] == "shoot"
    asked = [one["event"] for one in found["events"]]
    assert [(event["kind"], event["question"]) for event in asked] == [("waiting", "stay or dive?")]


def test_a_foe_decides_in_the_middle_of_its_action_and_stops_where_its_target_decides(base: str) -> None:
    master = open_table(base, "untold-aeons")
    master.post("/actions", action="end-fight", params={})
    gunner: dict[str, object] = {"name": "Gunner", "kind": "npc", "background": {"brawl": 2, "firearms": 2}}
    gunner["characteristics"] = dict.fromkeys(("dexterity", "toughness", "willpower", "intellect"), 2)
    gun = {"who": "Gunner", "weapon": "repeater", "damage": "4", "range": 50, "rapid_fire": 3}
    master.post("/actions", action="join", params={"character": gunner})
    master.post("/actions", action="give-weapon", params=gun)
    master.post("/actions", action="start-fight", params={"initiating": ["Gunner"], "defending": ["Ines"]})
    for who in ("Gunner", "Ines"):
        master.post("/actions", action="choose-turn", params={"who": who, "turn": "fast"})
    found = master.post("/foes", take=True, plan="fast")
    asked = [one["event"] for one in found["events"]]
    assert [event["question"] for event in asked] == ["single or rapid?", "stay or dive?"]
    assert [event["who"] for event in asked] == ["Gunner", "Ines"]
    joined(master, "Pia", character="Ines")
    advice = weighed(master, pending=asked[-1]["pending"])
    assert {one["choice"] for one in advice["tried"]} == {"stay", "dive"}
    assert "Ines loses" in advice["why"]
    done = master.post("/answers", pending=asked[-1]["pending"], choices=["stay"])["event"]
    assert (done["kind"], done["choices"]) == ("acted", ["single", "stay"])


def test_best_play_answers_the_decision_of_a_foe_and_leaves_its_targets(base: str) -> None:
    """At arm's length with so quick a gun rapid fire wins more often than single shots."""
    master = open_table(base, "untold-aeons", ready=False)
    each = dict.fromkeys(("dexterity", "toughness", "willpower", "intellect"), 3)
    for name, firearms in (("Ada", 6), ("Cora", 3)):
        background = {"brawl": 3, "firearms": firearms}
        character = {"name": name, "kind": "npc", "characteristics": each, "background": background}
        master.post("/actions", action="join", params={"character": character})
    gun = {"who": "Ada", "weapon": "repeater", "damage": "2", "range": 50, "rapid_fire": 6}
    master.post("/actions", action="give-weapon", params=gun)
    master.post("/actions", action="give-weapon", params={"who": "Cora", "weapon": "pistol"})
    joined(master, "Pia", character="Cora")
    sides = {"initiating": ["Ada"], "defending": ["Cora"], "positions": {"Cora": 1}}
    master.post("/actions", action="start-fight", params=sides)
    for who in ("Ada", "Cora"):
        master.post("/actions", action="choose-turn", params={"who": who, "turn": "fast"})
    found = master.post("/foes", take=True, plan="best")
    while found["proposed"]["action"] == "spend-karma":  # the Narrator has one point, and it takes no action
        found = master.post("/foes", take=True, plan="best")
    asked = [one["event"] for one in found["events"]]
    assert [event["question"] for event in asked] == ["single or rapid?", "stay or dive?"]
    assert [event["who"] for event in asked] == ["Ada", "Cora"]
    done = master.post("/answers", pending=asked[-1]["pending"], choices=["stay"])["event"]
    assert (done["kind"], done["choices"]) == ("acted", ["rapid", "stay"])


def test_an_encounter_gets_harder_with_every_foe(base: str) -> None:
    master = open_table(base, "twelves")
    joined(master, "Pia", character="Wren")
    joined(master, "Otto", character="Odo")
    alone = master.post("/difficulty")
    assert (alone["party"], alone["foes"]) == (["Wren", "Odo"], ["Toll Keeper"])
    scores = {"AGI": 7, "STR": 9, "FIN": 4, "INS": 8, "PRE": 6, "KNO": 5}
    guard = {"name": "Guard", "npc": True, "scores": scores}
    more = master.post("/difficulty", foes=[{"character": guard, "count": 2}])
    assert more["foes"] == ["Toll Keeper", "Guard 1", "Guard 2"]
    for found in (alone, more):
        assert found["method"] == "simulated"
        for number in ("wins", "loses", "fall", "rounds"):
            assert found[number]["low"] <= found[number]["estimate"] <= found[number]["high"]
    assert more["wins"]["high"] < alone["wins"]["low"]
    assert more["fall"]["low"] > alone["fall"]["high"]
    assert list(master.get("")["characters"]) == ["Wren", "Odo", "Toll Keeper"]  # no one has joined


def test_a_chase_has_no_difficulty_and_the_refusal_says_so(base: str) -> None:
    master = open_table(base, "die-code")
    joined(master, "Pia", character="Juno")
    refused = master.ask("POST", "/difficulty", {})
    assert refused.status_code == 409, refused.text
    assert "not a fight" in refused.json()["error"]
