"""`vok export` and `vok import`: from a save to text and back."""

import io
import json
from pathlib import Path

import pytest

from engine import GAMES
from engine.core.journal import COMMENT, MARK, Annotated
from saves import Shelf, load, new_annotation
from tests.saves.disk import max_file_size
from tests.source_tree import ROOT
from tests.vok_tui.run_vok import RunVok
from vok_tui.shared.errors import ExitCode

PROMISED = ROOT / "tests" / "saves" / "promised" / "0.9"
FINISHED = str(PROMISED / "valley-afterlife-variations.vok")
UNFINISHED = str(PROMISED / "valley-base-unfinished.vok")

pytestmark = pytest.mark.usefixtures("home")


def import_text(vok: RunVok, text: str, tmp_path: Path, *options: str) -> tuple[int, str]:
    """Import a text from a file. Returns the exit code and the error output."""
    path = tmp_path / "game.txt"
    path.write_bytes(text.encode())
    code, _, err = vok("import", str(path), *options)
    return code, err


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_exported_game_is_imported_as_the_same_tree(vok: RunVok, tmp_path: Path, form: str):
    before = load(Path(FINISHED), GAMES)
    code, text, err = vok("export", FINISHED, "--format", form)
    assert (code, err) == (0, "")
    assert import_text(vok, text, tmp_path) == (0, "")
    (info,) = Shelf().list_saves(GAMES)
    after = load(info.path, GAMES)
    assert (after.match.log.parents, after.match.log.actions) == (before.match.log.parents, before.match.log.actions)
    assert (after.match.log.head, after.match.peeked) == (before.match.log.head, before.match.peeked)
    assert (info.finished, info.scores) == (before.finished, before.label.scores if before.label else ())
    assert after.last_played == before.last_played, "a finished game keeps its date"
    assert after.header.setup == before.header.setup


def test_a_line_can_be_an_argument_or_piped_in(vok: RunVok, monkeypatch: pytest.MonkeyPatch):
    _, line, _ = vok("export", FINISHED, "--format", "line")
    assert len(line) < 4_000
    code, out, err = vok("import", line.strip())
    assert (code, err) == (0, "")
    assert "vok open" in out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(line.encode())))
    assert vok("import", "-")[0] == 0  # the same line again: no second save
    names = [[seat.name for seat in info.seats] for info in Shelf().list_saves(GAMES)]
    assert names == [["Player 1", "Player 2", "Player 3"]]


def test_a_line_has_names_only_on_demand(vok: RunVok):
    _, line, _ = vok("export", FINISHED, "--format", "line", "--names")
    vok("import", line.strip())
    (info,) = Shelf().list_saves(GAMES)
    assert info.seats == load(Path(FINISHED), GAMES).header.setup.seats


def test_comments_are_exported_below_their_steps_and_imported(vok: RunVok, tmp_path: Path):
    from saves import resume

    path = tmp_path / "a.vok"
    path.write_bytes(Path(FINISHED).read_bytes())
    file, loaded = resume(path, GAMES, to_annotate=True)
    with file:
        loaded.match.log.annotate(new_annotation(COMMENT, "too greedy", node=12))
        loaded.match.log.annotate(Annotated(MARK, 12, value=2))
        file.keep(loaded.match)
    _, text, _ = vok("export", str(path))
    lines = text.splitlines()
    index = lines.index("      comment: too greedy")
    assert lines[index - 1].lstrip().startswith("12 ")
    assert lines[index + 1] == "      mark: bad"
    assert import_text(vok, text, tmp_path)[0] == 0
    (info,) = Shelf().list_saves(GAMES)
    annotations = load(info.path, GAMES).match.log.annotations
    assert (annotations.get(COMMENT, 12).text, annotations.get(MARK, 12).value) == ("too greedy", 2)


@pytest.mark.parametrize("form", ["text", "json", "line"])
def test_an_unfinished_game_is_not_exported_whole_but_as_a_story(vok: RunVok, form: str):
    code, out, err = vok("export", UNFINISHED, "--format", form)
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert "is not over" in err
    assert "--seat" in err


def test_the_story_of_a_seat_names_no_seed_and_no_hidden_card(vok: RunVok):
    match = load(Path(UNFINISHED), GAMES).match
    human = next(seat.name for seat in match.setup.seats if seat.level == "human")
    code, story, _ = vok("export", UNFINISHED, "--seat", human)
    assert code == 0
    assert "turn 1, " in story
    assert str(match.setup.seed) not in story
    code, lines, _ = vok("export", UNFINISHED, "--seat", "1", "--format", "json")
    steps = [json.loads(line) for line in lines.splitlines()]
    assert {"chapter", "turn", "whose", "seat", "text"} == set(steps[0])
    assert all(f"  {fields['text']}\n" in story for fields in steps)


