"""An expedition into one tomb, as a program: open the tomb, three rounds, the showdown, and the next expedition. Then: who is
out, when the game is over, and who has won (rulebook, "Winning the Game", "Losing the Game").

The stack is deepest in a round of eight thieves: the expedition, and a turn for each of them.
"""

from typing import Final, final

from engine.core.arrays import i64
from engine.core.events import seat_set
from engine.core.game import NOBODY, NOTHING
from engine.core.moves import shift_left
from engine.core.tasks import ProgramTable, Subject, Task, link_tasks
from engine.thieves.rules.dealing import discard_hand, discard_laid_cards, draw_card, emit_chapter_start
from engine.thieves.rules.duels import card_count_in_duel, prize_shares, symbol_count_in_duel, winners_of_duel
from engine.thieves.rules.showdown import AssignCards, NameRubySymbols, TurnUpFaceDownCards, UseCommunityCard
from engine.thieves.rules.turn import DrawCards, PlaySecondCard, TakeTurn
from engine.thieves.state import (
    COMMUNITY_CARD,
    COMMUNITY_USE,
    DISCARDS,
    ESCAPED,
    GUARDIAN_DECK,
    GUARDIANS,
    GUARDIANS_BEATEN,
    INSIDE,
    OUT,
    PLUNDERED,
    POOLS,
    REPUTATION,
    ROUND,
    SHOWDOWN,
    STARTER,
    STATUS,
    TABLE_LUCK,
    TOMB,
    TOMB_DECK,
    TOMB_DUEL,
    TOMB_NUMBER,
    TOMB_TREASURE,
    TOMBS_GONE,
    TREASURE,
    WINNERS,
    ThievesState,
)

GameIsOver = bool


def end_game_or_eliminate(state: ThievesState) -> GameIsOver:
    """End the game, or eliminate the thieves without reputation. Checks the goal, then the reputation, then the tombs (our rule).
    Returns whether the game is over. Called after each showdown."""
    goal = state.options.goal
    in_game = [seat for seat in range(state.seat_count) if state.cells[STATUS + seat] != OUT]
    at_goal = [seat for seat in in_game if state.cells[TREASURE + seat] >= goal]
    if at_goal:
        end_game(state, "reached_goal", winners_among(state, at_goal))
        return True
    ruined = [seat for seat in in_game if state.cells[REPUTATION + seat] == 0]
    remaining = [seat for seat in in_game if state.cells[REPUTATION + seat] > 0]
    if not remaining:
        end_game(state, "all_ruined", winners_among(state, ruined))
        return True
    for seat in ruined:
        eliminate(state, seat)
    if len(remaining) == 1:
        end_game(state, "last_thief", remaining)
        return True
    if not has_another_tomb(state):
        end_game(state, "no_tomb", winners_among(state, remaining))
        return True
    return False


def eliminate(state: ThievesState, seat: i64) -> None:
    """Put a thief out of the game: the hand is discarded, and the treasure leaves the game (our rule)."""
    state.cells[STATUS + seat] = OUT
    state.cells[TREASURE + seat] = 0
    discard_hand(state, seat)
    if state.events is not None:
        state.emit("lost", seat)


def has_another_tomb(state: ThievesState) -> bool:
    """Whether another expedition can begin. In a longer game the tombs are shuffled again, unless nobody has won treasure since
    they were last shuffled (our rule: otherwise the game might never end)."""
    if state.options.tomb_limit > 0 and state.cells[TOMB_NUMBER] + 1 >= state.options.tomb_limit:
        return False
    return state.count(TOMB_DECK) > 0 or (state.options.is_endless and state.cells[PLUNDERED] == 1)


def winners_among(state: ThievesState, seats: list[int]) -> list[int]:
    """The seats with the most treasure. Ties are broken by reputation; seats that still tie all win."""
    max_treasure = max([state.cells[TREASURE + seat] for seat in seats])
    richest = [seat for seat in seats if state.cells[TREASURE + seat] == max_treasure]
    max_reputation = max([state.cells[REPUTATION + seat] for seat in richest])
    return [seat for seat in richest if state.cells[REPUTATION + seat] == max_reputation]


def end_game(state: ThievesState, reason: str, winners: list[int]) -> None:
    state.cells[WINNERS] = seat_set(winners)
    if state.events is not None:
        state.emit(reason, -1, tuple([int(seat) for seat in winners]))


FirstWinner = i64  # the first winner of a duel in turn order; NOBODY if nobody wins


