"""What the saves tell: the list of saves, statistics of finished games, records, the daily game."""
