"""A process that crashes the first time it runs."""

# Reads a line and kills itself. The next time, the file that it left is there, and it becomes the given program.
CRASH_ONCE = """
import os, pathlib, sys
marker = pathlib.Path(sys.argv[1])
if marker.exists():
    os.execv(sys.argv[2], sys.argv[2:])
marker.touch()
sys.stdin.readline()
os.kill(os.getpid(), 9)
"""