@final
class OpenTomb(Task[ThievesState]):
    """Draw a tomb, a guardian and a community card, and lay the treasure on the tomb (rulebook, "Game Setup")."""

    def perform(self, state: ThievesState, seat: i64, subject: Subject, move: i64) -> Subject:
        cells = state.cells
        if state.count(TOMB_DECK) == 0:
            state.pour_bag_into(TOMBS_GONE, TOMB_DECK)
            cells[PLUNDERED] = 0
        tomb = state.draw_from(TOMB_DECK, TABLE_LUCK)
        cells[TOMB] = tomb
        cells[TOMB_TREASURE] = state.pieces.tomb_treasures[tomb] * state.options.stakes
        guardian = place_new_guardian(state)
        cells[COMMUNITY_CARD] = draw_card(state, TABLE_LUCK)
        cells[STARTER] = seat
        for thief in range(state.seat_count):
            if cells[STATUS + thief] == ESCAPED:
                cells[STATUS + thief] = INSIDE
        if state.events is not None:
            emit_chapter_start(state, "opened", seat, (int(tomb), int(guardian), int(cells[COMMUNITY_CARD])))
        return NOTHING


def place_new_guardian(state: ThievesState) -> i64:
    """Put a new guardian beside the tomb, with an empty pool. If the deck is empty, the beaten guardians are shuffled into it; if
    there are none, no guardian comes (our rule). Returns its kind, or NOTHING."""
    if state.count(GUARDIAN_DECK) == 0:
        state.pour_bag_into(GUARDIANS_BEATEN, GUARDIAN_DECK)
    guardian = state.draw_from(GUARDIAN_DECK, TABLE_LUCK)
    if guardian >= 0:
        state.push(GUARDIANS, guardian)
        state.push(POOLS, 0)
    return guardian


@final
class PlayRound(Task[ThievesState]):
    """Each thief inside takes a turn, from the starting player on (rulebook, "Game Play")."""

    def __init__(self, round_: int) -> None:
        super().__init__()
        self.round: Final[i64] = round_

    def signature(self) -> str:
        return f"PlayRound({self.round})"

    def first_parts_called(self) -> list[Task[ThievesState]]:
        return [TURN]

    def perform(self, state: ThievesState, seat: i64, subject: Subject, move: i64) -> Subject:
        state.cells[ROUND] = self.round
        call_all_inside(state, state.programs.address(TURN))
        return NOTHING


@final
class CallAllInShowdown(Task[ThievesState]):
    """In the showdown, each thief inside carries out a program, from the starting player on."""

    def __init__(self, program: Task[ThievesState]) -> None:
        super().__init__()
        self.program: Final = program

    def signature(self) -> str:
        return f"CallAllInShowdown({self.program.program_signature})"

    def first_parts_called(self) -> list[Task[ThievesState]]:
        return [self.program]

    def perform(self, state: ThievesState, seat: i64, subject: Subject, move: i64) -> Subject:
        state.cells[ROUND] = SHOWDOWN
        call_all_inside(state, state.programs.address(self.program))
        return NOTHING


@final
class CallProgram(Task[ThievesState]):
    """Carry out another program, which may repeat itself, before the rest of this one."""

    def __init__(self, program: Task[ThievesState]) -> None:
        super().__init__()
        self.program: Final = program

    def signature(self) -> str:
        return f"CallProgram({self.program.program_signature})"

    def first_parts_called(self) -> list[Task[ThievesState]]:
        return [self.program]

    def perform(self, state: ThievesState, seat: i64, subject: Subject, move: i64) -> Subject:
        state.call(state.programs.address(self.program), seat, NOTHING)
        return NOTHING


def call_all_inside(state: ThievesState, address: i64) -> None:
    """Put a program on the stack for each thief inside, so that they carry it out in turn order."""
    distance = state.seat_count - 1
    while distance >= 0:  # last in, first out
        seat = (state.cells[STARTER] + distance) % state.seat_count
        if state.is_inside(seat):
            state.call(address, seat, NOTHING)
        distance -= 1


