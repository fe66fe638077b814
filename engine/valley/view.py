"""What one seat may see of a table, as plain values for painting. Nothing here leads back to a position."""

from dataclasses import dataclass

from engine.core.game import Question


@dataclass(frozen=True)
class Face:
    """A card that lies face up. `set` is "starter", "unique" or the name of its set. `set_size` is the number of kinds in that
    set, otherwise 0. `edition` is the game of the card ("base", "afterlife"), "" if both games have it."""

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
    """A slot of the pyramid: 0 1 2 base, 3 4 middle, 5 top. `price` is what the card costs the viewer now. `buyable` says whether
    the menu offers it. `why_not` is one short clause if it does not ("costs 4, you can lay out 3"), otherwise ""."""

    slot: int
    face: Face | None
    price: int
    buyable: bool
    why_not: str


@dataclass(frozen=True)
class HandCard:
    """A card in the viewer's own hand; equal cards have one entry each. `gold` is its gold now (Statue of Thoth included). The
    two reasons are "" if the menu offers that."""

    face: Face
    gold: int
    executable: bool
    why_not_execute: str
    entombable: bool
    why_not_entomb: str


@dataclass(frozen=True)
class SetView:
    """One set in a tomb: its different kinds there, all its kinds, its points now, and its points with one more kind."""

    name: str
    distinct_kinds: int
    size: int
    points: int
    next_points: int  # the points of the complete set
    present: tuple[Face, ...]
    missing: tuple[Face, ...]
    duplicate_count: int  # of cards that are worth nothing, because their kind is here already
    duplicates: tuple[Face, ...]  # these cards
    edition: str = ""  # as in Face


@dataclass(frozen=True)
class SeatView:
    """One player, as far as the viewer may know. `hand` is empty for other players. `known_hand` is the part of their hand that
    the viewer knows: it went there openly, or the viewer has looked at it. `discard` lists the viewer's own pile from the bottom
    up; it is empty for others, and in the viewer's own turn. `unobtainable` are the kinds of set cards of which the player can
    have no copy any more: all copies lie in other tombs, or in the boneyard if no card brings one back from there. Both are open
    to all.

    `deck` and `sorted_discard` are all cards of the viewer's own deck and discard pile, in the order of the catalogue, which
    tells nothing of their order: the viewer knows them at any time, because every card came there openly. `deck_top` are those of
    the deck that are known to lie on top, the next one last. All three are empty for others."""

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
    unobtainable: tuple[int, ...] = ()
    deck: tuple[Face, ...] = ()
    deck_top: tuple[Face, ...] = ()
    sorted_discard: tuple[Face, ...] = ()


@dataclass(frozen=True)
class View:
    """The whole table for one seat; for NOBODY, for a spectator.

    `looked_at` are the cards among which the viewer chooses during an action (Heart Scarab). `revealed` are those that all see,
    or that are set aside. `mixed` says that cards of two games are played. `actions_under_way` names the cards whose actions are
    being executed, the outermost first. `asked_zone` is the zone of the mover's cards that the question is about: "hand", "pile",
    "tomb", "play" or "aside". `boneyard` are its cards in the order of the catalogue, which tells nothing of their order; they
    are open to all. `takes_to_tomb` says that the viewer is asked for a card of the pyramid that goes straight to the tomb.
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
    mover: int  # -1 when the game is over
    question: Question
    actions_under_way: tuple[str, ...]
    looked_at: tuple[Face, ...]
    revealed: tuple[Face, ...]
    gold_in_hand: int
    rebate: int  # discount of each purchase
    next_doubled: bool  # the next card played is worth twice its gold; `gold_in_hand` includes this
    any_row: bool  # the next card bought may lie in any row
    has_entombed: bool  # whether the entombment of the turn is used up
    winners: tuple[int, ...]  # empty until the game is over
    mixed: bool = False
    asked_zone: str = "hand"
    boneyard: tuple[Face, ...] = ()
    takes_to_tomb: bool = False

    @property
    def mine(self) -> SeatView:
        """The viewer's own seat. A spectator gets the first seat, and sees no more of it than of the others."""
        return self.seats[max(self.viewer, 0)]
