"""Compares two worlds that look the same to a seat: everything that the seat is shown must be equal.

The second world is the first one with everything drawn again that the seat cannot know. From there on the opponents play moves
that look the same to the seat, with other tablets or face-down cards. So secret moves differ too, until something is revealed.
Until then everything must be equal: view, texts, story, footer, questions, the sign of who is waited for, everything that the
plain mode says, the line in the save list, the tree of a review with its variations, and the answers of every level.

    python -m tests.vok_tui.paired_worlds --game tal --players 2 --positions 2000

compares 2,000 positions in which the worlds differ for another seat.
"""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from ai.bots.bot import Bot
from ai.kit import kit_of
from ai.levels import SCRIBE, SHABTI, Budget
from ai.search.playout import Rng
from engine.core.events import contains_seat
from engine.core.game import HUMAN, NOBODY, Game, Seat, Setup, State
from engine.core.match import Match
from engine.core.setup import Variant
from engine.games import GAMES
from engine.tal.game import TAL
from engine.thieves.game import THIEVES
from engine.valley.editions import AFTERLIFE, BASE, MIXED
from engine.valley.game import VALLEY
from saves import SaveInfo, Shelf
from saves.save_file import label_of
from tests.games.caravans.game import CARAVANS
from tests.games.caravans.table_kit import CARAVANS_TABLE
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.boards.tal.kit import TAL_TABLE
from vok_tui.boards.thieves.kit import THIEVES_TABLE
from vok_tui.boards.valley.kit import VALLEY_TABLE
from vok_tui.coordinator.player import Preferences
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.autosave import OpenGame
from vok_tui.game.navigation import PEEKED
from vok_tui.game.sitting import Sitting
from vok_tui.game.thinker import declining_action, last_known_node
from vok_tui.game.travel import travel_labels
from vok_tui.learning.review import Review
from vok_tui.painting.grid import Grid
from vok_tui.painting.signs import signs_with
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.plain.conversation import Conversation, Listing, Message, Refusal
from vok_tui.plain.frontend import LineFrontend
from vok_tui.plain.messages import events_of_step, protocol_of, table_of
from vok_tui.plain.table_room import TableRoom
from vok_tui.records.save_list import dated_title, players_with_points, result_of, totals_text
from vok_tui.screens.shelf import save_details, short_title
from vok_tui.screens.table.paint_table import build_scene, paint_table
from vok_tui.screens.table.pointing import Pointing

VIEWER: Final = 0
SIZES: Final = ((80, 24), (120, 40))
SIMULATIONS: Final = {"priest": 10, "vizier": 10, "pharaoh": 15}
ANSWERS_PER_UNDO: Final = 2  # of the viewer, on average
NOW: Final = datetime(2030, 1, 2, tzinfo=UTC)


class ComparisonCounts(NamedTuple):
    """Numbers of compared positions: all, those after different answers of opponents, those in which the levels were asked, and
    those in games with variations."""

    positions: int = 0
    after_different_answers: int = 0
    asked_levels: int = 0
    with_variations: int = 0

    def plus(self, other: "ComparisonCounts") -> "ComparisonCounts":
        return ComparisonCounts(*[one + two for one, two in zip(self, other, strict=True)])


def match_from(game: Game[Any], setup: Setup, position: State) -> Match:
    """A match that starts at `position`."""
    return Match(game, setup, position.copy())


def setup_of(game: Game[Any], players: int, seed: int) -> Setup:
    """One human player against shabtis."""
    edition = next(edition for edition in game.editions() if players in edition.player_counts)
    others = [Seat(f"Bot {seat}", SHABTI) for seat in range(1, players)]
    return Setup(game.name(), (Seat("Ann", HUMAN), *others), seed, Variant(edition.name, edition.default_choices))


def matches_that_look_alike(game: Game[Any], setup: Setup, rng: Rng) -> Iterator[tuple[Match, Match]]:
    """Pairs of matches along a random game. Each is yielded again after each step while both look the same to the viewer."""
    state = game.start(setup)
    while state.mover != NOBODY:
        world = game.determinize(state, VIEWER, rng.below(1 << 30))
        matches = match_from(game, setup, state), match_from(game, setup, world)
        yield matches
        while play_alike(*matches, rng):
            yield matches
        for _ in range(1 + rng.below(12)):
            if state.mover != NOBODY:
                state.apply(state.menu[rng.below(state.move_count)])


