"""Compares our speed with that of other programs in one run: `python -m lab.bench.peers`, in a checkout.

Each program is installed from the package index into its own environment under build/peers, which is reused by later runs. If
one cannot be installed or run, the reason is printed and the others continue. Figures are games and decisions per second and
microseconds per copy, in processor time on one core. The games differ in length, so decisions per second compare better than
games per second.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
ENVIRONMENTS = ROOT / "build" / "peers"
COMPILED_FOLDER = ROOT / "build" / "compiled"
OPENSPIEL, RLCARD, DOMINION, NONE = "open_spiel==2.0.2", "rlcard==1.2.0", "PyDominion==0.1.0", ""

# For each measurement: its label in the table, the package that it needs, the script and its argument, and whether compiled.
MEASUREMENTS = (
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


class MeasurementFailed(Exception):
    """The text is the reason, in one line."""


def run_command(command: list[str], environ: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    if done.returncode:
        raise MeasurementFailed((done.stderr.strip().splitlines() or ["no reason given"])[-1])
    return done.stdout


def python_with(package: str) -> str:
    """A Python interpreter with the package."""
    if not package:
        return sys.executable
    folder = ENVIRONMENTS / package.partition("==")[0]
    python, ready = folder / "bin" / "python", folder / "ready"
    if not ready.is_file():
        run_command([sys.executable, "-m", "venv", "--clear", str(folder)])
        ours = ["--requirement", str(ROOT / "requirements.lock")] if package == OPENSPIEL else []
        run_command([str(python), "-m", "pip", "install", "--quiet", package, *ours])
        ready.touch()
    return str(python)


def measure(package: str, script: str, argument: str, compiled: bool) -> dict[str, float]:
    """Measure one program. Raises MeasurementFailed."""
    environ = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{HERE}", "VOK_COMPILED": ""}
    if compiled:
        if not any(COMPILED_FOLDER.rglob("*.so")):
            raise MeasurementFailed("there is no compiled copy: make build/compiled/ready")
        environ["VOK_COMPILED"] = str(COMPILED_FOLDER)
        if script == "of_openspiel.py":
            environ["PYTHONPATH"] = f"{COMPILED_FOLDER}{os.pathsep}{environ['PYTHONPATH']}"
    figures: dict[str, float] = json.loads(
        run_command([python_with(package), str(HERE / script), argument], environ).splitlines()[-1]
    )
    return figures


def main() -> None:
    print("| what | games/s | decisions/s | copy us |\n|---|---|---|---|")
    for label, *rest in MEASUREMENTS:
        try:
            figures = measure(*rest)
        except MeasurementFailed as failed:
            print(f"| {label} | {failed} | | |", flush=True)
            continue
        print(
            f"| {label} | {figures['games']:,.0f} | {figures['decisions']:,.0f} | {figures['copy_us']:,.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
