"""What `engine.core.game` promises of every position, one function for each promise. Each gets a position and checks it."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from engine.core.action import Action
from engine.core.errors import BadText, IllegalAction
from engine.core.events import Chapter, contains_seat
from engine.core.game import NOBODY, OMNISCIENT, Event, Game, State
from engine.core.match import Match
from engine.core.tasks import TaskState
from saves.match_reader import load
from tests.contract.tables import Table
from tests.vok_tui.paired_worlds import match_from
from vok_tui.game.thinker import may_have_asked_others

MAX_WORDS_READ = 6  # number of answers of a menu that are read back


def check_menu(state: State) -> None:
    """A seat is to move if and only if there is something to choose, and each answer is offered once."""
    moves = state.legal_moves()
    assert (state.mover == NOBODY) == (not moves)
    assert len(set(moves)) == len(moves)


def check_faces(game: Game[Any], state: State) -> None:
    """A move, its Action and its packed Action can be converted into each other."""
    for move in state.legal_moves():
        action = game.action(state, move)
        assert game.move(state, action) == move
        assert Action.from_packed(action.pack()) == action


def check_words(game: Game[Any], state: State) -> None:
    """Every answer has a text, unique in its menu, from which it can be read back, whatever its case and spacing. Reading an
    answer costs a walk through its menu, so only some answers of a long menu are read, different ones in each position."""
    action_of_text: dict[str, Action] = {}
    for move in state.legal_moves():
        action = game.action(state, move)
        text = " ".join(game.say(state, action).casefold().split())
        assert text not in action_of_text, f"{text!r} says both {action} and {action_of_text[text]}"
        action_of_text[text] = action
    step = max(1, len(action_of_text) // MAX_WORDS_READ)
    for move in state.legal_moves()[state.digest() % step :: step]:
        action = game.action(state, move)
        text = game.say(state, action)
        assert game.parse(state, text) == action
        assert game.parse(state, f"  {text.upper().replace(' ', '  ')} ") == action
    with pytest.raises(BadText):
        game.parse(state, "sing a song")
    assert game.question(state).seat == state.mover


def check_text(game: Game[Any], state: State) -> None:
    """A position that was written is read as the same position. A torn text raises BadText, or nothing."""
    text = game.write_position(state)
    read = game.read_position(text)
    assert read.digest() == state.digest()
    assert read.search_digest() == state.search_digest()
    assert read.mover == state.mover
    assert read.legal_moves() == state.legal_moves()
    with suppress(BadText):
        game.read_position(text[: state.digest() % len(text)])


def check_cells(state: State) -> None:
    """Cells and moves are integers and not bools, which are equal to 0 and 1 but written differently."""
    cells = list(state.cells) if isinstance(state, TaskState) else []
    assert {type(number) for number in [*cells, *state.legal_moves()]} <= {int}
    assert not isinstance(state.mover, bool)


def check_reveals(game: Game[Any], before: State, move: int, events: list[Event], after: State, viewer: int) -> None:
    """A step that shows a seat something new says so.

    In another world that looks the same to the seat, the same move must give the same view. If it does not, the step has shown
    something. Two differences do not count: a seat is asked in secret, which the table hides and not the view; and another seat
    is asked something else, because its questions depend on its own hand.
    """
    world = game.determinize(before, viewer, after.digest() >> 2)
    if move in world.legal_moves():
        world.apply(move)
        secret = game.asks_secretly(world) or game.asks_secretly(after)
        asks_otherwise = after.mover != viewer and game.question(world) != game.question(after)
        if not secret and not asks_otherwise and game.view(world, viewer) != game.view(after, viewer):
            verbs = [event.verb for event in events]
            assert any(contains_seat(event.reveals_to, viewer) for event in events), (
                f"new to seat {viewer}, untold in {verbs}"
            )


def check_undo(match: Match, seat: int) -> None:
    """If the last step has shown a seat something about the answer of another one, it cannot be taken back for free, not even if
    the answer itself is hidden."""
    game, head = match.game, match.log.head
    parent = match.log.parents[head]
    if not head or match.mover(parent) == seat or match.is_reached_by_secret_pass(head):
        return
    own_question = match.ancestor_asking_or_self({seat}, parent)
    if match.mover(own_question) != seat or own_question == parent:
        return
    told = [game.describe_event(match.state, event, seat) for event in match.events_on_step_to(head)]
    if any(told) or game.view(match.at(parent), seat) != game.view(match.state, seat):
        assert match.is_peek_for(seat, head, own_question), f"seat {seat} was shown {told}, and goes back for free"


def check_wait(match: Match, seat: int) -> None:
    """What a seat sees of a secret question does not depend on whether it is asked: it waits whenever others may be asked.

    In another world that looks the same to the seat before the last step, the same answer makes it wait too. It waits whenever
    another seat is asked.
    """
    game, head = match.game, match.log.head
    waits = may_have_asked_others(match, head, seat)
    if game.asks_secretly(match.state) and match.mover(head) != seat:
        assert waits, f"only the question to seat {match.mover(head)} makes seat {seat} wait"
    parent = match.log.parents[head]
    if not head or head in match.log.redraws or match.is_reached_by_secret_pass(head):
        return
    world = match_from(game, match.setup, game.determinize(match.at(parent), seat, match.state.digest() >> 2))
    if game.move(match.at(parent), match.log.actions[head]) not in world.state.legal_moves():
        return
    world.play(match.log.actions[head])
    secret = game.asks_secretly(world.state) or game.asks_secretly(match.state)
    if secret or game.view(world.state, seat) == game.view(match.state, seat):
        assert may_have_asked_others(world, world.log.head, seat) == waits or match.mover(head) == seat


def check_copy(state: State) -> None:
    """A copy is equal, and independent."""
    before, menu = state.digest(), state.legal_moves()
    copy = state.copy()
    assert copy.digest() == before
    assert copy.mover == state.mover
    assert copy.legal_moves() == menu
    assert copy.events is None
    if menu:
        copy.apply(menu[before % len(menu)])
    assert state.digest() == before
    assert state.legal_moves() == menu


def check_lazy_menu(state: State) -> None:
    """A lazy menu leads to the same answers in the same order."""
    lazy, full = state.copy(), state.copy()
    lazy.lazy_menu = True
    for _ in range(3):
        if full.move_count == 0:
            break
        move = full.legal_moves()[state.digest() % full.move_count]
        lazy.apply(move)
        full.apply(move)
        assert lazy.legal_moves() == full.legal_moves() == lazy.copy().legal_moves()
    assert lazy.digest() == full.digest()


def check_omniscient_viewer(game: Game[Any], state: State, players: int, seed: int) -> None:
    """A viewer who sees all cards finds each of them where it lies."""
    world = game.determinize(state, OMNISCIENT, seed)
    assert (world.mover, world.legal_moves()) == (state.mover, state.legal_moves())
    for seat in range(players):
        assert game.view(world, seat) == game.view(state, seat)


def check_determinize(game: Game[Any], state: State, viewer: int, seed: int) -> None:
    """What the viewer sees stays. What they cannot see leaves no trace in the copy. The seed decides the copy.

    `world` differs from `state` only in what is hidden from the viewer. So an equal view means that no hidden card can be seen,
    and an equal copy means that none can be guessed from the copy.
    """
    before = state.digest()
    world = game.determinize(state, viewer, seed)
    assert world.events is None
    assert world.mover == state.mover
    assert game.view(world, viewer) == game.view(state, viewer)
    assert game.chapter(world) == game.chapter(state)
    assert game.scores(world) == game.scores(state), "points that not everybody may know"
    if state.mover == viewer:
        assert world.legal_moves() == state.legal_moves()
    assert game.determinize(state, viewer, seed).digest() == world.digest()
    assert game.determinize(state, viewer, seed + 1).digest() == game.determinize(world, viewer, seed + 1).digest()
    assert state.digest() == before
    check_menu(world)
    check_words(game, world)


def check_own_move_is_seen(game: Game[Any], state: State) -> None:
    """The seat that moves sees the move as it is."""
    for move in state.legal_moves():
        assert game.move_as_seen(state, state.mover, move) == move


def check_chronicle(game: Game[Any], state: State, event: Event, players: int) -> None:
    """Every viewer can be told an event, and the words contain no secret from those who may not know it."""
    for viewer in range(players):
        words = game.describe_event(state, event, viewer)
        known = event.arguments_for(viewer)
        blank = tuple([value if known[place] == value else 0 for place, value in enumerate(event.arguments)])
        other = Event(event.verb, event.seat, blank, event.known_to, event.hidden_places, event.reveals_to)
        assert game.describe_event(state, other, viewer) == words


def check_chapters(chapters: list[Chapter], players: int) -> None:
    """Chapters follow each other, and none appears twice. Their numbers never fall. Each has a heading."""
    in_order = [chapter for place, chapter in enumerate(chapters) if place == 0 or chapters[place - 1] != chapter]
    assert len(set(in_order)) == len(in_order)
    numbers = [chapter.number for chapter in in_order]
    assert numbers == sorted(numbers)
    assert all(chapter.seat in range(NOBODY, players) for chapter in in_order)
    assert all(chapter.title for chapter in in_order)


def check_end(game: Game[Any], state: State, players: int) -> None:
    """At the end, the rewards add up to one."""
    if state.mover == NOBODY:
        rewards = game.rewards(state)
        assert len(rewards) == players
        assert all(0 <= reward <= 1 for reward in rewards)
        assert sum(rewards) == pytest.approx(1)


def check_refusal(match: Match) -> None:
    """A move that is not offered is refused, and nothing changes."""
    before, entries = match.state.digest(), len(match.log.journal)
    for action in (Action("sing"), Action("sing", (999,)), Action("goto", (0,))):
        with pytest.raises(IllegalAction):
            match.play(action)
    assert match.state.digest() == before
    assert len(match.log.journal) == entries


def check_replay(table: Table, match: Match) -> None:
    """The setup and the actions give the position, and so does any path that the match has taken to it."""
    head = match.log.head
    fresh = table.game.start(match.setup)
    chapters = [table.game.chapter(fresh)]
    for node in match.log.path(head)[1:]:
        fresh = match.advance_state(fresh, node)
        chapters.append(table.game.chapter(fresh))
    check_chapters(chapters, table.players)
    assert fresh.digest() == match.state.digest() == match.at(head).digest()
    assert fresh.legal_moves() == match.state.legal_moves()
    assert match.mover(head) == fresh.mover
    assert match.depth(head) == len(match.log.path(head)) - 1


def check_save(table: Table, match: Match, path: Path) -> None:
    """A stored match loads as the same tree, with the head at the same node."""
    loaded = load(path, {table.game.name(): table.game})
    assert loaded.damage is None
    assert loaded.match.setup == match.setup
    assert loaded.match.log.journal == match.log.journal
    assert loaded.match.log.parents == match.log.parents
    assert loaded.match.log.actions == match.log.actions
    assert loaded.match.log.children == match.log.children
    assert loaded.match.log.head == match.log.head
    assert loaded.match.state.digest() == match.state.digest()
    assert loaded.match.peeked == match.peeked
    assert loaded.match.was_ever_reshuffled == match.was_ever_reshuffled
