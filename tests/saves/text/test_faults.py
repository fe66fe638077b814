"""Texts that were cut off, changed or made to do harm: each is refused in a sentence, or read up to the fault."""

import json
import random
import re
import sys
import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.game import Seat, Setup
from engine.core.journal import COMMENT
from engine.core.match import Match
from saves import Header
from saves.format.frames import pack
from saves.text import MAX_TEXT_BYTES, PlayedText, TextFault, TextRefused, read_game, write_game
from tests.saves.text.random_trees import GAMES, play_on, random_tree
from tests.tables import each_row

SETUP = Setup("caravans", (Seat("Ann", "scribe"), Seat("Bob", "priest")), 7)
CARAVANS = GAMES["caravans"]
HEADER = Header("0.1.0", CARAVANS.fingerprint(SETUP), 1_700_000_000, SETUP)


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """A game with a variation in each form."""
    match = Match(CARAVANS, SETUP)
    play_on(match, random.Random(1), 12)
    match.goto(5)
    play_on(match, random.Random(2), 200)
    return {form: write_game(match, HEADER, form) for form in ("text", "json", "line")}


def steps_of(played: PlayedText) -> list[tuple[int, ...]]:
    """The path to each node, independent of node numbers."""
    log = played.match.log
    return [tuple([hash(log.actions[step]) for step in log.path(node)]) for node in range(len(log))]


def read(text: str) -> PlayedText:
    return read_game(text.encode("utf-8", "surrogatepass"), GAMES)


def with_check(text: str) -> str:
    """The same text with `check: none`, as in a text written by hand."""
    return "".join([f"{line}\n" for line in text.splitlines() if not line.startswith("check:")]) + "check: none\n"


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_cut_off_text_is_read_up_to_the_cut_and_the_line_is_named(texts, form):
    complete, lines = read(texts[form]), texts[form].splitlines(keepends=True)
    everything = set(steps_of(complete))
    counts = []
    for count in range(1, len(lines)):
        text = "".join(lines[:count])
        try:
            played = read(text)
        except TextRefused:
            assert count < 14, "only the header is refused"
            continue
        assert isinstance(played.fault, TextFault)
        assert played.fault.line in (count, count + 1)
        assert "breaks off" in played.fault.reason
        assert set(steps_of(played)) <= everything
        counts.append(len(played.match.log))
    assert counts == sorted(counts)
    assert counts[-1] == len(complete.match.log)


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_impossible_action_ends_the_reading_and_is_reported_with_its_line(texts, form):
    lines = texts[form].splitlines()
    seen = 0
    for number, line in enumerate(lines, 1):
        step = re.match(r'(\s+\d+  )(\w+)(.*)|(.*"action": \[")(\w+)(".*)', line)
        if step is None:
            continue
        before, _, after = step.groups()[:3] if step[1] else step.groups()[3:]
        changed = f"{before}fly{after}"
        played = read("\n".join([*lines[: number - 1], changed, *lines[number:]]))
        fault = played.fault
        assert fault is not None
        assert fault.line == number
        assert "fly" in fault.reason
        assert len(played.match.log) == 1 + seen
        seen += 1
    assert seen > 20


@given(st.integers(0, 1 << 32), st.sampled_from(["text", "json", "line"]))
def test_a_change_of_any_character_is_found(texts, seed, form):
    rng, text = random.Random(seed), texts[form].rstrip("\n")
    offset = rng.randrange(len(text))
    char = rng.choice('aZ0 9{"-:;#')
    changed = text[:offset] + char + text[offset + 1 :]
    if changed.split() == text.split() or changed.startswith("check: none"):
        return
    try:
        played = read(changed)
    except TextRefused:
        return
    assert played.fault is not None, f"{text[offset]!r} at {offset} became {char!r}"


@given(st.integers(0, 1 << 32))
def test_a_cut_off_line_is_refused(texts, seed):
    line = texts["line"].strip()
    length = random.Random(seed).randrange(len(line))
    with pytest.raises(TextRefused):
        read(line[:length])


def test_a_text_changed_by_hand_is_reported_and_read(texts):
    text = texts["text"].replace("seat 1: scribe, Ann", "seat 1: scribe, Zoe")
    assert "the check does not fit" in str(read(text).fault)
    played = read(with_check(text))
    assert played.fault is None
    assert played.match.setup.seats[0].name == "Zoe"


def test_line_endings_and_spaces_added_by_mail_do_not_matter(texts):
    text = "\r\n".join([f"{line}  " for line in texts["text"].splitlines() if line]) + "\r\n\r\n"
    assert read(text).fault is None


def test_names_and_comments_are_cleaned_and_cut(texts):
    evil = "\x1b]52;c;AAAA\x07a\u202eb\u200f" + "x" * 900
    text = texts["text"].replace("seat 1: scribe, Ann", f"seat 1: scribe, {evil}")
    text = text.replace("\n\n", f"\nname: {evil}\n\n", 1).replace("; ", f"; {evil}\n      comment: {evil}\n#", 1)
    match = read(with_check(text)).match
    texts_read = [match.setup.seats[0].name, *[entry.text for entry in match.log.journal if hasattr(entry, "text")]]
    assert len(texts_read) == 3
    for words in texts_read:
        assert words.isprintable()
        assert 3 < len(words) <= 400


