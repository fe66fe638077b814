"""The entry point of the command `vok` and of `python -m vok_tui`."""

import _signal  # type: ignore[import-not-found]  # a part of the interpreter, which need not be loaded

try:  # until Vok can handle it, Ctrl-C ends the process without a word, not with a traceback of Python
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
except ValueError:  # only the main thread can set it
    pass

import os
import signal
import sys
from contextlib import suppress
from importlib import import_module


def open_closed_streams() -> None:
    """Let standard streams that are closed lead nowhere. Otherwise the next file that is opened gets the number of one, and what
    a helper prints goes there."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, number)
            if nowhere != number:
                os.close(nowhere)
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115  as long as the program runs


def main(commands: str = "vok_tui.cli.main") -> int:
    """Run the command line by the function `run` of the module `commands`. Returns the exit code. If Ctrl-C is pressed while
    Vok starts or ends, there is no traceback. Exits with one sentence if a startup file of Python has imported another package
    with one of our names."""
    try:
        from vok_tui.shared.interrupts import Interrupts

        with suppress(ValueError):  # only the main thread can set it
            Interrupts().install()
        open_closed_streams()
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
