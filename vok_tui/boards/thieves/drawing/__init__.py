"""How the board of King of Thieves is painted: in lines, or as boxes where there is room."""
