"""Custom cards: corrected in ten ways, broken in thirty."""

import json
import re

import pytest

from engine.core.errors import BadCatalogue, BadSetup
from engine.core.game import Seat, Setup
from engine.core.setup import Variant
from engine.valley.base_cards import CARDS
from engine.valley.catalogue.card import Card
from engine.valley.custom import read_catalogue, write_catalogue
from engine.valley.custom.playability import find_unplayable_actions
from engine.valley.editions import SHIPPED_CARDS, full_catalogue, shipped_catalogue
from engine.valley.game import VALLEY
from tests.engine.valley.custom.catalogue_edits import TEXT, card_table, changed, fault_sentences, without
from tests.engine.valley.table import act, menu


def card(text: str, name: str) -> Card:
    return next(card for card in read_catalogue(text)["base"] if card.name == name)


def setup(text: str, edition: str = "base", players: int = 2) -> Setup:
    return Setup("valley", tuple(Seat(f"seat {seat}") for seat in range(players)), 1, Variant(edition, (), text))


@pytest.mark.parametrize("without_comments", [False, True])
def test_written_cards_are_read_back_unchanged(without_comments: bool):
    text = write_catalogue(SHIPPED_CARDS, without_comments)
    for name in SHIPPED_CARDS:
        custom, shipped = full_catalogue((name,), text), shipped_catalogue(name)
        assert custom.fingerprint() == shipped.fingerprint()
        assert [card.printed for card in custom.cards] == [card.printed for card in shipped.cards]
        assert [card.text for card in custom.cards] == [card.text for card in shipped.cards]


def test_every_value_is_written_with_its_source():
    assert "cost = 4  # printed" in card_table("Statue of Bastet")
    assert "gold = 2  # reconstructed" in card_table("Statue of Bastet")
    assert TEXT.startswith("# Custom cards for Vok.")
    assert "`answers` what opponents do, as one of table, boat, cat, axe.\n" in TEXT


CORRECTIONS = {
    "a cost": (changed("Boat", "cost", "5"), "Boat", "cost", 5),
    "a gold value": (changed("Boat", "gold", "1"), "Boat", "gold", 1),
    "points": (changed("Boat", "vp", "6"), "Boat", "vp", 6),
    "a name": (changed("Canopic Chest", "name", '"Canopic Shrine"'), "Canopic Shrine", "vp", 5),
    "a text": (changed("Boat", "text", '"It sails."'), "Boat", "text", "It sails."),
    "a set": (TEXT.replace('"Books"', '"Scrolls"'), "Book of Gates", "set", "Scrolls"),
    "what is printed": (changed("Boat", "printed", '["cost"]'), "Boat", "printed", ("cost",)),
    "the deck of a beginner": (changed("Urn", "copies", "8", changed("Box of Food", "copies", "12")), "Urn", "copies", 8),
    "whether it can be repeated": (changed("Boat", "repeatable", "true"), "Boat", "repeatable", True),
    "the levels of two cards": (
        changed("Boat", "level", "3", changed("Censer", "level", "2")), "Boat", "level", 3,
    ),
}  # fmt: skip


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_a_correction_takes_effect(correction: str):
    text, name, field, value = CORRECTIONS[correction]
    assert fault_sentences(text) == []
    assert getattr(card(text, name), field) == value
    assert VALLEY.start(setup(text)).catalogue.cards[0].name == "Shabti"


def test_a_corrected_action_is_executed_in_the_game():
    text = changed("Hapy Canopic Jar", "action", '["Draw(3)"]')
    seats = (
        "[[seat]]\nhand = ['Hapy Canopic Jar']\ndeck = ['Urn', 'Urn', 'Shabti', 'Shabti']\n[[seat]]\ndeck = ['Urn']\n"
    )
    s = VALLEY.read_position(f"cards = '''{text}'''\n{seats}")
    s.apply(VALLEY.move(s, VALLEY.parse(s, "execute Hapy Canopic Jar")))
    assert s.count(4) == 3
    assert "end turn" in menu(s)
    assert VALLEY.read_position(VALLEY.write_position(s)).digest() == s.digest()