def play_alike(one: Match, other: Match, rng: Rng) -> bool:
    """Play a step that looks the same to the viewer. False if there is none, or if it reveals a difference. Raises AssertionError
    if the worlds look different although nothing was revealed."""
    game, mover = one.game, int(one.state.mover)
    if mover == NOBODY:
        return False
    moves_by_appearance: list[dict[int, list[int]]] = [{}, {}]
    for match, by_appearance in zip((one, other), moves_by_appearance, strict=True):
        for move in match.state.legal_moves():
            by_appearance.setdefault(int(game.move_as_seen(match.state, VIEWER, move)), []).append(move)
    shared = sorted(moves_by_appearance[0].keys() & moves_by_appearance[1].keys())
    if not shared:
        return False
    if mover == VIEWER and one.state.move_count > 1 and rng.below(ANSWERS_PER_UNDO) == 0:
        head, appearance = one.log.head, shared[rng.below(len(shared))]
        if not play_both((one, other), [by_appearance[appearance][0] for by_appearance in moves_by_appearance]):
            return False
        one.goto(head)
        other.goto(head)
    appearance = shared[rng.below(len(shared))]
    candidates = [by_appearance[appearance] for by_appearance in moves_by_appearance]
    return play_both((one, other), [moves[rng.below(len(moves))] for moves in candidates])


def play_both(matches: tuple[Match, Match], moves: list[int]) -> bool:
    """Play a move in each of two matches. Returns whether both look the same afterwards. A view may be equal although the viewer
    was shown a difference: it does not list what lies below the top of a pile."""
    one, other = matches
    shown: list[list[tuple[str, int, tuple[int, ...]]]] = []
    for match, move in zip(matches, moves, strict=True):
        events = match.events_on_step_to(match.play(match.game.action(match.state, move)))
        revealing = [event for event in events if contains_seat(event.reveals_to, VIEWER)]
        shown.append([(event.verb, event.seat, event.arguments_for(VIEWER)) for event in revealing])
    if one.game.view(one.state, VIEWER) == other.game.view(other.state, VIEWER) and shown[0] == shown[1]:
        return True
    revealed = any(shown)
    if not revealed and asks_another_secretly(one) != asks_another_secretly(other):
        check_wait_alike(one, other)
        return False  # their nodes have different numbers from here on
    assert revealed, f"nothing was revealed, and yet {question_text(one)} differs from {question_text(other)}"
    return False


def asks_another_secretly(match: Match) -> bool:
    """Whether another seat than the viewer is asked without anybody knowing."""
    return match.state.mover != VIEWER and match.game.asks_secretly(match.state)


def check_wait_alike(one: Match, other: Match) -> None:
    """Compare two worlds of which one asks another seat in secret. The table waits in both, and shows the position before the
    step meanwhile. Then that seat declines, and they look the same again. Raises AssertionError if anything differs."""
    difference = first_difference(*[visible_to_viewer(match, 0, waits=True) for match in (one, other)])
    assert not difference, difference
    for match in (one, other):
        while asks_another_secretly(match) and (declined := declining_action(match)) is not None:
            match.play(declined)
    assert one.game.view(one.state, VIEWER) == other.game.view(other.state, VIEWER)


def question_text(match: Match) -> str:
    question = match.game.question(match.state)
    return f"{question.seat}, {question.text}"


def visible_to_viewer(match: Match, number: int, *, waits: bool = False) -> dict[str, Any]:
    """Everything that the viewer can see, by the name of its place. With `waits`, the table waits for possible reactions."""
    game, head = match.game, last_known_node(match, match.log.head, VIEWER)
    sitting = Sitting(match)
    if waits:
        assert sitting.hold_view_if_others_may_react()
    kit = table_kit_of(GAMES[match.setup.game])
    pointing = Pointing(sitting, kit.board(match), kit.overlays)
    pointing.update_question()
    scene = build_scene(pointing, signs_with(kit.signs, ascii_only=False), LiveKeys({}))
    grid = Grid(*SIZES[number % len(SIZES)])
    paint_table(grid, scene, pointing.board)
    own = match.state.legal_moves() if sitting.asks_viewer else ()
    known = [node for node in range(len(match.log)) if last_known_node(match, node, VIEWER) == node]
    return {
        "view": sitting.view(),
        "questions": (
            len(known),
            match.public_decision_count(head),
            sitting.question() if waits else game.question(match.state),
            list(own),
        ),
        "words": [game.say(match.state, game.action(match.state, move)) for move in own],
        "formalities": [
            node for node in range(len(match.log)) if match.mover(node) == VIEWER and match.is_formality(node)
        ],
        "log": sitting.story(),
        "waiting": (
            scene.thinking.name,
            scene.thinking.progress,
            scene.thinking.is_waiting,
            waits or sitting.thinker_request() is None,
        ),
        "footer": (scene.footer, travel_labels(sitting)),
        "screen": grid.rows,
        "clicks while waiting": clicks_that_do_nothing(pointing, grid) if waits else [],
        "plain": said_in_lines(match, waits=waits),
        "save list": [] if waits else save_list_texts(match),  # the table shows none
        "tree": review_of_running_game(match, sitting),
    }


