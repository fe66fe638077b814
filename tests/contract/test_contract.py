"""One suite for every game: a table at which random moves are played, undone, redone and jumped to, and every promise is kept.

After each step all of `promises` are checked. So whatever a game hides or forgets shows at the step that caused it, in a sequence
of steps that hypothesis has made as short as possible.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.core.errors import BadCatalogue, BadSetup
from engine.core.game import MAX_SEATS, NOBODY, Game, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.core.setup import Variant, choices_in_order
from saves.save_file import SaveFile
from tests.contract import promises
from tests.contract.tables import HIDDEN, PLAYED_GAMES, TABLES, Table, other_data, seats
from tests.tables import each_row

CHECK_EVERY_STEPS = 3  # of a whole game; the trials look at each step
SEEDS = st.integers(0, (1 << 63) - 1)
TRIALS = settings(
    max_examples=2, stateful_step_count=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


class Sitting(RuleBasedStateMachine):
    """A match, and a user who presses keys at random."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.digests: dict[int, int] = {}  # of each node
        self.digest_of: dict[int, int] = {}  # of each search digest
        self.search_digest_of: dict[int, int] = {}  # of each digest

        self.folder = TemporaryDirectory()
        self.save: SaveFile | None = None

    @initialize(seed=SEEDS)
    def sit_down(self, seed: int) -> None:
        self.match = Match(self.table.game, self.table.setup(seed))
        self.cards = self.table.census(self.match.state)
        path = Path(self.folder.name, "game.vok")
        self.save = SaveFile.create(path, self.match.setup, self.table.game, "contract", 0)

    @precondition(lambda self: not self.match.is_over)
    @rule(choice=st.integers(0, 1 << 16))
    def play(self, choice: int) -> None:
        state = self.match.state
        menu = state.legal_moves()
        move = menu[choice % len(menu)]
        action = self.table.game.action(state, move)
        node = self.match.play(action)
        events = self.match.events_on_step_to(node)
        viewer = choice % self.table.players  # one for each step, or a long game would take minutes
        promises.check_reveals(self.table.game, state, move, events, self.match.state, viewer)
        if choice & 1:  # one of both for each step
            promises.check_undo(self.match, viewer)
        else:
            promises.check_wait(self.match, viewer)
        for event in self.match.events_on_step_to(node):
            promises.check_chronicle(self.table.game, self.match.state, event, self.table.players)

    @precondition(lambda self: not self.match.is_over)
    @rule(seed=SEEDS, moves=st.integers(10, 150))
    def play_on(self, seed: int, moves: int) -> None:
        """Go far into the game, where single steps would never arrive."""
        for step in range(moves):
            if self.match.is_over:
                break
            self.play(seeded_hash(seed, step))
            assert self.table.census(self.match.state) == self.cards

    @precondition(lambda self: not self.match.is_over)  # a finished game never changes
    @rule()
    def undo(self) -> None:
        self.match.undo()

    @precondition(lambda self: not self.match.is_over)
    @rule()
    def redo(self) -> None:
        self.match.redo()

    @precondition(lambda self: not self.match.is_over)
    @rule(node=st.integers(0, 1 << 16))
    def jump(self, node: int) -> None:
        self.match.goto(node % len(self.match.log))

    @precondition(lambda self: not self.match.is_over)
    @rule(node=st.integers(0, 1 << 16), seed=SEEDS)
    def reshuffle(self, node: int, seed: int) -> None:
        node %= len(self.match.log)
        seat = self.match.mover(node)
        if seat != NOBODY:
            self.match.reshuffle(node, seat, seed >> 1)
            before = self.match.at(node)
            assert self.table.game.view(self.match.state, seat) == self.table.game.view(before, seat)

    @invariant()
    def a_node_is_always_the_same_position(self) -> None:
        head = self.match.log.head
        state = self.match.state
        assert self.digests.setdefault(head, state.digest()) == state.digest()
        assert self.digest_of.setdefault(state.search_digest(), state.digest()) == state.digest()
        assert self.search_digest_of.setdefault(state.digest(), state.search_digest()) == state.search_digest()
        promises.check_replay(self.table, self.match)

    @rule()
    def load_what_was_kept(self) -> None:
        assert self.save is not None
        promises.check_save(self.table, self.match, self.save.path)

    @invariant()
    def whatever_happens_is_kept(self) -> None:
        assert self.save is not None
        self.save.keep(self.match)

    def teardown(self) -> None:
        if self.save is not None:
            self.save.close()
        self.folder.cleanup()

    @invariant()
    def all_cards_are_there(self) -> None:
        assert self.table.census(self.match.state) == self.cards

    @invariant()
    def what_can_be_answered_can_be_said(self) -> None:
        game, state = self.table.game, self.match.state
        promises.check_menu(state)
        promises.check_cells(state)
        promises.check_faces(game, state)
        promises.check_words(game, state)
        promises.check_own_move_is_seen(game, state)
        promises.check_refusal(self.match)

    @invariant()
    def a_position_can_be_copied_and_written_down(self) -> None:
        promises.check_copy(self.match.state)
        promises.check_lazy_menu(self.match.state)
        promises.check_text(self.table.game, self.match.state)

    @invariant()
    def nobody_sees_what_is_hidden(self) -> None:
        state = self.match.state
        for viewer in {max(state.mover, 0), state.digest() % self.table.players}:
            promises.check_determinize(self.table.game, state, viewer, state.digest() >> 2)

    @invariant()
    def the_end_has_one_reward(self) -> None:
        promises.check_end(self.table.game, self.match.state, self.table.players)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_promise_holds_after_any_moves_undos_and_jumps(table: Table) -> None:
    run_state_machine_as_test(lambda: Sitting(table), settings=TRIALS)


