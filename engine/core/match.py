"""A match: rules, log and position of one game. Also which seats learned something from a step of another seat, and the points
of all seats turn by turn."""

from collections.abc import Iterator, Set
from typing import Any, Final, NamedTuple

from engine.core.action import Action
from engine.core.errors import BadSetup, IllegalAction, ImpossibleRedraw, UnknownNode, UnknownSeat
from engine.core.events import ALL_SEATS, NO_SEATS, Chapter, SeatSet, contains_seat, only_seat
from engine.core.game import NOBODY, Event, Game, Seat, Setup, State, human_seats
from engine.core.journal import Annotated, Entry, Helped, MovedHead, Played, Reshuffled, Retracted, Seated, Tried
from engine.core.log import Log, Redraw, Step
from engine.core.redraw import MAX_REDRAWS, redraw_as_text, redrawn_state, split_drawn
from engine.core.setup import OLDEST_RULES

SNAPSHOT_EVERY_PLIES: Final = 20  # a copy of the position is kept at each node whose depth is a multiple of this
MAX_RECENT_POSITIONS: Final = (
    32  # positions that the head left last, so that going back a few steps repeats none of them
)
# Work counts what replaying a journal costs, whatever the speed of the machine. One unit takes about 5 microseconds.
RULES_WORK: Final = 100  # to apply the rules once
REDRAW_WORK: Final = 1_000
NODES_PER_WORK: Final = 16  # nodes that a jump passes


class NodeFacts(NamedTuple):
    """What a match knows about a node."""

    mover: int  # the seat that is asked; NOBODY if the game is over
    asks_secretly: bool
    is_formality: bool
    chapter: Chapter  # one object with that of the parent if they are equal, to save memory; likewise `scores`
    scores: tuple[int, ...]
    events: list[Event]  # what happened on the step to the node
    decisions: int  # the steps on the path to the node that everybody may know, without reshuffles
    last_redraw: int  # the last node on that path that a reshuffle made; 0 if there is none


class Losses(NamedTuple):
    """What a seat loses if a jump leaves a node, one item for each node. A depth of 0 says that there is no such step."""

    own_depths: list[int]  # depth of the last step on the path to the node that this seat answered
    peek_depths: list[int]  # depth of the last step on the path to the node that it cannot take back for free
    may_lose: list[bool]  # whether it has seen something new on that path, or before a reshuffle on it


