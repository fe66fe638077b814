"""The open question at the table, and the ways to answer it."""
