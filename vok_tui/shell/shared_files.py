"""Writes the files that a wheel contains for the shell: the manual page and the completion scripts.

    python -m vok_tui.shell.shared_files FOLDER     write them below FOLDER, at the paths where they are installed

The build of a wheel runs this. Without shtab it leaves out the completion scripts and says so.
"""

import sys
from pathlib import Path
from typing import Final

MAN_PAGE_FILE: Final = "share/man/man1/vok.1"


def write_shared_files(folder: Path) -> None:
    """Write all files. Raises OSError. Without shtab, writes only the manual page and raises ModuleNotFoundError."""
    import vok_tui.library  # noqa: F401  puts our packages on the path
    from vok_tui.shell.completion import SCRIPT_FILES, make_completion_script
    from vok_tui.shell.man_page import man_page

    _write(folder / MAN_PAGE_FILE, man_page())
    for shell, file in SCRIPT_FILES.items():
        _write(folder / file, make_completion_script(shell))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main() -> int:
    """Write the files into the folder that the command line names."""
    try:
        write_shared_files(Path(sys.argv[1]))
    except ModuleNotFoundError as missing:
        if missing.name != "shtab":
            raise
        sys.stderr.write("Vok: shtab is missing here, so the completion scripts are left out.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
