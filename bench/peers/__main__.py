"""Our speed and that of our peers, measured in one run: `python -m bench.peers`, in a checkout.

Each peer is installed from the package index into an environment of its own under build/peers, made at the first run and used
again at the next. A peer that cannot be installed or run is named with the reason, and the others go on. Figures are games and
decisions a second and microseconds a copy, in processor time on one core. The games differ in length and weight: decisions a
second compare better than games.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PLACE = ROOT / "build" / "peers"
COMPILED = ROOT / "build" / "houses"
OPENSPIEL, RLCARD, DOMINION, NONE = "open_spiel==2.0.2", "rlcard==1.2.0", "PyDominion==0.1.0", ""

# What is measured: a line for the table, the package that it needs, the script and its argument, and whether compiled.
ROWS = (
    ("Vok, compiled", NONE, "of_vok.py", "", True),
    ("Vok, interpreted", NONE, "of_vok.py", "", False),
    ("Vok through the OpenSpiel adapter, compiled", OPENSPIEL, "of_openspiel.py", "vok", True),
    ("Vok through the OpenSpiel adapter, interpreted", OPENSPIEL, "of_openspiel.py", "vok", False),
    ("OpenSpiel gin_rummy (C++, driven from Python)", OPENSPIEL, "of_openspiel.py", "gin_rummy", False),
    ("OpenSpiel hearts (C++, driven from Python)", OPENSPIEL, "of_openspiel.py", "hearts", False),
    ("rlcard gin-rummy", RLCARD, "of_rlcard.py", "gin-rummy", False),
    ("rlcard uno", RLCARD, "of_rlcard.py", "uno", False),
    ("PyDominion, base cards", DOMINION, "of_dominion.py", "", False),
)


class Failed(Exception):
    """The text is the reason, in a line."""


def must(line: list[str], environ: dict[str, str] | None = None) -> str:
    done = subprocess.run(line, env=environ, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed((done.stderr.strip().splitlines() or ["no reason given"])[-1])
    return done.stdout


def python_with(package: str) -> str:
    """An interpreter that has the package and nothing else that we need not."""
    if not package:
        return sys.executable
    folder = PLACE / package.partition("==")[0]
    python, ready = folder / "bin" / "python", folder / "ready"
    if not ready.is_file():
        must([sys.executable, "-m", "venv", "--clear", str(folder)])
        ours = ["--requirement", str(ROOT / "requirements.lock")] if package == OPENSPIEL else []
        must([str(python), "-m", "pip", "install", "--quiet", package, *ours])
        ready.touch()
    return str(python)


def figures(package: str, script: str, argument: str, compiled: bool) -> dict[str, float]:
    """Measure one. Raises Failed."""
    environ = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{HERE}", "VOK_HOUSES": ""}
    if compiled:
        if not any(COMPILED.rglob("*.so")):
            raise Failed("there is no compiled copy: make build/houses/ready")
        environ["VOK_HOUSES"] = str(COMPILED)
        if script == "of_openspiel.py":
            environ["PYTHONPATH"] = f"{COMPILED}{os.pathsep}{environ['PYTHONPATH']}"
    found: dict[str, float] = json.loads(
        must([python_with(package), str(HERE / script), argument], environ).splitlines()[-1]
    )
    return found


def main() -> None:
    print("| what | games/s | decisions/s | copy us |\n|---|---|---|---|")
    for line, *rest in ROWS:
        try:
            found = figures(*rest)
        except Failed as failed:
            print(f"| {line} | {failed} | | |", flush=True)
            continue
        print(f"| {line} | {found['games']:,.0f} | {found['decisions']:,.0f} | {found['copy_us']:,.2f} |", flush=True)


if __name__ == "__main__":
    main()
