"""What one seat may see of a table, as plain values. They hold no reference to a position."""

from dataclasses import dataclass

from engine.core.game import Question


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
