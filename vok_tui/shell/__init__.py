"""Vok and the shell around it: the report of `vok doctor`, completion, the manual page."""
