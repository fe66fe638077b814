"""Paying: the cards that are laid out to buy something, shown as coins and as a sentence."""

from dataclasses import dataclass
from typing import Final, Protocol

from vok_tui.painting.grid import Brush, LineCount, Target
from vok_tui.painting.text import fit, wrap
from vok_tui.panes.scene import Answer, Scene

MAX_COINS: Final = 20  # to paint; the sentence has the full numbers
CONFIRM_TARGET: Final = Target("answer", 0)  # the line with the coins


@dataclass(frozen=True)
class LaidOutPayment:
    """The cards that are laid out, and what they are worth: `paid` of the `price`, and `lost` beyond it. `answer` is the payment
    that they make, None if they make none. `sentence` sums it up ("3 of 5 gold, 2 short"), `kept_text` says which cards stay in
    hand. `unneeded_card` can be taken back, because the others pay the price; the sentence ends with it, and its key is painted
    after it."""

    cards: frozenset[Target]
    answer: Answer | None
    price: int
    paid: int
    lost: int
    sentence: str
    kept_text: str
    unneeded_card: Target | None = None


class Purchase(Protocol):
    """Something that can be bought with cards in hand. `answers` are the ways to pay, best first; `role` is the `Answer.role`
    whose key confirms a payment."""

    @property
    def answers(self) -> tuple[Answer, ...]: ...

    @property
    def role(self) -> str: ...

    def cards_of(self, answer: Answer) -> frozenset[Target]:
        """The cards that an answer lays out."""

    def can_lay_out(self, target: Target) -> bool:
        """Whether a target is a card in hand that can be laid out."""

    def payment_with(self, cards: frozenset[Target]) -> LaidOutPayment:
        """The payment that these cards make, whether or not it is complete."""


def paint_payment(brush: Brush, scene: Scene, payment: LaidOutPayment) -> LineCount:
    """Paint coins and sentence on a line that confirms the payment when it is chosen, and below it what stays in hand. Returns
    the number of lines."""
    signs = scene.signs
    line = brush.sub_brush(0, 0, brush.width, 1)
    line.add_target(CONFIRM_TARGET)
    is_under_cursor = scene.cursor == CONFIRM_TARGET
    ink = ("ink", "on-gold", "bold") if is_under_cursor else ()
    line.fill(*ink)
    line.write(0, 0, scene.signs.cursor if is_under_cursor else "", *ink)
    coins = (
        (signs.paid, payment.paid, "gold"),
        (signs.unpaid, payment.price - payment.paid, "dune"),
        (signs.lost, payment.lost, "carnelian"),
    )
    x, coins_left = 2, MAX_COINS
    for sign, count, tint in coins:
        x = line.write(x, 0, sign * min(count, coins_left), *(ink or (tint,)))
        coins_left -= min(count, coins_left)
    unneeded_key = scene.target_keys.get(payment.unneeded_card, "") if payment.unneeded_card is not None else ""
    sentence = f"{payment.sentence} ({unneeded_key})" if unneeded_key else payment.sentence
    hint_ids = ("choose", "other_payment") if payment.answer is not None else ("other_payment",)
    keys = [f"{hint.key} {hint.label}" for hint in scene.footer if hint.id in hint_ids]
    while keys and x + 2 + len(sentence) + 2 + len("  ".join(keys)) > brush.width:
        keys.pop()
    end = line.write_right(0, "  ".join(keys), *(ink or ("lapis",)), end=brush.width - 1) if keys else brush.width
    line.write(x + 2 if x > 2 else x, 0, fit(sentence, end - x - 3, signs.more), *(ink or ("sand",)))
    kept_lines = wrap(payment.kept_text, brush.width - 3)[: max(0, brush.height - 1)]
    for y, text in enumerate(kept_lines, 1):
        brush.write(2, y, text, "dune")
    return 1 + len(kept_lines)
