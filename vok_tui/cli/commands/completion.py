"""`vok completion SHELL`: prints the script that lets a shell complete the commands and options of `vok`."""

from argparse import Namespace

from vok_tui.shared.errors import ExitCode
from vok_tui.shared.parser import Parser, one_of

USAGE_EXAMPLES = """\
to use it:
  bash    vok completion bash > ~/.local/share/bash-completion/completions/vok
  zsh     vok completion zsh > FOLDER/_vok, for a FOLDER of your $fpath
  fish    vok completion fish > ~/.config/fish/completions/vok.fish"""


def add_arguments(parser: Parser) -> None:
    parser.add_argument("shell", metavar="SHELL", type=one_of("shell", shell_names), help="bash, zsh or fish")
    parser.help_footer = lambda: USAGE_EXAMPLES


def shell_names() -> list[str]:
    from vok_tui.cli.shell_files import SCRIPT_FILES

    return list(SCRIPT_FILES)


def run(args: Namespace) -> int:
    from vok_tui.cli.shell_files import make_or_find_script

    print(make_or_find_script(args.shell), end="")
    return ExitCode.OK
