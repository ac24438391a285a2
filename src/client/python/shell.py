"""A shell performs what the steps of the core ask for.

What follows from each effect is written once, as coroutines. A shell that blocks has coroutines that never suspend, so they run to
their end at once.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import httpx

from .answers import _Answer, _answer_in, _Received
from .errors import Aborted
from .steps import Event, Steps, _Send, _Spawn, _Task, _Use, _Wait


class _Shell:
    """How to send, wait, call and work beside the caller is each shell's own."""

    _new_event: Callable[[], Any]

    async def _receive(self, request: _Send) -> _Received:
        raise NotImplementedError

    async def _wait(self, events: list[Any], seconds: float) -> None:
        raise NotImplementedError

    async def _use(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        raise NotImplementedError

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        raise NotImplementedError

    def _leave(self) -> None:
        """Before those who wait for work beside the caller hear that it has ended."""

    def _step(self, steps: Steps, value: Any, error: BaseException | None) -> Any:
        """The next effect."""
        return steps.send(value) if error is None else steps.throw(error)

    async def _finish(self, steps: Steps, abort: Event | None = None) -> Any:
        value: Any = None
        error: BaseException | None = None
        while True:
            try:
                effect = self._step(steps, value, error)
            except StopIteration as ended:
                return ended.value
            value = error = None
            try:
                value = await self._perform(effect, abort)
            except BaseException as problem:
                error = problem

    async def _perform(self, effect: Any, abort: Event | None) -> Any:
        match effect:
            case _Send():
                return await self._exchange(effect)
            case _Wait(seconds, event):
                await self._wait([one for one in (event, abort) if one is not None], seconds)
                if abort is not None and abort.is_set():
                    raise Aborted("The call was aborted")
                return None
            case _Use(function, arguments):
                return await self._use(function, arguments)
            case _Spawn(steps):
                return self._spawn(steps)

    async def _exchange(self, request: _Send) -> _Answer | None:
        try:
            return _answer_in(await self._receive(request))
        except (httpx.HTTPError, httpx.StreamError, OSError):
            return None

    def _spawn(self, steps: Steps) -> _Task:
        task = _Task(self._new_event())
        self._beside(self._finish_beside(task, steps))
        return task

    async def _finish_beside(self, task: _Task, steps: Steps) -> None:
        try:
            task.value = await self._finish(steps)
        except BaseException as error:
            task.error = error
            if not isinstance(error, Exception):
                raise
        finally:
            self._leave()
            task.event.set()


def _completed(work: Coroutine[Any, Any, Any]) -> Any:
    """What a coroutine that never suspends returns."""
    try:
        work.send(None)
    except StopIteration as ended:
        return ended.value
    raise RuntimeError("A shell that blocks has suspended")
