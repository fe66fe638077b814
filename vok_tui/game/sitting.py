"""One game at one table: what the viewer sees and may do; or a game that is being played elsewhere, and is watched.

Data flows one way: an answer arrives with the node that it answers, the match plays it, the save stores it, and only then is it
shown. An answer to an outdated question is dropped (after an undo while an opponent was thinking, or if a key came too late).

A game that is over never changes. Going back in it moves only the table, not the match or the save. An answer that was not given
in it is refused; it begins another game (see `autosave.branch_game`).

The match follows the save file. The spectator may go back and forth; the table follows the file again once it shows the latest
node.
"""

from collections.abc import Mapping
from secrets import randbits
from typing import Any, Final, Protocol

from ai.bots.player_spec import spec_from_seat_text
from engine.core.action import Action
from engine.core.events import Chapter
from engine.core.game import NOBODY, WAITING_TEXT, Question, State, human_seats
from engine.core.match import Match
from saves import Watcher
from vok_tui.game.navigation import PEEKED, Destination, Navigator, UndoKind
from vok_tui.game.story import Choice, MatchStory, StoryChapter, chapters_since_viewer_acted
from vok_tui.game.thinker import Request, Thinker, last_known_node, may_have_asked_others


class SaveWriter(Protocol):
    """Stores the journal: `keep` writes new entries, `flush` forces them to disk."""

    def keep(self, match: Match) -> None: ...

    def flush(self) -> None: ...


