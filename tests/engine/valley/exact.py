"""A slow and exact definition of "may be executed".

The rulebook: if one of the parts of an action cannot be executed, the action may not be executed at all. So an action may be
executed if its player can complete all its parts, by some answers of their own and whatever the others answer. This is tried here
on copies, with every answer that the words of each part allow, whether the menu offers it or not; `can_be_completed` of the parts
is not used. A part that had to do something and could not sets `broken`.

What others hold is hidden from that player. So the action must be possible on each table that looks the same to them: the true
one, those in which others hold as many cards as possible of one kind, and some random ones.
"""

from engine.core.game import NOTHING
from engine.core.moves import pack_move, pack_move2
from engine.core.tasks import DEPTH_CELL, STACK_START
from engine.valley.catalogue.card import BOAT, EXECUTES_AGAIN, MUMMIFIED_CAT, OFFERING_TABLE, Part, link_parts
from engine.valley.catalogue.declarations import AT_OTHERS
from engine.valley.catalogue.verbs import PASS
from engine.valley.custom.action_text import unlinked_copy
from engine.valley.hidden import RANK_ORDER_COUNT, copy_dealt_by_rank, determinize
from engine.valley.parts.choosing import ENTOMB, SACRIFICE
from engine.valley.parts.deck import KEEP, REPEAT, KeepOne, Repeat, call_action
from engine.valley.parts.filters import ANYWHERE
from engine.valley.parts.hand import (
    GIVE,
    RECOVER,
    UNEARTH,
    Discard,
    DiscardToDraw,
    Entomb,
    EntombFromDiscard,
    Give,
    Recover,
    Sacrifice,
    Unearth,
)
from engine.valley.parts.opponents import PLUNDER, PlunderDiscard
from engine.valley.parts.take import SACRIFICE_SLOT, SWAP, TAKE, SacrificeFromPyramid, SwapOrSacrifice, Take
from engine.valley.rules.pyramid import CRUMBLE, ChooseFall
from engine.valley.rules.reactions import DISCARD_CARD, REACT, REVEAL, BoatReaction, MummifiedCatReaction
from engine.valley.state import BONEYARD, DISCARD, EXECUTED, HAND, LOOKED_AT, PLAYED, SLOT_COUNT, TOMB, ValleyState
from tests.engine.valley import exact_afterlife
from tests.engine.valley.exact_moves import cards_in, or_not, slots


def turn_frames(s: ValleyState) -> int:
    """The number of frames, from the lowest, that belong to the turn. The frames above are an action or reactions to it."""
    floor = 0
    while floor < s.cells[DEPTH_CELL] and s.programs.program_and_part_at(s.cells[STACK_START + 3 * floor])[0] in (
        "Turn",
        "Playing",
        "Ordering",
        "Overpaying",
    ):
        floor += 1
    return floor


def moves_showing_a_table(s: ValleyState, seat: int) -> list[int]:
    held = [kind for kind in set(s.kinds(HAND + seat)) if s.catalogue.reactions[kind] == OFFERING_TABLE]
    return [pack_move(REVEAL, kind) for kind in held if seat != s.active]


def answers_from_hand(part: object, s: ValleyState, seat: int, subject: int) -> list[int]:
    """Every answer that the words of a part about the player's own cards allow."""
    if isinstance(part, Sacrifice):
        return cards_in(s, HAND, seat, SACRIFICE) + moves_showing_a_table(s, seat)
    if isinstance(part, Discard):
        return cards_in(s, HAND, seat, DISCARD_CARD, part.which) + moves_showing_a_table(s, seat)
    if isinstance(part, DiscardToDraw):
        return or_not(cards_in(s, HAND, seat, DISCARD_CARD), part.may)
    if isinstance(part, Give):
        return cards_in(s, HAND, seat, GIVE)
    if isinstance(part, Entomb):
        return or_not(cards_in(s, HAND, seat, ENTOMB, part.which), part.may)
    if isinstance(part, EntombFromDiscard):
        return cards_in(s, DISCARD, seat, ENTOMB) if s.count(DISCARD + seat) >= part.least else []
    if isinstance(part, Recover):
        return cards_in(s, DISCARD, seat, RECOVER)
    if isinstance(part, Unearth):
        return cards_in(s, TOMB, seat, UNEARTH)
    if isinstance(part, KeepOne):
        return cards_in(s, LOOKED_AT, seat, KEEP)
    return []


