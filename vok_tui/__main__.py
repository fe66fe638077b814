"""The entry point of the command `vok` and of `python -m vok_tui`."""

import signal
import sys
from contextlib import suppress


def main() -> int:
    """Run the command line; returns the exit code. Ctrl-C while Vok starts or ends is no reason for a traceback."""
    try:
        from vok_tui.library import add_packages_to_path

        add_packages_to_path()  # engine, ai and saves must not be imported before this
        from vok_tui.cli.main import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        from vok_tui.exit_codes import ExitCode

        code = ExitCode.INTERRUPTED
    with suppress(ValueError):  # only the main thread may say so
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all that is left is to end
    return code


if __name__ == "__main__":
    sys.exit(main())
