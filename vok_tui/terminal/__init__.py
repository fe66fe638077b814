"""The terminal: Textual's driver made robust, detection of the terminal, characters, colours and signals."""