@pytest.mark.parametrize(
    ("spare", "limit"), [(0, "no card"), (1, "at most one card"), (3, "3 cards or fewer"), (5, "5 cards or fewer")]
)
@pytest.mark.parametrize(
    ("action", "answers"),
    [
        ("EachOpponent(Discard(), spare={})", ["execute Jar"]),
        ("PlunderDiscard({})", ["execute Jar"]),
        ("ChooseOpponent()', 'LookAtHand(spare={})", ["execute Jar"]),
    ],
)
def test_the_story_names_the_limit_that_spares_an_opponent(action: str, answers: list[str], spare: int, limit: str):
    text = changed("Jar", "action", f"['{action.format(spare)}']", TEXT.replace("Hapy Canopic Jar", "Jar"))
    s = VALLEY.read_position(
        f"cards = {json.dumps(text)}\n[[seat]]\nhand = ['Jar']\n[[seat]]\nhand = {['Urn'] * spare}\n"
    )
    s.events = []
    act(s, *answers)
    event = s.events[-1]
    assert VALLEY.describe_event(s, event, 1, ("Ann", "Bob")) == f"You own {limit} and are not affected."
    assert VALLEY.describe_event(s, event, 0, ("Ann", "Bob")) == f"Bob owns {limit} and is not affected."


def test_a_set_may_have_the_name_of_a_rule():
    text = changed("Urn", "action", "[\"DrawAndWith('Repeaters')\"]", TEXT.replace('"Books"', '"Repeaters"'))
    assert fault_sentences(text) == []


FAULTS = {
    "card = 1": "card: there are 1 to 120 tables [[card]]",
    "[[card]": "the text is not valid TOML: ",
    "x = " + "[" * 3000: "the text is not valid TOML: ",
    TEXT + "#" * 300_000: "the text is longer than 240000 bytes",
    "title = 'mine'\n" + TEXT: "title: is outside the tables [[card]]; the file may contain nothing else",
    without("Boat"): "set (base): there are six unique artifacts, not 5",
    without("Boat", "cost"): "Boat: cost: is missing",
    without("Statue of Thoth"): "there are five sets, of 3, 4, 5, 6 and 7 kinds; found: Sarcophagi 3, ",
    without("Statue of Isis", "action"): "Statue of Isis: action: is empty, and the card has no reaction: it could never be used",
    changed("Boat", "colour", "'red'"): "Boat: colour: no card has this field",
    changed("Boat", "cots", "3"): "Boat: cots: no card has this field; did you mean 'cost'?",
    changed("Boat", "cost", "8"): "Boat: cost: is a whole number from 0 to 7, not 8; no hand could pay more",
    changed("Boat", "cost", "0"): "Boat: cost: only starter cards cost nothing",
    changed("Boat", "cost", "2.5"): "Boat: cost: is a whole number from 0 to 7, not 2.5",
    changed("Boat", "gold", "0"): "gold: is a whole number from 1 to 9, not 0; a card without gold could not pay for anything",
    changed("Boat", "gold", "true"): "Boat: gold: is a whole number from 1 to 9, not True",
    changed("Boat", "copies", "2"): "Boat: copies: a unique artifact has 1",
    changed("Book of Gates", "copies", "3"): "Book of Gates: copies: a card of a set has 2",
    changed("Book of Gates", "level", "1"): "Book of Gates: level: is 2 or 3; level 1 is for starter cards",
    changed("Book of Gates", "level", "3"): "level (base): 29 cards are of level 2, not 27",
    changed("Book of Gates", "vp", "3"): "Book of Gates: vp: the cards of a set count by the square of their kinds",
    changed("Book of Gates", "set", '"Statues"'): "there are five sets, of 3, 4, 5, 6 and 7 kinds",
    changed("Urn", "copies", "13"): "Urn: copies: 13 cannot be dealt evenly to 4 players: use a multiple of 4",
    changed("Urn", "copies", "16"): "copies: there are 40 starter cards, 10 for each of 4 players, not 44",
    changed("Urn", "cost", "1"): "Urn: cost: a starter card costs 0: nobody buys it",
    changed("Boat", "name", '"Censer"'): "Censer: name: two cards have this name",
    changed("Boat", "name", '"Turn"'): "Turn: name: is the name of something in the rules; choose another",
    changed("Boat", "name", '"' + "B" * 31 + '"'): "name: takes 31 columns; the maximum is 30",
    changed("Boat", "name", '"船' + "船" * 15 + '"'): "name: takes 32 columns; the maximum is 30",
    changed("Boat", "name", "'Bo\"at'"): "name: may contain letters, digits and '-.,()&!, but not \"",
    changed("Boat", "name", '"\\u202e"'): "name: is empty",
    changed("Boat", "name", "7"): "card 30: name: is a text in quotes",
    changed("Boat", "answers", '"moon"'): "Boat: answers: is one of table, boat, cat",
    changed("Boat", "action", '["Draw(1)"]'): "Boat: answers: a card cannot have both a reaction and an action",
    changed("Boat", "edition", '"moon"'): "Boat: edition: is base or afterlife, not 'moon'",
    changed("Urn", "edition", '"base"'): "Urn: edition: starter cards belong to both games: leave it out",
    changed("Boat", "printed", '["colour"]'): "Boat: printed: names 'colour'; it may name name, set, level,",
    changed("Urn", "action", '"Draw(1)"'): "Urn: action: is a list of at most 8 parts",
    changed("Urn", "action", '["Drew(1)"]'): "Urn: action: no part is called 'Drew'; did you mean 'Draw'?",
    changed("Urn", "action", '["TAKE()"]'): "Urn: action: no part is called 'TAKE'; did you mean 'Take'?",
    changed("Urn", "action", '["Draw(99)"]'): "Urn: action: Draw: cards is a whole number from 1 to 9",
    changed("Urn", "action", '["Draw(1, 2)"]'): "Urn: action: Draw takes 1 argument, not 2",
    changed("Urn", "action", '["Take(InBase(), to=MOON)"]'): "Urn: action: Take: to is one of TO_HAND, TO_TOMB, ON_DISCARDS",
    changed("Urn", "action", '["Take(Draw(1))"]'): "Urn: action: Take: Draw cannot be reach, which is one of ",
    changed("Urn", "action", '["InBase()"]'): "Urn: action: InBase is not a part; it is an argument of one",
    changed("Urn", "action", "[\"__import__('os').abort()\"]"): "Urn: action: a part is a name with its arguments in brackets",
    changed("Urn", "action", '["RevealTop()", "ExecuteIt()", "DiscardIt()"]'): "action: 16 cards execute actions of others",
    changed("Urn", "action", '["EachOpponent(Repeat())"]'): "action: 16 cards execute actions of others",
    changed("Urn", "action", '["ChooseOpponent()", "ByIt(Awaken())"]'): "action: 16 cards execute actions of others",
    "[[card]]\n": "card 1: name: is missing",
    changed("Urn", "answers", '"axe"', changed("Urn", "action", "[]")): "answers: 12 cards react as an axe; with more",
}  # fmt: skip


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: FAULTS[text][:70])
def test_a_fault_names_card_field_and_reason(text: str):
    assert any(FAULTS[text] in fault for fault in fault_sentences(text)), fault_sentences(text)
    with pytest.raises(BadCatalogue, match="the custom cards cannot be played"):
        read_catalogue(text)


