"""The table shows nothing that a seat may not know. In two worlds that differ only in what is hidden from a seat, the whole
screen is the same: the story, the gains of its steps, the marks of changes, the highlighted step, the sign of a thinking
opponent, the pages about cards, sets and players, the points of answers, and the deck overlay. The plain
mode says the same too."""

from collections.abc import Iterable
from typing import Any

import pytest

from ai.levels import SHABTI
from ai.search.playout import Rng
from engine.core.game import HUMAN, Game, Seat, Setup, State
from engine.core.match import Match
from engine.games import GAMES
from engine.valley.game import VALLEY
from tests.engine.valley.table import table
from tests.vok_tui.paired_worlds import (
    CASES,
    KITS,
    OCCASIONS,
    PYRAMID,
    STOCK,
    VIEWER,
    decline_in_secret,
    match_from,
    said_in_lines,
)
from vok_tui.game.sitting import Sitting
from vok_tui.game.travel import travel_labels
from vok_tui.painting.grid import Cell, Grid, Target
from vok_tui.painting.signs import signs_with
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.panes.reader import READER
from vok_tui.panes.scene import Scene
from vok_tui.panes.story import steps_since_your_turn
from vok_tui.screens.table.paint_table import build_scene, paint_table
from vok_tui.screens.table.pointing import Pointing

SIZES = ((80, 24), (200, 60))
MAX_TARGETS = 5  # pointed at in each step
MAX_COMPARED = 4  # steps of a game
WORLDS = 1  # compared with the true one, at each position