def test_reading_a_text_imports_no_bot(texts):
    text = texts["text"].replace("seat 1: scribe", "seat 1: antigravity:Bot")
    sys.modules.pop("antigravity", None)
    played = read(with_check(text))
    assert played.match.setup.seats[0].level == "antigravity:Bot"
    assert "antigravity" not in sys.modules


def line_of(packed: bytes) -> str:
    """A line with these bytes and a correct check."""
    compressed = zlib.compress(packed, 9, wbits=-15)
    return "vok1:" + urlsafe_b64encode(zlib.crc32(compressed).to_bytes(4, "big") + compressed).decode().rstrip("=")


DIGITS = "9" * 6_000
HOSTILE = {
    "nothing": "",
    "letters": "x" * MAX_TEXT_BYTES,
    "too much": "x" * (MAX_TEXT_BYTES + 1),
    "lines": "Vok score 1\n" * (MAX_TEXT_BYTES // 12),
    "blanks": "Vok score 1" + "\n" * (MAX_TEXT_BYTES - 20),
    "deep JSON": '{"vok": ' + "[" * 3_000_000,
    "deep JSON in a line": '{"schema": 1, "catalogue": "0"' + ', "a": {' * 900_000,
    "a long number": f'{{"schema": {DIGITS}}}',
    "a long seed": f"Vok score 1\nseed: {DIGITS}\n",
    "a long version": f"Vok score {DIGITS}\n",
    "a strange digit": "Vok score \u0661\u00b2\n",
    "a huge step": f"Vok score 1\ngame: caravans\n{DIGITS} load 1\n",
    "a nested quote": "Vok score 1\ngame: " + '"\\' * 2_000 + "\n",
    "a line of nothing": "vok1:",
    "a line of another version": "vok2:AAAA",
    "a line of letters": "vok1:" + "A" * 60_000,
    "a longer line": "vok1:" + "A" * 4_000_000,
    "a bomb": line_of(bytes(40_000_000)),
    "a false head": line_of(b"\x85\x01" + pack([1] * 16)),
    "an endless number": line_of(b"\xff" * 10_000),
    "surrogates": "Vok score 1\napp: \udcff\n",
    "bidi": "\u202e\u202d\u2066Vok score 1",
}


@each_row("name", HOSTILE)
def test_a_harmful_text_is_refused_in_one_short_sentence(name):
    with pytest.raises(TextRefused) as refused:
        read(HOSTILE[name])
    message = str(refused.value)
    assert message.isprintable()
    assert 10 < len(message) < 250


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"\x8aVOK\r\n\x00\x04", bytes(100), random.Random(1).randbytes(100_000)]
)
def test_bytes_that_are_not_text_are_refused(data: bytes):
    with pytest.raises(TextRefused, match=r"UTF-8|a binary file|not a game of Vok|is a save"):
        read_game(data, GAMES)


def test_too_many_jumps_are_not_played(texts):
    head = texts["json"].splitlines()[0]
    jumps = '{"go": 0}\n' * 50_000
    assert "jumps" in str(read(f"{head}\n{jumps}").fault)
    start = texts["text"].partition("\n\n")[0]
    asides = "after 0: " + ", ".join(["go 0"] * 1000) + "\n"
    assert "jumps" in str(read(start + "\nname: x" * 50_000).fault)
    assert "jumps" in str(read(f"{start}\n\n   0  start\n      comment: x\n{asides * 50}").fault)


@pytest.mark.parametrize("aside", ["go 9999", "seat 9 priest 0", "seat 1 priest", "fly 3", "go 1, go"])
def test_an_invalid_jump_is_reported_and_all_steps_stay(texts, aside):
    complete = read(texts["text"])
    text = texts["text"].replace("position:", f"after 3: {aside}\nposition:")
    played = read(with_check(text))
    assert played.fault is not None
    assert text.splitlines()[played.fault.line - 1].startswith("after 3:")
    assert sorted(steps_of(played)) == sorted(steps_of(complete))


def test_a_text_with_several_faults_is_read_up_to_the_first(texts):
    text = texts["text"].replace("position:", "after 0: go 9999\nposition:").replace("  load ", "  fly ", 1)
    with_a_comment = text.replace("# round 1", "   0  start\n      comment: x\n# round 1", 1)
    played = read(with_check(with_a_comment))
    assert "fly" in str(played.fault)
    assert len(played.match.log) == 1
    assert played.record.annotations[0].text == "x"


def test_another_final_position_is_reported(texts):
    match, header = random_tree(5)
    text = write_game(match, header)
    (line,) = [line for line in text.splitlines() if line.startswith("position:")]
    assert "another position" in str(read(with_check(text.replace(line, "position: 1 1234"))).fault)
    assert read(with_check(text.replace(line, "position: 99 1234"))).fault is None
    *lines, last = [json.loads(line) for line in texts["json"].splitlines()]
    assert "position" in last
    for position, is_fault in (("1234", True), (last["position"], False)):
        changed = {**last, "check": "none", "position": position}
        fault = read("".join([json.dumps(line) + "\n" for line in (*lines, changed)])).fault
        assert ("another position" in str(fault)) == is_fault