def clicks_that_do_nothing(pointing: Pointing, grid: Grid) -> list[Any]:
    """What is said about each target that is chosen while nothing can be."""
    return [(target, pointing.choose(target, grid), pointing.pointer.idle_reason) for target in grid.targets]


class HeardLines:
    """Hears a conversation. Is its paper too."""

    can_clear = True

    def __init__(self) -> None:
        self.lines: list[Any] = []

    def say(self, lines: Sequence[str]) -> None:
        self.lines += lines

    def call(self, function: Callable[[], None]) -> None:
        function()

    def ask(self, listing: Listing) -> None:
        self.lines.append(listing)

    def tell(self, message: Message, lines: Sequence[str]) -> None:
        self.lines += [message, *lines]

    def refuse(self, refusal: Refusal, lines: Sequence[str]) -> None:
        self.lines += [refusal.code, refusal.expected, *lines]

    def report(self, what: str, share: float | None, lines: Sequence[str]) -> None:
        self.lines += [what, share, *lines]

    def clear(self) -> None: ...


def said_in_lines(match: Match, *, waits: bool = False) -> list[Any]:
    """What the plain mode says: whether it waits, the news and the table, the question with all pages of its answers, and what
    every command that plays nothing reads, also about each thing on the table."""
    heard = HeardLines()
    conversation = Conversation(heard)
    front = LineFrontend(conversation, heard, heard.call, Shelf(Path(os.devnull)), None, StartOptions(), Preferences())
    sitting = Sitting(match)
    if waits:
        sitting.hold_view_if_others_may_react()
    room = TableRoom(front.hall, OpenGame(sitting))
    conversation.enter(room)
    heard.lines.append(room.awaits_opponents)
    if room.awaits_opponents:
        room.say_news()
    else:
        conversation.ask()
        question = room.question()
        asked = room.asked_game()
        heard.lines += [question, conversation.words(), table_of(asked) if asked is not None else None]
    path, protocol = sitting.shown_path(), protocol_of(match)
    heard.lines += [each for node in path[1:] for each in events_of_step(protocol, node, sitting.viewer, sitting.names)]
    for word, command in room.commands.items():
        if word not in ("undo", "redo", "redeal", "all", "save", "menu", "rules"):
            heard.lines.append(word)
            try:
                command.run("")
            except Refusal as refused:
                heard.refuse(refused, [refused.sentence])
    for target in room.reader.all_things(sitting.view()):
        for page in room.reader.board.pages_about(room.sitting.view(), target, room.sitting.names, room.sitting.levels)[
            :1
        ]:
            heard.lines += room.reader.page_sentences(page)
    room = TableRoom(
        front.hall, OpenGame(sitting)
    )  # at the first one, a command such as "analyse" may wait for an answer
    is_asked = sitting.undo_kind(sitting.destination_node("undo")) == PEEKED and not match.peeked
    if "undo" in room.commands and is_asked:  # another undo is done at once; a covered table has none
        room.commands["undo"].run("")
        heard.lines.append(room.question())
    return [*heard.lines, front.coordinator.current.close_with_farewell()]


def save_list_texts(match: Match) -> list[Any]:
    """The texts of the list of saves about a match."""
    setup = match.setup
    save = SaveInfo(Path("a.vok"), 0.0, "", setup.game, setup.edition, setup.seats, label_of(match), None, setup, 0)
    titles = [short_title(save, width) for width in (29, 59)]
    return [
        save,
        *titles,
        dated_title(save, NOW),
        result_of(save),
        players_with_points(save),
        save_details(save),
        totals_text([save]),
    ]


def review_of_running_game(match: Match, sitting: Sitting) -> list[Any]:
    """The review of the running game: the rows of its tree, and the story, cost, points and view of each."""
    review = Review(match, VIEWER, sitting.shown_path()[-1])
    shown: list[Any] = [review.turns.rows, review.turns.variation_count, review.seat_points_by_turn()]
    for row in review.turns.rows:
        shown.append(review.story_of_steps(row.nodes))
        review.go_to(row.nodes[-1])
        shown += [
            review.undo_kind(),
            review.match.scores(review.shown_node),
            review.chapter,
            review.view(),
            list(review.current_line),
        ]
    return shown


def level_answers(match: Match, number: int) -> dict[str, Any]:
    """The answer of every level to the viewer's question, and the statistics of its search tree at the root."""
    game, answers = GAMES[match.setup.game], {}
    for level in kit_of(game).level_names():
        budget = Budget(1) if level == SCRIBE else Budget(SIMULATIONS.get(level, 0))
        pending = Bot(game, VIEWER, level, budget).start_move(match.state.copy(), number)
        while not pending.done:
            pending.step()
        answers[level] = (pending.move, pending.search.move_stats() if pending.search is not None else None)
    return answers


