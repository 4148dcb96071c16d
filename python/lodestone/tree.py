"""Textbook searches with an evaluation of your own, and the trees that they leave."""
import ctypes
import math
import numbers
import signal
import threading
import time
from ctypes import byref, cast

from .board import Position
from .game import Game
from .library import (EVALUATE, LIB, LodestoneError, SearchOptions, Summary, TreeNode, call, take,
                      text)


class _Expired(BaseException):
    """Raised inside an evaluation that takes too long; never leaves this module."""


class _Caller:
    """Calls the evaluation, and remembers what went wrong: C must not see exceptions."""

    def __init__(self, evaluate):
        self.evaluate = evaluate
        self.failure = None
        self.expired = self.inside = False

    def __call__(self, _, view, value):
        try:
            self.inside = True
            if self.expired:
                return False
            value[0] = self.number(self.evaluate(Position(view.contents)))
            self.inside = False
            return not self.expired
        except BaseException as failure:  # pylint: disable=broad-except
            self.inside = False
            self.failure = failure
            return False

    @staticmethod
    def number(value):
        if not isinstance(value, numbers.Real):
            raise TypeError("evaluate must return a number, not "
                            f"{type(value).__name__} ({value!r:.40})")
        if not math.isfinite(value):
            raise ValueError(f"evaluate must return a finite number, not {value}")
        return float(value)

    def expire(self):
        """The time is up. True when the evaluation must be interrupted."""
        self.expired = True
        return self.inside


class _Alarm:
    """Interrupts an evaluation that doesn't return.

    In the main thread by a signal, which also ends a sleep; in other threads, or when somebody
    else uses that signal, by an exception that Python raises at its next step.
    """

    def __init__(self, caller, seconds):
        self.caller, self.seconds = caller, seconds
        self.by_signal = (threading.current_thread() is threading.main_thread() and
                          hasattr(signal, "setitimer") and
                          signal.getitimer(signal.ITIMER_REAL)[0] == 0)
        self.thread = threading.get_ident()
        self.timer = self.old = None

    def __enter__(self):
        if self.by_signal:
            self.old = signal.signal(signal.SIGALRM, self.ring)
            signal.setitimer(signal.ITIMER_REAL, self.seconds)
        else:
            self.timer = threading.Timer(self.seconds, self.interrupt)
            self.timer.daemon = True
            self.timer.start()

    def __exit__(self, *_):
        if self.by_signal:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self.old)
        else:
            self.timer.cancel()

    def ring(self, *_):
        if self.caller.expire():
            raise _Expired

    def interrupt(self):
        if self.caller.expire():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread),
                                                       ctypes.py_object(_Expired))


def _as_game(position, spec):
    if isinstance(position, Game):
        return position
    if not isinstance(position, str):
        raise TypeError("position must be a Game or a text, not " + type(position).__name__)
    return Game(spec or ("mancala" if "," in position else "cave"), position=position)


def search(position, depth, evaluate=None, heuristic=None, algorithm="alphabeta", *,
           nodes=5000000, seconds=60.0, spec=None):
    """Searches a position and returns the Tree.

    position   a Game, or a position in the program's notation (then `spec` may name its game)
    depth      plies, from 0 to 60
    evaluate   a function of a Position that returns a number, high when the first player is well
               off; or instead heuristic="groups", "windows:1,4,16,64", "stones:store=1" ...
    algorithm  "minimax", "alphabeta", "ordered", "table" or "deepening"
    nodes      give up with a LodestoneError beyond so many
    seconds    give up with a TimeoutError after so many, also when the function never returns

    What the function raises ends the search and is raised here.
    """
    game = _as_game(position, spec)
    if evaluate is None and heuristic is None:
        raise TypeError("search needs evaluate=FUNCTION or heuristic=TEXT")
    if evaluate is not None and not callable(evaluate):
        raise TypeError("evaluate must be a function, not " + type(evaluate).__name__)
    if not (isinstance(seconds, numbers.Real) and 0 < seconds <= 86400):
        raise ValueError(f"seconds must be above 0 and at most 86400, not {seconds}")
    if not isinstance(depth, int) or not 0 <= depth <= 60:
        raise ValueError(f"depth must be a whole number from 0 to 60, not {depth!r}")
    if not isinstance(nodes, int) or not 0 < nodes < 2**63:
        raise ValueError(f"nodes must be a whole number above 0, not {nodes!r}")
    options = SearchOptions(depth=depth, nodes=nodes, seconds=seconds,
                            algorithm=str(algorithm).encode(),
                            heuristic=heuristic.encode() if heuristic else None)
    if evaluate is None:
        return Tree(_run(game, options, cast(None, EVALUATE), time.monotonic() + seconds))
    return Tree(_run_own(game, options, evaluate))


