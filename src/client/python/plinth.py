"""The client for programs with threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine
from typing import Any

import httpx

from .answers import _Received
from .base import DEADLINE_S
from .client import _Client
from .exchange import _received
from .processes import _ended
from .shell import _completed
from .steps import Event, Steps, _Send


class Plinth(_Client):
    """The client for programs with threads. Its calls block; what continues beside them has threads of its own."""

    _new_event = staticmethod(threading.Event)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._http: httpx.Client | None = None
        # What an earlier process has left is sent although nobody calls.
        self._spawn(self._core.ready())

    def _run(self, steps: Steps, abort: Event | None) -> Any:
        return _completed(self._finish(steps, abort))

    async def _receive(self, request: _Send) -> _Received:
        return _received(self._connected(), self._url, request)

    async def _wait(self, events: list[Any], seconds: float) -> None:
        self._clock.wait(tuple(events) or (threading.Event(),), seconds)

    async def _use(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        return function(*arguments)

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        threading.Thread(target=_completed, args=(work,), name="plinth", daemon=True).start()

    def _leave(self) -> None:
        _ended.append(threading.get_native_id())

    def _connected(self) -> httpx.Client:
        with self._lock:
            if self._http is None:
                self._http = httpx.Client(timeout=DEADLINE_S, transport=self._transport)
            return self._http

    def _fork(self) -> None:
        # Two processes that read from one socket get each other's answers.
        self._http = None
        super()._fork()

    def _transport_at_exit(self) -> Any:
        return self._transport

    def close(self, *, deadline_ms: float | None = None, abort: Event | None = None) -> None:
        """Flushes, and lets go of the store."""
        self._run(self._core.close(deadline_ms), abort)
        if self._http is not None:
            self._http.close()

    def __enter__(self) -> Plinth:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
