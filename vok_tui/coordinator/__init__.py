"""What comes next: the start options, the settings, and what follows a game. It knows neither a screen nor lines."""