UNPLAYABLE = {
    "game: caravans": ("game: chess", "no game"),
    "edition: base": ("edition: nine", "cannot be started"),
    "rules: 4": ("rules: 99", "newer rules"),
    "catalogue: c": ("catalogue: d", "other cards"),
    "seat 1: scribe, Ann": ("seat 2: scribe, Ann", "seat"),
}


@pytest.mark.parametrize("before", UNPLAYABLE)
def test_an_unplayable_game_is_refused_with_the_reason(texts, before):
    after, reason = UNPLAYABLE[before]
    assert before in texts["text"]
    with pytest.raises(TextRefused, match=reason):
        read(with_check(texts["text"].replace(before, after, 1)))


def comments_at(played: PlayedText, node: int) -> str:
    return played.match.log.annotations.get(COMMENT, node).text


@pytest.mark.parametrize("form", ["text", "json"])
def test_two_comments_on_one_step_are_both_kept(texts, form):
    if form == "text":
        text = texts[form].replace(
            "   2  ", "      comment: too early\n      mark: bad\n      comment: or not?\n   2  ", 1
        )
    else:
        head, *rest = texts[form].splitlines()
        said = [{"annotation": "comment", "node": 1, "text": words, "value": 0} for words in ("too early", "or not?")]
        rest[-1] = rest[-1].replace(rest[-1].partition('"check": ')[2], '"none"}')
        text = "\n".join([head, *rest[:-1], *map(json.dumps, said), rest[-1]])
    played = read(with_check(text) if form == "text" else text)
    assert played.fault is None
    assert comments_at(played, 1) == "too early or not?"


def test_a_comment_before_the_first_step_is_about_the_start(texts):
    text = texts["text"].replace("\n\n", "\ncomment: a fine deal\n\n", 1)
    played = read(with_check(text))
    assert (played.fault, comments_at(played, 0)) == (None, "a fine deal")
    assert len(played.match.log) == len(read(texts["text"]).match.log)


@pytest.mark.parametrize("line", ["# {}", "      comment: {}", "   1  load 1   ; {}"])
def test_a_long_line_does_not_end_the_reading(texts, line):
    lines = texts["text"].splitlines()
    step = next(number for number, old in enumerate(lines) if old.startswith("   1  "))
    line = line.format("word " * 20_000)
    if line.startswith("   1  "):
        lines[step] = lines[step].partition(";")[0] + line.partition("1   ")[2]
    else:
        lines.insert(step + 1, line)
    played = read(with_check("\n".join(lines)))
    assert played.fault is None
    assert len(played.match.log) == len(read(texts["text"]).match.log)


FOREIGN = {
    "asciicast": ('{"version": 2, "width": 80, "height": 24}\n[0.1, "o", "Vok score 1"]\n', "recording of a terminal"),
    "asciicast 3": (
        '{"version": 3, "term": {"cols": 80, "rows": 24}}\n[0.1, "o", "hello"]\n',
        "recording of a terminal",
    ),
    "JSON": ('{\n  "name": "x"\n}\n', "is JSON, but not a game of Vok"),
    "binary": ("\x7fELF\x02\x01\x01\0\0\0", "binary file"),
    "prose": ("Dear diary, today I bought a Statue.", "begins with"),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_foreign_text_is_called_by_its_name(kind):
    text, name = FOREIGN[kind]
    with pytest.raises(TextRefused, match=name):
        read(text)


def test_an_indented_game_is_called_by_its_name(texts):
    lines = texts["json"].splitlines()
    for text in (
        json.dumps(json.loads(lines[0]), indent=2),
        "\n".join(json.dumps(json.loads(x), indent=2) for x in lines),
    ):
        with pytest.raises(TextRefused, match="indented JSON"):
            read(text)


def test_an_error_of_the_rules_is_not_repeated_at_length(texts):
    text = texts["text"].replace("edition: base", f"edition: base\nchoices: {' '.join(['x' * 40] * 16)}", 1)
    with pytest.raises(TextRefused) as refused:
        read(with_check(text))
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("quote", ["> ", "hello\n\n", "  > > "])
@pytest.mark.parametrize("form", ["text", "json", "line"])
def test_a_quoted_game_is_read(texts, quote, form):
    if quote.endswith("> "):
        text = "\n".join([f"{quote}{line}" for line in texts[form].splitlines()])
    else:
        text = quote + texts[form]
    played = read(text)
    assert played.fault is None
    assert steps_of(played)[-1] in steps_of(read(texts[form]))


def test_one_long_line_of_jumps_is_refused_without_copying_it_for_each(texts):
    text = texts["text"].replace("position:", f"after 1: {'go 0, ' * 600_000}go 0\nposition:", 1)
    assert "more than 5,000 jumps" in str(read(text).fault)
