"""What a line means, and what is said: numbers, words, commands, keys, second questions, undo, several people."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from ai.bots.player_spec import spec_from_seat_text
from engine.core.action import Action
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.games import GAMES
from saves import Shelf, load
from tests.tables import each_row
from tests.vok_tui.plain.line_player import END, Transcript, hold, new_game, random_player, typing
from tests.vok_tui.screens.app_helpers import make_save
from tests.vok_tui.screens.table.table_helpers import LocalThinker
from vok_tui.boards.line_reader import LineAnswer
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.coordinator.config import Config
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.thinker import ReportProgress, Request, ignore_progress
from vok_tui.panes.scene import Page
from vok_tui.plain.conversation import lines_of, matching, wrapped
from vok_tui.records.daily import daily_date_of

VALLEY, THIEVES, TAL = new_game("valley", 5, first=1), new_game("thieves", 3, first=1), new_game("tal", 5, first=1)


def talk(home: Path, start: StartOptions, lines: Sequence[str]) -> Transcript:
    code, transcript = hold(home, typing(lines), start)
    assert code == 0
    return transcript


def actions(home: Path) -> list[str]:
    """What was played in the only game on the shelf, as the rules say it."""
    (save,) = Shelf(home).list_saves(GAMES)
    match = load(save.path, GAMES).match
    path = match.log.path(match.log.head)
    return [match.game.say(match.at(match.log.parents[node]), match.log.actions[node]) for node in path[1:]]


def test_a_payment_is_a_second_question_and_back_leads_to_the_first(tmp_path: Path) -> None:
    transcript = talk(tmp_path, VALLEY, ["1", "back", "1", "1"])
    first, payments, again, _, bought = transcript.blocks
    assert "1. Buy Book of Gates for 2." in first
    assert payments[0] == "Book of Gates for 2: pay with what?"
    assert again[0] == "Your move?"
    assert actions(tmp_path)[0].startswith("buy Book of Gates with ")
    assert bought[0] != payments[0]


@pytest.mark.parametrize("line", ["end turn", "END", "n"])
def test_words_of_an_answer_and_its_key_give_it(tmp_path: Path, line: str) -> None:
    talk(tmp_path, VALLEY, [line])
    assert actions(tmp_path)[0] == "end turn"


def test_all_words_of_a_second_question_give_its_answer_at_once(tmp_path: Path) -> None:
    talk(tmp_path, VALLEY, ["buy gates urn shabti"])
    assert actions(tmp_path)[0] == "buy Book of Gates with Shabti, Urn"


def test_several_fitting_answers_are_listed_and_numbered_again(tmp_path: Path) -> None:
    transcript = talk(tmp_path, TAL, ["lay the", "2"])
    assert transcript.blocks[1] == [
        "4 answers have that; which one?",
        *[f"{n}. Lay the {5 - n} beside lot 1." for n in range(1, 5)],
    ]
    transcript = talk(tmp_path / "other", VALLEY, ["execute", "2"])
    assert transcript.blocks[1] == ["Execute which card?", "1. Shabti.", "2. Urn.", "3. Box of Food."]
    assert actions(tmp_path / "other")[0] == "execute Urn"


def test_an_answer_that_is_just_what_was_typed_wins_over_one_whose_cost_fits_too() -> None:
    near, meant = LineAnswer("Claim site 6, costs 3 more"), LineAnswer("Claim site 3, costs 4 more")
    assert matching("claim site 3", [near, meant]) == [meant]
    assert matching("claim 3", [near, meant]) == [near, meant]


def test_the_key_of_a_card_gives_the_answers_about_it(tmp_path: Path) -> None:
    transcript = talk(tmp_path, VALLEY, ["z"])
    assert transcript.blocks[1][0] == "Book of Gates for 2: pay with what?"


def test_keys_of_the_configuration_count(tmp_path: Path) -> None:
    talk(tmp_path, replace(VALLEY, config=Config(keys={"end_turn": "j"})), ["n", "j"])
    assert actions(tmp_path)[0] == "end turn"


def test_a_digit_is_always_the_number_in_the_list(tmp_path: Path) -> None:
    """In Tal der Koenige the answers have names with digits: 3 is the third answer, not the tablet 3."""
    transcript = talk(tmp_path, TAL, ["2", "3"])
    assert actions(tmp_path)[:2] == ["lay the 3 beside lot 1", "lay a blank beside lot 1"]
    assert transcript.answers


def test_a_place_is_typed_with_its_name(tmp_path: Path) -> None:
    transcript = talk(tmp_path, TAL, ["lay no more"] * 3 + ["place 11b"])
    question = next(line for line in transcript.lines if line.startswith("Where does the first overseer"))
    assert question == "Where does the first overseer, now at area 16, stop, 6 movement points left?"
    assert "stop at 11/B" in actions(tmp_path)


def test_a_long_list_comes_in_portions_and_the_last_number_leads_on(tmp_path: Path) -> None:
    transcript = talk(tmp_path, TAL, ["lay no more"] * 3 + ["9", "more"])
    lists = [block for block in transcript.blocks if any(line.startswith("9. More, ") for line in block)]
    assert len(lists) == 3
    stops = [line for block in lists for line in block if "Place" in line or "Area" in line]
    stops = [line.partition(". ")[2] for line in stops]
    assert len(set(stops)) == 24


@pytest.mark.parametrize("line", ["99", "xyzzy", "99999999999999999999", "٣", "\x1b[A", "nothing " * 300])
def test_a_line_without_a_meaning_changes_nothing(tmp_path: Path, line: str) -> None:
    transcript = talk(tmp_path, VALLEY, [line, "end"])
    assert len(transcript.blocks[1]) in (1, 2)
    assert actions(tmp_path)[0] == "end turn"


def test_a_number_is_explained_by_the_length_of_the_list(tmp_path: Path) -> None:
    assert talk(tmp_path, VALLEY, ["99"]).blocks[1][0] == "There is no answer 99: the list ends at 5."


def first_lines(home: Path, start: StartOptions, lines: dict[str, str]) -> tuple[list[str], list[str]]:
    """What is said first after each of these lines, and what is expected: the beginning of it. Blanks at the end of a line only
    tell it from another one."""
    blocks = talk(home, start, [line.rstrip() for line in lines]).blocks
    said = [block[0] for block in blocks[1:]]
    return [line[: len(wanted)] for line, wanted in zip(said, lines.values(), strict=True)], list(lines.values())


def test_numbers_back_and_beginnings_mean_the_same_in_each_question(tmp_path: Path) -> None:
    said, wanted = first_lines(
        tmp_path,
        VALLEY,
        {
            "1": "Book of Gates for 2: pay with what?",
            "end": "End turn, instead?",  # at a payment it is asked about first
            "n": "Book of Gates for 2: pay with what?",  # No, where the program asks
            "0": "End turn, instead?",
            "back": "Book of Gates for 2: pay with what?",
            "back ": "Your move?",
            "back  ": "There is no question before this one.",
            "opp": "Khety, shabti: ",
            "ha": "Your hand, ",
            "pyr 1": "Book of Gates, ",
            "re": "Re could be repeat, ",
            "#1": "Book of Gates for 2: pay with what?",
            "2.": "Buy Book of Gates.",
            "undo": "Taken back.",
            "5)": "Entomb which card?",
            "1 ": "Entomb Shabti.",
            "entomb urn": "You have entombed a card this turn.",
            "n ": "End turn.",  # the key of a question of the game
            "1  ": "Sacrifice Book of Gates.",
            "undo ": "Something was revealed since.",
            "hand": "Your hand, ",  # what reads the table works at a question over it
            "log 1": "",
            "back   ": "Your move?",
        },
    )
    assert said == wanted


def test_each_question_of_a_new_game_leads_back_and_takes_commands(tmp_path: Path) -> None:
    said, wanted = first_lines(
        tmp_path,
        StartOptions(config_file=tmp_path / "config.toml"),
        {
            "": "A guided game shows a game",
            "back": "Welcome to Vok.",
            "help": "A number gives the answer with that number",
            "Ann": "A guided game shows a game",
            "menu": "Vok.",
            "statistics": "No finished game yet.",
            "new game": "A new game.",
            "players": "How many players",
            "back ": "A new game.",
            "your name": "Your name?",
            " ": "A new game.",
            "your name ": "Your name?",
            "back  ": "A new game.",
            "seed": "The seed: ",
            "help ": "A number gives the answer with that number",
            "7": "A new game.",
            "seed ": "The seed: ",
            "  ": "A new game.",
            "begin": "Valley of the Kings.",
        },
    )
    assert said == wanted
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert save.setup.seed == 7
    assert "Ann" in [seat.name for seat in save.setup.seats], "an empty line keeps what stood there"


def test_two_saves_never_read_alike(tmp_path: Path) -> None:
    for seed in (1, 2, 3):
        make_save(tmp_path, seed=seed)
    listed = talk(tmp_path, StartOptions(), ["menu", "saved games"]).answers[:3]
    assert len(set(listed)) == 3


def test_long_texts_come_in_portions_and_a_menu_is_not_read_again(tmp_path: Path) -> None:
    blocks = talk(tmp_path, StartOptions(), ["goals", "more", ""]).blocks
    assert blocks[1][12].endswith(" sentences left: more says them.")
    assert blocks[1][-2:] == ["What do you want to do?", "The same answers."]
    assert len(blocks[2]) == 13
    assert blocks[3] == blocks[0], "an empty line reads the list"


@pytest.mark.parametrize(
    ("start", "typed", "first_line"),
    [
        (VALLEY, ["entomb", "1"], "Entomb Shabti."),  # a number is confirmed
        (VALLEY, ["buy gates", "2"], "Buy Book of Gates."),
        (VALLEY, ["execute urn"], "Urn: Discard a card from your hand?"),  # a whole name needs no echo
        (VALLEY, ["ent urn"], "Entomb Urn, plus 1 point."),  # a part of it is said whole
        (TAL, ["2"], "The 3."),
        (TAL, ["0", "0", "0", "place 11b"], "Stop at place 11B, costs 1."),
        (THIEVES, ["1", "1"], None),
    ],
)
def test_an_answer_is_confirmed_unless_it_was_named_wholly(
    tmp_path: Path, start: StartOptions, typed: list[str], first_line: str | None
) -> None:
    first = talk(tmp_path, start, typed).blocks[-1][0]
    assert first == first_line if first_line is not None else "face" in first


def test_what_follows_from_an_answer_is_said(tmp_path: Path) -> None:
    transcript = talk(tmp_path, THIEVES, ["escape"])
    assert any(line.startswith("You draw ") for line in transcript.blocks[1])


def test_undo_says_its_cost_once_and_what_was_taken_back_is_said_again(tmp_path: Path) -> None:
    transcript = talk(tmp_path, VALLEY, ["end", "1", "undo", "n", "undo", "y", "1", "undo", "redo"])
    cost = "If you take this back, statistics count the game apart as peeked."
    assert sum(block.count(cost) for block in transcript.blocks) == 2  # asked again after "no", not after "yes"
    news = [[line for line in block if line.startswith("Khety ")] for block in transcript.blocks]
    assert news[2] == news[7] == news[9] != [], "what was taken back is news again"
    assert [blocks[0] for blocks in (transcript.blocks[6], transcript.blocks[9])] == ["Taken back.", "Played again."]
    later = talk(tmp_path, StartOptions(), ["undo", "1"])
    assert [line for line in later.blocks[-1] if line.startswith("Khety ")] == news[2], "in a later process too"


def test_undo_of_what_revealed_nothing_is_not_asked_about(tmp_path: Path) -> None:
    assert talk(tmp_path, VALLEY, ["execute urn", "undo"]).blocks[2][0] == "Taken back."


def test_reshuffle_is_asked_about_first(tmp_path: Path) -> None:
    transcript = talk(tmp_path, VALLEY, ["redeal", "no", "redeal", "yes"])
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert save.label.reshuffled
    assert transcript.blocks[4][0] == "Dealt again."


def test_a_name_for_the_game_is_saved(tmp_path: Path) -> None:
    talk(tmp_path, VALLEY, ["end", "save My first game"])
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert save.label.name == "My first game"


@pytest.mark.parametrize(
    ("start", "line", "said"),
    [
        (VALLEY, "hand 1", "Shabti, Starter, level 1."),
        (VALLEY, "read censer", "Censer, "),
        (VALLEY, "points", "You have 0 points."),
        (VALLEY, "board", "Top: Book of Traversing Eternity for 4."),
        (VALLEY, "why djed", "Djed Pillar Amulet can be chosen."),
        (VALLEY, "log", "Nothing has happened yet."),
        (VALLEY, "hand 9", "The numbers here go from 1 to 3."),
        (VALLEY, "hand 2", "Urn, Starter, level 1."),  # the second that is read
        (VALLEY, "read book", "Book could be "),
        (VALLEY, "buy sobek", "Statue of Sobek: only the base can be bought."),
        (VALLEY, "why isis", "Statue of Isis can be chosen."),
        (VALLEY, "exekute urn", "Did you mean execute urn?"),
        (VALLEY, "re", "Re could be repeat, read, redo or redeal."),
        (THIEVES, "read the tomb", "The tomb, 2 treasure for the most key symbols."),
        (THIEVES, "read community", "Community card: "),
        (THIEVES, "unseen", "cards left, "),
        (VALLEY, "read nonsense", "Nothing here is called nonsense."),
        (THIEVES, "duels 1", "The tomb, 2 treasure for the most key symbols."),
        (TAL, "site 10", "Complete, it is worth 30 in one colour, 18 layered, 9 mixed."),
    ],
)
def test_commands_read_the_table(tmp_path: Path, start: StartOptions, line: str, said: str) -> None:
    assert any(said in sentence for sentence in talk(tmp_path, start, [line]).blocks[1])


def test_help_names_every_command_and_only_those_that_work(tmp_path: Path) -> None:
    help_lines = [line for block in talk(tmp_path, VALLEY, ["help", "more", "more"]).blocks[1:] for line in block]
    words = [line.partition(":")[0].split()[0].casefold() for line in help_lines if ": " in line]
    transcript = talk(
        tmp_path / "other",
        VALLEY,
        [word for word in words if word not in ("menu", "quit", "redeal", "hint", "analyse")],
    )
    assert {"look", "pyramid", "hand", "undo", "points", "why", "log", "repeat"} <= set(words)
    assert not [line for line in transcript.lines if line.startswith("That is neither an answer")]


@each_row(
    ("start", "refused"),
    [
        (StartOptions(learn="valley", game="valley"), {"hint", "analyse", "redeal", "save"}),
        (StartOptions(daily=date(2026, 11, 7)), {"hint", "analyse"}),
        (new_game("valley", 3, "human"), {"analyse", "redeal"}),
    ],
)
def test_help_names_no_command_that_such_a_game_refuses(tmp_path: Path, start: StartOptions, refused: set[str]) -> None:
    home = tmp_path / "-".join(sorted(refused))
    said = talk(home, start, ["yes", "help", "more", "more"]).lines
    named = {line.partition(":")[0].casefold().split()[0] for line in said if ": " in line}
    assert {"undo", "look"} <= named
    assert not refused & named


def test_a_game_begun_here_is_continued_with_what_happened_since(tmp_path: Path) -> None:
    talk(tmp_path, VALLEY, ["end", "1"])
    transcript = talk(tmp_path, StartOptions(), [])
    assert transcript.lines[0] == "Valley of the Kings."
    table = next(i for i, line in enumerate(transcript.lines) if line.startswith("Turn 3, your turn, "))
    assert any(line.startswith("Khety ") for line in transcript.lines[1:table])
    assert not any(line.startswith("You discard the rest") for line in transcript.lines)


def test_start_form_and_statistics_lead_to_a_game(tmp_path: Path) -> None:
    lines = ["statistics", "new game", "game", "King of Thieves", "opponent", "shabti", "seed", "7", "begin"]
    transcript = talk(tmp_path, StartOptions(), lines)
    assert "No finished game yet." in transcript.lines
    assert "King of Thieves." in transcript.lines
    assert any(line.startswith("Merit, shabti: ") for line in transcript.lines)


def test_the_daily_game_is_begun_and_continued(tmp_path: Path) -> None:
    class FirstMoves(LocalThinker):
        async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
            easy = replace(request, player=spec_from_seat_text("shabti"))
            return await super().choose(easy, report)

    start = StartOptions(game="thieves")
    _, begun = hold(tmp_path, typing(["daily", "1", "1", "menu", "daily"]), start, FirstMoves())
    assert sum("the first attempt counts" in line for line in begun.lines) == 1
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert daily_date_of(save.setup) is not None


def test_review_and_shelf_of_a_finished_game(tmp_path: Path) -> None:
    hold(tmp_path, random_player(1), new_game("thieves", 1))
    lines = [
        "saved games",
        "1",
        "review",
        "next phase",
        "points",
        "turn 2",
        "last step",
        "previous step",
        "menu",
        "quit",
    ]
    code, transcript = hold(tmp_path, typing(lines), StartOptions())
    assert code == 0
    assert END in transcript.lines
    assert any(line.startswith("Review, tomb 1, round 1, step ") for line in transcript.lines)
    assert any("gambles" in line or "escapes" in line for line in transcript.blocks[4])
    assert transcript.blocks[-1] == []


def test_playing_on_from_a_review_begins_another_game(tmp_path: Path) -> None:
    hold(tmp_path, random_player(1), new_game("thieves", 1))
    words = ["saved games", "1", "review", "next phase", "play on"]
    _, transcript = hold(tmp_path, typing([*words, "2", "step"]), StartOptions())
    assert any("This game is finished" in line for line in transcript.lines)
    assert [save.finished for save in Shelf(tmp_path).list_saves(GAMES)] == [True]
    hold(tmp_path, typing([*words, "1"]), StartOptions())
    assert sorted(save.finished for save in Shelf(tmp_path).list_saves(GAMES)) == [False, True]


def test_a_rematch_begins(tmp_path: Path) -> None:
    hold(tmp_path, random_player(1), new_game("thieves", 1))
    _, transcript = hold(tmp_path, typing(["saved games", "1", "rematch", "1"]), StartOptions())
    assert transcript.blocks[3][0] == "King of Thieves."


TWO_PEOPLE = replace(new_game("thieves", 3, HUMAN), names=("Ann", "Ben"), first=1)


def test_people_at_one_keyboard_are_asked_first_if_nothing_can_be_cleared(tmp_path: Path) -> None:
    transcript = talk(tmp_path, TWO_PEOPLE, [])
    assert not any("Your hand" in line for line in transcript.lines)
    assert transcript.answers == ["Yes.", "No."]


def test_people_at_one_keyboard_take_turns(tmp_path: Path) -> None:
    transcript = talk(tmp_path, TWO_PEOPLE, ["yes", "1", "1", "0", "hand", "look", "1"])
    covered = next(i for i, block in enumerate(transcript.blocks) if "The next answer is Ben's." in block)
    hidden = [line for block in transcript.blocks[covered : covered + 3] for line in block]
    assert not any("Your hand" in line or line.startswith("You ") for line in hidden)
    assert "1. I am Ben." in hidden
    ben = transcript.blocks[covered + 3]
    assert any(line.startswith("Your hand, ") for line in ben)
    assert any(line.startswith("Ann plays") for line in ben)


@pytest.mark.parametrize(
    "text",
    [
        "One sentence",
        "Two. Sentences.",
        "word " * 60,
        "x" * 250,
        "Cards: " + ", ".join(["Book of Traversing Eternity"] * 9),
    ],
)
def test_no_line_is_longer_than_the_terminal_is_wide_and_none_is_lost(text: str) -> None:
    lines = [line for sentence in lines_of(text) for line in wrapped(sentence, 60)]
    assert max(map(len, lines)) <= 60
    assert "".join("".join(lines).split()).rstrip(".").casefold() == "".join(text.split()).rstrip(".").casefold()


def test_a_game_is_renamed_moved_to_the_bin_and_restored(tmp_path: Path) -> None:
    paths = {make_save(tmp_path), make_save(tmp_path, seed=2)}
    typed = [
        "menu",
        "saved games",
        "rename 1 Grandma",
        "rename 9 x",
        "delete grandma",
        "delete 1",
        "the bin",
        "1",
        "back to",
    ]
    _, transcript = hold(tmp_path, typing([*typed, "quit"]), StartOptions())
    blocks = transcript.blocks
    assert blocks[3][0] == "This game is called Grandma."
    assert "Grandma" in next(line for line in blocks[3] if line.startswith("1. "))
    assert blocks[4] == blocks[5] == ["Type the number of a game of the list."]
    assert blocks[6][0].startswith("In the bin now: ")
    assert not any("Grandma" in line for line in blocks[6][1:])
    assert "Grandma" in next(line for line in blocks[7] if line.startswith("1. "))
    assert blocks[8][0].startswith("On the shelf again: ")
    assert "The bin is empty." in blocks[8]
    saves = Shelf(tmp_path).list_saves(GAMES)
    assert {save.path for save in saves} == paths
    assert sorted(save.label.name for save in saves) == ["", "Grandma"]


def test_the_bin_is_emptied_after_a_question(tmp_path: Path) -> None:
    make_save(tmp_path)
    typed = ["menu", "saved games", "delete 1", "the bin", "empty", "keep", "empty", "empty", "quit"]
    _, transcript = hold(tmp_path, typing(typed), StartOptions())
    assert "They cannot be brought back." in transcript.blocks[5]
    assert any("Empty the bin." in line for line in transcript.blocks[6]), "nothing is lost by keep"
    assert transcript.blocks[8][0] == "The bin is empty."
    assert Shelf(tmp_path).list_saves_and_bin(GAMES) == []


def test_everything_that_a_command_names_has_its_name(tmp_path: Path) -> None:
    blocks = talk(tmp_path, new_game("valley", 7), ["why khety", "why urn"]).blocks
    assert blocks[1] == ["No answer is about Khety now."]
    assert blocks[2][0] == "Urn can be chosen."


def test_equal_sentences_and_things_in_a_row_are_counted(tmp_path: Path) -> None:
    blocks = talk(tmp_path, new_game("tal", 7), ["log 4", "opponents 1"]).blocks
    assert blocks[1][0] == "Merit lays a tablet beside lot 1, 2 times."
    assert "Workers: 5 times area 16." in blocks[2]


def test_the_cards_of_a_set_in_the_tomb_are_said_to_be_there() -> None:
    match = Match(GAMES["valley"], Setup("valley", (Seat("Ann"), Seat("Ben")), 1))
    page = Page(
        "Books", "ash", "A set of 2, x in your tomb", (("x", "Book of Gates"), (" ", "Book of the Earth: not seen 2"))
    )
    assert table_kit_of(match.game).line_reader(match).page_sentences(page) == [
        "Books, A set of 2.",
        "Book of Gates: in your tomb.",
        "Book of the Earth: not seen 2.",
    ]
