"""Brain Hook: look at an opponent's hand and put a card from it on top of that player's discard pile. An opponent who owns 5
cards or fewer may be chosen and is not affected."""

import json

import pytest

from engine.valley.afterlife_cards import CARDS
from engine.valley.custom import write_catalogue
from engine.valley.game import VALLEY
from engine.valley.state import ValleyState
from tests.engine.valley.table import act, afterlife, asked, discard, hand, known, may_execute, menu

HOOK = "Brain Hook"


def to_hook() -> ValleyState:
    return afterlife(hands=(HOOK, "Axe, Urn, Offering Table", "Shabti"), deck=("", "9 Shabti", "9 Urn"))


def hooked() -> ValleyState:
    s = to_hook()
    act(s, f"execute {HOOK}", "choose player 2")
    return s


def test_a_card_of_the_chosen_hand_goes_on_top_of_its_owners_discard_pile() -> None:
    s = hooked()
    assert asked(s) == (0, HOOK)
    assert VALLEY.question(s).text == "Which card of this hand goes on top of that player's discard pile?"
    assert menu(s) == ["pull Urn", "pull Offering Table", "pull Axe"]
    act(s, "pull Axe")
    assert (discard(s, 0), discard(s, 1)) == ("", "Axe")
    assert hand(s, 1) == "Offering Table, Urn"


@pytest.mark.parametrize(
    ("viewer", "sentence"),
    [
        (0, "You put Axe out of Bob's hand on Bob's discard pile."),
        (1, "Ann puts Axe out of your hand on your discard pile."),
        (2, "Ann puts Axe out of Bob's hand on Bob's discard pile."),
    ],
)
def test_everybody_learns_which_card_was_pulled(viewer: int, sentence: str) -> None:
    s = hooked()
    s.events = []
    act(s, "pull Axe")
    assert [VALLEY.describe_event(s, event, viewer, ("Ann", "Bob", "Cid")) for event in s.events] == [sentence]


@pytest.mark.parametrize(
    ("viewer", "sentence"),
    [
        (0, "You look at Bob's hand: Urn, Offering Table and Axe."),
        (1, "Ann looks at your hand."),
        (2, "Ann looks at Bob's hand."),
    ],
)
def test_others_learn_whose_hand_is_looked_at(viewer: int, sentence: str) -> None:
    s = to_hook()
    s.events = []
    act(s, f"execute {HOOK}", "choose player 2")
    looks = [event for event in s.events if event.verb == "saw_hand"]
    assert [VALLEY.describe_event(s, event, viewer, ("Ann", "Bob", "Cid")) for event in looks] == [sentence]


def test_a_custom_one_may_put_it_on_top_of_your_own_pile() -> None:
    text = write_catalogue({"afterlife": CARDS}).replace("PullFromHand(back=True)", "PullFromHand()")
    s = VALLEY.read_position(f"cards = {json.dumps(text)}\n{VALLEY.write_position(to_hook())}")
    act(s, f"execute {HOOK}", "choose player 2")
    assert VALLEY.question(s).text == "Which card of this hand goes on top of your discard pile?"
    act(s, "pull Axe")
    assert (discard(s, 0), discard(s, 1)) == ("Axe", "")


def test_offering_table_and_axe_do_not_react_to_it() -> None:
    s = hooked()
    act(s, "pull Axe")
    assert asked(s) == (0, "")


def test_only_the_player_who_looked_knows_the_hand() -> None:
    s = hooked()
    assert known(s, 0, 1) == ["Urn", "Offering Table", "Axe"]
    act(s, "pull Axe")
    assert known(s, 0, 1) == ["Urn", "Offering Table"]
    assert known(s, 2, 1) == []


def test_a_seen_hand_stays_the_same_in_every_determinization() -> None:
    s = hooked()
    act(s, "pull Axe")
    assert {hand(VALLEY.determinize(s, 0, seed), 1) for seed in range(30)} == {"Offering Table, Urn"}
    assert len({hand(VALLEY.determinize(s, 2, seed), 1) for seed in range(30)}) > 1


def test_a_seen_hand_is_forgotten_once_it_is_discarded() -> None:
    s = hooked()
    act(s, "pull Axe", "end turn", "end turn")
    assert known(s, 0, 1) == []


def test_an_opponent_with_five_cards_may_be_chosen_and_is_not_affected() -> None:
    s = afterlife(hands=(HOOK, "Axe, Urn"), deck=("", "3 Shabti"))
    act(s, f"execute {HOOK}")
    assert asked(s) == (0, "")
    assert (discard(s, 0), known(s, 0, 1)) == ("", [])


def test_an_opponent_without_a_hand_cannot_be_chosen() -> None:
    s = afterlife(hands=(HOOK, "", "Urn"), deck=("", "9 Shabti", "9 Urn"))
    act(s, f"execute {HOOK}")
    assert menu(s) == ["choose player 3"]


def test_it_cannot_be_executed_without_an_opponent() -> None:
    assert not may_execute(afterlife(hands=(f"{HOOK}, Urn",)), HOOK)