def _run(game, options, callback, deadline):
    try:
        return call("search", game._handle, byref(options), callback, None)
    except LodestoneError as error:
        if time.monotonic() >= deadline:
            raise TimeoutError(str(error)) from None
        raise


def _run_own(game, options, evaluate):
    caller = _Caller(evaluate)
    callback = EVALUATE(caller)
    late = TimeoutError(f"the search took more than {options.seconds:g} s: choose a smaller depth "
                        "or a faster evaluation, or allow more seconds")
    try:
        with _Alarm(caller, options.seconds):
            return _run(game, options, callback, math.inf)
    except _Expired:
        raise late from None
    except LodestoneError:
        if caller.expired or isinstance(caller.failure, _Expired):
            raise late from None
        if caller.failure is not None:
            raise caller.failure from None
        raise


class Node:
    """A node of a tree.

    move, player (who is to move: 0 maximises), ply, depth (left), value, alpha and beta (the
    window on entry), bound ("exact", "least" or "most": what the value says), leaf, known (from
    the table), cut, reason (of a cut, in words), parent and children (nodes), position (text)
    """

    def __init__(self, tree, number, raw):
        self._tree, self.number, self._raw = tree, number, raw
        self.move = raw.move.name.decode() or None
        self.bound = {0: "exact", 1: "least", -1: "most"}[raw.bound]

    def __getattr__(self, name):
        if name in ("player", "ply", "depth", "value", "alpha", "beta", "leaf", "known", "cut",
                    "legal", "searched"):
            return getattr(self._raw, name)
        raise AttributeError(name)

    @property
    def parent(self):
        return None if self._raw.parent < 0 else self._tree[self._raw.parent]

    @property
    def children(self):
        nodes, number = [], self._raw.child
        while number >= 0:
            nodes.append(self._tree[number])
            number = nodes[-1]._raw.next
        return nodes

    @property
    def reason(self):
        return text("tree_reason", self._tree._handle, self.number)

    @property
    def position(self):
        return text("tree_position", self._tree._handle, self.number)

    def __repr__(self):
        sign = {"exact": "", "least": ">=", "most": "<="}[self.bound]
        return (f"<Node {self.number} {self.move or 'root'} [{self.alpha:g}, {self.beta:g}] "
                f"{sign}{self.value:g}{' cut' if self.cut else ''}>")


class Tree:
    """A search: value, move, nodes, leaves, cuts, known (from the table), evaluations. tree[0] is
    the first root; iterate over it for all nodes in the order of the search."""

    def __init__(self, handle):
        self._handle = handle
        summary = Summary()
        LIB.lodestone_tree_summarize(handle, byref(summary))
        self.value, self.move = summary.value, summary.move.name.decode() or None
        self.nodes, self.leaves, self.cuts = summary.nodes, summary.leaves, summary.cuts
        self.known, self.evaluations = summary.known, summary.evaluations
        self._kept = summary.kept

    def __del__(self):
        if getattr(self, "_handle", None):
            LIB.lodestone_tree_close(self._handle)

    def __len__(self):
        return self._kept

    def __getitem__(self, number):
        raw = TreeNode()
        if not 0 <= number < self._kept or not LIB.lodestone_tree_node(self._handle, number,
                                                                       byref(raw)):
            raise IndexError(f"there is no node {number}")
        return Node(self, number, raw)

    def draw(self, form="text", plies=60):
        """The tree as "text", "json", "dot" or "svg", down to ply `plies`."""
        return take(call("tree_draw", self._handle, form.encode(), plies))

    def __repr__(self):
        return (f"<Tree value {self.value:g} move {self.move} nodes {self.nodes} leaves "
                f"{self.leaves} cuts {self.cuts}>")

    def _repr_svg_(self):
        for plies in range(60, 0, -1):
            try:
                return self.draw("svg", plies)
            except LodestoneError:
                continue
        return None
