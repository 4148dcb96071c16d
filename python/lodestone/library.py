"""The C library behind the package, through ctypes: its structs and how to call it."""
import ctypes
import ctypes.util
import os
from ctypes import CFUNCTYPE, POINTER, Structure, byref
from ctypes import c_bool, c_char, c_char_p, c_double, c_int, c_int64, c_uint64, c_void_p

RESERVED = ("reserved", c_uint64 * 4)


class LodestoneError(ValueError):
    """What the library refused, and why."""


class Error(Structure):
    _fields_ = [("text", c_char * 512)]


class Move(Structure):
    _fields_ = [("name", c_char * 8)]


class Limits(Structure):
    _fields_ = [("seconds", c_double), ("depth", c_int), ("nodes", c_uint64), RESERVED]


class EngineOptions(Structure):
    _fields_ = [("threads", c_int), ("hash_mib", c_int), ("seed", c_uint64), RESERVED]


class Answer(Structure):
    _fields_ = [("move", Move), ("value", c_int), ("exact", c_bool), ("score", c_int),
                ("plies", c_int), ("depth", c_int), ("nodes", c_uint64), ("seconds", c_double),
                ("line_length", c_int), ("line", Move * 64), RESERVED]


class View(Structure):
    _fields_ = [("turn", c_int), ("result", c_int), ("rows", c_int), ("columns", c_int),
                ("line", c_int), ("bricks", c_uint64 * 2), ("holes", c_int),
                ("stones", c_int * 12 * 2), ("store", c_int * 2), RESERVED]


class SearchOptions(Structure):
    _fields_ = [("depth", c_int), ("algorithm", c_char_p), ("heuristic", c_char_p),
                ("nodes", c_uint64), ("seconds", c_double), ("count_only", c_bool), RESERVED]


class Summary(Structure):
    _fields_ = [("value", c_double), ("move", Move), ("nodes", c_uint64), ("leaves", c_uint64),
                ("cuts", c_uint64), ("known", c_uint64), ("evaluations", c_uint64),
                ("kept", c_uint64), RESERVED]


class TreeNode(Structure):
    _fields_ = [("move", Move), ("alpha", c_double), ("beta", c_double), ("value", c_double),
                ("bound", c_int), ("player", c_int), ("ply", c_int), ("depth", c_int),
                ("legal", c_int), ("searched", c_int), ("leaf", c_bool), ("known", c_bool),
                ("cut", c_bool), ("parent", c_int64), ("child", c_int64), ("next", c_int64),
                ("bound_by", c_int64), RESERVED]


EVALUATE = CFUNCTYPE(c_bool, c_void_p, POINTER(View), POINTER(c_double))

# Name: what it returns, what it takes. A text is freed by us, so it stays a pointer.
FUNCTIONS = {
    "version": (c_char_p, []),
    "free": (None, [c_void_p]),
    "game_open": (c_void_p, [c_char_p, POINTER(Error)]),
    "game_close": (None, [c_void_p]),
    "game_set_position": (c_bool, [c_void_p, c_char_p, POINTER(Error)]),
    "game_play": (c_bool, [c_void_p, c_char_p, POINTER(Error)]),
    "game_undo": (c_bool, [c_void_p]),
    "game_moves": (c_int, [c_void_p, POINTER(Move)]),
    "game_turn": (c_int, [c_void_p]),
    "game_result": (c_int, [c_void_p]),
    "game_reason": (c_void_p, [c_void_p]),
    "game_spec": (c_char_p, [c_void_p]),
    "game_position": (c_void_p, [c_void_p]),
    "game_board": (c_void_p, [c_void_p, c_bool]),
    "game_value": (c_bool, [c_void_p, c_char_p, POINTER(c_double), POINTER(Error)]),
    "engine_open": (c_void_p, [c_char_p, c_char_p, POINTER(EngineOptions), POINTER(Error)]),
    "engine_close": (None, [c_void_p]),
    "engine_think": (c_bool, [c_void_p, c_void_p, POINTER(Limits), c_void_p, c_void_p,
                              POINTER(Answer), POINTER(Error)]),
    "search": (c_void_p, [c_void_p, POINTER(SearchOptions), EVALUATE, c_void_p, POINTER(Error)]),
    "tree_close": (None, [c_void_p]),
    "tree_summarize": (None, [c_void_p, POINTER(Summary)]),
    "tree_node": (c_bool, [c_void_p, c_uint64, POINTER(TreeNode)]),
    "tree_position": (c_void_p, [c_void_p, c_uint64]),
    "tree_reason": (c_void_p, [c_void_p, c_uint64]),
    "tree_draw": (c_void_p, [c_void_p, c_char_p, c_int, POINTER(Error)]),
}


def _load():
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "liblodestone.so")
    path = (os.environ.get("LODESTONE_LIBRARY") or
            (beside if os.path.exists(beside) else ctypes.util.find_library("lodestone")))
    if not path:
        raise ImportError("liblodestone is not installed; LODESTONE_LIBRARY can name it")
    library = ctypes.CDLL(path)
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, "lodestone_" + name)
        function.restype, function.argtypes = result, arguments
    return library


LIB = _load()


def call(name, *args):
    """Calls a function whose last argument is the error; raises when it fails."""
    error = Error()
    result = getattr(LIB, "lodestone_" + name)(*args, byref(error))
    if not result:
        raise LodestoneError(error.text.decode())
    return result


def text(name, *args):
    """Calls a function that returns a text, and takes it over."""
    return take(getattr(LIB, "lodestone_" + name)(*args))


def take(pointer):
    if not pointer:
        raise MemoryError("out of memory")
    copy = ctypes.string_at(pointer).decode()
    LIB.lodestone_free(pointer)
    return copy


def version():
    return LIB.lodestone_version().decode()
