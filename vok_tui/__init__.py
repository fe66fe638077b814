"""Vok in the terminal: the table, the command line, the configuration. The version is defined only here."""

__version__ = "0.9.0"