def pictures(sitting: Sitting, part: int) -> list[list[list[Cell]]]:
    """The screen at each size, also with each overlay open and with each step of the opponents highlighted. At one of the sizes,
    all pages about a target and the answers of a card that can be chosen. `part` selects some of the targets."""
    kit = KITS[sitting.match.setup.game]
    pointing = Pointing(sitting, kit.board(sitting.match), kit.overlays)
    pointing.update_question()
    signs = signs_with(kit.signs, ascii_only=False)
    grids: list[list[list[Cell]]] = []
    targets: dict[Target, tuple[int, int]] = {}

    def paint(sizes: Iterable[tuple[int, int]] = SIZES) -> Scene:
        scene = build_scene(pointing, signs, LiveKeys({}))
        for size in sizes:
            grid = Grid(*size)
            paint_table(grid, scene, pointing.board)
            grids.append(grid.rows)
            targets.update(dict.fromkeys(grid.targets, size))
        return scene

    scene = paint()
    for overlay in pointing.overlay.by_id:
        if not pointing.overlay.toggle_or_turn_page(overlay, scene):
            paint()
        pointing.overlay.close()
    step = max(4, len(targets) // MAX_TARGETS)
    for i, (target, size) in enumerate(list(targets.items())[part % step :: step]):
        pointing.pointer.cursor = target
        scene = paint([size])
        for _ in scene.pages:
            if not pointing.overlay.toggle_or_turn_page(READER.id, scene):
                scene = paint([size])
        pointing.overlay.close()
        if target in pointing.question.usable and pointing.question.needs_card_first:
            pointing.pointer.selected = target
            pointing.answer_list.list_answers_for(pointing.question, target)
            paint([SIZES[i % 2]])
            pointing.pointer.selected = None
            pointing.answer_list.list_answers_for(pointing.question, None)
    while not pointing.step_pointer.move_pointer(-1, steps_since_your_turn(scene)):
        scene = paint()
    return grids


def first_difference(pictures_of_one: list[list[list[Cell]]], pictures_of_other: list[list[list[Cell]]]) -> list[str]:
    """The lines that differ in the first pair of different pictures. Printing all cells would take minutes."""
    assert len(pictures_of_one) == len(pictures_of_other)
    for picture, twin in zip(pictures_of_one, pictures_of_other, strict=True):
        if picture != twin:
            rows = [(row, line) for row, line in zip(picture, twin, strict=True) if row != line]
            return ["".join(text for text, _ in cells) for pair in rows for cells in pair]
    return []


def lines_for_human(match: Match) -> list[Any]:
    """What the plain mode says, if a human plays."""
    return said_in_lines(match) if Sitting(match).humans else []


def compare_worlds(game: Game[Any], setup: Setup, position: State, world: State, rng: Rng) -> int:
    """Play the same moves of opponents in both worlds while both look the same to the viewer. Returns the number of compared
    steps."""
    matches = match_from(game, setup, position), match_from(game, setup, world)
    compared = 0
    assert game.view(position, VIEWER) == game.view(world, VIEWER)
    while True:
        for match in matches:
            decline_in_secret(match)
        one, other = matches
        if game.view(one.state, VIEWER) != game.view(other.state, VIEWER):
            return compared
        if one.log.head:
            sittings = Sitting(one), Sitting(other)
            assert travel_labels(sittings[0]) == travel_labels(sittings[1])
            assert first_difference(*(pictures(sitting, compared) for sitting in sittings)) == []
            if (
                setup.game in GAMES and sittings[0].story() == sittings[1].story()
            ):  # hands may have been discarded openly
                assert said_in_lines(one) == said_in_lines(other)
            compared += 1
        if one.state.mover in (VIEWER, -1) or one.state.mover != other.state.mover:
            return compared
        actions = [game.action(one.state, move) for move in one.state.legal_moves()]
        offered_in_other = {game.action(other.state, move).pack().__repr__() for move in other.state.legal_moves()}
        shared = [action for action in actions if repr(action.pack()) in offered_in_other]
        if not shared:
            return compared
        action = shared[rng.below(len(shared))]
        for match in matches:
            match.play(action)


@pytest.mark.nightly(reason="paints many tables twice", keep=("a purchase of yours-human", "a sacrifice-shabti"))
@pytest.mark.parametrize(
    ("occasion", "level"), [*[(occasion, HUMAN) for occasion in OCCASIONS], ("a sacrifice", SHABTI)]
)
def test_the_screen_does_not_show_whether_somebody_was_asked_to_react(occasion: str, level: str) -> None:
    active, texts, card = OCCASIONS[occasion]
    seats = Setup("valley", (Seat("Ann", level), Seat("Nefertari", SHABTI), Seat("Senmut", SHABTI)), 1)
    shown, costs, said, was_asked = [], [], [], []
    for holds in (True, False):
        hand, deck = (f"Urn, {card}", "5 Urn, Shabti") if holds else ("Urn, Shabti", f"5 Urn, {card}")
        rich = "Shabti, Urn, 2 Box of Food, Statue of Anubis"
        hands = ("5 Urn" if active else rich, rich if active else "5 Urn", hand)
        decks = ("9 Urn", "9 Urn", deck)
        position = table(
            hands=hands, pyramid=PYRAMID, stock=STOCK, deck=decks, boneyard="Censer", active=active, changed=active
        )
        match = match_from(VALLEY, seats, position)
        shown.append([pictures(Sitting(match), 0)])
        costs.append([travel_labels(Sitting(match))])
        said.append(lines_for_human(match))
        was_asked.append(False)
        for part, text in enumerate(texts):
            match.play(match.game.parse(match.state, text))
            was_asked[-1] = was_asked[-1] or match.game.asks_secretly(match.state)
            said[-1] += lines_for_human(match)
            decline_in_secret(match)
            shown[-1].append(pictures(Sitting(match), part))
            costs[-1].append(travel_labels(Sitting(match)))
            said[-1] += lines_for_human(match)
    assert was_asked == [True, False]
    assert [first_difference(*pair) for pair in zip(*shown, strict=True)] == [[]] * (1 + len(texts))
    assert costs[0] == costs[1]
    assert said[0] == said[1]


@pytest.mark.nightly(reason="paints many tables twice", keep=("thieves", "caravans", "base"))
@pytest.mark.parametrize("name", CASES)
def test_hidden_cards_change_no_cell_of_the_screen(name: str) -> None:
    game, setup = CASES[name]
    match, rng, compared = Match(game, setup), Rng(11), 0
    while not match.is_over and compared < MAX_COMPARED:
        if match.state.mover not in (VIEWER, -1) and match.log.head:
            for seed in range(WORLDS):
                world = game.determinize(match.state, VIEWER, seed + match.log.head)
                compared += compare_worlds(game, setup, match.state, world, rng)
        moves = match.state.legal_moves()
        match.play(game.action(match.state, moves[rng.below(len(moves))]))
    assert compared >= MAX_COMPARED
