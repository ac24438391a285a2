"""The client for programs with an event loop."""

from __future__ import annotations

import asyncio
import inspect
import math
from typing import Any

import httpx

from .answers import MAX_ANSWER_BYTES, _Answer, _answer_of
from .base import DEADLINE_S
from .client import _Client
from .errors import Aborted, OtherLoop
from .steps import Event, Steps, _Send, _Spawn, _Task, _Use, _Wait


class AsyncPlinth(_Client):
    """The client for programs with an event loop, which has to run already. Cancel a task to abort its call, or set an `asyncio.Event`."""

    _new_event = staticmethod(asyncio.Event)

    def __init__(self, **options: Any) -> None:
        self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        super().__init__(**options)
        self._http = httpx.AsyncClient(timeout=DEADLINE_S, transport=self._transport)
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting = asyncio.ensure_future(self._run_beside(_Task(asyncio.Event()), self._core.ready()))

    def _fork(self) -> None:
        self._loop = None
        super()._fork()

    async def _run(self, steps: Steps, abort: Event | None) -> Any:
        # After a fork there is no running loop, although a task continues.
        if self._loop is None or asyncio.get_running_loop() is not self._loop:
            raise OtherLoop("This client belongs to another event loop or process. Make one in each.")
        value: Any = None
        error: BaseException | None = None
        while True:
            try:
                effect = steps.send(value) if error is None else steps.throw(error)
            except StopIteration as ended:
                return ended.value
            finally:
                self._emit()
            value = error = None
            try:
                value = await self._perform(effect, abort)
            except BaseException as problem:
                error = problem

    async def _perform(self, effect: Any, abort: Event | None) -> Any:
        match effect:
            case _Send():
                return await self._exchanged(effect)
            case _Wait(seconds, event):
                await self._wait([one for one in (event, abort) if one is not None], seconds)
                if abort is not None and abort.is_set():
                    raise Aborted("The call was aborted")
                return None
            case _Use(function, arguments):
                value = function(*arguments)
                return await value if inspect.isawaitable(value) else value
            case _Spawn(steps):
                task = _Task(asyncio.Event())
                beside = asyncio.ensure_future(self._run_beside(task, steps))
                self._tasks.add(beside)
                beside.add_done_callback(self._tasks.discard)
                return task

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

    async def _run_beside(self, task: _Task, steps: Steps) -> None:
        try:
            task.value = await self._run(steps, None)
        except BaseException as error:
            task.error = error
            if not isinstance(error, Exception):
                raise
        finally:
            task.event.set()

    async def _exchanged(self, request: _Send) -> _Answer | None:
        content = bytearray()
        to = self._url + request.path
        try:
            async with self._http.stream(
                request.method, to, headers=request.headers, content=request.content
            ) as response:
                async for chunk in response.aiter_bytes():
                    content += chunk
                    if len(content) > MAX_ANSWER_BYTES:
                        return None
                return _answer_of(response.status_code, response.headers, bytes(content))
        except (httpx.HTTPError, httpx.StreamError, OSError):
            return None

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
