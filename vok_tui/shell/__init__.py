"""Vok and its shell: the report of `vok doctor`, completion, the manual page."""
