"""The numbers by which the rollout policy plays."""

from typing import Final, final


@final
class Habits:
    """The numbers by which the policy plays. Worths are in treasure, chances from 0 to 1."""

    def __init__(
        self,
        token_worth: float = 0.4,  # of a token of reputation
        scarce_worth: float = 0.4,  # more for a pool, for each token below four
        card_worth: float = 0.27,  # of a card in the hand
        cards_used: float = 1.81,  # cards that a thief plays in a tomb, on average
        down_symbols: float = 4.64,  # expected of a card of another thief that lies face down, over all duels
        turn_symbols: float = 2.56,  # expected of another thief in each turn to come, for a duel
        margin_scale: float = 5.72,  # symbols, of the logistic function
        hand_share: float = 1.0,  # of the symbols in the hand, as long as there are rounds
        other_share: float = 0.4,  # of the worth of the other duels, which the policy does not aim at
        noise: float = 0.36,  # treasure
        waits: float = 0.27,  # the chance to hide if the cards can be played later
        plays_two: float = 0.22,  # the chance to play a second card if it can be played later
        plays_down: float = 0.5,  # the chance to play face down
        goal_worth: float = 2.27,  # of treasure that wins the game, or that keeps another thief from winning
        stay_worth: float = 0.53,  # of staying inside, for what is not counted
        rival_symbols: float = 0.43,  # expected of each further thief inside
    ) -> None:
        self.token_worth: Final = token_worth
        self.scarce_worth: Final = scarce_worth
        self.card_worth: Final = card_worth
        self.cards_used: Final = cards_used
        self.down_symbols: Final = down_symbols
        self.turn_symbols: Final = turn_symbols
        self.margin_scale: Final = margin_scale
        self.hand_share: Final = hand_share
        self.other_share: Final = other_share
        self.noise: Final = noise
        self.waits: Final = waits
        self.plays_two: Final = plays_two
        self.plays_down: Final = plays_down
        self.goal_worth: Final = goal_worth
        self.stay_worth: Final = stay_worth
        self.rival_symbols: Final = rival_symbols


def fitted_habits(seat_count: int) -> Habits:
    """The habits for this number of thieves. With three and more they are fitted to how scribes play: nearly half of these escape
    in their first turn."""
    if seat_count == 2:
        return Habits()
    if seat_count == 3:
        return Habits(
            token_worth=0.32,
            scarce_worth=0.64,
            card_worth=0.34,
            cards_used=2.14,
            down_symbols=2.01,
            turn_symbols=2.03,
            margin_scale=2.46,
            hand_share=0.7,
            other_share=0.24,
            noise=0.99,
            waits=0.5,
            goal_worth=0.0,
            stay_worth=0.32,
            rival_symbols=0.19,
        )
    return Habits(
        token_worth=0.37,
        scarce_worth=0.0,
        card_worth=0.3,
        cards_used=1.08,
        down_symbols=2.2,
        turn_symbols=1.99,
        margin_scale=1.87,
        hand_share=0.7,
        other_share=0.0,
        noise=1.08,
        waits=0.54,
        plays_two=0.23,
        goal_worth=0.2,
        stay_worth=0.39,
        rival_symbols=0.42,
    )
