"""The entry point of the command `vok` and of `python -m vok_tui`."""

import signal
import sys
from contextlib import suppress


def main() -> int:
    """Run the command line. Returns the exit code. If Ctrl-C is pressed while Vok starts or ends, there is no traceback."""
    try:
        from vok_tui.interrupts import Interrupts

        with suppress(ValueError):  # only the main thread can set it
            Interrupts().install()
        from vok_tui.library import add_packages_to_path

        add_packages_to_path()  # engine, ai and saves must not be imported before this
        from vok_tui.cli.main import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        from vok_tui.exit_codes import ExitCode

        code = ExitCode.INTERRUPTED
    with suppress(ValueError):  # only the main thread can set it
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the exit is left
    return code


if __name__ == "__main__":
    sys.exit(main())
