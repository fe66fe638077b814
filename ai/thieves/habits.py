"""The parameters of the rollout policy."""

from typing import Final, final

from engine.core.arrays import i64


@final
class Habits:
    """The parameters of the rollout policy. Worths, bonuses and noise are in treasure, chances and shares from 0 to 1."""

    def __init__(
        self,
        token_worth: float = 0.4,  # of a token of reputation
        scarce_token_bonus: float = 0.4,  # added to the worth of a pool, for each token below four
        card_worth: float = 0.27,  # of a card in the hand
        cards_per_tomb: float = 1.81,  # that a thief plays, on average
        face_down_symbols: float = 4.64,  # expected of a face-down card of another thief, over all duels
        symbols_per_turn: float = 2.56,  # expected of another thief in each future turn, for one duel
        margin_scale: float = 5.72,  # in symbols: the scale of the logistic function of a margin
        hand_share: float = 1.0,  # of the symbols in the hand that count before the last round
        other_duels_share: float = 0.4,  # of the expected prizes of all duels but the best that count
        noise: float = 0.36,  # the range of a random number added when a thief may escape
        hide_chance: float = 0.27,  # if the cards can still be played later
        second_card_chance: float = 0.22,  # if it can still be played later
        face_down_chance: float = 0.5,  # that a card is played face down
        decisive_treasure_bonus: float = 2.27,  # of treasure that wins the game for any thief inside
        staying_bonus: float = 0.53,  # of staying inside, for everything else
        extra_rival_symbols: float = 0.43,  # added for each thief inside after the first rival
    ) -> None:
        self.token_worth: Final = token_worth
        self.scarce_token_bonus: Final = scarce_token_bonus
        self.card_worth: Final = card_worth
        self.cards_per_tomb: Final = cards_per_tomb
        self.face_down_symbols: Final = face_down_symbols
        self.symbols_per_turn: Final = symbols_per_turn
        self.margin_scale: Final = margin_scale
        self.hand_share: Final = hand_share
        self.other_duels_share: Final = other_duels_share
        self.noise: Final = noise
        self.hide_chance: Final = hide_chance
        self.second_card_chance: Final = second_card_chance
        self.face_down_chance: Final = face_down_chance
        self.decisive_treasure_bonus: Final = decisive_treasure_bonus
        self.staying_bonus: Final = staying_bonus
        self.extra_rival_symbols: Final = extra_rival_symbols


def fitted_habits(seat_count: i64) -> Habits:
    """The habits for a number of thieves. Those for three and more are fitted to games of scribes, nearly half of which escape in
    their first turn."""
    if seat_count == 2:
        return Habits()
    if seat_count == 3:
        return Habits(
            token_worth=0.32,
            scarce_token_bonus=0.64,
            card_worth=0.34,
            cards_per_tomb=2.14,
            face_down_symbols=2.01,
            symbols_per_turn=2.03,
            margin_scale=2.46,
            hand_share=0.7,
            other_duels_share=0.24,
            noise=0.99,
            hide_chance=0.5,
            decisive_treasure_bonus=0.0,
            staying_bonus=0.32,
            extra_rival_symbols=0.19,
        )
    return Habits(
        token_worth=0.37,
        scarce_token_bonus=0.0,
        card_worth=0.3,
        cards_per_tomb=1.08,
        face_down_symbols=2.2,
        symbols_per_turn=1.99,
        margin_scale=1.87,
        hand_share=0.7,
        other_duels_share=0.0,
        noise=1.08,
        hide_chance=0.54,
        second_card_chance=0.23,
        decisive_treasure_bonus=0.2,
        staying_bonus=0.39,
        extra_rival_symbols=0.42,
    )


def searching_habits(seat_count: i64) -> Habits:
    """The habits that a search expects of others. Those of three that are fitted to scribes forecast these better, but lose
    against others that search, so three thieves have the habits of two. lab/docs/search-log.md has the games."""
    return Habits() if seat_count == 3 else fitted_habits(seat_count)
