"""The calls that both clients have, and what they send at the end of the process."""

from __future__ import annotations

import inspect
import logging
import threading
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import httpx

from .answers import _Received
from .core import _Core
from .errors import PlinthError
from .exchange import _received
from .options import _Options
from .processes import _clients, _watch_for_the_end
from .question import _Question
from .shell import _completed, _Shell
from .steps import Clock, Event, Steps, _Send

EXIT_S = 5.0


class _Client(_Shell):
    """What both clients have. In `AsyncPlinth` each call returns a coroutine."""

    def __init__(self, **options: Any) -> None:
        self._lock = threading.RLock()
        given = _Options(**options)
        self._url = given.url.strip().rstrip("/")
        self._clock = given.clock or Clock()
        self._transport = given.transport
        self._on_event = given.on_event
        self._core = _Core(given, self._clock, self._new_event)
        _clients.add(self)
        _watch_for_the_end()

    def _run(self, steps: Steps, abort: Event | None) -> Any:
        raise NotImplementedError

    def _step(self, steps: Steps, value: Any, error: BaseException | None) -> Any:
        try:
            with self._lock:
                return super()._step(steps, value, error)
        finally:
            self._emit()

    def _fork(self) -> None:
        self._lock = threading.RLock()
        self._core.begin_process()

    def resolve_model(
        self,
        *,
        org_id: str,
        selector: str | None = None,
        context: Mapping[str, Any] | None = None,
        max_stale: float | None = None,
        deadline_ms: float | None = None,
        abort: Event | None = None,
    ) -> Any:
        """The model for a selector or a context, with its `api_key`."""
        question = _Question("model", org_id, {"selector": selector, "context": context or {}})
        return self._run(self._core.question(question, max_stale, deadline_ms), abort)

    def resolve_tool(
        self,
        *,
        org_id: str,
        group: str,
        max_stale: float | None = None,
        deadline_ms: float | None = None,
        abort: Event | None = None,
    ) -> Any:
        """The provider of a tool group, with its `api_key`."""
        return self._run(
            self._core.question(_Question("tool", org_id, {"group": group}), max_stale, deadline_ms), abort
        )

    def list_mcp(
        self,
        *,
        org_id: str,
        ids: list[str] | None = None,
        max_stale: float | None = None,
        deadline_ms: float | None = None,
        abort: Event | None = None,
    ) -> Any:
        """`servers` with their tokens and environments, and those that were `skipped`, each with the reason."""
        return self._run(self._core.question(_Question("mcp", org_id, {"ids": ids}), max_stale, deadline_ms), abort)

    def flag(
        self,
        *,
        org_id: str,
        key: str,
        max_stale: float | None = None,
        deadline_ms: float | None = None,
        abort: Event | None = None,
    ) -> Any:
        """The `value` of a feature flag, and why it has it."""
        return self._run(self._core.question(_Question("flag", org_id, {"key": key}), max_stale, deadline_ms), abort)

    def entitlement(
        self,
        *,
        org_id: str,
        key: str,
        max_stale: float | None = None,
        deadline_ms: float | None = None,
        abort: Event | None = None,
    ) -> Any:
        """The effective entitlement, or None if nothing grants it."""
        question = _Question("entitlement", org_id, {"key": key})
        return self._run(self._core.question(question, max_stale, deadline_ms), abort)

    def begin(
        self,
        *,
        run_id: str | None = None,
        org_id: str | None = None,
        agent_id: str | None = None,
        user_id: str | None = None,
        selector: str | None = None,
        context: Mapping[str, Any] | None = None,
        tools: list[str] | None = None,
        mcp: bool | None = None,
        flags: list[str] | None = None,
        entitlements: list[str] | None = None,
        hold: Mapping[str, int] | None = None,
        ttl_s: int | None = None,
        deadline_ms: float | None = None,
        abort: Event | None = None,
        **more: Any,
    ) -> Any:
        """Begins a run, and returns it with what it asked for. Raises `Stopped` if it may not begin."""
        asked = {
            "run_id": run_id,
            "org_id": org_id,
            "agent_id": agent_id,
            "user_id": user_id,
            "selector": selector,
            "context": context,
            "tools": tools,
            "mcp": mcp,
            "flags": flags,
            "entitlements": entitlements,
            "hold": hold,
            "ttl_s": ttl_s,
        }
        return self._run(self._core.begin(self, asked | more, deadline_ms), abort)

    def report(self, *, run_id: str, status: str, **report: Any) -> Any:
        """Reports a run that `begin` didn't return. It leaves within ten seconds."""
        return self._run(self._core.report({"run_id": run_id, "status": status, **report}), None)

    def flush(self, *, deadline_ms: float | None = None, abort: Event | None = None) -> Any:
        """Sends all reports that wait, and returns when none does."""
        return self._run(self._core.flush(deadline_ms), abort)

    def _emit(self) -> None:
        told, self._core.told = self._core.told, []
        for event in told:
            try:
                self._on_event(event)  # type: ignore[misc]
            except Exception:
                logging.getLogger("plinth").exception("on_event failed")

    def _drain(self) -> None:
        """Sends what waits at the end of the process, when nothing may start a thread or use a loop."""
        if not self._core.has_waiting:
            return
        until = time.monotonic() + EXIT_S
        with httpx.Client(timeout=EXIT_S, transport=self._transport_at_exit()) as http:
            try:
                _completed(_AtExit(http, self._url, until)._finish(self._core.drain()))
            except Exception:
                logging.getLogger("plinth").exception("The reports that wait could not be sent")
        self._emit()

    def _transport_at_exit(self) -> Any:
        return None


class _AtExit(_Shell):
    """A shell at the end of the process, when nothing may start a thread or use a loop. It doesn't wait, and has its time."""

    _new_event = staticmethod(threading.Event)

    def __init__(self, http: httpx.Client, url: str, until: float) -> None:
        self._http = http
        self._url = url
        self._until = until

    def _step(self, steps: Steps, value: Any, error: BaseException | None) -> Any:
        if time.monotonic() >= self._until:
            raise TimeoutError
        return super()._step(steps, value, error)

    async def _receive(self, request: _Send) -> _Received:
        return _received(self._http, self._url, request)

    async def _wait(self, events: list[Any], seconds: float) -> None:
        pass

    async def _use(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        value = function(*arguments)
        if inspect.isawaitable(value):
            raise PlinthError("A coroutine can't run at the end of the process: close the client before")
        return value

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        _completed(work)
