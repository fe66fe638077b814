"""The command line: entry point, parser, groups of options, crash report."""