ONE_EXECUTES = changed(
    "Statue of Isis", "action", '["Repeat()"]'
)  # besides Tyet Amulet and Book of Gates, two copies each
BOTH_GAMES = write_catalogue(SHIPPED_CARDS)
STARTERS_ALONE = "".join(f"[[card]]\n{table}" for table in TEXT.split("[[card]]\n") if 'set = "starter"' in table)
# What is just allowed, and what is just too much.
LIMITS = {
    changed("Boat", "name", '"' + "B" * 30 + '"'): "",
    changed("Boat", "name", '"' + "船" * 15 + '"'): "",
    changed("Boat", "text", "'It \"sails\"; then?'"): "",
    changed("Urn", "action", str(["Draw(1)"] * 8).replace("'", '"')): "",
    changed("Urn", "action", str(["Draw(1)"] * 9).replace("'", '"')): "Urn: action: is a list of at most 8 parts",
    ONE_EXECUTES: "",
    changed("Statue of Sobek", "action", '["Repeat()"]', ONE_EXECUTES): "action: 8 cards execute actions of others;",
    BOTH_GAMES: "",
    BOTH_GAMES.replace('"Tomb Art"', '"Canopic Jars"'): "set Canopic Jars: is in both games; give one of the two sets another",
    STARTERS_ALONE: "there is no card of base or of afterlife",
    "card = [1]": "card 1: is not a table; write [[card]] above its fields",
    "[[card]]\n" * 121: "card: there are 1 to 120 tables [[card]]",
    changed("Boat", "repeatable", "1"): "Boat: repeatable: is true or false",
    changed("Boat", "printed", '"cost"'): "Boat: printed: is a list of fields",
}  # fmt: skip


