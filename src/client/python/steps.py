"""What the core yields, and gets: effects that a client performs. Also what a program gives to replace the store, the clock or an event."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Protocol


class Store(Protocol):
    """Where known answers and waiting reports outlive the process. `AsyncPlinth` takes coroutine methods too."""

    def get(self, key: str) -> Any:
        ...

    def set(self, key: str, value: str) -> Any:
        ...

    def delete(self, key: str) -> Any:
        ...

    def keys(self, prefix: str) -> Any:
        ...


class Event(Protocol):
    """What `abort` takes: a `threading.Event` or an `asyncio.Event`."""

    def is_set(self) -> bool:
        ...


class Clock:
    """Time and chance, which a test may replace."""

    def now(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    def random(self) -> float:
        return random.random()

    def wait(self, events: tuple[Any, ...], seconds: float) -> None:
        """Blocks until one of the events is set or the time has passed."""
        if len(events) == 1:
            events[0].wait(min(seconds, threading.TIMEOUT_MAX))
            return
        until = time.monotonic() + seconds
        while not any(event.is_set() for event in events) and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, 0.02))


@dataclass(frozen=True, slots=True)
class _Send:
    """A request. The result is the answer, or None for what isn't one of Plinth."""

    method: str
    path: str
    headers: dict[str, str]
    content: bytes | None


@dataclass(frozen=True, slots=True)
class _Wait:
    """A wait for the event, or for the time to pass."""

    seconds: float
    event: Any = None


@dataclass(frozen=True, slots=True)
class _Use:
    """A call of a function that the user gave, and that may do I/O."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class _Spawn:
    """Steps to run beside the caller. The result is a task."""

    steps: Steps


@dataclass(slots=True)
class _Task:
    event: Any
    value: Any = None
    error: BaseException | None = None

    def result(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.value


Steps = Generator[Any, Any, Any]
