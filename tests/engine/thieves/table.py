"""Positions and answers of King of Thieves as texts.

A laid card is written with the half that counts first: "2 sword/1 lamp", "2 ruby/1 key as lamp", "1 key/2 lamp down". All cards,
tombs and guardians that a test does not name are in their decks.
"""

from collections.abc import Sequence
from typing import Any

from engine.core.game import NOBODY, NOTHING, Seat, Setup, State
from engine.core.setup import Variant
from engine.thieves.first_position import empty_table
from engine.thieves.game import THIEVES
from engine.thieves.pieces import SYMBOLS
from engine.thieves.rules.expedition import PROGRAMS
from engine.thieves.shipped import SHIPPED
from engine.thieves.state import (
    COMMUNITY_CARD,
    DECK,
    GUARDIAN_DECK,
    GUARDIANS,
    HAND,
    POOLS,
    REPUTATION,
    ROUND,
    STARTER,
    STATUS,
    TOMB,
    TOMB_DECK,
    TOMB_TREASURE,
    TREASURE,
    Options,
    ThievesState,
    pack_laid_card,
    piece_set_count,
)

STATUSES = ("inside", "escaped", "out")
BASE_OPTIONS = Options()
SHOWDOWN_PART = 4  # of the program of an expedition
GUARDIAN_NAMES = [guardian.name for guardian in SHIPPED.guardians]


def new_game(players: int = 2, seed: int = 1, choices: tuple[str, ...] = ()) -> ThievesState:
    return THIEVES.start(setup(players, seed, choices))


def setup(players: int, seed: int = 1, choices: tuple[str, ...] = (), cards: str = "") -> Setup:
    seats = tuple(Seat(f"seat {seat}") for seat in range(players))
    return Setup("thieves", seats, seed, Variant("base" if players < 5 else "double", choices, cards))


def kind_of(name: str) -> int:
    """The kind of a card, whichever half is written first."""
    first, _, second = name.partition("/")
    return SHIPPED.kind_of_card.get(name, SHIPPED.kind_of_card.get(f"{second}/{first}", NOTHING))


def laid_card(text: str) -> int:
    words = text.split(" as ")
    name, is_face_down = words[0].removesuffix(" down"), words[0].endswith(" down")
    kind = kind_of(name)
    assert kind != NOTHING, text
    half = 0 if SHIPPED.card_names[kind] == name else 1
    return pack_laid_card(kind, half, is_face_down, SYMBOLS.index(words[1]) if len(words) > 1 else NOTHING)


def table(
    hands: Sequence[str] = ("", ""),
    *,
    tomb: str = "3 shield",
    guardians: dict[str, int] | None = None,
    community: str = "1 shield/2 sword",
    reputation: Sequence[int] = (),
    treasure: Sequence[int] = (),
    laid: Sequence[str] = (),
    status: Sequence[str] = (),
    round_: int = 1,
    is_showdown: bool = False,
    starter: int = 0,
    deck: str | None = None,
    tombs_left: int | None = None,
    guardian_deck: str | None = None,
    options: Options = BASE_OPTIONS,
) -> ThievesState:
    """A position at the first question of a round, or of the showdown. `hands` and `laid` hold names separated by commas."""
    players = len(hands)
    state = empty_table(SHIPPED, options, players)
    cells = state.cells
    unused = [kind for kind in range(SHIPPED.card_count) for _ in range(piece_set_count(players))]
    cells[ROUND], cells[STARTER] = round_ - 1, starter
    if community:
        cells[COMMUNITY_CARD] = kind_of(community)
        unused.remove(cells[COMMUNITY_CARD])
    for seat, hand in enumerate(hands):
        for name in filter(None, hand.split(", ")):
            state.add(HAND + seat, kind_of(name))
            unused.remove(kind_of(name))
        cells[REPUTATION + seat] = reputation[seat] if reputation else 8
        cells[TREASURE + seat] = treasure[seat] if treasure else 0
        cells[STATUS + seat] = STATUSES.index(status[seat]) if status else 0
        for name in filter(None, (laid[seat] if laid else "").split(", ")):
            state.append_laid_card(seat, laid_card(name))
            unused.remove(kind_of(name.split(" as ")[0].removesuffix(" down")))
    for kind in unused if deck is None else [kind_of(name) for name in filter(None, deck.split(", "))]:
        state.add(DECK, kind)
    lay_table(state, tomb, guardians or {"Skeleton": 0}, tombs_left, guardian_deck)
    part = SHOWDOWN_PART if is_showdown else round_
    state.call(PROGRAMS.find_address("Expedition", part), starter, NOTHING)
    state.run()
    return state


def lay_table(
    state: ThievesState, tomb: str, guardians: dict[str, int], tombs_left: int | None, guardian_deck: str | None
) -> None:
    treasure, symbol = tomb.split()
    names = [(each.treasure, SYMBOLS[each.symbol]) for each in SHIPPED.tombs]
    state.cells[TOMB] = names.index((int(treasure), symbol))
    state.cells[TOMB_TREASURE] = int(treasure) * state.options.stakes
    others = [kind for kind in range(len(names)) if kind != state.cells[TOMB]]
    for kind in others[:tombs_left]:
        state.add(TOMB_DECK, kind)
    for name, pool in guardians.items():
        state.push(GUARDIANS, GUARDIAN_NAMES.index(name))
        state.push(POOLS, pool)
    rest = [name for name in GUARDIAN_NAMES if name not in guardians]
    for name in rest if guardian_deck is None else filter(None, guardian_deck.split(", ")):
        state.add(GUARDIAN_DECK, GUARDIAN_NAMES.index(name))


def offered(state: State) -> list[str]:
    """The texts of all answers."""
    return [THIEVES.say(state, THIEVES.action(state, move)) for move in state.legal_moves()]


def play(state: ThievesState, *answers: str) -> list[str]:
    """Give these answers, for any seat that is asked. Returns the story as everybody reads it."""
    sentences: list[str] = []
    for answer in answers:
        state.events = []
        state.apply(THIEVES.move(state, THIEVES.parse(state, answer)))
        sentences += [THIEVES.describe_event(state, event, NOBODY) for event in state.events]
    return sentences


def play_all(state: ThievesState, answer: str) -> None:
    """Give an answer as long as it is offered."""
    while answer in offered(state):
        play(state, answer)


def seat_cells(state: ThievesState, cell: int) -> list[int]:
    """The values of a cell, one for each seat."""
    return [int(state.cells[cell + seat]) for seat in range(state.seat_count)]


def view_of(state: ThievesState, seat: int) -> Any:
    return THIEVES.view(state, seat)


def names(cards: Any) -> list[str]:
    """The names of the cards of a view."""
    return [card.name for card in cards]
