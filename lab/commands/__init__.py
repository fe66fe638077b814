"""The commands of `vok-lab`, which measure and train opponents and measure the machine."""

from typing import Final

from vok_tui.cli.main import LAB_COMMANDS, module_name_of, print_help, run_command, run_safely, unknown_command

COMMANDS: Final = LAB_COMMANDS
HELP: Final = """\
The laboratory of Vok: contests, training and measurements. `vok COMMAND` does the same.
"""


def run(argv: list[str]) -> int:
    """Run a command line of the laboratory. Always returns an exit code; on failure, prints one sentence to stderr."""
    return run_safely(find_and_run_command, argv)


def find_and_run_command(argv: list[str]) -> int:
    """Find the command and run it. Without a command, print the help."""
    word = argv[0] if argv else "--help"
    if word in ("--help", "-h", "help"):
        lines = [HELP, *(f"  vok-lab {name:<12}{summary}" for name, summary in COMMANDS.items()), "\nExit codes:"]
        return print_help("\n".join(lines))
    if word not in COMMANDS:
        raise unknown_command(word, COMMANDS)
    return run_command(module_name_of(word), word, COMMANDS[word], argv[1:])
