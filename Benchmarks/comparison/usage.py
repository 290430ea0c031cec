"""Runs a command and measures all that it used, whatever it started and however that ended."""

import ctypes
import os
import signal
import threading
import time
from dataclasses import dataclass

from .descendants import descendants, tree_bytes

SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of linux/prctl.h
SAMPLE_SECONDS = 0.02


@dataclass
class Usage:
    """What a command used: seconds of processor (user and system) and on the wall, bytes of memory.

    `peak` is the most that all its processes held together, sampled; `largest` the most that one of
    them did, as the kernel counted it.
    """

    cpu: float = 0.0
    wall: float = 0.0
    peak: int = 0
    largest: int = 0
    status: int = 0

    def then(self, other):
        """This and what came after it: seconds add up, the larger memory counts."""
        return Usage(
            self.cpu + other.cpu, self.wall + other.wall, max(self.peak, other.peak),
            max(self.largest, other.largest), self.status or other.status)


class CommandFailed(Exception):
    """A command of a contender ended with another status than it should."""


def adopt_orphans():
    """Makes processes whose parent ended children of this one, so that what they used is counted too."""
    if ctypes.CDLL(None, use_errno=True).prctl(SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_CHILD_SUBREAPER)")


def measured(command, log, accepted=(0,), timeout=300.0, environment=None, memory=True):
    """Runs a command to its end, and to the end of all that it left behind.

    `wait4` tells of a process and of the children that it waited for itself; orphans come to us, as this
    process adopts them, and are added. Raises `CommandFailed` with the end of what it said.
    """
    adopt_orphans()
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)]
    start = time.monotonic()
    child = os.posix_spawnp(
        command[0], command, environment or os.environ, file_actions=actions, setpgroup=0)
    usage, ended = Usage(), threading.Event()
    watcher = threading.Thread(target=_watch, args=(usage, ended, start + timeout, memory))
    watcher.start()
    try:
        while True:
            try:
                process, status, used = os.wait4(-1, 0)
            except ChildProcessError:
                break
            usage.cpu += used.ru_utime + used.ru_stime
            usage.largest = max(usage.largest, used.ru_maxrss * 1024)
            if process == child:
                usage.status, usage.wall = os.waitstatus_to_exitcode(status), time.monotonic() - start
    finally:
        ended.set()
        watcher.join()
    if usage.status not in accepted:
        with open(log, errors="replace") as file:
            said = file.read()[-800:]
        raise CommandFailed(f"{os.path.basename(command[0])} ended with {usage.status}: {said.strip()}")
    return usage


def _watch(usage, ended, deadline, memory):
    """Samples memory until all has ended, and ends what goes on beyond the deadline."""
    while not ended.wait(SAMPLE_SECONDS if memory else 1.0):
        if memory:
            usage.peak = max(usage.peak, tree_bytes(os.getpid()))
        if time.monotonic() > deadline:
            for process in descendants(os.getpid()):
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass
