"""The table of Vok in the terminal, its command line and its configuration. The version is written here and nowhere else."""

__version__ = "0.1.0"
