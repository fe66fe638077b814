"""The commands: one module each, with `add_arguments(parser)` and `run(args)`.

Only the module of the command that runs is imported, and it imports heavy modules inside `run`. So `vok --version` is fast, and a
command without a screen loads no screen.
"""
