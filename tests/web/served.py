"""The tests of the web server register here: they share a server, on which somebody plays all
the while, or start their own."""

import concurrent.futures
import os
import signal
import sys
import threading
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from client import Refused, Server  # noqa: E402
from harness import check, close  # noqa: E402

TESTS = []


def test(function):
    """A test of a server that others use at the same time."""
    TESTS.append((function, True))
    return function


def test_alone(function):
    """A test that starts its own server."""
    TESTS.append((function, False))
    return function


def same(got, wanted, what=""):
    if got != wanted:
        raise AssertionError(f"{what}: {got!r} instead of {wanted!r}")


def refused(code, function, *args, **members):
    try:
        got = function(*args, **members)
    except Refused as error:
        same(error.code, code, str(error))
        return
    raise AssertionError(f"not refused with {code}: {members} gave {str(got)[:200]}")


def bystander(server, stop, failures):
    """Plays on while others do everything wrong. A state has all moves of a game, and a slow server
    would hardly do anything else than send those of a long one: so it soon begins again."""
    try:
        key = server.post("create", spec="mancala:12x12:nosteal", second="human")["keys"]["both"]
        count = 0
        with server.socket() as link:
            state = link.call("watch", key=key)["state"]
            while not stop.wait(0.1) or count <= 5:
                if len(state["moves"]) >= 20:
                    state = link.call("undo", key=key, to=0)["state"]
                state = link.call("move", key=key, move=state["legal"][count % len(state["legal"])])["state"]
                count += 1
    except Exception:
        failures.append(traceback.format_exc())


def run_one(function, argument):
    """Return None, or what went wrong."""
    try:
        function(argument)
        return None
    except Exception:
        return traceback.format_exc()


def run_shared(program, functions):
    """Run tests one after the other on one server, beside somebody who plays."""
    results = {}
    if not functions:
        return results
    with Server(program) as server:
        stop, failures = threading.Event(), []
        player = threading.Thread(target=bystander, args=(server, stop, failures))
        player.start()
        for function in functions:
            results[function.__name__] = run_one(function, server)
        stop.set()
        player.join()
        results["bystander"] = failures[0] if failures else None
        status = server.signal(signal.SIGTERM)
        results["end of the server"] = (f"status {status}\n{server.errors}"
                                        if status or server.errors else None)
    return results


def main(program, names):
    chosen = [entry for entry in TESTS
              if not names or any(name in entry[0].__name__ for name in names)]
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        alone = {function.__name__: pool.submit(run_one, function, program)
                 for function, is_shared in chosen if not is_shared}
        results = run_shared(program, [function for function, is_shared in chosen if is_shared])
        results.update({name: future.result() for name, future in alone.items()})
    for name, output in results.items():
        check(name.replace("_", " "), not output, output)
    return close()