@pytest.mark.parametrize("number", ["0", "00019", "9" * 5000])
@pytest.mark.parametrize("command", ["export", "replay"])
def test_a_number_that_is_no_seat_is_refused(vok: RunVok, command: str, number: str):
    code, out, err = vok(command, FINISHED, "--seat", number)
    assert (code, out) == (1, "")
    assert "nobody is called" in err
    assert vok(command, FINISHED, "--seat", "0002") == vok(command, FINISHED, "--seat", "2")


def test_the_seat_of_an_opponent_is_refused_while_the_game_runs(vok: RunVok):
    match = load(Path(UNFINISHED), GAMES).match
    bot = next(seat.name for seat in match.setup.seats if seat.level != "human")
    code, out, err = vok("export", UNFINISHED, "--seat", bot)
    assert (code, out) == (1, "")
    assert "is not human" in err
    assert vok("export", FINISHED, "--seat", "2")[0] == 0


def test_a_wrong_seat_gets_the_nearest_name(vok: RunVok):
    assert "did you mean" in vok("export", FINISHED, "--seat", "Anm")[2]
    assert vok("export", FINISHED, "--seat", "Ann", "--format", "line")[0] == ExitCode.USAGE


@pytest.mark.nightly(reason="tries out a whole catalogue", instead="test_an_exported_game_is_imported_as_the_same_tree")
def test_custom_cards_are_in_the_score_but_not_in_the_line(vok: RunVok, tmp_path: Path):
    printed = vok("cards", "export")[1].replace("gold = 1", "gold = 2")
    (tmp_path / "cards.toml").write_text(printed)
    save = str(tmp_path / "own.vok")
    options = ("--games", "1", "--seats", "shabti,shabti", "--cards", str(tmp_path / "cards.toml"), "--save", save)
    assert vok("simulate", *options)[0] == 0
    cards = load(Path(save), GAMES).header.setup.cards
    code, text, err = vok("export", save)
    assert (code, err) == (0, "")
    assert import_text(vok, text, tmp_path) == (0, "")
    code, line, err = vok("export", save, "--format", "line")
    assert code == 0
    assert "send their file" in err
    assert len(line) < 4_000
    code, err = import_text(vok, line, tmp_path)
    assert code == 1
    assert "--cards" in err
    assert import_text(vok, line, tmp_path, "--cards", str(tmp_path / "cards.toml")) == (0, "")
    assert [load(info.path, GAMES).header.setup.cards for info in Shelf().list_saves(GAMES)] == [cards] * 2


def test_a_faulty_score_is_imported_up_to_the_fault(vok: RunVok, tmp_path: Path):
    _, text, _ = vok("export", FINISHED)
    lines = text.splitlines()
    fault = next(number for number, line in enumerate(lines) if line.startswith("  40  "))
    lines[fault] = "  40  buy 99 99"
    code, err = import_text(vok, "\n".join(lines), tmp_path)
    assert code == ExitCode.DAMAGED
    assert f"line {fault + 1}: " in err
    assert '"buy 99 99"' in err
    (info,) = Shelf().list_saves(GAMES)
    above = [line for line in lines[:fault] if line.partition(";")[1]]
    assert len(load(info.path, GAMES).match.log) == 1 + len(above)


def test_an_imported_game_never_counts_for_the_rating(vok: RunVok):
    from vok_tui.shared.levels import rate_player

    (Shelf().folder).mkdir()
    (Shelf().folder / "own.vok").write_bytes(Path(FINISHED).read_bytes())
    own = Shelf().list_saves(GAMES)
    assert rate_player(own).games == 1
    vok("import", vok("export", FINISHED, "--format", "line")[1].strip())
    everything = Shelf().list_saves(GAMES)
    assert len(everything) == 2
    assert rate_player(everything) == rate_player(own)
    (imported_save,) = [info for info in everything if info.path.stem != "own"]
    vok("saves", "rename", imported_save.path.stem, "mine")
    assert rate_player(Shelf().list_saves(GAMES)).games == 1
    (row,) = [row for row in json.loads(vok("saves", "--json")[1]) if row["name"] == "mine"]
    assert row["imported"]


@pytest.mark.parametrize("text", ["", "hello", "vok1:AAAA", "{}", "Vok score 9", "\x1b[2J" * 99])
def test_a_text_that_is_not_a_game_is_refused_and_not_saved(vok: RunVok, tmp_path: Path, text: str):
    code, err = import_text(vok, text, tmp_path)
    assert code == 1
    assert err.count("\n") == 1
    assert "\x1b" not in err
    assert Shelf().is_empty


