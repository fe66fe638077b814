"""A module of external bots, as a user might write it. Those that fail fail at their first decision."""

BOT_MODULE = '''
import json, os, random, signal, sys, time
from pathlib import Path
from engine import Action


class First:
    def __init__(self, game, seat, seed):
        self.game, self.seat, self.seed = game, seat, seed

    def choose(self, state, deadline):
        return state.legal_moves()[0]


class Diary(First):
    """Writes everything that it receives into a file."""

    def choose(self, state, deadline):
        left = deadline - time.monotonic()
        note = [self.game.name(), self.seat, self.seed, 0 < left <= 5, self.game.write_position(state)]
        with Path("diary").open("a") as file:
            file.write(json.dumps(note) + "\\n")
        return self.game.action(state, state.legal_moves()[-1])


class Raises(First):
    def choose(self, state, deadline):
        return 1 // 0


class Leaves(First):
    def choose(self, state, deadline):
        sys.exit("enough")


class Deaf(First):
    def choose(self, state, deadline):
        os.closerange(3, 100)
        signal.pause()


class Ends(First):
    def choose(self, state, deadline):
        os._exit(5)


class Dies(First):
    def choose(self, state, deadline):
        os.kill(os.getpid(), 9)


class Hangs(First):
    def choose(self, state, deadline):
        while True:
            pass


class Hungry(First):
    def choose(self, state, deadline):
        self.hoard = []
        while True:
            self.hoard.append(bytearray(1 << 24))


class Hoards(First):
    """Carries on when it is refused memory."""

    def choose(self, state, deadline):
        self.hoard = []
        while True:
            try:
                self.hoard.append([self.hoard])
            except MemoryError:
                pass


class Wrong(First):
    def choose(self, state, deadline):
        return 12345


class Sings(First):
    def choose(self, state, deadline):
        return Action("sing", (3,))


class Dumb(First):
    def choose(self, state, deadline):
        pass


class Speaks(First):
    def choose(self, state, deadline):
        return "pass"


class Boundless(First):
    def choose(self, state, deadline):
        return Action("buy", (10**5000,))


class Counts(First):
    """Answers with an integer that is not an int, like those of numpy."""

    def choose(self, state, deadline):
        self.move = state.legal_moves()[-1]
        return self

    def __index__(self):
        return self.move


class Prints(First):
    def choose(self, state, deadline):
        print("hello")
        os.write(1, b"{}\\n")
        return state.legal_moves()[0]


class Demands(First):
    def __init__(self, game, seat):
        pass


class Parent(First):
    """Starts a child process that would outlive it."""

    def choose(self, state, deadline):
        child = os.fork()
        if not child:
            signal.pause()
        Path("child").write_text(str(child))
        return state.legal_moves()[0]


class Plays(First):
    """Moves at random, and looks at a sampled world first."""

    def __init__(self, game, seat, seed):
        super().__init__(game, seat, seed)
        self.dice = random.Random(seed)

    def choose(self, state, deadline):
        world = self.game.determinize(state, self.seat, self.dice.getrandbits(60))
        assert world.legal_moves() == state.legal_moves()
        return self.dice.choice(state.legal_moves())
'''
