"""The session: one game at one table. It owns the match and its save and knows the human players; it knows nothing about
screens.

Data flows one way: an answer comes with the node that it answers, the match plays it, the save stores it, and only then it is
shown. An answer to an outdated question (the player has undone a move while an opponent was thinking, or a key came too late) is
dropped.

Once the game is over it never changes: going back in it moves the table alone, neither the match nor the save, and an answer
that was not given then is refused. Such an answer begins another game (see `autosave.branch_game`).
"""

from collections.abc import Mapping
from secrets import randbits
from typing import Any, Final, Protocol

from ai.bots.player_spec import spec_from_seat_text
from engine.core.action import Action
from engine.core.game import HUMAN, NOBODY, WAITING_TEXT, Question, State
from engine.core.history.match import Match
from engine.core.history.points import seat_points_by_turn
from engine.core.story import Chapter
from vok_tui.game.match_story import MatchStory
from vok_tui.game.story import Choice, StoryChapter, chapters_since_own
from vok_tui.game.thinker import Request, Thinker
from vok_tui.game.ways_back import PEEKED, UndoCost, Way, WaysBack
from vok_tui.secret_reactions import last_visible_node, may_have_asked_others


class SaveWriter(Protocol):
    """Stores the journal: `keep` writes new entries, `flush` forces them to disk."""

    def keep(self, match: Match) -> None: ...

    def flush(self) -> None: ...


