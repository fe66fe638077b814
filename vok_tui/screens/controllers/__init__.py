"""What the app still decides itself: the score sheet, reviews, the shelf and analyses. The coordinator decides the rest."""
