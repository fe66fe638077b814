"""Bar charts and SVG pictures of what a command prints."""