@final
class SettleDuels(Task[ThievesState]):
    """Settle the duels: first the guardians, the oldest first, then the tomb. Returns the first winner of the tomb, or NOTHING,
    as the subject."""

    def perform(self, state: ThievesState, seat: i64, subject: Subject, move: i64) -> Subject:
        cells = state.cells
        pools = state.zone_starts[POOLS]
        count = state.duel_count()
        beaten: i64 = 0  # one bit for each duel
        for duel in range(1, count):
            if self.award_to_winners(state, duel, cells[pools + duel], REPUTATION, "beat") != NOBODY:
                beaten |= shift_left(1, duel)
        for duel in range(count - 1, 0, -1):
            if beaten >> duel & 1 == 1:
                state.add(GUARDIANS_BEATEN, state.remove_at(GUARDIANS, duel - 1))
                state.remove_at(POOLS, duel - 1)
        tomb_winner = self.award_to_winners(state, TOMB_DUEL, cells[TOMB_TREASURE], TREASURE, "plundered")
        if tomb_winner != NOBODY:
            cells[PLUNDERED] = 1
        elif state.events is not None:
            state.emit("unplundered", NOBODY, (int(cells[TOMB]),))
        return tomb_winner

    def award_to_winners(
        self, state: ThievesState, duel: i64, prize: i64, first_reward_cell: i64, verb: str
    ) -> FirstWinner:
        """Share the prize of a duel among its winners. `first_reward_cell` is REPUTATION or TREASURE, to which the shares are
        added; `verb` names the event of each winner. Returns the first winner."""
        winners = winners_of_duel(state, duel)
        piece = state.cells[TOMB] if duel == TOMB_DUEL else state.card_at(GUARDIANS, duel - 1)
        if not winners:
            if duel != TOMB_DUEL and state.events is not None:
                state.emit("unbeaten", NOBODY, (int(piece), int(prize)))
            return NOBODY
        shares = prize_shares(state, duel, winners, prize)
        for index in range(len(winners)):
            winner = winners[index]
            state.cells[first_reward_cell + winner] += shares[index]
            if state.events is not None:
                total = symbol_count_in_duel(state, winner, duel)
                cards = card_count_in_duel(state, winner, duel)
                state.emit(verb, winner, (int(piece), int(shares[index]), int(total), int(cards)))
        return winners[0]


@final
class CloseTomb(Task[ThievesState]):
    """Discard the tomb and all cards on the table. If the game is not over, begin the next expedition. The subject, the first
    winner of the tomb, starts it; if there is none, the next thief clockwise does (our rule)."""

    def perform(self, state: ThievesState, seat: i64, subject: Subject, move: i64) -> Subject:
        cells = state.cells
        for thief in range(state.seat_count):
            cells[COMMUNITY_USE + thief] = NOTHING
            if state.is_inside(thief):
                discard_laid_cards(state, thief)
        if cells[COMMUNITY_CARD] >= 0:
            state.add(DISCARDS, cells[COMMUNITY_CARD])
            cells[COMMUNITY_CARD] = NOTHING
        state.add(TOMBS_GONE, cells[TOMB])
        cells[TOMB] = NOTHING
        cells[TOMB_TREASURE] = 0
        if not end_game_or_eliminate(state):
            cells[TOMB_NUMBER] += 1
            cells[ROUND] = 0
            state.call(state.programs.address(EXPEDITION), next_starter(state, subject), NOTHING)
        return NOTHING


def next_starter(state: ThievesState, winner: i64) -> i64:
    """The seat that starts the next expedition: `winner`, or the next seat clockwise if nobody won. Seats that are out are
    skipped."""
    seat = winner
    if seat < 0:
        seat = (state.cells[STARTER] + 1) % state.seat_count
    while state.cells[STATUS + seat] == OUT:
        seat = (seat + 1) % state.seat_count
    return seat


def program(*parts: Task[ThievesState]) -> Task[ThievesState]:
    """Link these parts into a program. Returns its first part, which stands for the program."""
    link_tasks(parts)
    return parts[0]


TURN: Final = program(TakeTurn(), PlaySecondCard(), DrawCards())
EXPEDITION: Final = program(
    OpenTomb(),
    PlayRound(0),
    PlayRound(1),
    PlayRound(2),
    CallAllInShowdown(program(TurnUpFaceDownCards())),
    CallAllInShowdown(program(NameRubySymbols())),
    CallAllInShowdown(program(CallProgram(program(AssignCards())), UseCommunityCard())),
    SettleDuels(),
    CloseTomb(),
)
PROGRAMS: Final = ProgramTable()
EXPEDITION_ADDRESS: Final = PROGRAMS.add_program("Expedition", EXPEDITION)
TURN_ADDRESS: Final[i64] = PROGRAMS.add_program("", TURN)