def first_difference(one: dict[str, Any], other: dict[str, Any]) -> str:
    """The name of the first place that differs, with both values; "" if none differs."""
    for name, value in one.items():
        if value != other[name]:
            return f"{name}: {str(value)[:600]} differs from {str(other[name])[:600]}"
    return ""


def compare(one: Match, other: Match, number: int) -> ComparisonCounts:
    """Compare everything shown of two matches, and the answers of the levels. Raises AssertionError."""
    difference = first_difference(visible_to_viewer(one, number), visible_to_viewer(other, number))
    assert not difference, difference
    asks = one.state.mover == VIEWER and one.state.move_count > 1
    if asks:
        difference = first_difference(level_answers(one, number), level_answers(other, number))
        assert not difference, difference
    answers_differ = one.log.actions != other.log.actions
    has_variations = max(map(len, one.log.children)) > 1
    return ComparisonCounts(1, int(answers_differ), int(asks), int(has_variations))


def differ(one: Match, other: Match) -> bool:
    """Whether some seat sees a difference between the worlds, so that not only luck is drawn again."""
    seats = range(one.setup.player_count)
    return any(one.game.view(one.state, seat) != other.game.view(other.state, seat) for seat in seats)


def compare_games(game: Game[Any], players: int, positions: int, seed: int, every: int = 1) -> ComparisonCounts:
    """Compare positions of random games in which the worlds differ: each `every`-th of them."""
    totals, number, rng = ComparisonCounts(), 0, Rng(seed)
    while True:
        setup = setup_of(game, players, seed)
        for one, other in matches_that_look_alike(game, setup, rng):
            if differ(one, other):
                number += 1
                if number % every == 0:
                    totals = totals.plus(compare(one, other, number))
            if totals.positions == positions:
                return totals
        seed += 1


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", required=True)
    parser.add_argument("--players", type=int, nargs="+", required=True)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for players in args.players:
        totals = compare_games(GAMES[args.game], players, args.positions, args.seed)
        facts = ", ".join([f"{value} {name.replace('_', ' ')}" for name, value in totals._asdict().items()])
        sys.stdout.write(f"{args.game}, {players} players: {facts}; all equal\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()


KITS = {"valley": VALLEY_TABLE, "tal": TAL_TABLE, "caravans": CARAVANS_TABLE, "thieves": THIEVES_TABLE}
VIEWER = 0


def decline_in_secret(match: Match) -> None:
    """While an opponent is asked in secret, decline for it."""
    while match.state.mover not in (VIEWER, -1) and match.game.asks_secretly(match.state):
        passes = [move for move in match.state.legal_moves() if match.game.is_secret_pass(match.state, move)]
        match.play(match.game.action(match.state, passes[0]))


PYRAMID = "Statue of Isis, Urn, Statue of Sobek / Tyet Amulet, Statue of Anubis / Censer"
STOCK = "2 Book of Gates, Ka Figurine, Hapy Canopic Jar, 2 Statue of Thoth"
OCCASIONS = {  # the active seat, its answers, and the card with which Senmut may react
    "a purchase": (1, ["entomb Urn", "buy Statue of Sobek with Box of Food, Box of Food", "end turn"], "Boat"),
    "a sacrifice": (1, ["execute Statue of Anubis", "sacrifice Shabti", "entomb Urn", "end turn"], "Mummified Cat"),
    "a purchase of yours": (0, ["buy Statue of Sobek with Box of Food, Box of Food", "end turn"], "Boat"),
    "a sacrifice at the end of your turn": (
        0,
        ["end turn", "sacrifice Statue of Isis from the pyramid"],
        "Mummified Cat",
    ),
}


CASES = {
    "base": (VALLEY, Setup("valley", (Seat("Ann", HUMAN), Seat("Nefertari", SHABTI)), 5, BASE)),
    "afterlife": (VALLEY, Setup("valley", (Seat("Ann", HUMAN), Seat("Nefertari", SHABTI)), 6, AFTERLIFE)),
    "mixed, three": (VALLEY, Setup("valley", (Seat("Ann"), Seat("Bek", SHABTI), Seat("Sen", SHABTI)), 7, MIXED)),
    "thieves": (THIEVES, Setup("thieves", (Seat("Ann"), Seat("Bob", SHABTI), Seat("Eve", SHABTI)), 4)),
    "tal": (TAL, Setup("tal", (Seat("Ann"), Seat("Bob", SHABTI)), 4)),
    "caravans": (
        CARAVANS,
        Setup("caravans", (Seat("Ann"), Seat("Bob", SHABTI), Seat("Eve", SHABTI)), 3, Variant("base", ("2", "yes"))),
    ),
}
