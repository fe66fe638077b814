"""English sentences for menus, questions and the story."""

import pytest

from engine.core.action import Action
from engine.core.errors import BadText
from engine.core.events import ALL_SEATS, contains_seat, only_seat
from engine.core.game import NOBODY, Event
from engine.valley.game import VALLEY
from tests.engine.valley.catalogues import BASE
from tests.engine.valley.table import FULL, act, menu, table
from tests.engine.valley.walks import events_of_move, start, walk
from tests.tables import each_row

NAMES = ("Ann", "Bob", "Cid")
CARDS = [card.name for card in BASE.cards]
KIND = BASE.kind_of
DEEP = "9 Urn"


# Answers


@pytest.mark.parametrize(
    ("zones", "answers", "texts"),
    [
        (
            {"hands": "Urn", "pyramid": "Boat, Urn", "deck": "Urn"},
            [],
            ["entomb Urn", "buy Urn for nothing", "end turn"],
        ),
        (
            {"hands": "Box of Food, Urn", "pyramid": "Boat", "deck": "Urn"},
            ["entomb Urn"],
            ["execute Box of Food", "end turn"],
        ),
        (
            {"hands": "Box of Food, Urn", "pyramid": "Boat"},
            ["entomb Urn"],
            ["end turn"],
        ),
        ({"hands": "Burial Mask", "pyramid": "Boat, Boat"}, ["entomb Burial Mask"], ["end turn"]),
        (
            {"hands": "Statue of Horus", "pyramid": "Boat, Boat / Censer"},
            ["execute Statue of Horus"],
            ["take Boat (left)", "take Boat (middle)"],
        ),
        (
            {"hands": "Shabti", "pyramid": "-, -, Boat / Boat, Boat / Censer"},
            ["execute Shabti"],
            [
                "sacrifice Boat (right) from the pyramid",
                "sacrifice Boat (upper left) from the pyramid",
                "sacrifice Boat (upper right) from the pyramid",
                "sacrifice Censer from the pyramid",
                "swap Boat (right) and Boat (upper left)",
                "swap Boat (right) and Boat (upper right)",
                "swap Boat (right) and Censer",
                "swap Boat (upper left) and Boat (upper right)",
                "swap Boat (upper left) and Censer",
                "swap Boat (upper right) and Censer",
            ],
        ),
        ({"hands": ("Statue of Osiris", "", ""), "discard": ("", "Urn", "Urn")}, ["execute Statue of Osiris"],
         ["plunder player 2", "plunder player 3"]),
        ({"hands": ("Statue of Bastet", "Urn"), "deck": ("", DEEP)}, ["execute Statue of Bastet"], ["give Urn"]),
        (
            {"hands": ("Burial Mask", "Boat"), "deck": ("", DEEP), "pyramid": "Censer, Urn"},
            ["buy Censer with Burial Mask"],
            ["react with Boat: take Urn", "pass"],
        ),
        (
            {"hands": ("Statue of Anubis, Urn", "Mummified Cat"), "deck": "Shabti"},
            ["execute Statue of Anubis", "sacrifice Urn"],
            ["react with Mummified Cat", "pass"],
        ),
    ],
)  # fmt: skip
def test_an_answer_is_a_verb_with_its_objects(zones: dict[str, str], answers: list[str], texts: list[str]):
    s = table(**zones)
    act(s, *answers)
    assert menu(s) == texts


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_answer_has_a_unique_text_that_can_be_parsed(players: int):
    for step, s in enumerate(walk(players, 31)):
        texts = menu(s)
        assert len({text.casefold() for text in texts}) == len(texts)
        for place in range(step % 3, len(texts), 3):
            assert VALLEY.move(s, VALLEY.parse(s, texts[place])) == s.menu[place]


def test_case_and_spacing_of_an_answer_do_not_matter():
    s = table(hands="Box of Food, Urn", pyramid="Boat")
    assert VALLEY.parse(s, "  BUY boat   with box of FOOD, urn\n") == VALLEY.parse(s, "buy Boat with Box of Food, Urn")


@pytest.mark.parametrize("text", ["", "end", "buy Boat", "execute Boat", "entomb Censer", "end turn now"])
def test_a_text_that_is_not_an_answer_is_refused(text: str):
    with pytest.raises(BadText, match="no such answer here"):
        VALLEY.parse(table(hands="Box of Food, Urn", pyramid="Boat"), text)


# The story


