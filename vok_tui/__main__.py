"""The entry point of the command `vok` and of `python -m vok_tui`."""

import signal
import sys
from contextlib import suppress
from importlib import import_module


def main(commands: str = "vok_tui.cli.main") -> int:
    """Run the command line by the function `run` of the module `commands`. Returns the exit code. If Ctrl-C is pressed while
    Vok starts or ends, there is no traceback. Exits with one sentence if a startup file of Python has imported another package
    with one of our names."""
    try:
        from vok_tui.shared.interrupts import Interrupts

        with suppress(ValueError):  # only the main thread can set it
            Interrupts().install()
        try:
            from vok_tui.library import add_packages_to_path

            add_packages_to_path()  # engine, ai, saves and lab must not be imported before this
        except ImportError as error:
            sys.exit(f"vok: {error}")  # with ExitCode.FAILED
        code: int = import_module(commands).run(sys.argv[1:])
    except KeyboardInterrupt:
        from vok_tui.shared.errors import ExitCode

        code = ExitCode.INTERRUPTED
    with suppress(ValueError):  # only the main thread can set it
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the exit is left
    return code


def lab() -> int:
    """The entry point of `vok-lab`."""
    return main("lab.commands")


if __name__ == "__main__":
    sys.exit(main())