def test_the_limits_of_custom_cards_are_where_the_faults_say():
    for text, fault in LIMITS.items():
        found = fault_sentences(text)
        assert (fault_starts := [one[: len(fault)] for one in found]) == [fault] * bool(fault), (fault, fault_starts)


def test_at_most_fifty_faults_are_counted():
    with pytest.raises(BadCatalogue, match=r"card 1: name: is missing \(and 8 more\)$"):
        read_catalogue("[[card]]\n")
    assert len(fault_sentences("[[card]]\n" * 120)) == 50
    with pytest.raises(BadCatalogue, match=r"no hand could pay more$"):
        read_catalogue(changed("Boat", "cost", "8"))


def test_all_faults_are_reported_at_once():
    text = changed("Boat", "cost", "9", changed("Urn", "action", '["Drew(1)"]', changed("Censer", "gold", "0")))
    assert [fault.split(":")[0] for fault in fault_sentences(text)] == ["Urn", "Boat", "Censer"]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (["KeepOne()"], "stops in the middle: a part finds nothing to do"),
        (["LookAt(2)"], "does not say where the cards go that were looked at, revealed or set aside"),
        (["RevealTop()"], "does not say where the cards go that were looked at, revealed or set aside"),
        (["Take(TwiceIt())"], "could never be executed"),
        (["EntombFromDiscard(60)"], "could never be executed"),
        (
            ["ChooseOpponent()", "PullFromHand()"],
            "PullFromHand shows a hand that its player has not seen: put LookAtHand right before it",
        ),
        (
            ["EntombMany()", "Discard()"],
            "EntombMany may leave nothing for the parts after it, because its player may go on: put it last",
        ),
    ],
)
def test_an_action_that_cannot_be_executed_is_found_by_trying(action: list[str], reason: str):
    text = changed("Statue of Isis", "action", str(action).replace("'", '"'))
    assert fault_sentences(text) == []
    faults = [
        fault for fault in find_unplayable_actions(full_catalogue(("base",), text)) if fault.card == "Statue of Isis"
    ]
    assert [(fault.field, fault.reason) for fault in faults] == [("action", reason)]


def test_a_card_cannot_have_the_name_of_a_part_that_others_execute():
    text = changed("Urn", "action", '["EachOpponent(Recover())"]', changed("Boat", "name", '"Recover"'))
    assert fault_sentences(text) == []
    assert [str(fault) for fault in find_unplayable_actions(full_catalogue(("base",), text))] == [
        "Recover: name: is also the name of a part; choose another"
    ]


def test_names_are_cleaned_of_terminal_control_characters():
    text = changed("Boat", "name", '"Bo\\u001b[2J\\u202eat\\u0301"').replace("[2J", "")
    assert "Bo at" in [card.name for card in read_catalogue(text)["base"]]


def test_cards_of_one_game_cannot_be_played_as_another():
    with pytest.raises(BadCatalogue, match="the custom cards are those of base; afterlife is not among them"):
        VALLEY.start(setup(write_catalogue({"base": CARDS}), "afterlife"))
    with pytest.raises(BadCatalogue):
        VALLEY.start(setup(write_catalogue({"base": CARDS}), "mixed"))
    with pytest.raises(BadSetup):
        VALLEY.start(setup(write_catalogue({"base": CARDS}), "base", 5))


def with_axes(text: str, *names: str) -> str:
    """The text in which these cards react as an axe."""
    for name in names:
        before = card_table(name, text)
        text = text.replace(before, re.sub(r"(?ms)^action = .*?\]$", 'answers = "axe"', before))
    return text


def refused_texts() -> dict[str, str]:
    """Custom cards that can be read, and that could break a game."""
    nested = changed("Statue of Isis", "action", '["ExecuteIt()"]')
    return {
        "one action could trigger too many": with_axes(
            nested, "Statue of Bastet", "Statue of Sobek", "Statue of Anubis"
        ),
        "put it last": changed("Statue of Isis", "action", '["EntombMany()", "Discard()"]'),
        "the name of a part": changed(
            "Urn", "action", '["EachOpponent(Recover())"]', changed("Boat", "name", '"Recover"')
        ),
    }


@pytest.mark.parametrize("reason", refused_texts())
def test_no_game_starts_with_cards_that_the_check_refuses(reason: str):
    text = refused_texts()[reason]
    assert fault_sentences(text) == []
    assert any(reason in fault.reason for fault in find_unplayable_actions(full_catalogue(("base",), text)))
    with pytest.raises(BadCatalogue, match=reason):
        VALLEY.start(setup(text))