@pytest.mark.parametrize(
    ("event", "mine", "theirs"),
    [
        (Event("bought", 0, (KIND["Boat"], KIND["Urn"], KIND["Urn"], KIND["Shabti"])),
         "You buy Boat with two Urns and Shabti.", "Ann buys Boat with two Urns and Shabti."),
        (Event("bought", 0, (KIND["Boat"], KIND["Urn"])), "You buy Boat with Urn.", "Ann buys Boat with Urn."),
        (Event("bought", 0, (KIND["Boat"],)), "You buy Boat for nothing.", "Ann buys Boat for nothing."),
        (Event("discarded_hand", 0, (KIND["Boat"], KIND["Censer"], KIND["Urn"])),
         "You discard the rest of your hand: Boat, Censer and Urn.",
         "Ann discards the rest of the hand: Boat, Censer and Urn."),
        (Event("drew", 0, (KIND["Boat"],), known_to=only_seat(0)), "You draw Boat.", "Ann draws a card."),
        (Event("drew", 0, (KIND["Boat"], KIND["Urn"], KIND["Urn"]), known_to=only_seat(0)),
         "You draw Boat and two Urns.", "Ann draws 3 cards."),
        (Event("rebuilt", 0, (KIND["Boat"], 1)), *("New in the pyramid: Boat.",) * 2),
        (Event("dropped", 0, (KIND["Boat"], KIND["Urn"])), *("Boat falls, then Urn.",) * 2),
        (Event("dropped", 0, (KIND["Boat"],)), *("Boat falls.",) * 2),
        (Event("looked", 0, (KIND["Boat"],), known_to=only_seat(0)), "You look at Boat.", "Ann looks at a card of the deck."),
    ],
    ids=lambda case: case.verb if isinstance(case, Event) else "",
)  # fmt: skip
def test_an_event_has_a_sentence_for_its_player_and_one_for_the_others(event: Event, mine: str, theirs: str):
    s = start(3, 1)
    assert VALLEY.describe_event(s, event, 0, NAMES) == mine
    assert VALLEY.describe_event(s, event, 1, NAMES) == theirs


@pytest.mark.parametrize(("verb", "words"), [("gave", "put {0} on"), ("plundered", "take {0} from")])
def test_the_owner_of_a_pile_is_named_for_each_reader(verb: str, words: str):
    s, event = start(3, 1), Event(verb, 0, (KIND["Boat"], 1))
    words = words.format("Boat")
    does = words.replace(" ", "s ", 1)
    assert VALLEY.describe_event(s, event, 0, NAMES) == f"You {words} Bob's discard pile."
    assert VALLEY.describe_event(s, event, 1, NAMES) == f"Ann {does} your discard pile."
    assert VALLEY.describe_event(s, event, 2, NAMES) == f"Ann {does} Bob's discard pile."


def test_the_story_omits_what_the_table_shows():
    s = start(2, 1)
    assert VALLEY.describe_event(s, Event("discarded_hand", 0), 1, NAMES) == ""


def test_seats_without_a_name_are_numbered():
    s = start(2, 1)
    assert VALLEY.describe_event(s, Event("took", 1, (KIND["Boat"],)), 0) == "Player 2 takes Boat."
    assert (
        VALLEY.describe_event(s, Event("gave", 1, (KIND["Boat"], 0)), 2)
        == "Player 2 puts Boat on Player 1's discard pile."
    )


def test_a_name_may_look_like_a_placeholder():
    assert (
        VALLEY.describe_event(start(2, 1), Event("took", 0, (KIND["Boat"],)), 1, ("{0}", "{who}")) == "{0} takes Boat."
    )


SECRET = ("drew", "looked", "kept")


def subjects(event: Event, viewer: int) -> tuple[str, ...]:
    """The possible first words of a sentence about an event."""
    if event.verb in ("could_not_execute", "dropped"):
        return (CARDS[event.arguments[0]].split(" ")[0],)
    if event.verb == "rebuilt":
        return ("New",)
    return ("You", "Your") if event.seat == viewer else (NAMES[event.seat], f"{NAMES[event.seat]}'s")


