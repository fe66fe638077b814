"""What one seat may see of a position: plain values, and how they are made."""

from collections import Counter
from dataclasses import dataclass

from engine.core.game import NOBODY, NOTHING, WAITING_TEXT, Question
from engine.core.moves import VERB_MASK, pack_move
from engine.valley import state as layout
from engine.valley.catalogue.card import Part
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.catalogue.powers import FETCHES_FROM_BONEYARD
from engine.valley.catalogue.verbs import END
from engine.valley.rules.buying import BUY, current_gold, current_price, slot_count_for_buying, spendable_gold
from engine.valley.rules.reactions import asks_secretly
from engine.valley.rules.scoring import score_of, winners
from engine.valley.state import ValleyState
from engine.valley.turn import EXECUTE
from engine.valley.wording import question, running_card_names, top_task, why_not_executable


@dataclass(frozen=True)
class Face:
    """A card that the viewer may see. `set` is "starter", "unique" or the name of its set. `set_size` is the number of kinds in
    its set; 0 for starters and unique artifacts. `edition` is "base" or "afterlife"; "" for a starter, which both games have."""

    kind: int
    name: str
    set: str
    set_size: int
    level: int
    gold: int
    cost: int
    vp: int
    edition: str = ""


@dataclass(frozen=True)
class SlotView:
    """A slot of the pyramid: base 0 1 2, middle 3 4, top 5. `price` is what the card costs the viewer now. `buyable` says whether
    the menu offers the purchase. `why_not` is a short clause if it does not ("costs 4, you can lay out 3"), otherwise ""."""

    slot: int
    face: Face | None
    price: int
    buyable: bool
    why_not: str


@dataclass(frozen=True)
class HandCard:
    """A card in the viewer's own hand; equal cards have one entry each. `gold` is its current gold (a Statue of Thoth changes
    it). `why_not_execute` and `why_not_entomb` are "" if the menu offers that."""

    face: Face
    gold: int
    executable: bool
    why_not_execute: str
    entombable: bool
    why_not_entomb: str


@dataclass(frozen=True)
class SetView:
    """One set in a tomb. `distinct_kinds` is the number of different kinds there, `size` the number of all its kinds."""

    name: str
    distinct_kinds: int
    size: int
    points: int
    next_points: int  # with one more kind; the same as `points` for a complete set
    present: tuple[Face, ...]
    missing: tuple[Face, ...]
    duplicate_count: int
    duplicates: tuple[Face, ...]  # further copies of a kind, which are worth nothing
    edition: str = ""  # as in Face


@dataclass(frozen=True)
class SeatView:
    """What the viewer may know of one player.

    `hand` is empty for other players. `known_hand` is the part of their hand that the viewer knows, because these cards went
    there openly or the viewer has looked at them. `discard` lists the viewer's own pile from the bottom up; it is empty for
    others, and in the viewer's own turn. `unobtainable_kinds` are the kinds of set cards of which the player can no longer get a
    copy: all copies are in other tombs, or in the boneyard if no card fetches from there. Tombs and boneyard are public.

    `deck` and `sorted_discard` are all cards of the viewer's own deck and discard pile, in the order of the catalogue, which
    says nothing about their real order. The viewer knows them at any time, because every card came there openly. `deck_top` are
    the cards that are known to be on top of the deck, the next one last. All three are empty for others.
    """

    seat: int
    hand: tuple[HandCard, ...]
    known_hand: tuple[Face, ...]
    hand_count: int
    deck_count: int
    discard_count: int
    discard_top: Face | None
    discard: tuple[Face, ...]
    in_play: tuple[Face, ...]
    sets: tuple[SetView, ...]
    other_artifacts: tuple[Face, ...]  # starters and unique artifacts in the tomb
    tomb_count: int
    score: int
    unobtainable_kinds: tuple[int, ...] = ()
    deck: tuple[Face, ...] = ()
    deck_top: tuple[Face, ...] = ()
    sorted_discard: tuple[Face, ...] = ()


