"""Shared by the benchmarks: run the program and measure its processor time."""
import json
import os
import resource
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def give_up(message):
    sys.exit(f"{os.path.relpath(sys.argv[0], ROOT)}: {message}")


def run(*command, **options):
    """Run a command; return its output and its processor time in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, **options)
    except OSError as error:
        give_up(error)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        give_up(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def solve(program, spec, *options, threads=1, **more):
    """Solve a position; return the program's answer and its processor time."""
    out, cpu = run(program, "solve", spec, "--json", "--threads", str(threads), *options, **more)
    return json.loads(out), cpu


def load():
    """The load of the machine, for figures that depend on it."""
    return f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores"


def git(*words):
    done = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def revision():
    """The last commit that changed the program, with a + when it was changed since."""
    sources = ("--", "src", "page", "meson.build")
    commit = git("log", "-1", "--format=%h", *sources)
    if not commit:
        return "unknown"
    return commit + ("+" if git("status", "--porcelain", *sources) else "")


def best(options, spec, moves):
    """The engine's answer after some moves, within options.nodes or options.move_time."""
    command = [options.program, "best", spec, "--moves", " ".join(moves), "--json"]
    if options.nodes:
        command += ["--nodes", str(options.nodes)]
    else:
        command += ["--move-time", str(options.move_time)]
    if options.threads:
        command += ["--threads", str(options.threads)]
    return json.loads(run(*command)[0])


class Gtp:
    """The program as a bot."""

    def __init__(self, program, *options):
        self.process = subprocess.Popen([program, "gtp", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = []
        while (text := self.process.stdout.readline().rstrip("\n")) or not answer:
            answer.append(text)
        return answer[0][1:].strip()
