"""Plans in words: what was done in a turn, what would have been better, and why.

Only what differs is said. If all good plans share steps that were not played, these are said and nothing else, because nothing
else matters. Payments are named only if the plans differ in nothing else, or if the better one uses a card that was paid.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ai.analysis.analyse import SeenDecision, question_at
from ai.analysis.decision import Decision, Plan, Reason, Turn
from ai.analysis.reasons import OUT, TAKEN, move_of_step, start_of_turn
from ai.analysis.stretches import after_answer
from ai.kit import AMOUNT, DONE, ENTOMBED, MINOR_STEP
from engine.core.action import Action
from engine.core.match import Match
from engine.core.wording import plural

MAX_NAMED_STEPS: Final = 6  # of a better plan
MAX_OWN_STEPS: Final = 4  # of the one that was played, the most important first
ENDING_VERBS: Final = frozenset({"end", "done", "pass"})
SEE: Final = "then see what comes"
NOTHING_MORE: Final = "nothing more"
BECAUSE: Final = "Because: "  # begins the first reason
ALSO: Final = "Also: "  # and each further one


@dataclass(frozen=True)
class TurnWords:
    """A turn in words: what the seat did, what was better ("" for secret answers), and whether all good plans share that."""

    you: str
    better: str
    is_shared: bool
    shared_by: int  # good plans

    @property
    def sentence(self) -> str:
        """ "You: buy Hapy. Better: execute Urn, then see what comes." """
        return f"You: {self.you}. {self.all_good or 'Better'}: {self.better}." if self.better else f"You: {self.you}."

    @property
    def all_good(self) -> str:
        """ "In all 3 good plans", if they share what was better; otherwise ""."""
        if not self.is_shared:
            return ""
        return "In both good plans" if self.shared_by == 2 else f"In all {self.shared_by} good plans"

    @property
    def short(self) -> str:
        return f"{self.you}; {self.all_good.lower() or 'better'}: {self.better}" if self.better else self.you


class Step:
    """A step of a plan: its words without and with the payment, and what it is named by."""

    def __init__(self, words: str, in_full: str, rank: int) -> None:
        self.words: Final = words
        self.in_full: Final = in_full
        self.rank: Final = rank


def steps_in_words(question: SeenDecision, plan: Plan) -> list[Step]:
    """The steps of a plan that need words, as far as they can be made."""
    game, kit, position, steps = question.game, question.kit, question.root, list[Step]()
    for action in plan.steps:
        move = move_of_step(question, position, action)
        if move is None:
            break
        words = kit.step_words(position, action, in_full=False)
        if words:
            steps.append(Step(words, kit.step_words(position, action, in_full=True), kit.step_rank(action)))
        position = after_answer(game, position, question.seat, move).state
    return steps


def steps_with_words(question: SeenDecision, plan: Plan) -> list[tuple[Action, str]]:
    """All steps of a plan, each with its words, "" for one that needs none. Payments are left out: the keys lay them out."""
    game, position, found = question.game, question.root, list[tuple[Action, str]]()
    for action in plan.steps:
        move = move_of_step(question, position, action)
        if move is None:
            break
        found.append((action, question.kit.step_words(position, action, in_full=False)))
        position = after_answer(game, position, question.seat, move).state
    return found


def all_steps_in_words(question: SeenDecision, plan: Plan) -> list[str]:
    """All steps of a plan but its end, as the game says them, also those that usually need no words."""
    game, position, texts = question.game, question.root, list[str]()
    for action in plan.steps:
        move = move_of_step(question, position, action)
        if move is None:
            break
        if action.verb not in ENDING_VERBS:
            texts.append(game.say(position, action))
        position = after_answer(game, position, question.seat, move).state
    return texts


def plan_texts(match: Match, decision: Decision, turn: Turn) -> list[str]:
    """The best plan of a turn, step by step in words: the end of the turn is a step, an order that does not matter is none."""
    question = question_at(match, start_of_turn(match, decision.node, turn))
    game, kit, position, texts = question.game, question.kit, question.root, list[str]()
    for action in turn.best.steps:
        move = move_of_step(question, position, action)
        if move is None:
            break
        is_end = action.verb == "end"
        texts.append(game.say(position, action) if is_end else kit.step_words(position, action, in_full=True))
        position = after_answer(game, position, question.seat, move).state
    return [text for text in texts if text]


def turn_words(match: Match, decision: Decision, turn: Turn) -> TurnWords:
    """A judged turn in words. Costs a replay of its steps."""
    question = question_at(match, start_of_turn(match, decision.node, turn))
    played = steps_in_words(question, turn.played_plan)
    if decision.is_mixed:
        return TurnWords(_listed([step.words for step in played]) or NOTHING_MORE, "", False, 0)
    end = f"end the {question.kit.turn_word()}"
    good = [(plan, steps_in_words(question, plan)) for plan in turn.good]
    best_plan, best = good[0]
    own, theirs = _named(_without(played, best), _without(best, played))
    if not own and not theirs:  # they differ in payments, or in order
        own, theirs = _without(played, best, in_full=True), _without(best, played, in_full=True)
        return TurnWords(
            _listed([step.in_full for step in own]) or NOTHING_MORE,
            _with_end(_listed([step.in_full for step in theirs]) or "another order", best_plan),
            False,
            len(good),
        )
    shared = Counter(step.words for step in best)
    for _, steps in good[1:]:
        shared &= Counter([step.words for step in steps])
    shared -= Counter([step.words for step in played])
    in_all = [step for step in best if shared[step.words] > 0]
    is_shared = len(good) > 1 and bool(in_all)
    better = in_all if is_shared else theirs
    text = _listed([step.words for step in better]) or f"without that, {end}"
    own.sort(key=lambda step: step.rank)
    you = _listed([_with_payment(step, " ".join([step.words for step in better])) for step in own], MAX_OWN_STEPS)
    if not you:  # all of it is in the better plan
        you = f"{_listed([step.words for step in played])}, and no more" if played else f"{end} at once"
    ends_it = bool(best) and better[-1:] == best[-1:]  # only the last step of a plan shows something
    return TurnWords(you, _with_end(text, best_plan) if ends_it else text, is_shared, len(good))


def _with_end(text: str, plan: Plan) -> str:
    """With SEE, if the turn goes on after what is shown. If the last steps of a plan end it, that is the next hand."""
    return f"{text}, {SEE}" if plan.shows and not any(step.verb == "end" for step in plan.steps) else text


def _without(steps: Sequence[Step], others: Sequence[Step], *, in_full: bool = False) -> list[Step]:
    """The steps that others have not, each as often as it occurs more."""
    left = Counter([step.in_full if in_full else step.words for step in others])
    kept = []
    for step in steps:
        words = step.in_full if in_full else step.words
        if left[words] > 0:
            left[words] -= 1
        else:
            kept.append(step)
    return kept


def _with_payment(step: Step, used: str) -> str:
    """A step, with its payment if that has a card which the better plan uses."""
    paid = step.in_full.removeprefix(step.words).removeprefix(" with ")
    names = [name.strip() for name in paid.split(",") if name.strip()]
    return step.in_full if any(name in used for name in names) else step.words


def _named(own: list[Step], theirs: list[Step]) -> tuple[list[Step], list[Step]]:
    """The steps that are named: such a thing as the order of discards only where the plans differ in nothing else."""
    if all(step.rank >= MINOR_STEP for step in (*own, *theirs)):
        return own, theirs
    return [step for step in own if step.rank < MINOR_STEP], [step for step in theirs if step.rank < MINOR_STEP]


def _listed(texts: Sequence[str], most: int = MAX_NAMED_STEPS) -> str:
    counts = Counter(texts)
    texts = [f"{text} ({count} times)" if count > 1 else text for text, count in counts.items()]
    shown = texts[:most]
    return ", ".join([*shown, "..."] if len(texts) > len(shown) else shown)


def turn_reason_texts(
    reasons: Sequence[Reason], names: Sequence[str], you: int, other_words: str = "as played", unit: str = "turn"
) -> list[str]:
    """Why the better plan is better, as sentences for a reader in the seat `you`: the first begins with BECAUSE, the others with
    ALSO. `names` are those of the seats, `other_words` are for the other plan, `unit` is that of the chapter (`Chapter`)."""
    said = [_turn_reason(reason, names, you, other_words, unit) for reason in reasons]
    return [f"{ALSO if place else BECAUSE}{text}." for place, text in enumerate(said)]


def without_opening(text: str) -> str:
    """A reason without BECAUSE or ALSO, where a label says that."""
    return text.removeprefix(BECAUSE).removeprefix(ALSO)


def _turn_reason(reason: Reason, names: Sequence[str], you: int, other_words: str, unit: str) -> str:
    who, has, whose = (
        ("you", "have", "your") if reason.seat == you else (names[reason.seat], "has", f"{names[reason.seat]}'s")
    )
    better, played, tries = round(reason.better), round(reason.played), reason.tries
    if reason.kind == DONE:
        done = reason.name.replace("{}", f"{reason.better:g}").replace(" 1 blocks", " 1 block")
        return f"{who} {done} on average, {other_words} {reason.played:g}"
    if reason.kind == AMOUNT and unit != "turn":
        return (
            f"{who} {has} {reason.better:g} {reason.name} one {unit} later on average, {other_words} {reason.played:g}"
        )
    if reason.kind == AMOUNT:
        amount = plural(better, reason.name.removesuffix("s"), reason.name)
        return f"{who} {has} {amount} after {whose} next turn, {other_words} {played}"
    if reason.kind == TAKEN:
        takes = f"{who} {'take' if reason.seat == you else 'takes'} {reason.name} next"
        return f"{other_words} {takes} in {played} of {tries} tries, with the best plan in {better}"
    if reason.kind == OUT:
        what = f"{who} {'are' if reason.seat == you else 'is'} out of the game"
        return f"{what} in {better} of {tries} tries, {other_words} in {played}"
    what = f"{reason.name} lies in {whose} tomb" if reason.kind == ENTOMBED else f"{who} {has} {reason.name}"
    return f"{what} by the end of the {unit} in {better} of {tries} tries, {other_words} in {played}"
