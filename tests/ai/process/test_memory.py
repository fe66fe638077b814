"""The limit to memory, in real processes: whoever meets it ends, soon and by itself, whatever it makes of the refusal."""

import subprocess

from ai.process.memory import OUT_OF_MEMORY_EXIT_CODE
from ai.process.pipe import python_command

BEGIN = "from ai.process.memory import limit_memory; limit_memory"
# Small objects find gaps long after the first refusal; this one would go on for ever.
HOARD = """
held = []
while True:
    try:
        held.append([len(held)])
    except MemoryError:
        pass
"""
GULP = """
try:
    print(len(bytearray({size} << 20)))
except MemoryError:
    print("refused")
"""


def ended(text: str) -> tuple[int, str]:
    """How a process ends that does this, and what it has printed."""
    done = subprocess.run(python_command(text), check=False, stdout=subprocess.PIPE, text=True, timeout=60)
    return done.returncode, done.stdout.strip()


def test_a_process_that_wants_more_ends_even_if_it_does_not_mind_being_refused():
    assert ended(f"{BEGIN}(2)\n{HOARD}") == (OUT_OF_MEMORY_EXIT_CODE, "")


def test_what_it_has_already_does_not_count():
    assert ended(f"held = bytearray(40 << 20)\n{BEGIN}(20)\n{GULP.format(size=10)}") == (0, str(10 << 20))


def test_more_than_there_is_at_once_is_refused():
    assert ended(f"{BEGIN}(20)\n{GULP.format(size=40)}") == (0, "refused")


def test_a_lower_limit_that_stands_already_stays():
    assert ended(f"{BEGIN}(20); limit_memory(200)\n{GULP.format(size=40)}") == (0, "refused")


def test_no_limit_is_none():
    assert ended(f"{BEGIN}(0)\n{GULP.format(size=40)}") == (0, str(40 << 20))