@dataclass(frozen=True)
class View:
    """The whole table as one seat sees it. `viewer` is NOBODY for a spectator.

    `looked_at` are the cards from which the viewer chooses during an action (Heart Scarab). `revealed` are cards that are shown
    to all or set aside during an action. `mixed` says whether cards of both games are used. `running_card_names` are the names of
    the cards whose actions are being executed, the outermost first. `asked_zone` is the zone of the mover's cards that the
    question is about: "hand", "pile", "tomb", "play", "aside", "looked", "theirs" or "hand and play". `boneyard` are all its
    cards in the order of the catalogue, which says nothing about their real order; it is empty for a spectator. `takes_to_tomb`
    says whether the viewer is asked for a card of the pyramid that goes straight to the tomb.
    """

    viewer: int
    seats: tuple[SeatView, ...]
    pyramid: tuple[SlotView, ...]
    boneyard_top: Face | None
    boneyard_count: int
    stock_ii: int
    stock_iii: int
    turn: int  # from 1, counting the turns of all players
    active: int
    mover: int  # NOBODY when the game is over
    question: Question
    running_card_names: tuple[str, ...]
    looked_at: tuple[Face, ...]
    revealed: tuple[Face, ...]
    gold_in_hand: int
    rebate: int  # discount of each purchase
    next_doubled: bool  # whether the next card laid out counts twice; `gold_in_hand` includes this
    any_row: bool  # whether the next card can be bought from any row
    has_entombed: bool  # whether the active player has entombed a card this turn
    winners: tuple[int, ...]  # empty until the game is over
    mixed: bool = False
    asked_zone: str = "hand"
    boneyard: tuple[Face, ...] = ()
    takes_to_tomb: bool = False

    @property
    def mine(self) -> SeatView:
        """The viewer's own seat. For a spectator it is the first seat, of which no more can be seen than of the others."""
        return self.seats[max(self.viewer, 0)]


def face(state: ValleyState, kind: int) -> Face:
    """A card with everything that is printed on it."""
    return catalogue_faces(state.catalogue)[kind]


def catalogue_faces(catalogue: Catalogue) -> list[Face]:
    """The faces of all kinds, built once for each catalogue."""
    if not catalogue.face_cache:
        catalogue.face_cache.extend([new_face(catalogue, kind) for kind in range(len(catalogue))])
    return catalogue.face_cache


def new_face(catalogue: Catalogue, kind: int) -> Face:
    """The face of a kind."""
    card = catalogue.cards[kind]
    set_size = catalogue.set_sizes[catalogue.set[kind]] if card.is_set_card else 0
    vp, edition = int(catalogue.vp[kind]), catalogue.editions[kind]
    return Face(kind, card.name, card.set, set_size, card.level, card.gold, card.cost, vp, edition)


def faces(state: ValleyState, zone: int) -> tuple[Face, ...]:
    """The cards of a zone, in its order."""
    return tuple(face(state, kind) for kind in state.kinds(zone))


def sorted_faces(state: ValleyState, *zones: int) -> tuple[Face, ...]:
    """The cards of these zones together, in the order of the catalogue."""
    return tuple(face(state, kind) for kind in sorted([kind for zone in zones for kind in state.kinds(zone)]))