class Sitting:
    """The game at the table. `writer` is None for a game that is not saved (in tests and for spectators). `allowed_bots` maps the
    name of each external bot that may run to the digest of its code; see `Request`."""

    def __init__(
        self,
        match: Match,
        writer: SaveWriter | None = None,
        thinker: Thinker | None = None,
        allowed_bots: Mapping[str, str] | None = None,
    ) -> None:
        self.match: Final = match
        self.thinker: Final = thinker
        self.names: Final = tuple(seat.name for seat in match.setup.seats)
        self.humans: Final = frozenset(human_seats(match.setup.seats))
        self.viewer = self._first_viewer()  # NOBODY for a spectator without a seat
        self.allowed_bots: Final = dict(allowed_bots or {})
        self._held_node: int | None = None  # the node that the table shows while others may react
        self._writer = writer
        self._shown_position: tuple[int, State] | None = None  # of the table, unless it shows that of the match
        self.match_story: Final = MatchStory(match, self.names)
        self._navigator: Final = Navigator(match)
        self.may_peek = True  # whether undo may take back a step that revealed something

    # -- what is asked

    @property
    def node(self) -> int:
        """The current node. An answer names the node that it answers."""
        return self.match.log.head if self._shown_position is None else self._shown_position[0]

    @property
    def state(self) -> State:
        """The current position; read only."""
        return self.match.state if self._shown_position is None else self._shown_position[1]

    @property
    def is_spectating(self) -> bool:
        """Whether no human plays at this table."""
        return not self.humans

    @property
    def your_seat(self) -> int:
        """The seat that is called "you" when the game is looked back at: the viewer's; NOBODY unless exactly one human plays."""
        return self.viewer if len(self.humans) == 1 else NOBODY

    @property
    def has_spectator_gone_back(self) -> bool:
        """Whether a spectator looks at an earlier position than the latest one."""
        return self.is_spectating and self.can_redo

    @property
    def levels(self) -> tuple[str, ...]:
        """The level of each seat now; HUMAN for a human."""
        return tuple(seat.level for seat in self.match.seats)

    @property
    def shows_end(self) -> bool:
        """Whether the table shows a position in which the game is over."""
        return self.mover == NOBODY

    @property
    def mover(self) -> int:
        """The seat to move; NOBODY when the game is over."""
        return int(self.state.mover)

    @property
    def asks_viewer(self) -> bool:
        """Whether a question is shown that the viewer is to answer."""
        return self.mover in self.humans and self.mover == self.viewer and not self.awaits_reactions

    @property
    def seat_to_take_keyboard(self) -> int:
        """The seat of the human who must take the keyboard before the question is shown; NOBODY if nobody has to."""
        return self.mover if self.mover in self.humans and self.mover != self.viewer else NOBODY

    @property
    def asks_another_secretly(self) -> bool:
        """Whether another seat is asked in secret from everybody here. Humans at one keyboard share what they know."""
        secret = self.mover != self.viewer and self.match.game.asks_secretly(self.state)
        return secret and len(self.humans) < 2

    @property
    def awaits_reactions(self) -> bool:
        """Whether the table waits for possible reactions. Meanwhile it shows the position before the step."""
        return self._held_node is not None

    def hold_view_if_others_may_react(self) -> bool:
        """Show the position before the last step until `release_view`, if another seat may have been asked to react to it, judged
        by what the viewer knows. Returns whether that is so."""
        asked = self.asks_another_secretly or may_have_asked_others(self.match, self.node, self.viewer)
        if asked and len(self.humans) < 2:
            self._hold_view_before_step()
            return True
        return False

    def _hold_view_before_step(self) -> None:
        if self._held_node is None:
            self._held_node = self.match.log.parents[last_known_node(self.match, self.node, self.viewer)]

    def release_view(self) -> None:
        """Show the current position again."""
        self._held_node = None

    def hand_keyboard_over(self) -> None:
        """Make the human at `seat_to_take_keyboard` the viewer. Does nothing if that is NOBODY."""
        if self.seat_to_take_keyboard != NOBODY:
            self.viewer = self.seat_to_take_keyboard

    def view(self) -> Any:
        """The position as the viewer may see it; for NOBODY, only what is public."""
        position = self.state if self._held_node is None else self.match.at(self._held_node)
        return self.match.game.view(position, self.viewer)

    def question(self) -> Question:
        if self.awaits_reactions or self.asks_another_secretly:
            return Question(NOBODY, WAITING_TEXT)  # who is asked is a secret
        return self.match.game.question(self.state)

    def choices(self) -> list[Choice]:
        """The legal actions of the viewer, in the order of the menu; empty while another seat is to move."""
        if not self.asks_viewer:
            return []
        game, state = self.match.game, self.state
        actions = [game.action(state, move) for move in state.legal_moves()]
        return [Choice(action, game.say(state, action)) for action in actions]

    def thinker_request(self) -> Request | None:
        """The request for the thinker; None if a human is to move, a spectator has gone back, or the game has ended."""
        if self.has_ended or self.mover in self.humans or self.has_spectator_gone_back:
            return None
        log, seat = self.match.log, self.match.seats[self.mover]
        steps = tuple(log.step_to(node) for node in log.path(self.node)[1:])
        player = spec_from_seat_text(seat.level, seat.simulations)
        return Request(self.node, self.match.setup, steps, self.mover, player, self.allowed_bots.get(player.level))

    # -- what is answered and taken back

    def answer(self, node: int, action: Action) -> bool:
        """Answer the question at `node`. Returns False, without a change, if that is not the current node or if a new game would
        branch off. Raises IllegalAction, and what the writer raises; the next save then includes the move."""
        if node != self.node or self.shows_end or self.would_start_branch(action):
            return False
        if self.has_ended:
            self.go_to(self._stop_at_or_after(self._child_of_action_or_self(action)))
            return True
        self.match.play(action)
        self.match.answer_formalities(self.humans)
        self._save()
        return True

    def would_start_branch(self, action: Action) -> bool:
        """Whether the answer would branch off: the game is finished, and this answer was never given at this node."""
        return self.has_ended and self._child_of_action_or_self(action) == self.node

    def change_seat(self, seat: int, level: str) -> None:
        """Let another level play on for an opponent, in a game that is not over. Raises what the writer raises."""
        self.match.change_seat(seat, level)
        self.match_story.forget_sentences()
        self._save()

    def destination_node(self, destination: Destination) -> int:
        """The node of a destination; the current node if there is none. "undo": the latest earlier question to a human.
        "turn_start": the first question of the viewer's turn, or then of their previous turn. "redo": the next question on the
        variation that was visited last. For a spectator, the questions and turns of all players count."""
        if self.awaits_reactions:
            return self.node
        if destination == "undo":
            return self._navigator.undo_node(self.node, self._stop_seats, openly=self.is_spectating)
        if destination == "turn_start":
            return self._navigator.turn_start_node(self.node, self._stop_seats if self.is_spectating else {self.viewer})
        return self._stop_at_or_after(self.match.log.last_visited_child(self.node)) if self.can_redo else self.node

    def undo_kind(self, target: int) -> UndoKind:
        """Whether going to the node `target` is FREE or PEEKED; "" if nothing is taken back, or if only the table moves (for a
        spectator and in a finished game). See `may_go_to` for whether it is allowed."""
        return "" if self.is_spectating or self.has_ended else self._navigator.undo_kind(self.node, target)

    def may_go_to(self, node: int) -> bool:
        """Whether the player may go to a node: not while `awaits_reactions`, and not back past a reveal unless `may_peek`."""
        return not self.awaits_reactions and (self.may_peek or self.undo_kind(node) != PEEKED)

    def can_go(self, destination: Destination) -> bool:
        """Whether a destination is another node, and the player may go there."""
        node = self.destination_node(destination)
        return node != self.node and self.may_go_to(node)

    def may_reshuffle(self, node: int) -> bool:
        """Whether the player may go to `node` and reshuffle: at a question of their own, in a game that is not over. Several
        humans at one keyboard may not, because they know each other's cards."""
        is_playing = not (self.has_ended or self.is_spectating)
        return is_playing and self.humans == {self.match.mover(node)} and self.may_go_to(node)

    def reshuffle(self, node: int) -> None:
        """Go to `node` and draw again what the player cannot know there, if `may_reshuffle`. Raises ImpossibleRedraw."""
        if self.may_reshuffle(node):
            self.match.reshuffle(node, self.viewer, randbits(62))
            self._save()

    def mark_helped(self) -> None:
        """Mark the game as helped, on disk too: the player is about to see a hint. Raises what the writer raises."""
        self.match.mark_helped()
        self._save()

    @property
    def can_redo(self) -> bool:
        return bool(self.match.log.children[self.node])

    def go_to(self, node: int) -> None:
        """Go to a node of any variation. Does nothing if the player may not go there."""
        if node == self.node or not self.may_go_to(node):
            return
        self.release_view()
        if self.has_ended:
            self._move_table(node)
        else:
            self.match.goto(node)
            self._save()

    def go_to_latest_node(self) -> None:
        """Redo to the end of the variation that was visited last; in a finished game, go to its end."""
        self.go_to(self.match.log.head if self.has_ended else self.match.log.last_visited_leaf(self.node))

    @property
    def has_ended(self) -> bool:
        """Whether the game has ended. Then it never changes, but the table may show any position of it."""
        return self.match.is_over

    # -- the story

    def story(self) -> list[StoryChapter]:
        """The story up to the shown position, chapter by chapter, without anything that the viewer may not know."""
        return self.match_story.story_along(self.shown_path(), self.viewer)

    @property
    def chapter(self) -> Chapter:  # of the shown position
        return self.match.chapter(self.shown_path()[-1])

    def story_since_your_turn(self) -> list[StoryChapter]:
        """The chapters since the viewer's own last turn; of chapters of all players, what came after the viewer's last answers in
        a row, without those that the viewer gives now. Without a seat, the last chapter."""
        story = self.story()
        if self.viewer == NOBODY:
            return story[-1:]
        if story and story[-1].chapter.seat == self.viewer == self.match.chapter(self.node).seat:
            story.pop()
        answered_node, now_node = self._shared_answers()
        shared_chapter = self.match.chapter(self.match.log.parents[answered_node])
        return chapters_since_viewer_acted(story, self.viewer, answered_node, shared_chapter, now_node)

    def view_at(self, node: int) -> Any:
        """The position at `node` as the viewer may see it."""
        return self.match_story.view_at(node, self.viewer)

    # -- internal

    def shown_path(self) -> list[int]:
        """The nodes from the root to the position that the table shows."""
        return self.match.log.path(self.node if self._held_node is None else self._held_node)

    def _first_viewer(self) -> int:
        if int(self.match.state.mover) in self.humans:
            return int(self.match.state.mover)
        return min(self.humans, default=NOBODY)

    @property
    def _stop_seats(self) -> frozenset[int]:
        """The seats at whose questions undo and redo stop."""
        return frozenset(range(len(self.names))) if self.is_spectating else self.humans

    def _stop_at_or_after(self, node: int) -> int:
        return self._navigator.stop_at_or_after(node, self._stop_seats, openly=self.is_spectating)

    def _child_of_action_or_self(self, action: Action) -> int:
        """The node after this answer to the current question; the current node if this answer was not given."""
        log = self.match.log
        return next((child for child in log.children[self.node] if log.actions[child] == action), self.node)

    def _move_table(self, node: int) -> None:
        """Move only the table. The match and the file stay as they are."""
        self._shown_position = None if node == self.match.log.head else (node, self.match.at(node))

    def _save(self) -> None:
        if self._writer is not None:
            self._writer.keep(self.match)
            self._writer.flush()

    def _shared_answers(self) -> tuple[int, int]:
        """In chapters that all players share, the node after the last answer that the viewer gave before somebody else did, and
        the node before those that the viewer gives now, one after the other: the last nodes if there are none; 0 for no
        answer."""
        parents, path = self.match.log.parents, self.shown_path()
        steps = [node for node in path[1:] if not self.match.is_reached_by_secret_pass(node)]
        is_own = [self.match.mover(parents[node]) == self.viewer for node in steps]
        place = len(steps)
        while self.mover == self.viewer and place and is_own[place - 1]:
            place -= 1
        now_node = parents[steps[place]] if place < len(steps) else path[-1]
        for node, own in zip(reversed(steps[:place]), reversed(is_own[:place]), strict=True):
            if own and self.match.chapter(parents[node]).seat == NOBODY:
                return node, now_node
        return 0, now_node