class Session:
    """The game at the table. `writer` is None for a game that is not saved (in tests and for spectators). `allowed_bots` says
    which external bots may run, and which code of them; see `Request`."""

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
        self.humans: Final = frozenset(i for i, seat in enumerate(match.setup.seats) if seat.level == HUMAN)
        self.viewer = self._first_viewer()  # NOBODY for a spectator without a seat
        self.allowed_bots: Final = dict(allowed_bots or {})
        self._held: int | None = None  # the node that the table shows while others may react
        self._writer = writer
        # The node and position of the table, if not those of the match.
        self._shown_position: tuple[int, State] | None = None
        self._story: Final = MatchStory(match, self.names)
        self._ways: Final = WaysBack(match)
        self.may_peek = True  # whether the player may go back past something seen

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
    def has_spectator_gone_back(self) -> bool:
        """Whether a spectator has gone back, so that the table does not show the latest position."""
        return self.is_spectating and self.can_redo

    @property
    def levels(self) -> tuple[str, ...]:
        """The level of each seat, or HUMAN."""
        return tuple(seat.level for seat in self.match.seats)

    @property
    def shows_end(self) -> bool:
        return self.mover == NOBODY

    @property
    def mover(self) -> int:
        """The seat to move; NOBODY when the game is over."""
        return int(self.state.mover)

    @property
    def asks_viewer(self) -> bool:
        """Whether the viewer is to move."""
        return self.mover in self.humans and self.mover == self.viewer and not self.awaits_reactions

    @property
    def next_viewer(self) -> int:
        """The human who must take the keyboard before the question is shown; NOBODY if the viewer is the right one."""
        return self.mover if self.mover in self.humans and self.mover != self.viewer else NOBODY

    @property
    def why_hand_is_covered(self) -> str:
        """Why the hand is covered; "" if it is not."""
        if self.viewer == NOBODY:
            return "covered: you look on from no seat"
        return f"covered until {self.names[self.next_viewer]} sits here" if self.next_viewer != NOBODY else ""

    @property
    def asks_in_secret(self) -> bool:
        """Whether a seat is asked in secret from everybody at this table. People at one keyboard share what they know."""
        secret = self.mover != self.viewer and self.match.game.asks_secretly(self.state)
        return secret and len(self.humans) < 2

    @property
    def awaits_reactions(self) -> bool:
        """Whether the table waits for possible reactions, and shows the position before the step."""
        return self._held is not None

    @property
    def last_step_may_cause_reaction(self) -> bool:
        """Whether, as far as anybody here knows, another seat may have been asked to react to the last step."""
        asked = self.asks_in_secret or may_have_asked_others(self.match, self.node, self.viewer)
        return asked and len(self.humans) < 2

    def hold_view_before_step(self) -> None:
        """Show the position before the step to which others may react, until `release_view`."""
        if self._held is None:
            self._held = self.match.log.parents[last_visible_node(self.match, self.node, self.viewer)]

    def release_view(self) -> None:
        self._held = None

    def seat_next_viewer(self) -> None:
        """Make the human who is to move the viewer."""
        if self.next_viewer != NOBODY:
            self.viewer = self.next_viewer

    def view(self) -> Any:
        """The position as the viewer may see it; for NOBODY, what everybody may see."""
        return self.match.game.view(self.state if self._held is None else self.match.at(self._held), self.viewer)

    def question(self) -> Question:
        if self.awaits_reactions or self.asks_in_secret:
            return Question(self.mover, WAITING_TEXT)
        return self.match.game.question(self.state)

    def choices(self) -> list[Choice]:
        """The legal actions of the viewer, in the order of the menu; empty while others are to move."""
        if not self.asks_viewer:
            return []
        game, state = self.match.game, self.state
        actions = [game.action(state, move) for move in state.legal_moves()]
        return [Choice(action, game.say(state, action)) for action in actions]

    def request(self) -> Request | None:
        """The decision for the thinker; None if a human is asked, a spectator has gone back, or the game has ended."""
        if self.has_ended or self.mover in self.humans or self.has_spectator_gone_back:
            return None
        log, seat = self.match.log, self.match.seats[self.mover]
        steps = tuple(log.step_to(node) for node in log.path(self.node)[1:])
        player = spec_from_seat_text(seat.level, seat.simulations)
        return Request(self.node, self.match.setup, steps, self.mover, player, self.allowed_bots.get(player.level))

    # -- what is answered and taken back

    def answer(self, node: int, action: Action) -> bool:
        """Answer the question at `node`. False, without a change, if that is no longer the current node.

        Raises IllegalAction, and whatever the writer raises if it cannot write: the move is written with the next one then.
        """
        if node != self.node or self.shows_end or self.would_start_branch(action):
            return False
        if self.has_ended:
            self.go_to(self._first_stop_from(self._child_of_action(action)))
            return True
        self.match.play(action)
        self.match.answer_formalities(self.humans)
        self._save()
        return True

    def would_start_branch(self, action: Action) -> bool:
        """Whether an answer would branch off a finished game, because it was not given here."""
        return self.has_ended and self._child_of_action(action) == self.node

    def change_seat(self, seat: int, level: str) -> None:
        """Give the seat of an opponent to a level, in a game that is not over. Raises whatever the writer raises."""
        self.match.change_seat(seat, level)
        self._story.forget_sentences()
        self._save()

    def node_of_way(self, way: Way) -> int:
        """The node that a way leads to; the current one if there is none. "undo": the latest question that a human answered.
        "turn_start": the first one of the viewer's turn, or then of their previous one. "redo": the next one along the variation
        that was visited last. For a spectator every question counts, and the turn of every player."""
        if self.awaits_reactions:
            return self.node
        if way == "undo":
            return self._ways.undo_node(self.node, self._stop_seats, openly=self.is_spectating)
        if way == "turn_start":
            return self._ways.turn_start_node(self.node, self._stop_seats if self.is_spectating else {self.viewer})
        return self._first_stop_from(self.match.log.last_visited_child(self.node)) if self.can_redo else self.node

    def undo_cost(self, node: int) -> UndoCost:
        """What it is to go back to a node, FREE or PEEKED; "" where nothing is taken back, or where only the table moves."""
        return "" if self.is_spectating or self.has_ended else self._ways.undo_cost(self.node, node)

    def may_go_to(self, node: int) -> bool:
        """Whether the player may go to a node: not past something seen, if they do not want that."""
        return not self.awaits_reactions and (self.may_peek or self.undo_cost(node) != PEEKED)

    def can_go(self, way: Way) -> bool:
        """Whether a way leads anywhere where the player may go."""
        node = self.node_of_way(way)
        return node != self.node and self.may_go_to(node)

    def may_reshuffle(self, node: int) -> bool:
        """Whether the player may have all drawn again that they could not know at a node: at their own question, in a game that
        goes on. People at one keyboard know each other's cards, so they may not."""
        goes_on = not (self.has_ended or self.is_spectating)
        return goes_on and self.humans == {self.match.mover(node)} and self.may_go_to(node)

    def reshuffle(self, node: int) -> None:
        """Go there with all of it drawn again; nothing happens if the player may not. Raises ImpossibleRedraw, and what the
        writer raises."""
        if self.may_reshuffle(node):
            self.match.reshuffle(node, self.viewer, randbits(62))
            self._save()

    @property
    def can_undo(self) -> bool:
        return self.can_go("undo")

    def undo(self) -> None:
        self.go_to(self.node_of_way("undo"))

    @property
    def can_redo(self) -> bool:
        return bool(self.match.log.children[self.node])

    def redo(self) -> None:
        self.go_to(self.node_of_way("redo"))

    def go_to(self, node: int) -> None:
        """Go to any node, for instance the end of another variation. Does nothing if the player may not go there."""
        if node == self.node or not self.may_go_to(node):
            return
        self.release_view()
        if self.has_ended:
            self._move_table(node)
        else:
            self.match.goto(node)
            self._save()

    def go_to_end(self) -> None:
        """Go forward to the end of the variation that was visited last; in a finished game, to its end."""
        self.go_to(self.match.log.head if self.has_ended else self.match.log.last_visited_leaf(self.node))

    @property
    def has_ended(self) -> bool:
        """Whether the game has ended. Then it never changes, and the table may still stand anywhere in it."""
        return self.match.is_over

    # -- the story

    def story(self) -> list[StoryChapter]:
        """The story up to here, chapter by chapter, without anything that the viewer may not know."""
        return self._story.chapters(self.path_shown(), self.viewer)

    @property
    def chapter(self) -> Chapter:  # where the table stands
        return self.match.chapter(self.path_shown()[-1])

    def seat_points_by_turn(self) -> tuple[tuple[int, ...], ...]:
        """The points of each seat at the start, after each turn, and now."""
        return seat_points_by_turn(self.match, self.path_shown()[-1])

    def has_sentences(self, node: int) -> bool:
        """Whether the story says anything about the step to a node."""
        return bool(self._story.story_of_step(node, self.viewer).sentences)

    def story_since_your_turn(self) -> list[StoryChapter]:
        """The chapters of the others since the viewer's own last turn. In a chapter of all players, what came after the viewer's
        last answer in it. Without a seat, the last chapter."""
        story = self.story()
        if self.viewer == NOBODY:
            return story[-1:]
        if story and story[-1].chapter.seat == self.viewer == self.match.chapter(self.node).seat:
            story.pop()
        answered = self._last_shared_answer()
        return chapters_since_own(story, self.viewer, answered, self.match.chapter(self.match.log.parents[answered]))

    def view_at(self, node: int) -> Any:
        """An earlier position of this game as the viewer may see it."""
        return self._story.view_at(node, self.viewer)

    def views_around(self, step_node: int) -> tuple[Any, Any]:
        """The viewer's views before and behind the step to a node."""
        return self._story.views_around(step_node, self.path_shown(), self.viewer)

    def view_after_your_last_answer(self) -> Any:
        """The view behind the viewer's last answer, or at the beginning; without a seat, before the latest step."""
        return self._story.view_after_last_answer(self.path_shown(), self.viewer)

    # -- within

    def path_shown(self) -> list[int]:
        """The nodes that lead to what the table shows."""
        return self.match.log.path(self.node if self._held is None else self._held)

    def _first_viewer(self) -> int:
        if int(self.match.state.mover) in self.humans:
            return int(self.match.state.mover)
        return min(self.humans, default=NOBODY)

    @property
    def _stop_seats(self) -> frozenset[int]:
        """The seats at whose questions undo and redo stop."""
        return frozenset(range(len(self.names))) if self.is_spectating else self.humans

    def _first_stop_from(self, node: int) -> int:
        return self._ways.first_stop_from(node, self._stop_seats, openly=self.is_spectating)

    def _child_of_action(self, action: Action) -> int:
        """The node to which this answer led when it was given here; if it was not given, the current node."""
        log = self.match.log
        return next((child for child in log.children[self.node] if log.actions[child] == action), self.node)

    def _move_table(self, node: int) -> None:
        """Move only the table. The match and the file stay as they are."""
        self._shown_position = None if node == self.match.log.head else (node, self.match.at(node))

    def _save(self) -> None:
        if self._writer is not None:
            self._writer.keep(self.match)
            self._writer.flush()

    def _last_shared_answer(self) -> int:
        """The node after the viewer's last answer in a chapter of all players; 0 if there is none."""
        parents = self.match.log.parents
        for node in reversed(self.match.log.path(self.node)[1:]):
            if self.match.mover(parents[node]) == self.viewer and self.match.chapter(parents[node]).seat == NOBODY:
                return node
        return 0