def build_view(state: ValleyState, viewer: int) -> View:
    """The table as the seat `viewer` may see it; for NOBODY, what everybody may see."""
    asked_question = question(state)
    mover = int(state.mover)
    if mover != viewer and asks_secretly(state):
        mover = int(state.active)
        asked_question = Question(mover, WAITING_TEXT)
    is_seated = viewer != NOBODY
    last_verb = state.menu[state.move_count - 1] & VERB_MASK if is_seated and state.mover == viewer else NOTHING
    may_play_cards, may_buy = last_verb == END, last_verb in (END, BUY)
    gold = sum(gold_of_hand_card(state, viewer, kind) for kind in state.kinds(layout.HAND + viewer)) if is_seated else 0
    if state.active == viewer:
        gold = int(spendable_gold(state, viewer))
    boneyard_top = state.top(layout.BONEYARD)
    return View(
        viewer=viewer,
        seats=tuple(seat_view(state, seat, viewer, may_play_cards) for seat in range(state.seat_count)),
        pyramid=tuple(slot_view(state, slot, viewer, may_buy, gold) for slot in range(layout.SLOT_COUNT)),
        boneyard_top=face(state, boneyard_top) if boneyard_top >= 0 else None,
        boneyard_count=int(state.count(layout.BONEYARD)),
        stock_ii=int(state.count(layout.STOCK_II)),
        stock_iii=int(state.count(layout.STOCK_III)),
        turn=int(state.cells[layout.TURN_NUMBER]) + 1,
        active=int(state.active),
        mover=mover,
        question=asked_question,
        running_card_names=running_card_names(state),
        looked_at=faces(state, layout.LOOKED_AT + viewer) if is_seated else (),
        revealed=faces(state, layout.ASIDE)
        + tuple(face(state, kind) for seat in range(state.seat_count) for kind in state.kinds(layout.REVEALED + seat)),
        gold_in_hand=gold,
        rebate=int(state.cells[layout.REBATE]),
        next_doubled=state.cells[layout.NEXT_DOUBLED] == 1,
        any_row=state.cells[layout.ANY_ROW] == 1,
        has_entombed=state.cells[layout.HAS_ENTOMBED] == 1,
        winners=tuple(winners(state)) if state.mover == NOBODY else (),
        mixed=len({edition for edition in state.catalogue.editions if edition}) > 1,
        asked_zone=asked_zone(state),
        boneyard=sorted_faces(state, layout.BONEYARD) if viewer != NOBODY else (),
        takes_to_tomb=state.mover == viewer and takes_to_tomb(state),
    )


def unobtainable_set_kinds(state: ValleyState, seat: int) -> tuple[int, ...]:
    """The kinds of set cards of which a seat can no longer get a copy: all are in other tombs, or in the boneyard if no card
    fetches from there."""
    cards = state.catalogue.cards
    out_of_reach: list[int] = []
    if state.catalogue.power_table.all_powers & FETCHES_FROM_BONEYARD == 0:
        out_of_reach += state.kinds(layout.BONEYARD)
    for other_seat in range(state.seat_count):
        if other_seat != seat:
            out_of_reach += state.kinds(layout.TOMB + other_seat)
    counts = Counter(out_of_reach)
    return tuple([kind for kind in sorted(counts) if cards[kind].is_set_card and counts[kind] >= cards[kind].copies])


def asked_zone(state: ValleyState) -> str:
    """The zone with the cards that the question is about; see `View`."""
    part = top_task(state)
    return part.asked_zone() if isinstance(part, Part) else "hand"


def takes_to_tomb(state: ValleyState) -> bool:
    """Whether the question is which card of the pyramid goes to the tomb."""
    part = top_task(state)
    return isinstance(part, Part) and part.takes_to_tomb()


def gold_of_hand_card(state: ValleyState, viewer: int, kind: int) -> int:
    """The gold value of a card in the viewer's hand. A gilded hand counts only for the active player."""
    return int(current_gold(state, kind) if state.active == viewer else state.catalogue.gold[kind])


def slot_view(state: ValleyState, slot: int, viewer: int, may_buy: bool, max_price: int) -> SlotView:
    """A slot of the pyramid. `may_buy` says whether the viewer is asked in step 1 of the turn, or what to buy. `max_price` is
    the highest price that the viewer's hand can pay."""
    kind = state.cells[layout.PYRAMID_START + slot]
    if kind < 0:
        return SlotView(slot, None, 0, False, "this slot is empty")
    cost = int(current_price(state, kind) if state.active == viewer else state.catalogue.cost[kind])
    why_not = ""
    if not may_buy:
        why_not = "nothing can be bought now"
    elif slot >= slot_count_for_buying(state):
        why_not = "only the base can be bought"
    elif cost > max_price:
        why_not = f"costs {cost}, you can lay out {max_price}"
    return SlotView(slot, face(state, kind), cost, why_not == "", why_not)


def hand_card(state: ValleyState, viewer: int, kind: int, may_play_cards: bool, menu: set[int]) -> HandCard:
    """A card in the viewer's hand: whether it can be executed or entombed now, and otherwise why not. `menu` holds all moves
    that are allowed."""
    why_not_execute = why_not_entomb = ""
    if not may_play_cards:
        why_not_execute = why_not_entomb = "not now"
    else:
        if pack_move(EXECUTE, kind) not in menu:
            why_not_execute = why_not_executable(state, viewer, kind)
        if state.cells[layout.HAS_ENTOMBED] == 1:
            why_not_entomb = "you have entombed a card this turn"
    return HandCard(
        face(state, kind),
        gold_of_hand_card(state, viewer, kind),
        why_not_execute == "",
        why_not_execute,
        why_not_entomb == "",
        why_not_entomb,
    )


