"""Rules for every registered game: those of the program and those of the tests."""

from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from ai.kit import kind_words, kit_of
from engine.core.game import MAX_SEATS, Seat, Setup
from engine.core.match import Match
from engine.games import GAMES
from tests.games.more_games import ALL_GAMES, register_more_games
from tests.tables import each_row
from tests.vok_tui.grids import text
from tests.vok_tui.run_vok import RunVok
from tests.vok_tui.screens.app_helpers import LARGE, SMALL, run
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.screens.app import VokApp
from vok_tui.screens.help import signs_page
from vok_tui.screens.score import AFTER_GAME_OPTIONS, ScoreScreen
from vok_tui.screens.setup import SetupScreen
from vok_tui.screens.table.screen import TableScreen

MAX_ANSWERS = 400
OTHER_GAMES = [game for game in ALL_GAMES if game != GAMES.default]
PLAYED_LARGE = ("caravans", "tictactoe")  # with a list of cards and without
PLAYED_SMALL = [
    game for game in OTHER_GAMES if game not in (*PLAYED_LARGE, "kuhn")
]  # kuhn has as many seats as pennies
WITHOUT_EVALUATOR = ("kuhn", "pennies", "tictactoe")


@pytest.fixture(autouse=True)
def more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    register_more_games(monkeypatch)


def test_the_form_fits_the_smallest_terminal(tmp_path: Path) -> None:
    forms = {  # editions with the same rows look the same
        (game, edition.player_counts, tuple(option.label for option in edition.options)): edition
        for game in ALL_GAMES
        for edition in GAMES[game].editions()
    }

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for (game, *_), edition in forms.items():
            app.show_only(SetupScreen(app.coordinator.player.options.for_game(game)))
            await pilot.pause()
            app.screen.query_one("#edition").picked = [*app.screen.editions].index(edition.name)
            app.screen._offer_player_counts()
            app.screen.query_one("#players").picked = edition.max_players - edition.min_players
            app.screen._show_seats()
            await pilot.pause()
            shown = "\n".join(text(app).splitlines()[:-1])  # without the footer, which contains Start and Back too
            labels = [
                "Game",
                "Players",
                "Seed",
                "Start",
                "Back",
                *[f"Opponent {n}" for n in range(2, edition.max_players)],
            ]
            labels += [option.label for option in edition.options] if game != GAMES.default else []
            assert [label for label in labels if label not in shown] == [], (game, edition.name, shown)

    run(tmp_path, steps)


@pytest.mark.nightly(
    reason="plays whole games on a screen", keep=("pennies-size2", "caravans-size3", "tictactoe-size4")
)
@pytest.mark.parametrize(
    ("game", "size"),
    [
        *[(game, SMALL) for game in PLAYED_SMALL],
        *[(game, LARGE) for game in PLAYED_LARGE],
    ],
)
def test_a_game_can_be_played_with_enter_from_form_to_score_sheet(
    tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    has_cards = table_kit_of(GAMES[game]).has_card_list

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        footers: list[str] = []
        await pilot.press("n")
        await pilot.pause()
        app.screen.query_one("#game").focus()
        await pilot.press("right")
        await pilot.pause()
        if size == SMALL:  # with all seats
            app.screen.query_one("#players").focus()
            await pilot.press(*["right"] * MAX_SEATS)
        await pilot.press("enter")
        for _ in range(MAX_ANSWERS):
            await pilot.pause()
            if isinstance(app.screen, ScoreScreen):
                break
            if isinstance(app.screen, TableScreen) and size == LARGE:
                footers.append(text(app).splitlines()[-1])
                unit = app.screen.sitting.match.game.chapter(app.screen.sitting.match.state).unit
                assert text(app).count("Points by ") == text(app).count(f"Points by {unit}")
            await pilot.press("enter")
        assert isinstance(app.screen, ScoreScreen), text(app)
        if size == LARGE:  # a long footer leaves this key out
            assert any("k Cards" in footer for footer in footers) == has_cards
        assert len(app.screen.names) == (GAMES[game].editions()[0].max_players if size == SMALL else 2)
        shown = text(app)
        assert [shown.count(option.label) for option in AFTER_GAME_OPTIONS.values()] == [1] * len(AFTER_GAME_OPTIONS)
        await pilot.press("m")
        await pilot.pause()
        assert GAMES[game].title() in text(app)

    game_before = [*GAMES][[*GAMES].index(game) - 1]
    run(tmp_path, steps, StartOptions(game=game_before), size=size)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_help_of_play_lists_exactly_the_levels_of_the_game(vok: RunVok, game: str) -> None:
    code, out, _ = vok("play", "--game", game, "--help")
    levels = [line.split()[0] for line in out.partition("opponents:")[2].splitlines() if line[2:3].strip()]
    assert code == 0
    assert [level for level in levels if level != "equal"] == [*kit_of(GAMES[game]).level_names()]


@pytest.mark.parametrize("line", ["play --level {}", "simulate --seats {},{}", "arena {} shabti", "ladder shabti {}"])
@pytest.mark.parametrize("game", WITHOUT_EVALUATOR)
def test_a_searching_level_is_refused_without_an_evaluator(vok: RunVok, game: str, line: str) -> None:
    kit = kit_of(GAMES[game])
    code, out, error = vok(*line.format("priest", "priest").split(), "--game", game)
    assert (code, out) == (2, "")
    assert f"priest does not play {kit.game.title()}; its levels are: shabti" in error


@pytest.mark.nightly(reason="plays games of every game", keep="thieves")
@pytest.mark.parametrize("game", OTHER_GAMES)
def test_commands_that_play_games_need_no_further_options(vok_line: RunVok, tmp_path: Path, game: str) -> None:
    contest = "arena shabti shabti --workers 1 --state {state} --games"
    for line in (
        "simulate --games 1",
        f"{contest} 2",
        f"{contest} 4",
    ):
        code, out, error = vok_line(f"{line} --game {game}", state=tmp_path / "contest")
        assert (code, error) == (0, ""), line
        assert "game" in out


@each_row("game", ALL_GAMES)
@each_row("ascii_only", [False, True])
def test_the_help_explains_the_signs_and_abbreviations_of_the_game(game: str, ascii_only: bool) -> None:
    signs = table_kit_of(GAMES[game]).signs
    page = signs_page(signs, {}, 80, ascii_only=ascii_only).plain
    assert "{" not in page.partition("Abbreviations")[2]
    assert all(meaning.split()[0] in page for _, meaning in (*signs.legend, *signs.abbreviations))


@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_kind_of_decision_that_is_met_has_words_of_its_own(game: str) -> None:
    rules = GAMES[game]
    kit = kit_of(rules)
    seats = tuple([Seat(f"P{seat}", "shabti") for seat in range(rules.editions()[0].min_players)])
    match, met, random = Match(rules, Setup(game, seats, 5)), set[str](), Random(5)
    while not match.is_over and match.depth(match.log.head) < MAX_ANSWERS:
        moves = match.state.legal_moves()
        met |= {kit.decision_kind(match.state, move, other) for move in moves[:9] for other in moves[:9]}
        match.play(rules.action(match.state, random.choice(moves)))
    words = [kind_words(game, kind) for kind in met]
    assert not met.intersection(words), "no id is shown to a player"
    assert len({*words}) == len(words)