@pytest.mark.parametrize("seed", range(4))
def test_every_event_has_a_sentence_without_cards_the_viewer_may_not_know(seed: int):
    seen_verbs = set()
    for s in walk(3, 40 + seed):
        if s.mover == NOBODY:
            break
        for event in events_of_move(s, s.menu[s.digest() % s.move_count]):
            seen_verbs.add(event.verb)
            assert event.known_to == (only_seat(event.seat) if event.verb in SECRET else ALL_SEATS)
            for viewer in range(3):
                sentence = VALLEY.describe_event(s, event, viewer, NAMES)
                if sentence:
                    assert sentence.split(" ")[0] in subjects(event, viewer)
                    assert sentence.endswith(".")
                    assert "{" not in sentence
                if event.verb in SECRET and viewer != event.seat:
                    assert not [name for name in CARDS if name in sentence]
    assert {"bought", "drew", "entombed", "executed", "sacrificed", "discarded_hand", "shuffled"} <= seen_verbs


def test_cards_drawn_together_are_in_one_sentence():
    s = table(hands=("Urn", ""), deck="Boat, 2 Shabti", discard="Censer", changed=1)
    events = events_of_move(s, VALLEY.move(s, Action("end")))
    assert [VALLEY.describe_event(s, event, 1, NAMES) for event in events] == [
        "Ann discards the rest of the hand: Urn.",
        "Ann shuffles the discard pile into a new deck.",
        "Ann draws 5 cards.",
    ]


def test_known_top_cards_are_named_with_the_other_cards_drawn():
    s = VALLEY.read_position('changed = 1\n[[seat]]\ndeck = ["Urn"]\ndeck_top = ["Censer", "Boat"]\n[[seat]]')
    events = events_of_move(s, VALLEY.move(s, Action("end")))
    assert [VALLEY.describe_event(s, event, 0, NAMES) for event in events if event.verb == "drew"] == [
        "You draw Boat, Censer and Urn."
    ]
    assert [VALLEY.describe_event(s, event, 1, NAMES) for event in events if event.verb == "drew"] == [
        "Ann draws 3 cards."
    ]


def test_the_story_omits_a_player_who_draws_nothing():
    s = table(hands=("", ""), changed=1)
    events = events_of_move(s, VALLEY.move(s, Action("end")))
    assert not [event for event in events if VALLEY.describe_event(s, event, 1, NAMES)]


def test_the_story_omits_declining():
    s = table(hands=("Burial Mask", "Boat"), pyramid=FULL)
    act(s, "buy Statue of Isis with Burial Mask")
    assert events_of_move(s, VALLEY.move(s, Action("pass"))) == []


@each_row(
    ("zones", "answers", "verbs"),
    [
        ({"hands": "Box of Food", "deck": "Urn"}, ["execute Box of Food"], {"drew"}),
        ({"hands": "Box of Food, Urn", "discard": "Boat"}, ["execute Box of Food"], {"drew", "shuffled"}),
        ({"hands": "Heart Scarab Amulet", "deck": "Urn, Boat"}, ["execute Heart Scarab Amulet"], {"looked"}),
        ({"hands": "Book of Gates", "deck": "Boat"}, ["execute Book of Gates"], {"revealed"}),
        (
            {"hands": "Book of the Netherworld", "stock": "Boat"},
            ["execute Book of the Netherworld"],
            {"took_from_stock"},
        ),
        ({"hands": ("", ""), "stock": "Boat", "changed": 1}, ["end turn"], {"rebuilt"}),
        ({"hands": "Burial Mask", "pyramid": FULL}, ["buy Statue of Isis with Burial Mask"], set()),
        ({"hands": "Urn"}, ["entomb Urn"], set()),
        ({"hands": "Statue of Isis", "discard": "Urn"}, ["execute Statue of Isis", "recover Urn"], set()),
        ({"hands": ("Urn", ""), "changed": 1}, ["end turn"], {"drew", "discarded_hand"}),
    ],
)
def test_events_that_reveal_something_are_marked(zones: dict[str, str], answers: list[str], verbs: set[str]):
    s = table(**zones)
    act(s, *answers[:-1])
    events = events_of_move(s, VALLEY.move(s, VALLEY.parse(s, answers[-1])))
    assert events
    assert {event.verb for event in events if event.reveals_to} == verbs


def test_revelations_are_marked_for_each_seat():
    """Discards are new to the others, who know the whole hand after a reshuffle. Drawn cards are new to their owner."""
    s = table(hands=("Urn", ""), discard="Boat", changed=1)
    events = {event.verb: event for event in events_of_move(s, VALLEY.move(s, VALLEY.parse(s, "end turn")))}
    seats = {
        verb: [contains_seat(events[verb].reveals_to, seat) for seat in range(2)] for verb in ("discarded_hand", "drew")
    }
    assert seats == {"discarded_hand": [False, True], "drew": [True, False]}
