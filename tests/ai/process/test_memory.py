"""The memory limit, in real processes: a process that reaches it ends, soon and by itself, whatever it does with the refusal."""

import subprocess

from ai.process.memory import OUT_OF_MEMORY_EXIT_CODE
from ai.process.pipe import python_command

BEGIN = "from ai.process.memory import limit_memory; limit_memory"
# Small objects find gaps long after the first refusal. Without the limit this loop would go on for ever.
HOARD = """
held = []
while True:
    try:
        held.append([len(held)])
    except MemoryError:
        pass
"""
# In a long function CPython needs a new integer to unwind a `with` block. If it gets no memory for that, it tries for ever.
UNWIND = f"""
from contextlib import nullcontext
def fill():
    at = 0
    {"at += 1; " * 100}
    held = [None] * 4_000_000
    with nullcontext():
        for at in range(4_000_000):
            held[at] = at + (1 << 40)
        fill()
fill()
"""
GULP = """
try:
    print(len(bytearray({size} << 20)))
except MemoryError:
    print("refused")
"""


def ended(text: str) -> tuple[int, str]:
    """The exit code and the output of a process that runs this code."""
    done = subprocess.run(python_command(text), check=False, stdout=subprocess.PIPE, text=True, timeout=60)
    return done.returncode, done.stdout.strip()


def test_a_process_that_wants_more_ends_even_if_it_does_not_mind_being_refused():
    assert ended(f"{BEGIN}(2)\n{HOARD}") == (OUT_OF_MEMORY_EXIT_CODE, "")


def test_a_process_that_is_out_of_memory_within_a_with_block_ends():
    assert ended(f"{BEGIN}(40)\n{UNWIND}") == (OUT_OF_MEMORY_EXIT_CODE, "")


def test_what_it_has_already_does_not_count():
    assert ended(f"held = bytearray(40 << 20)\n{BEGIN}(20)\n{GULP.format(size=10)}") == (0, str(10 << 20))


def test_more_than_the_reserve_at_once_is_refused():
    assert ended(f"{BEGIN}(20)\n{GULP.format(size=400)}") == (0, "refused")


def test_a_lower_limit_that_stands_already_stays():
    assert ended(f"{BEGIN}(20); limit_memory(200)\n{GULP.format(size=400)}") == (0, "refused")


def test_no_limit_is_none():
    assert ended(f"{BEGIN}(0)\n{GULP.format(size=40)}") == (0, str(40 << 20))