def answers_on_the_table(part: object, s: ValleyState, seat: int, subject: int) -> list[int]:
    """Every answer that the words of a part about anything else allow."""
    if isinstance(part, Take):
        return or_not([pack_move(TAKE, slot) for slot in slots(s) if part.reach.fits(s, seat, subject, slot)], part.may)
    if isinstance(part, (SacrificeFromPyramid, SwapOrSacrifice)):
        reach = part.reach if isinstance(part, SacrificeFromPyramid) else ANYWHERE
        razed = [pack_move(SACRIFICE_SLOT, slot) for slot in slots(s) if reach.fits(s, seat, subject, slot)]
        swapped = [
            pack_move2(SWAP, first, second) for first in slots(s) for second in slots(s, range(first + 1, SLOT_COUNT))
        ]
        return razed + swapped if isinstance(part, SwapOrSacrifice) else razed
    if isinstance(part, ChooseFall):
        return [pack_move(CRUMBLE, 3), pack_move(CRUMBLE, 4)]
    if isinstance(part, PlunderDiscard):
        foes = [
            foe
            for foe in range(s.seat_count)
            if foe != seat and (s.count(DISCARD + foe) or s.owned_count(foe) <= part.spare)
        ]
        return [pack_move(PLUNDER, foe) for foe in foes]
    if isinstance(part, Repeat):
        return [
            pack_move(REPEAT, kind)
            for kind in s.kinds(EXECUTED)
            if s.catalogue.repeatable[kind] and s.catalogue.execution_source[kind] != EXECUTES_AGAIN
        ]
    if isinstance(part, MummifiedCatReaction):
        cat = s.first_hand_kind_with_reaction(seat, MUMMIFIED_CAT)
        return [PASS, pack_move(REACT, cat)] if cat >= 0 and s.top(BONEYARD) == subject else []
    if isinstance(part, BoatReaction):
        boat = s.first_hand_kind_with_reaction(seat, BOAT)
        sails = [pack_move2(REACT, boat, slot) for slot in slots(s, range(3))]
        return [PASS, *sails] if boat >= 0 and sails else []
    return []


def is_ordering(s: ValleyState) -> bool:
    """Whether the question is how to order cards on a discard pile, which never makes anything impossible."""
    return s.programs.program_and_part_at(s.top_address())[0].startswith("Ordering")


def answers(s: ValleyState) -> list[int]:
    """Every answer that the words of the next part allow; none if it asks nothing, or finds nothing to choose from."""
    frame = STACK_START + 3 * s.cells[DEPTH_CELL] - 3
    part, seat, subject = s.programs.task(s.cells[frame]), s.cells[frame + 1], s.cells[frame + 2]
    if isinstance(part, Part) and part.spec.word and type(part).__name__ not in {*globals(), *vars(exact_afterlife)}:
        return offered_alone(part, s, seat, subject)
    moves = answers_from_hand(part, s, seat, subject) or answers_on_the_table(part, s, seat, subject)
    return moves or exact_afterlife.answers(part, s, seat, subject)


def offered_alone(part: Part[ValleyState], s: ValleyState, seat: int, subject: int) -> list[int]:
    """What a part offers if no part follows: its answers, if its words are not defined here."""
    alone = unlinked_copy(part)
    link_parts([alone])
    t = s.copy()
    t.move_count = t.unlisted = 0
    alone.offer_options(t, seat, subject)
    return [t.menu[i] for i in range(t.move_count)]


def step(s: ValleyState, move: int) -> None:
    """Carry out only the next part, not those that would follow without a question."""
    frame = STACK_START + 3 * s.cells[DEPTH_CELL] - 3
    part, seat, subject = s.programs.task(s.cells[frame]), s.cells[frame + 1], s.cells[frame + 2]
    if part.next_part is None:
        s.cells[DEPTH_CELL] -= 1
        part.perform(s, seat, subject, move)
    else:
        s.cells[frame] += 1
        s.cells[frame + 2] = part.perform(s, seat, subject, move)


def completes(s: ValleyState, floor: int) -> bool:
    """Whether everything above the lowest `floor` frames can be carried out, whatever the others answer. Changes `s`."""
    while not s.broken and s.cells[DEPTH_CELL] > floor:
        moves = answers(s)
        if moves:
            mine = s.cells[STACK_START + 3 * s.cells[DEPTH_CELL] - 2] == s.active
            return (any if mine else all)(completes_after(s, move, floor) for move in moves)
        step(s, NOTHING)
    return not s.broken


def completes_after(s: ValleyState, move: int, floor: int) -> bool:
    """What `completes` returns after the next part was answered with `move`."""
    t = s.copy()
    step(t, move)
    return completes(t, floor)


def worlds(s: ValleyState, kind: int) -> list[ValleyState]:
    """Tables that look the same to the player whose turn it is, the true one first. Only that one if the action of a card does
    not depend on what others hold, or nothing follows that does."""
    parts = s.catalogue.cards[kind].action
    if s.mover != s.active or len(parts) < 2 or not any((part.writes() | part.reads()) & AT_OTHERS for part in parts):
        return [s]
    arranged = [copy_dealt_by_rank(s, s.mover, rank_order) for rank_order in range(RANK_ORDER_COUNT)]
    return [s, *arranged, *[determinize(s, s.mover, seed) for seed in range(2)]]


def could_be_executed(s: ValleyState, kind: int) -> bool:
    """Whether the player whose turn it is can surely complete the action of a card in hand."""
    return all(could_be_executed_if_all_is_known(world, kind) for world in worlds(s, kind))


def could_be_executed_if_all_is_known(s: ValleyState, kind: int) -> bool:
    """The same for a position in which all cards are known."""
    t = s.copy()
    seat = t.mover
    floor = t.cells[DEPTH_CELL]
    t.remove(HAND + seat, kind)
    t.add(PLAYED + seat, kind)
    call_action(t, seat, kind)
    return completes(t, floor)
