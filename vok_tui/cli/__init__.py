"""The command line: entry point, option groups, charts, crash report, files for the shell."""
