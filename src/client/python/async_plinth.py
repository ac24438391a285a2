"""The client for programs with an event loop."""

from __future__ import annotations

import asyncio
import inspect
import math
from collections.abc import Callable, Coroutine
from typing import Any

import httpx

from .answers import _Received
from .base import DEADLINE_S
from .client import _Client
from .errors import OtherLoop
from .steps import Event, Steps, _Send


class AsyncPlinth(_Client):
    """The client for programs with an event loop, which has to run already. Cancel a task to abort its call, or set an `asyncio.Event`."""

    _new_event = staticmethod(asyncio.Event)

    def __init__(self, **options: Any) -> None:
        self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        super().__init__(**options)
        self._http = httpx.AsyncClient(timeout=DEADLINE_S, transport=self._transport)
        self._tasks: set[asyncio.Task[None]] = set()
        self._spawn(self._core.ready())

    def _fork(self) -> None:
        self._loop = None
        super()._fork()

    def _run(self, steps: Steps, abort: Event | None) -> Any:
        return self._finish(steps, abort)

    async def _finish(self, steps: Steps, abort: Event | None = None) -> Any:
        # After a fork there is no running loop, although a task continues.
        if self._loop is None or asyncio.get_running_loop() is not self._loop:
            raise OtherLoop("This client belongs to another event loop or process. Make one in each.")
        return await super()._finish(steps, abort)

    async def _receive(self, request: _Send) -> _Received:
        to = self._url + request.path
        async with self._http.stream(request.method, to, headers=request.headers, content=request.content) as response:
            received = _Received(response.status_code, response.headers)
            async for chunk in response.aiter_bytes():
                received.add(chunk)
            return received

    async def _wait(self, events: list[Any], seconds: float) -> None:
        waits = [asyncio.ensure_future(event.wait()) for event in events]
        try:
            timeout = None if math.isinf(seconds) else seconds
            await (
                asyncio.wait(waits, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
                if waits
                else asyncio.sleep(seconds)
            )
        finally:
            for wait in waits:
                wait.cancel()

    async def _use(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        value = function(*arguments)
        return await value if inspect.isawaitable(value) else value

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self, *, deadline_ms: float | None = None, abort: Event | None = None) -> None:
        """Flushes, and lets go of the store."""
        await self._run(self._core.close(deadline_ms), abort)
        for task in list(self._tasks):
            task.cancel()
        await self._http.aclose()

    async def __aenter__(self) -> AsyncPlinth:
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.close()