class Match:
    """Plays, undoes and jumps. `state` is the position at the head: read it, never change it.

    It keeps copies of some positions, so that `at` replays at most `SNAPSHOT_EVERY_PLIES` actions. The position at the head is
    made when it is needed, so a jump costs what it changes in the log. `work` counts what everything so far has cost, in units of
    about 5 microseconds: see `RULES_WORK`.
    """

    def __init__(self, game: Game[Any], setup: Setup, start: State | None = None) -> None:
        """Begin a game, in the first position of another match of the same deal if it is given as `start`. Raises BadSetup, also
        for the rules of games that can no longer be played."""
        if setup.rules < OLDEST_RULES:
            raise BadSetup(
                f"games of the rules {setup.rules}, from before the first release, cannot be played any more"
            )
        self.game: Final = game
        self.setup: Final = setup
        self.log: Final = Log()
        self._state: State | None = game.start(setup) if start is None else start
        self.peeked = False  # whether a human player took back a step that had shown them something new
        self.public_entry_count = 0  # entries of the journal that everybody may know
        self.work = 0
        self._humans: Final = human_seats(setup.seats)
        self._seats = setup.seats
        self._facts: list[NodeFacts] = [self._facts_of(self.state)]
        self._losses: dict[int, Losses] = {}  # by seat; made when needed, because most seats are never asked about
        self._snapshots: dict[int, State] = {0: self.state.copy()}
        self._recent: dict[
            int, State
        ] = {}  # positions that the head left, or that the analysis reached; they never change
        self._redraw_parts: list[Reshuffled] = []  # the parts read so far of a reshuffle that is being replayed

    def play(self, action: Action) -> int:
        """Answer the question at the head. Returns the new head.

        Raises IllegalAction, and then nothing has changed. The rules are applied before the action is logged, so if they fail,
        the log is still correct. An answer that was given here before is not applied again.
        """
        head = self.log.head
        if child := self.log.find_child(head, action):
            self._leave_head(None)
            self.public_entry_count += self._facts[child].decisions - self._facts[head].decisions
            return self.log.play(action)
        state = self.state.copy()
        events, decisions = self._apply(state, head, action)
        self._leave_head(state)
        node = self.log.play(action)
        self.public_entry_count += decisions
        self._add_node(node, state, events, decisions)
        return node

    def try_action(self, node: int, action: Action) -> int:
        """Try an answer at any node of a finished game, as a variation of the analysis. The head does not move. Returns the node
        after the answer. Raises UnknownNode and IllegalAction, and then nothing has changed."""
        self._check_node(node)
        state = self.at(node)
        events, decisions = self._apply(state, node, action)
        child = self.log.try_action(node, action)
        if child == len(self._facts):
            self._add_node(child, state, events, decisions)
        self._remember(child, state)
        return child

    def _apply(self, state: State, node: int, action: Action) -> tuple[list[Event], int]:
        """Apply an action to `state`, the position at `node`. Returns the events, and 1 if everybody may know of the decision, 0
        for a secret pass. Raises IllegalAction, and then the state has not changed."""
        try:
            move = self.game.move(state, action)
        except ValueError:
            raise IllegalAction(action, node) from None
        if move not in state.legal_moves():
            raise IllegalAction(action, node)
        is_secret_pass = self.game.is_secret_pass(state, move)
        events: list[Event] = []
        state.events = events
        state.apply(move)
        state.events = None
        self.work += RULES_WORK
        return events, 0 if is_secret_pass else 1

    def goto(self, node: int) -> None:
        """Move the head to `node`, as undo and redo do. Raises UnknownNode."""
        before = self.log.head
        self._check_node(node)
        self._leave_head(None)
        self.log.goto(node)
        self.public_entry_count += 1
        self.work += self._jump_work(before, node)
        self.peeked = self.peeked or self.is_peek_for_humans(before, node)

    def reshuffle(self, node: int, seat: int, seed: int) -> None:
        """Go back to a question of a seat, and draw everything again from `seed` that the seat cannot know there. This makes a
        new child of `node`. Raises UnknownNode; ImpossibleRedraw if the seat is not asked there or the position has no text."""
        self._check_node(node)
        self.repeat_redraw(node, seat, redraw_as_text(self.game, self.at(node), seat, seed))

    def repeat_redraw(self, node: int, seat: int, drawn: str) -> None:
        """Reshuffle as recorded earlier. Raises what `reshuffle` raises, and then nothing has changed."""
        state = self._redrawn_state_at(node, seat, drawn)
        texts = split_drawn(drawn)
        for part, text in enumerate(texts):
            self._record_redraw_part(Reshuffled(node, seat, text, part, len(texts)), state, drawn)

    def play_step(self, step: Step) -> None:
        """Play an action, or repeat a reshuffle, at the head. Raises what `play` and `repeat_redraw` raise."""
        if isinstance(step, Redraw):
            self.repeat_redraw(self.log.head, step.seat, step.drawn)
        else:
            self.play(step)

    def undo(self) -> None:
        """Go back to the previous question. Does nothing at the start."""
        if self.log.head:
            self.goto(self.log.parents[self.log.head])

    def redo(self) -> None:
        """Go forward along the variation that was visited last. Does nothing at its end."""
        if self.log.redo_node() != self.log.head:
            self.goto(self.log.redo_node())

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The current seats: those of the setup, with all later changes."""
        return self._seats

    def change_seat(self, seat: int, level: str, simulations: int = 0) -> None:
        """Give a seat to a level; its name does not change. Raises UnknownSeat."""
        if not 0 <= seat < self.setup.player_count:
            raise UnknownSeat(seat)
        self.log.change_seat(seat, level, simulations)
        changed = Seat(self._seats[seat].name, level, simulations)
        self._seats = (*self._seats[:seat], changed, *self._seats[seat + 1 :])
        self.public_entry_count += 1

    def mark_helped(self) -> None:
        """Note that the player is shown a hint or an analysis of the unfinished game. Does nothing the second time."""
        if not self.log.is_helped:
            self.log.append_entry_outside_tree(Helped())

    def replay(self, entry: Entry) -> None:
        """Repeat an entry of a journal. Raises IllegalAction, UnknownNode, UnknownSeat or ImpossibleRedraw."""
        parts, self._redraw_parts = self._redraw_parts, []
        match entry:
            case Played(action):
                self.play(action)
            case MovedHead(node):
                self.goto(node)
            case Reshuffled():
                self._replay_redraw([*parts, entry] if entry.part else [entry])
            case Seated(seat, level, simulations):
                self.change_seat(seat, level, simulations)
            case Annotated():
                self.log.annotate(entry)
            case Retracted(journal_index):
                self.log.retract(journal_index)
            case Tried(node, action):
                self.try_action(node, action)
            case _:
                self.log.append_entry_outside_tree(entry)

    @property
    def state(self) -> State:
        """The position at the head."""
        if self._state is None:
            self._state = self.at(self.log.head)
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state = state

    def at(self, node: int) -> State:
        """The position at any node, as a new copy. O(SNAPSHOT_EVERY_PLIES)."""
        actions = []
        kept = self._kept_position(node)
        while kept is None:
            actions.append(self.log.actions[node])
            node = self.log.parents[node]
            kept = self._kept_position(node)
        state = kept.copy()
        for action in reversed(actions):
            state.apply(self.game.move(state, action))
        self.work += RULES_WORK * len(actions)
        return state

    def _kept_position(self, node: int) -> State | None:
        """The position at a node if it is at hand; it must not be changed."""
        if node == self.log.head and self._state is not None:
            return self._state
        return self._snapshots.get(node) or self._recent.get(node)

    def _leave_head(self, state: State | None) -> None:
        """Go on to `state`, or to a position that is made when it is needed, and remember the one at the head."""
        if self._state is not None:
            self._remember(self.log.head, self._state)
        self._state = state

    def _remember(self, node: int, state: State) -> None:
        """Keep a position, which does not change any more, at hand for a while."""
        self._recent.pop(node, None)
        self._recent[node] = state
        if len(self._recent) > MAX_RECENT_POSITIONS:
            del self._recent[next(iter(self._recent))]

    def _jump_work(self, head: int, node: int) -> int:
        """The work of a jump: what it passes."""
        depths = self.log.depths
        passed = depths[head] + depths[node] - 2 * self.log.depth_of_common_ancestor(head, node)
        return 1 + passed // NODES_PER_WORK

    def advance_state(self, parent_state: State, node: int) -> State:
        """The position at a node, made from that of its parent. May change `parent_state`: do not use it afterwards."""
        if node in self.log.redraws:
            return self.at(node)
        parent_state.apply(self.game.move(parent_state, self.log.actions[node]))
        return parent_state

    @property
    def was_ever_reshuffled(self) -> bool:
        """Whether hidden cards were ever drawn again."""
        return bool(self.log.redraws)

    @property
    def counts_apart(self) -> bool:
        """Whether the game counts apart from others: it is peeked, reshuffled or helped."""
        return self.peeked or self.was_ever_reshuffled or self.log.is_helped

    def mover(self, node: int) -> int:
        """The seat that is asked at a node; NOBODY if the game is over there."""
        return self._facts[node].mover

    def events_on_step_to(self, node: int) -> list[Event]:
        """What happened on the step to `node`, in order."""
        return self._facts[node].events

    def chapter(self, node: int) -> Chapter:
        """The turn or phase to which a node belongs."""
        return self._facts[node].chapter

    def chapter_moves(self, node: int) -> int:
        """The number of actions between the beginning of the turn or phase to which a node belongs and the node."""
        moves, before = 0, node
        while self.log.depths[before] and self.chapter(self.log.parents[before]) == self.chapter(node):
            moves, before = moves + 1, self.log.parents[before]
        return moves

    def scores(self, node: int) -> tuple[int, ...]:
        """The points of each seat at a node that everybody may know; see `Game.scores`."""
        return self._facts[node].scores

    def depth(self, node: int) -> int:
        """The number of actions that lead to a node."""
        return self.log.depths[node]

    def public_decision_count(self, node: int) -> int:
        """The number of actions that lead to a node, without secret passes (`Game.is_secret_pass`) and reshuffles. Lists show
        this number."""
        return self._facts[node].decisions

    def is_reached_by_secret_pass(self, node: int) -> bool:
        """Whether the step to a node was a secret pass, so that only the seat that answered may know of it: see
        `Game.is_secret_pass`."""
        is_decision = self._facts[node].decisions > self._facts[self.log.parents[node]].decisions
        return node > 0 and not is_decision and node not in self.log.redraws

    def asks_secretly(self, node: int) -> bool:
        """Whether only the seat that is asked at a node may know of the question."""
        return self._facts[node].asks_secretly

    def is_formality(self, node: int) -> bool:
        """Whether the question at a node is only a formality: see `Game.is_formality`."""
        return self._facts[node].is_formality

    def answer_formalities(self, seats: Set[int]) -> None:
        """Answer for these seats as long as one of them is asked and the question is only a formality."""
        while self.state.mover in seats and self.is_formality(self.log.head):
            (move,) = self.state.legal_moves()
            self.play(self.game.action(self.state, move))

    def asks_one_of(self, seats: Set[int], node: int, *, openly: bool) -> bool:
        """Whether one of `seats` is asked at a node. Formalities do not count. With `openly`, formalities count, but secret
        questions do not: a missing formality would show an onlooker that there was no choice."""
        facts = self._facts[node]
        return facts.mover in seats and not (facts.asks_secretly if openly else facts.is_formality)

    def ancestor_asking_or_self(self, seats: Set[int], node: int, *, openly: bool = False) -> int:
        """The nearest ancestor of a node that asks one of `seats`; see `asks_one_of`. The node itself if there is none."""
        ancestor = node
        while ancestor:
            ancestor = self.log.parents[ancestor]
            if self.asks_one_of(seats, ancestor, openly=openly):
                return ancestor
        return node

    @property
    def is_finished(self) -> bool:
        """Whether the game is finished: the variation that was visited last has ended, wherever the head is now."""
        return self.mover(self.log.last_visited_leaf(self.log.head)) == NOBODY

    @property
    def is_over(self) -> bool:
        return self.mover(self.log.head) == NOBODY

    def is_peek_for_humans(self, head: int, node: int) -> bool:
        """Whether a human player who goes back from `head` to `node` has seen something that they could not know at `node`."""
        return any(self.is_peek_for(seat, head, node) for seat in self._humans)

    def is_peek_for(self, seat: int, head: int, node: int) -> bool:
        """Whether a jump from `head` to `node` takes back a step on which a seat saw something new: a hidden card, a shuffle,
        or, after its own answer, that another seat answered or was asked. If the jump takes back a reshuffle, it also takes
        back the variation that the reshuffle left. The result depends only on what the seat may know. O(log depth), and as often
        as it takes back reshuffles if there was a peek before them."""
        losses = self._losses_of(seat)
        if not losses.may_lose[head]:
            return False
        log, heads, redraws = self.log, [head], set[int]()
        for last_node in heads:
            self.work += 1
            shared_depth = log.depth_of_common_ancestor(last_node, node)
            if losses.peek_depths[last_node] > shared_depth:
                return True
            redraw = self._facts[last_node].last_redraw
            while log.depths[redraw] > shared_depth and redraw not in redraws:
                redraws.add(redraw)
                heads.append(log.heads_before_redraws[redraw])
                redraw = self._facts[log.parents[redraw]].last_redraw
        return False

    def _losses_of(self, seat: int) -> Losses:
        """What taking back costs a seat, for each node there is. Nodes are added once."""
        losses = self._losses.setdefault(seat, Losses([0], [0], [False]))
        for node in range(len(losses.peek_depths), len(self.log)):
            parent, depth = self.log.parents[node], self.log.depths[node]
            own_depth = depth if self.mover(parent) == seat else losses.own_depths[parent]
            peek_depth = losses.peek_depths[parent]
            learning = self._seats_seeing_answer(node) | self._seats_learning_from_question(node)
            if any(contains_seat(event.reveals_to, seat) for event in self._facts[node].events):
                peek_depth = depth
            elif contains_seat(learning, seat):
                peek_depth = max(peek_depth, own_depth)
            left = self.log.heads_before_redraws.get(node, 0)
            losses.own_depths.append(own_depth)
            losses.peek_depths.append(peek_depth)
            losses.may_lose.append(peek_depth > 0 or losses.may_lose[parent] or losses.may_lose[left])
        return losses

    def _seats_seeing_answer(self, node: int) -> SeatSet:
        """The seats that saw another seat answer on the step to `node`. They saw it even if they did not see what: that a seat
        laid something face down, and how much, is new to them."""
        if node in self.log.redraws or self.is_reached_by_secret_pass(node):
            return NO_SEATS
        return ALL_SEATS & ~only_seat(self.mover(self.log.parents[node]))

    def _seats_learning_from_question(self, node: int) -> SeatSet:
        """The seats that learn something because another seat is asked at a node. A seat that is asked openly in another seat's
        turn may be asked because of what it holds."""
        turn_seat, mover = self.chapter(node).seat, self.mover(node)
        if turn_seat in (NOBODY, mover) or mover == NOBODY or self.asks_secretly(node):
            return NO_SEATS
        return ALL_SEATS & ~only_seat(mover)

    def steps_taken_back(self, head: int, node: int) -> Iterator[int]:
        """The nodes whose steps a jump from `head` to `node` takes back, the latest first. O(steps of the jump)."""
        while head != node:
            if self.log.depths[head] >= self.log.depths[node]:
                yield head
                head = self.log.parents[head]
            else:
                node = self.log.parents[node]

    def _replay_redraw(self, parts: list[Reshuffled]) -> None:
        """Carry out a reshuffle if these are all its parts; otherwise remember them. Raises ImpossibleRedraw."""
        entry = parts[-1]
        if [(part.node, part.seat, part.part, part.parts) for part in parts] != [
            (entry.node, entry.seat, part, entry.parts) for part in range(entry.part + 1)
        ]:
            raise ImpossibleRedraw("a part of a reshuffle is missing")
        drawn = "".join([part.drawn for part in parts])
        if entry.is_last_part:
            self._record_redraw_part(entry, self._redrawn_state_at(entry.node, entry.seat, drawn), drawn)
        else:
            self.log.append_entry_outside_tree(entry)
        self._redraw_parts = [] if entry.is_last_part else parts

    def _record_redraw_part(self, entry: Reshuffled, state: State, drawn: str) -> None:
        """Record a part of a reshuffle that leads to `state`; the last part moves the head there."""
        if not entry.is_last_part:
            self.log.append_entry_outside_tree(entry)
            return
        self._leave_head(state)
        node = self.log.reshuffle(entry, drawn)
        self._snapshots[node] = state.copy()
        self._add_node(node, state, [], 0)
        self.public_entry_count += 1

    def _redrawn_state_at(self, node: int, seat: int, drawn: str) -> State:
        """The position at a node with the redraw applied. Raises UnknownNode or ImpossibleRedraw."""
        self._check_node(node)
        self.work += REDRAW_WORK
        if len(self.log.redraws) >= MAX_REDRAWS:
            raise ImpossibleRedraw(f"a game can be reshuffled at most {MAX_REDRAWS} times")
        return redrawn_state(self.game, self.at(node), seat, drawn)

    def _check_node(self, node: int) -> None:
        if not 0 <= node < len(self.log):
            raise UnknownNode(node)

    def _add_node(self, node: int, state: State, events: list[Event], decisions: int) -> None:
        """Store what the match knows about a new node."""
        facts = self._facts_of(state, self._facts[self.log.parents[node]], events, decisions)
        self._facts.append(facts._replace(last_redraw=node) if node in self.log.redraws else facts)
        if self.log.depths[node] % SNAPSHOT_EVERY_PLIES == 0:
            self._snapshots[node] = state.copy()

    def _facts_of(
        self, state: State, parent: NodeFacts | None = None, events: list[Event] | None = None, decisions: int = 0
    ) -> NodeFacts:
        """The facts of a node with this position, after a step with these events; of the start without a parent."""
        game, chapter, scores = self.game, self.game.chapter(state), tuple(self.game.scores(state))
        secret, formality = game.asks_secretly(state), game.is_formality(state)
        if parent is None:
            return NodeFacts(state.mover, secret, formality, chapter, scores, [], 0, 0)
        return NodeFacts(
            state.mover,
            secret,
            formality,
            parent.chapter if chapter == parent.chapter else chapter,
            parent.scores if scores == parent.scores else scores,
            events or [],
            parent.decisions + decisions,
            parent.last_redraw,
        )


def seat_points_by_turn(match: Match, node: int) -> tuple[tuple[int, ...], ...]:
    """For each seat, its points at the start, at the end of each turn before `node`, and at `node`. Empty in a game without
    points. O(depth of the node).

    These are points that everybody may know: see `engine.core.game.Game.scores`.
    """
    turn, after_turn = 0, {0: match.scores(0)}
    for step in match.log.path(node):
        if step and match.mover(step) != NOBODY:
            turn = match.chapter(step).number
        after_turn[max(1, turn)] = match.scores(step)
    rows: list[tuple[int, ...]] = []
    for turn in range(max(after_turn) + 1):
        rows.append(after_turn.get(turn, rows[-1] if rows else ()))
    return tuple(zip(*rows, strict=True))
