"""What one seat may see of a table, as plain values made for painting. Nothing here can lead back to a position."""

from dataclasses import dataclass

from engine.core.game import Question


@dataclass(frozen=True)
class Face:
    """A card lying face up. `set` is "starter", "unique" or the name of its set; `set_size` the kinds in that set, else 0.
    `edition` is the game that the card is from ("base", "afterlife"), "" for one that both share."""

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
    """A place in the pyramid: 0 1 2 base, 3 4 middle, 5 top. `price` is what the card would cost the viewer now; `buyable`
    that the menu offers it; `why_not` one short clause if it does not ("costs 4, you can lay out 3"), "" if it does."""

    slot: int
    face: Face | None
    price: int
    buyable: bool
    why_not: str


@dataclass(frozen=True)
class HandCard:
    """A card in the viewer's own hand, one entry a copy. `gold` is its worth now (Statue of Thoth counted). The two reasons
    are "" where the menu offers the thing."""

    face: Face
    gold: int
    executable: bool
    why_not_execute: str
    entombable: bool
    why_not_entomb: str


@dataclass(frozen=True)
class SetView:
    """One set in a tomb: the different kinds there of the kinds there are, what they make now and with the next one."""

    name: str
    kinds_here: int
    size: int
    points: int
    next_points: int  # as points if the set is complete
    present: tuple[Face, ...]
    missing: tuple[Face, ...]
    spare: int  # worthless duplicates
    edition: str = ""  # as in Face


@dataclass(frozen=True)
class SeatView:
    """One player, as far as the viewer may know. `hand` is empty for others; `known_hand` is the part of their hand that the
    viewer knows of: all have seen it go there, or the viewer has looked at it.
    `discard` lists one's own pile from the bottom up, and is empty for others and in one's own turn."""

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


@dataclass(frozen=True)
class View:
    """The whole table for one seat; with the viewer NOBODY, for who sits on none. `looked_at` are cards that the viewer is
    choosing among in mid-action (Heart Scarab), `revealed` those that all see or that are set aside. `mixed` says that cards
    of two games lie on the table. `actions_under_way` names the cards whose actions are under way, the outermost first.
    `asked_zone` says where the mover's cards lie that the question is about: "hand", "pile", "tomb", "play" or "aside"."""

    viewer: int
    seats: tuple[SeatView, ...]
    pyramid: tuple[SlotView, ...]
    boneyard_top: Face | None
    boneyard_count: int
    stock_ii: int
    stock_iii: int
    turn: int  # from 1, all players' turns counted
    active: int
    mover: int  # -1 when the game is over
    question: Question
    actions_under_way: tuple[str, ...]
    looked_at: tuple[Face, ...]
    revealed: tuple[Face, ...]
    gold_in_hand: int
    rebate: int  # each purchase costs so much less
    next_doubled: bool  # the next card played is worth twice its gold: `gold_in_hand` counts it
    any_row: bool  # the next card bought may lie in any row
    entombed: bool  # the turn's own entombment is done
    winners: tuple[int, ...]  # empty until the game is over
    mixed: bool = False
    asked_zone: str = "hand"

    @property
    def mine(self) -> SeatView:
        """The viewer's own seat. Who sits on none stands at the first, and sees no more of it than of the others."""
        return self.seats[max(self.viewer, 0)]
