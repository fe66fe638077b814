"""The memory limit, in real processes: a process that reaches it ends soon, even if it catches MemoryError."""

import subprocess

from ai.process.limits import OUT_OF_MEMORY_EXIT_CODE
from ai.process.pipes import python_command
from tests.process_end import MAX_WAIT_SECONDS

LIMIT_MEMORY = "from ai.process.limits import limit_memory; limit_memory"
# Small objects still fit into gaps long after the first refusal. Without the limit this loop would never end.
HOARD = """
lists = []
while True:
    try:
        lists.append([len(lists)])
    except MemoryError:
        pass
"""
# In a long function CPython needs a new integer to unwind a `with` block. If it gets no memory for that, it retries endlessly.
UNWIND = f"""
from contextlib import nullcontext
def fill_memory():
    number = 0
    {"number += 1; " * 100}
    numbers = [None] * 4_000_000
    with nullcontext():
        for number in range(4_000_000):
            numbers[number] = number + (1 << 40)
        fill_memory()
fill_memory()
"""
ALLOCATE = """
try:
    print(len(bytearray({size} << 20)))
except MemoryError:
    print("refused")
"""


def run_code(code: str) -> tuple[int, str]:
    """Run code in a process. Returns its exit code and its output."""
    process = subprocess.run(
        python_command(code), check=False, stdout=subprocess.PIPE, text=True, timeout=MAX_WAIT_SECONDS
    )
    return process.returncode, process.stdout.strip()


def test_a_process_that_catches_memory_errors_still_ends():
    assert run_code(f"{LIMIT_MEMORY}(2)\n{HOARD}") == (OUT_OF_MEMORY_EXIT_CODE, "")


def test_a_process_that_is_out_of_memory_within_a_with_block_ends():
    assert run_code(f"{LIMIT_MEMORY}(40)\n{UNWIND}") == (OUT_OF_MEMORY_EXIT_CODE, "")


def test_memory_allocated_before_the_limit_does_not_count():
    assert run_code(f"data = bytearray(40 << 20)\n{LIMIT_MEMORY}(20)\n{ALLOCATE.format(size=10)}") == (0, str(10 << 20))


def test_an_allocation_above_the_limit_is_refused():
    assert run_code(f"{LIMIT_MEMORY}(20)\n{ALLOCATE.format(size=400)}") == (0, "refused")


def test_a_lower_limit_that_was_set_before_stays():
    assert run_code(f"{LIMIT_MEMORY}(20); limit_memory(200)\n{ALLOCATE.format(size=400)}") == (0, "refused")


def test_a_limit_of_zero_means_no_limit():
    assert run_code(f"{LIMIT_MEMORY}(0)\n{ALLOCATE.format(size=40)}") == (0, str(40 << 20))


def test_shared_memory_without_a_file_counts():
    allocate = "kept = mmap.mmap(-1, 40 << 20); kept.write(bytes(40 << 20))"
    code = f"import mmap, time; {LIMIT_MEMORY}(20)\n{allocate}; time.sleep(600)"
    assert run_code(code) == (OUT_OF_MEMORY_EXIT_CODE, "")