def test_open_accepts_a_text_instead_of_a_save(vok: RunVok, tmp_path: Path):
    line = vok("export", FINISHED, "--format", "line")[1].strip()
    assert vok("open", line)[0] == ExitCode.NO_TERMINAL
    (info,) = Shelf().list_saves(GAMES)
    assert info.finished
    path = tmp_path / "game.txt"
    path.write_text(vok("export", FINISHED)[1])
    for _ in range(2):
        assert vok("open", str(path))[0] == ExitCode.NO_TERMINAL
    assert len(Shelf().list_saves(GAMES)) == 2, "a text that was read before has its save already"
    code, _, err = vok("open", line[:-9])
    assert code == 1
    assert "copy it again" in err


def stored_steps(vok: RunVok, text: str, tmp_path: Path) -> tuple[int, str, int]:
    """Import a text. Returns the exit code, the output, and the number of steps in the save that it names."""
    path = tmp_path / "game.txt"
    path.write_text(text)
    code, out, _ = vok("import", str(path))
    name = out.partition("vok open ")[2].split()[0]
    return code, out, len(load(Shelf().folder / f"{name}.vok", GAMES).match.log) - 1


def test_a_text_that_failed_once_does_not_block_the_good_one(vok: RunVok, tmp_path: Path):
    _, text, _ = vok("export", FINISHED)
    steps = len(load(Path(FINISHED), GAMES).match.log) - 1
    wrapped = text.replace("\n  40  ", "\n  40\n", 1)  # by a mail program: the same words, other lines
    assert wrapped.split() == text.split()
    code, out, stored = stored_steps(vok, wrapped, tmp_path)
    assert code == ExitCode.DAMAGED
    assert 0 < stored < steps
    assert out.startswith(f"{stored} of {steps - 1} decisions stored")
    code, out, stored = stored_steps(vok, text, tmp_path)
    assert (code, stored) == (0, steps)
    assert out.startswith(f"{steps} of {steps} decisions stored")
    assert stored_steps(vok, text, tmp_path) == (0, out, steps), "the same game again: the same save"
    assert len(Shelf().list_saves(GAMES)) == 2


@pytest.mark.parametrize("free", [10, 3_000])
def test_an_import_onto_a_full_disk_leaves_nothing_that_blocks_the_next(vok: RunVok, tmp_path: Path, free: int):
    _, text, _ = vok("export", FINISHED)
    path = tmp_path / "game.txt"
    path.write_text(text)
    with max_file_size(free):
        code, _, err = vok("import", str(path))
    assert code == 1
    assert "cannot be written" in err
    assert list(Shelf().folder.iterdir()) == []
    code, _, stored = stored_steps(vok, text, tmp_path)
    assert (code, stored) == (0, len(load(Path(FINISHED), GAMES).match.log) - 1)


def test_a_damaged_save_with_the_name_of_an_import_is_left_alone(vok: RunVok, tmp_path: Path):
    _, text, _ = vok("export", FINISHED)
    stored_steps(vok, text, tmp_path)
    (info,) = Shelf().list_saves(GAMES)
    damaged = info.path.read_bytes()[:-500]
    info.path.write_bytes(damaged)
    code, _, stored = stored_steps(vok, text, tmp_path)
    assert (code, stored) == (0, len(load(Path(FINISHED), GAMES).match.log) - 1)
    assert info.path.read_bytes() == damaged
    assert len(Shelf().list_saves(GAMES)) == 2


@pytest.mark.parametrize("command", ["import", "cards check"])
def test_every_command_reads_texts_of_any_editor(vok: RunVok, tmp_path: Path, command: str):
    if command == "import":
        _, text, _ = vok("export", FINISHED, "--format", "json")
    else:
        _, text, _ = vok("cards", "export")
    path = tmp_path / "text"
    path.write_bytes(f"\ufeff{text}".replace("\n", "\r\n").encode())
    assert vok(*command.split(), str(path))[0] == 0
    path.write_bytes(text.encode("utf-16"))
    code, _, err = vok(*command.split(), str(path))
    assert code == 1
    assert "UTF-16" in err
    path.write_bytes(text.encode() + b"\0")
    code, _, err = vok(*command.split(), str(path))
    assert code == 1
    assert "binary file" in err


@pytest.mark.parametrize("frame", ["my game: {}", '> "{}"', "`{} that was close!"])
def test_a_line_is_found_among_other_words(vok: RunVok, frame: str):
    _, line, _ = vok("export", FINISHED, "--format", "line")
    code, out, err = vok("import", frame.format(line.strip()))
    assert (code, err) == (0, "")
    assert "decisions stored" in out


def test_an_argument_of_a_thousand_characters_is_not_repeated(vok: RunVok):
    for command in ("import", "open", "verify"):
        code, out, err = vok(command, "x" * 1_000)
        assert (code, out) == (1, "")
        assert len(err) < 400
