"""Paying: the cards that are laid out for something, in coins and in a sentence."""

from dataclasses import dataclass
from typing import Final, Protocol

from vok_tui.painting.grid import Brush, LineCount, Target
from vok_tui.painting.text import fit, wrap
from vok_tui.panes.scene import Answer, Scene

MAX_COINS: Final = 20  # painted; the sentence tells the rest
CONFIRMING: Final = Target("answer", 0)  # the line of the coins


@dataclass(frozen=True)
class LaidOut:
    """The cards that are laid out, and what they come to: `paid` of the `price`, and `lost` beyond it. `answer` is the answer
    that they make, None if they make none. `sentence` says how it stands ("3 of 5 gold, 2 short"), `stays` what stays in hand.
    `needless` is a card without which the others pay the price; the sentence ends with it, and its key follows."""

    cards: frozenset[Target]
    answer: Answer | None
    price: int
    paid: int
    lost: int
    sentence: str
    stays: str
    needless: Target | None = None


class Purchase(Protocol):
    """Something that is paid for with cards of the hand. `answers` are the ways to pay, best first, `role` that of the key that
    confirms one (`Answer.role`)."""

    @property
    def answers(self) -> tuple[Answer, ...]: ...

    @property
    def role(self) -> str: ...

    def cards_of(self, answer: Answer) -> frozenset[Target]:
        """The cards that an answer lays out."""

    def can_pay(self, target: Target) -> bool:
        """Whether a target is a card that can be laid out."""

    def payment_with(self, cards: frozenset[Target]) -> LaidOut:
        """What these cards come to."""


def paint_payment(brush: Brush, scene: Scene, laid: LaidOut) -> LineCount:
    """Paint coins and sentence on a line that confirms the payment, and below it what stays in hand. Returns the number of
    lines."""
    signs = scene.signs
    line = brush.sub_brush(0, 0, brush.width, 1)
    line.add_target(CONFIRMING)
    here = scene.cursor == CONFIRMING
    ink = ("ink", "on-gold", "bold") if here else ()
    line.fill(*ink)
    line.write(0, 0, scene.signs.cursor if here else "", *ink)
    coins = (
        (signs.paid, laid.paid, "gold"),
        (signs.unpaid, laid.price - laid.paid, "dune"),
        (signs.lost, laid.lost, "carnelian"),
    )
    x, left = 2, MAX_COINS
    for sign, count, tint in coins:
        x = line.write(x, 0, sign * min(count, left), *(ink or (tint,)))
        left -= min(count, left)
    back = scene.target_keys.get(laid.needless, "") if laid.needless is not None else ""
    sentence = f"{laid.sentence} ({back})" if back else laid.sentence
    useful = ("choose", "other_payment") if laid.answer is not None else ("other_payment",)
    keys = [f"{hint.key} {hint.label}" for hint in scene.footer if hint.id in useful]
    while keys and x + 2 + len(sentence) + 2 + len("  ".join(keys)) > brush.width:
        keys.pop()
    end = line.write_right(0, "  ".join(keys), *(ink or ("lapis",)), end=brush.width - 1) if keys else brush.width
    line.write(x + 2 if x > 2 else x, 0, fit(sentence, end - x - 3, signs.more), *(ink or ("sand",)))
    stays = wrap(laid.stays, brush.width - 3)[: max(0, brush.height - 1)]
    for y, text in enumerate(stays, 1):
        brush.write(2, y, text, "dune")
    return 1 + len(stays)
