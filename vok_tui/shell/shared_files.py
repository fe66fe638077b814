"""Makes the files of a wheel for the shell: the manual page and the completion scripts.


    python -m vok_tui.shell.shared_files FOLDER     write them below FOLDER, to the paths where they are installed

The build of a wheel runs this. Without shtab there are no completion scripts, and a line says so.
"""

import sys
from pathlib import Path
from typing import Final

MAN_PAGE_FILE: Final = "share/man/man1/vok.1"


def write_shared_files(folder: Path) -> None:
    """Write all files. Raises OSError; ModuleNotFoundError without shtab, with the manual page written."""
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
    """Write the files into the folder on the command line."""
    try:
        write_shared_files(Path(sys.argv[1]))
    except ModuleNotFoundError as missing:
        if missing.name != "shtab":
            raise
        sys.stderr.write("Vok: shtab is missing here, so the completion scripts are left out.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