@pytest.mark.parametrize("game", PLAYED_GAMES, ids=lambda game: game.name())
def test_only_declared_player_counts_and_options_start_a_game(game: Game[Any]) -> None:
    assert game.title()
    for edition in game.editions():
        for players in range(1, MAX_SEATS + 2):
            setup = Setup(game.name(), seats(players), 1, edition.name)
            if edition.min_players <= players <= edition.max_players:
                assert game.start(setup).mover in range(players)
                assert game.min_players() <= players <= game.max_players() <= MAX_SEATS
            else:
                with pytest.raises(BadSetup):
                    game.start(setup)
        for option in edition.options:
            assert option.default in option.words
            for word in option.words:
                choices = choices_in_order(edition, {option.name: word})
                game.start(Setup(game.name(), seats(edition.min_players), 1, Variant(edition.name, choices)))
            words = ["carrots" if other is option else other.default for other in edition.options]
            unknown = Variant(edition.name, tuple(words))
            with pytest.raises(BadSetup, match="carrots"):
                game.start(Setup(game.name(), seats(edition.min_players), 1, unknown))


@pytest.mark.parametrize("game", PLAYED_GAMES, ids=lambda game: game.name())
def test_a_game_without_a_word_for_the_last_options_has_their_defaults(game: Game[Any]) -> None:
    """So it is with a save that is older than an option."""
    for edition in [edition for edition in game.editions() if edition.options]:
        words = [option.words[-1] for option in edition.options]
        older = Variant(edition.name, tuple(words[:-1]))
        newer = Variant(edition.name, (*words[:-1], edition.options[-1].default))
        first, second = [game.start(Setup(game.name(), seats(edition.min_players), 1, each)) for each in (older, newer)]
        assert first.digest() == second.digest(), edition.name


@pytest.mark.parametrize("game", PLAYED_GAMES, ids=lambda game: game.name())
def test_different_data_has_a_different_fingerprint(game: Game[Any]) -> None:
    """A save identifies its data by the fingerprint alone. Without one, a game would go on with other data and nobody would
    notice."""
    setup = Setup(game.name(), seats(game.editions()[0].min_players), 1, game.editions()[0].name)
    for text in ("carrots = 1", "= ="):
        with pytest.raises((BadSetup, BadCatalogue)):
            game.start(setup.with_cards(text))
    texts = other_data(game)
    assert game.has_replaceable_data() == bool(texts)
    fingerprints = [game.fingerprint(setup), *[game.fingerprint(setup.with_cards(text)) for text in texts]]
    assert len(set(fingerprints)) == len(fingerprints)
    if texts:
        assert 0 not in fingerprints
    for text in texts:
        assert game.start(setup.with_cards(text)).mover == game.start(setup).mover


@each_row("table", TABLES)
def test_the_same_seed_starts_the_same_game(table: Table) -> None:
    assert table.start(5).digest() == table.start(5).digest()


@each_row("table", HIDDEN)
def test_determinize_draws_different_hidden_information(table: Table) -> None:
    state = table.start(5)
    state.apply(state.legal_moves()[0])
    worlds = {table.game.determinize(state, state.mover, seed).digest() for seed in range(40)}
    assert len(worlds) > 1


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_seat_sees_hidden_information_in_a_whole_game(table: Table) -> None:
    state = table.start(table.players)
    step = 0
    out: set[int] = set()
    while state.mover != NOBODY:
        now_out = {seat for seat in range(table.players) if table.game.is_out(state, seat)}
        assert out <= now_out, "a seat that was out is in again"
        assert state.mover not in now_out, "a seat that is out is asked"
        out = now_out
        if step % CHECK_EVERY_STEPS == 0:
            promises.check_determinize(table.game, state, step // CHECK_EVERY_STEPS % table.players, step)
            promises.check_lazy_menu(state)
        if step % (4 * table.players) == 0:
            promises.check_omniscient_viewer(table.game, state, table.players, step)
        menu = state.legal_moves()
        state.apply(menu[seeded_hash(table.players, step) % len(menu)])
        step += 1
    promises.check_end(table.game, state, table.players)
