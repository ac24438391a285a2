"""What a process does at its end and at a fork.

A fork copies everything but the threads. So the parent's clients stand still in the middle of it, and the child's begin anew: with
sockets of their own, and without what waits or is on its way, which the parent sends."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
import time
import weakref
from collections import deque
from pathlib import Path
from typing import Any

_clients: weakref.WeakSet[Any] = weakref.WeakSet()
_stores: weakref.WeakSet[Any] = weakref.WeakSet()
_ended: deque[int] = deque(maxlen=1_000)
"""The threads of clients that have done their work, the last ones."""
_standing: list[Any] = []


@atexit.register
def _drain_all() -> None:
    for client in list(_clients):
        client._drain()


def _watch_for_the_end() -> None:
    """SIGTERM ends the process as `sys.exit` does, so that what waits is sent. A handler of the program stays."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


def _stand_still() -> None:
    global _standing
    locks = [client._lock for client in list(_clients)]
    for lock in locks:
        lock.acquire()
    _standing = locks
    # A thread that ends holds a lock of OpenSSL for a moment, and in the child nobody would let go of it.
    until = time.monotonic() + 0.5
    while _ended:
        task = Path(f"/proc/self/task/{_ended.popleft()}")
        while task.exists() and time.monotonic() < until:
            time.sleep(0.0005)


def _go_on() -> None:
    for lock in _standing:
        lock.release()


def _begin_anew() -> None:
    for one in [*_stores, *_clients]:
        one._fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_stand_still, after_in_parent=_go_on, after_in_child=_begin_anew)