def seat_view(state: ValleyState, seat: int, viewer: int, may_play_cards: bool) -> SeatView:
    """One player. `may_play_cards` says whether the viewer is asked in step 1 of the turn. Players may look through their own
    discard pile when it is not their turn (rulebook)."""
    is_viewer = seat == viewer
    menu = set(state.legal_moves()) if is_viewer and may_play_cards else set()
    hand = (
        tuple(hand_card(state, seat, kind, may_play_cards, menu) for kind in state.kinds(layout.HAND + seat))
        if is_viewer
        else ()
    )
    top = state.top(layout.DISCARD + seat)
    return SeatView(
        seat=seat,
        hand=hand,
        known_hand=() if is_viewer else tuple(face(state, kind) for kind in state.known_hand(viewer, seat)),
        hand_count=int(state.count(layout.HAND + seat)),
        deck_count=int(state.count(layout.DECK + seat) + state.count(layout.DECK_TOP + seat)),
        discard_count=int(state.count(layout.DISCARD + seat)),
        discard_top=face(state, top) if top >= 0 else None,
        discard=faces(state, layout.DISCARD + seat) if is_viewer and state.active != seat else (),
        in_play=faces(state, layout.PLAYED + seat),
        sets=tomb_sets(state, seat),
        other_artifacts=tuple(
            face(state, kind) for kind in state.kinds(layout.TOMB + seat) if state.catalogue.set[kind] < 0
        ),
        tomb_count=int(state.count(layout.TOMB + seat)),
        score=int(score_of(state, seat)),
        unobtainable_kinds=unobtainable_set_kinds(state, seat),
        deck=sorted_faces(state, layout.DECK + seat, layout.DECK_TOP + seat) if is_viewer else (),
        deck_top=faces(state, layout.DECK_TOP + seat) if is_viewer else (),
        sorted_discard=sorted_faces(state, layout.DISCARD + seat) if is_viewer else (),
    )


def empty_tomb_sets(catalogue: Catalogue) -> list[SetView]:
    """The sets of an empty tomb, in the order of the catalogue, built once for each catalogue."""
    if not catalogue.empty_set_cache:
        sets: list[list[Face]] = [[] for _ in catalogue.set_names]
        for card in catalogue_faces(catalogue):
            if catalogue.set[card.kind] >= 0:
                sets[catalogue.set[card.kind]].append(card)
        catalogue.empty_set_cache.extend([set_view(tuple(cards), []) for cards in sets])
    return catalogue.empty_set_cache


def tomb_sets(state: ValleyState, seat: int) -> tuple[SetView, ...]:
    """Each set of the game, with its cards in a tomb."""
    empty_sets = empty_tomb_sets(state.catalogue)
    entombed: list[list[int]] = [[] for _ in empty_sets]
    for kind in state.kinds(layout.TOMB + seat):
        if state.catalogue.set[kind] >= 0:
            entombed[state.catalogue.set[kind]].append(kind)
    return tuple(
        [set_view(empty.missing, kinds) if kinds else empty for empty, kinds in zip(empty_sets, entombed, strict=True)]
    )


def set_view(cards: tuple[Face, ...], entombed_kinds: list[int]) -> SetView:
    """One set, with all its `cards`. `entombed_kinds` are its kinds in a tomb, one for each copy."""
    counts, size = Counter(entombed_kinds), len(cards)
    distinct_kinds = len(counts)
    return SetView(
        name=cards[0].set,
        distinct_kinds=distinct_kinds,
        size=size,
        points=distinct_kinds * distinct_kinds,
        next_points=min(distinct_kinds + 1, size) ** 2,
        present=tuple(card for card in cards if card.kind in entombed_kinds),
        missing=tuple(card for card in cards if card.kind not in entombed_kinds),
        duplicate_count=len(entombed_kinds) - distinct_kinds,
        duplicates=tuple(card for card in cards for _ in range(counts[card.kind] - 1)),
        edition=cards[0].edition,
    )
