"""A key or click that comes before a question never answers it, in an opponent's turn or the player's own."""

import random
from pathlib import Path

import pytest

from engine.games import GAMES
from saves.match_reader import load
from tests.vok_tui.pty_terminal import PtyTerminal

SLOW_STEPS = ("play", "--new", "--seed", "5", "--level", "scribe", "--first", "you", "--pace", "10")
CHOOSING_KEYS = (*"\r 1234567890zxcsdeantbyo",)
CLICKS = tuple(f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m" for x in (5, 30) for y in (8, 12, 17, 18, 19, 20))
TURNS = 3


def is_asked(table: PtyTerminal) -> bool:
    """Whether the screen asks the player, and not an opponent."""
    return "Next step" not in table.settle().splitlines()[-1]


@pytest.mark.nightly(reason="plays in a real terminal", keep="1")
@pytest.mark.parametrize("seed", [1, 2])
def test_keys_typed_before_a_question_is_shown_do_not_answer_it(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    answer_count = 0

    def random_keys() -> str:
        return "".join(rng.choices((*CHOOSING_KEYS, *CLICKS), k=rng.randint(1, 12)))

    with PtyTerminal(tmp_path, *SLOW_STEPS) as table:
        table.see("turn 1, your turn")
        for turn in range(TURNS):
            assert f"turn {2 * turn + 1}, your turn" in table.settle()
            table.press("n" + random_keys())
            answer_count += 1
            while f"turn {2 * turn + 3}, your turn" not in table.text:
                if is_asked(table):
                    if f"turn {2 * turn + 3}, your turn" not in table.text:
                        table.press("\r" + random_keys())
                        answer_count += 1
                    continue
                for _ in range(rng.randint(0, 3)):
                    table.press(random_keys())
                    table.read(rng.random() / 50)
                table.press("." + random_keys())
        table.settle()
        table.press("q")
        table.exit_code()
    (save,) = tmp_path.rglob("*.vok")
    match = load(save, GAMES).match
    log = match.log
    answers = [log.actions[node] for node in log.path(log.head)[1:] if match.mover(log.parents[node]) == 0]
    assert len(answers) == answer_count, answers