class ReadOnlySitting(Sitting):
    """A sitting that only shows a game. `seat` is the point of view; NOBODY shows only what is public."""

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__(match)
        self.viewer = seat

    @property
    def is_spectating(self) -> bool:
        return True

    @property
    def asks_viewer(self) -> bool:
        return False

    @property
    def seat_to_take_keyboard(self) -> int:
        return NOBODY

    def choices(self) -> list[Choice]:
        return []

    def thinker_request(self) -> None:
        """None: the moves are chosen in another process, or never."""


class WatchedSitting(ReadOnlySitting):
    """The sitting of a spectator."""

    def __init__(self, watcher: Watcher, seat: int) -> None:
        super().__init__(watcher.match, seat)
        self._watcher: Final = watcher

    def poll(self) -> bool:
        """Read new entries of the file. Returns whether the table shows something else now. Raises CannotRead.

        While the table waits for reactions, a secret pass does not count as a change, so nobody learns that somebody was asked.
        """
        node_before, known_before = self.node, self._last_known_node
        self._watcher.poll()
        if not self.has_spectator_gone_back:
            self._shown_position = None
        return self._last_known_node != known_before if self.awaits_reactions else self.node != node_before

    @property
    def has_spectator_gone_back(self) -> bool:
        return self.node != self.match.log.head

    def go_to_latest_node(self) -> None:
        """Go to the latest node of the file."""
        self.go_to(self.match.log.head)

    @property
    def _last_known_node(self) -> int:
        return last_known_node(self.match, self.node, self.viewer)

    def go_to(self, node: int) -> None:
        self.release_view()
        self._move_table(node)


def humans_are_out(sitting: Sitting) -> bool:
    """Whether all players at this table are out of the game, while the opponents play on."""
    if sitting.is_spectating or sitting.has_ended or sitting.shows_end:
        return False
    return all(sitting.match.game.is_out(sitting.state, seat) for seat in sitting.humans)
