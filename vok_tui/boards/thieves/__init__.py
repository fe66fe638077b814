"""King of Thieves in the terminal."""
