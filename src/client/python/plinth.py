"""The client for programs with threads."""

from __future__ import annotations

import threading
from typing import Any

import httpx

from .base import DEADLINE_S
from .client import _Client
from .errors import Aborted
from .exchange import _exchanged
from .processes import _ended
from .steps import Event, Steps, _Send, _Spawn, _Task, _Use, _Wait


class Plinth(_Client):
    """The client for programs with threads. Its calls block; what continues beside them has threads of its own."""

    _new_event = staticmethod(threading.Event)

    def __init__(self, **options: Any) -> None:
        self._lock = threading.RLock()
        super().__init__(**options)
        self._http: httpx.Client | None = None
        # What an earlier process has left is sent although nobody calls.
        self._perform(_Spawn(self._core.ready()), None)

    def _run(self, steps: Steps, abort: Event | None) -> Any:
        value: Any = None
        error: BaseException | None = None
        while True:
            try:
                with self._lock:
                    effect = steps.send(value) if error is None else steps.throw(error)
            except StopIteration as ended:
                return ended.value
            finally:
                self._emit()
            value = error = None
            try:
                value = self._perform(effect, abort)
            except BaseException as problem:
                error = problem

    def _perform(self, effect: Any, abort: Event | None) -> Any:
        match effect:
            case _Send():
                return _exchanged(self._connected(), self._url, effect)
            case _Wait(seconds, event):
                self._clock.wait((event or threading.Event(), *([abort] if abort else [])), seconds)
                if abort is not None and abort.is_set():
                    raise Aborted("The call was aborted")
                return None
            case _Use(function, arguments):
                return function(*arguments)
            case _Spawn(steps):
                task = _Task(threading.Event())
                threading.Thread(target=self._run_beside, args=(task, steps), name="plinth", daemon=True).start()
                return task

    def _run_beside(self, task: _Task, steps: Steps) -> None:
        try:
            task.value = self._run(steps, None)
        except BaseException as error:
            task.error = error
        finally:
            _ended.append(threading.get_native_id())
            task.event.set()

    def _connected(self) -> httpx.Client:
        with self._lock:
            if self._http is None:
                self._http = httpx.Client(timeout=DEADLINE_S, transport=self._transport)
            return self._http

    def _fork(self) -> None:
        self._lock = threading.RLock()
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
