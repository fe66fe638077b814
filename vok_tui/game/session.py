"""The session: one game at one table. It owns the match and its save and knows the human players; it knows nothing about
screens.

Data flows one way: an answer comes with the node that it answers, the match plays it, the save stores it, and only then it is
shown. An answer to an outdated question (the player has undone a move while an opponent was thinking, or a key came too late) is
dropped.

Once the game is over it never changes: going back in it moves the table alone, neither the match nor the save, and an answer
that was not given then is refused. Such an answer begins another game (see `autosave.branch_game`).
"""

from collections.abc import Mapping
from typing import Any, Final, Protocol

from ai.bots.player_spec import read_player_spec
from engine.core.action import Action
from engine.core.game import HUMAN, NOBODY, WAITING, Question, State
from engine.core.history.match import Match
from engine.core.story import Chapter
from vok_tui.game.story import Choice, StoryChapter, chapters_since, sentences
from vok_tui.game.thinker import Request, Thinker
from vok_tui.occasions import may_have_asked, visible_step


class SaveWriter(Protocol):
    """Stores the journal: `keep` writes new entries, `flush` forces them to disk."""

    def keep(self, match: Match) -> None: ...

    def flush(self) -> None: ...


class Session:
    """The game at the table. `writer` is None for a game that is not saved (in tests and for spectators). `allowed` tells of
    which bots of other people's the code may run, and which code; see `Request`."""

    def __init__(
        self,
        match: Match,
        writer: SaveWriter | None = None,
        thinker: Thinker | None = None,
        allowed: Mapping[str, str] | None = None,
    ) -> None:
        self.match: Final = match
        self.thinker: Final = thinker
        self.names: Final = tuple(seat.name for seat in match.setup.seats)
        self.humans: Final = frozenset(i for i, seat in enumerate(match.setup.seats) if seat.level == HUMAN)
        self.viewer = self._first_viewer()  # NOBODY for a spectator without a seat
        self.allowed: Final = dict(allowed or {})
        self._held: int | None = None  # the node that is shown while others may react
        self._writer = writer
        self._shown_position: tuple[int, State] | None = None  # where the table stands, if not where the match does
        self._story_of_step: dict[tuple[int, int], StoryChapter] = {}
        self._chapters: dict[int, Chapter] = {}

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
    def is_away(self) -> bool:
        """Whether a spectator has gone back, so that the table does not show the latest position."""
        return self.is_spectating and self.can_redo

    @property
    def levels(self) -> tuple[str, ...]:
        """The level of each seat, or HUMAN."""
        return tuple(seat.level for seat in self.match.seats)

    @property
    def is_over(self) -> bool:
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
    def covered_reason(self) -> str:
        """Why the hand is covered; "" if it is not."""
        if self.viewer == NOBODY:
            return "covered: you look on from no seat"
        return f"covered until {self.names[self.next_viewer]} sits here" if self.next_viewer != NOBODY else ""

    @property
    def asks_in_secret(self) -> bool:
        """Whether a seat is asked of which nobody here may know. People at one keyboard share what they know."""
        secret = self.mover != self.viewer and self.match.game.asks_secretly(self.state)
        return secret and len(self.humans) < 2

    @property
    def awaits_reactions(self) -> bool:
        """Whether the table waits whether somebody reacts, and shows what was there before."""
        return self._held is not None

    @property
    def may_cause_reaction(self) -> bool:
        """Whether somebody else may have been asked for a reaction on the step that led here, for all that is known."""
        return len(self.humans) < 2 and (self.asks_in_secret or may_have_asked(self.match, self.node, self.viewer))

    def hold(self) -> None:
        """Show what was there before the step that others may react to, until `release`."""
        if self._held is None:
            self._held = self.match.log.parents[visible_step(self.match, self.node, self.viewer)]

    def release(self) -> None:
        self._held = None

    def seat_next_viewer(self) -> None:
        """The human who is to move becomes the viewer."""
        if self.next_viewer != NOBODY:
            self.viewer = self.next_viewer

    def view(self) -> Any:
        """The position as the viewer may see it; for NOBODY, what all may see."""
        return self.match.game.view(self.state if self._held is None else self.match.at(self._held), self.viewer)

    def question(self) -> Question:
        if self.awaits_reactions or self.asks_in_secret:
            return Question(self.mover, WAITING)
        return self.match.game.question(self.state)

    def choices(self) -> list[Choice]:
        """The legal actions of the viewer, in the order of the menu; empty while others are to move."""
        if not self.asks_viewer:
            return []
        game, state = self.match.game, self.state
        actions = [game.action(state, move) for move in state.legal_moves()]
        return [Choice(action, game.say(state, action)) for action in actions]

    def request(self) -> Request | None:
        """The decision to ask the thinker for; None while a person is asked, who looks on is away, or the game is finished."""
        if self.finished or self.mover in self.humans or self.is_away:
            return None
        log, seat = self.match.log, self.match.seats[self.mover]
        actions = tuple(log.actions[node] for node in log.path(self.node)[1:])
        player = read_player_spec(seat.level, seat.simulations)
        return Request(self.node, self.match.setup, actions, self.mover, player, self.allowed.get(player.level))

    # -- what is answered and taken back

    def answer(self, node: int, action: Action) -> bool:
        """Answer the question at `node`. False, without a change, if that is no longer the current node.

        Raises IllegalAction for an illegal action, and whatever the writer raises if it cannot write: the move stands and is
        written with the next one.
        """
        if node != self.node or self.is_over or self.starts_branch(action):
            return False
        if self.finished:
            self._go_to(self._next_stop_node(self._child_of_action(action)))
            return True
        self.match.play(action)
        self._save()
        return True

    def starts_branch(self, action: Action) -> bool:
        """Whether an answer would make another game of a finished one: it was not given here then."""
        return self.finished and self._child_of_action(action) == self.node

    def change_seat(self, seat: int, level: str) -> None:
        """Let a level play on in the place of an opponent of a game that is not over. Raises whatever the writer raises."""
        self.match.change_seat(seat, level)
        self._story_of_step.clear()
        self._save()

    @property
    def can_undo(self) -> bool:
        return self._undo_node() != self.node

    def undo(self) -> None:
        """Back to the latest question that a human answered; for a spectator, one question back."""
        self._go_to(self._undo_node())

    @property
    def can_redo(self) -> bool:
        return bool(self.match.log.children[self.node])

    def redo(self) -> None:
        """Forward along the variation that was visited last, to the next question for a human or to its end; for a spectator,
        one question forward."""
        self._go_to(self._next_stop_node(self.match.log.redo_child(self.node)) if self.can_redo else self.node)

    def go_to(self, node: int) -> None:
        """To any node, for instance the end of another line."""
        self._go_to(node)

    def to_turn_start(self) -> None:
        """Back to the first question of the viewer's turn; from there, to that of the viewer's previous turn. For a spectator,
        of any turn."""
        self._go_to(self._turn_start_node())

    def to_end(self) -> None:
        """Forth to the end of the line that was visited last; of a finished game, to its end."""
        self._go_to(self.match.log.head if self.finished else self.match.log.tip(self.node))

    @property
    def finished(self) -> bool:
        """Whether the game has come to its end, wherever in it the table stands: it never changes."""
        return self.match.is_over

    @property
    def peeked(self) -> bool:
        """Whether a human has undone a move after seeing hidden information."""
        return self.match.peeked

    # -- the story

    def story(self) -> list[StoryChapter]:
        """The story up to here, chapter by chapter, without anything that the viewer may not know."""
        story: list[StoryChapter] = []
        path = self.match.log.path(self.node if self._held is None else self._held)
        for node in path if any(at == 0 for at, _ in self.match.log.seat_changes) else path[1:]:
            step = self._story_step(node)
            if story and story[-1].chapter == step.chapter:
                story[-1] = StoryChapter(step.chapter, story[-1].sentences + step.sentences)
            else:
                story.append(step)
        return story

    @property
    def chapter(self) -> Chapter:  # where the table stands
        return self._chapter_at(self.node if self._held is None else self._held)

    def has_sentences(self, node: int) -> bool:
        """Whether the story says anything about the step to a node."""
        return bool(self._story_step(node).sentences)

    def story_since_your_turn(self) -> list[StoryChapter]:
        """The chapters of the others since the viewer's own last turn. In a chapter of all players, what came after the viewer's
        last answer in it. Without a seat, the last chapter."""
        story = self.story()
        if self.viewer == NOBODY:
            return story[-1:]
        if story and story[-1].chapter.seat == self.viewer == self._chapter_at(self.node).seat:
            story.pop()
        answered = self._last_shared_answer()
        return chapters_since(story, self.viewer, answered, self._chapter_at(self.match.log.parents[answered]))

    # -- within

    def _first_viewer(self) -> int:
        if int(self.match.state.mover) in self.humans:
            return int(self.match.state.mover)
        return min(self.humans, default=NOBODY)

    @property
    def _stop_seats(self) -> frozenset[int]:
        """The seats at whose questions undo and redo stop."""
        return frozenset(range(len(self.names))) if self.is_spectating else self.humans

    def _undo_node(self) -> int:
        """The node that `undo` leads to; the current one if there is none."""
        return self.match.last_node_asking(set(self._stop_seats), self.node, self.is_spectating)

    def _next_stop_node(self, node: int) -> int:
        """The first node from here on, along the line that was visited last, at which `undo` would stop; else the line's end."""
        log = self.match.log
        while log.children[node] and not self._is_stop(node):
            node = log.redo_child(node)
        return node

    def _is_stop(self, node: int) -> bool:
        """Whether undo and redo stop at a node. Who looks on is not shown where a player was asked in secret."""
        return self.match.mover(node) in self._stop_seats and not (self.is_spectating and self.match.is_secret(node))

    def _child_of_action(self, action: Action) -> int:
        """The node to which an answer led that was given here; where it was not, the one where the table stands."""
        log = self.match.log
        return next((child for child in log.children[self.node] if log.actions[child] == action), self.node)

    def _go_to(self, node: int) -> None:
        self.release()
        if node == self.node:
            return
        if self.finished:
            self._move_table(node)
        else:
            self.match.goto(node)
            self._save()

    def _move_table(self, node: int) -> None:
        """Only the table goes: the match, and the file, stay as they are."""
        self._shown_position = None if node == self.match.log.head else (node, self.match.at(node))

    def _save(self) -> None:
        if self._writer is not None:
            self._writer.keep(self.match)
            self._writer.flush()

    def _chapter_at(self, node: int) -> Chapter:
        """The chapter at a node."""
        if node not in self._chapters:
            state = self.state if node == self.node else self.match.at(node)
            self._chapters[node] = self.match.game.chapter(state)
        return self._chapters[node]

    def _last_shared_answer(self) -> int:
        """The node to which the viewer's last answer led that they gave in a chapter of all players; 0 if there is none."""
        parents = self.match.log.parents
        for node in reversed(self.match.log.path(self.node)[1:]):
            if self.match.mover(parents[node]) == self.viewer and self._chapter_at(parents[node]).seat == NOBODY:
                return node
        return 0

    def _turn_start_node(self) -> int:
        """The node that `to_turn_start` leads to; the current one if there is none."""
        whose = self._stop_seats if self.is_spectating else {self.viewer}
        asked = [node for node in self.match.log.path(self.node)[:-1] if self.match.mover(node) in whose]
        found = self.node
        for node in reversed(asked):
            if self._chapter_at(node).seat not in (*whose, NOBODY):
                continue
            if found != self.node and self._chapter_at(node) != self._chapter_at(found):
                break
            found = node
        return found

    def _story_step(self, node: int) -> StoryChapter:
        """The story of the step to a node, cached for each viewer."""
        key = (node, self.viewer)
        if key not in self._story_of_step:
            chapter = self._chapter_at(self.match.log.parents[node])
            told = tuple(sentences(self.match, node, self.viewer, self.names))
            self._story_of_step[key] = StoryChapter(chapter, told)
        return self._story_of_step[key]
