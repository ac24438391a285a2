"""Plays a program that uses the Python client, by the commands of the harness: see README.md.

`driver.py` drives `Plinth`, `driver.py async` drives `AsyncPlinth`. Both stand on a clock that only moves when the client waits.
"""

from __future__ import annotations

import asyncio
import json
import selectors
import sys
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parents[2] / "src/client"))
from plinth_runtime import AsyncPlinth, Clock, FileStore, Plinth, PlinthError, Run  # noqa: E402

ON_RUNS = ("progress", "end")


class Case:
    """The time of a case, the requests that are open, and what the client said."""

    def __init__(self) -> None:
        self.control = ""
        self.client = ""
        self.elapsed = 0.0
        self.now_ms = 0.0
        self.lock = threading.Lock()
        self.open: set[str] = set()
        self.requests = 0
        self.changes = 0
        self.timers: list[tuple[float, Any]] = []
        self.events: list[dict[str, Any]] = []

    def began(self) -> str:
        with self.lock:
            self.requests += 1
            self.changes += 1
            self.open.add(str(self.requests))
            return str(self.requests)

    def ended(self, request: str) -> None:
        with self.lock:
            self.changes += 1
            self.open.discard(request)

    def move(self, elapsed: float) -> tuple[set[str], float]:
        """Tells the harness the time. It says which requests it holds, and when it releases the next one."""
        self.elapsed = elapsed
        body = json.dumps({"client": self.client, "elapsed": elapsed}).encode()
        told = urllib.request.Request(f"{self.control}/elapsed", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(told) as response:
            answer = json.load(response)
        return set(answer["held"]), float("inf") if answer["next"] is None else answer["next"]

    def run_timers(self) -> None:
        due = [one for one in self.timers if one[0] <= self.elapsed]
        self.timers = [one for one in self.timers if one[0] > self.elapsed]
        for _, action in due:
            action()

    def next_timer(self) -> float:
        return min((at for at, _ in self.timers), default=float("inf"))


case = Case()


class Transport(httpx.BaseTransport):
    def __init__(self) -> None:
        self.inner = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        number = request.headers["X-Case-Request"] = case.began()
        try:
            response = self.inner.handle_request(request)
            try:
                content = response.read()
            finally:
                response.close()
            return httpx.Response(response.status_code, headers=response.headers, content=content)
        finally:
            case.ended(number)


class AsyncTransport(httpx.AsyncBaseTransport):
    def __init__(self) -> None:
        self.inner = httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        number = request.headers["X-Case-Request"] = case.began()
        try:
            response = await self.inner.handle_async_request(request)
            try:
                content = await response.aread()
            finally:
                await response.aclose()
            return httpx.Response(response.status_code, headers=response.headers, content=content)
        finally:
            case.ended(number)


class CaseClock(Clock):
    """The clock of the case. A thread that waits is known by what it waits for."""

    def __init__(self) -> None:
        self.waiting: dict[int, tuple[tuple[Any, ...], float]] = {}

    def now(self) -> float:
        return (case.now_ms + case.elapsed) / 1000

    def monotonic(self) -> float:
        return case.elapsed / 1000

    def random(self) -> float:
        return 0.5

    def wait(self, events: tuple[Any, ...], seconds: float) -> None:
        thread, due = threading.get_ident(), case.elapsed + seconds * 1000
        with case.lock:
            case.changes += 1
            self.waiting[thread] = (events, due)
        while not any(event.is_set() for event in events) and case.elapsed < due:
            events[0].wait(0.001)
        with case.lock:
            case.changes += 1
            del self.waiting[thread]


class Blocking:
    """Drives `Plinth`: the client's threads run until all of them wait."""

    def __init__(self) -> None:
        self.clock = CaseClock()

    def new(self, options: dict[str, Any]) -> Any:
        return Plinth(clock=self.clock, transport=Transport(), **options)

    def new_abort(self) -> threading.Event:
        return threading.Event()

    def call(self, function: Any, limit: float) -> dict[str, Any]:
        result: dict[str, Any] = {}
        thread = threading.Thread(target=lambda: result.update(outcome_of(function)), name="plinth", daemon=True)
        thread.start()
        self.let_pass(limit, lambda: not thread.is_alive())
        return result or {"pending": True}

    def let_pass(self, until: float, is_done: Any = lambda: False) -> None:
        while not is_done():
            if not self.is_still():
                time.sleep(0.0002)
                continue
            held, released_at = case.move(case.elapsed)
            with case.lock:
                is_open = bool(case.open - held)
            if is_open:
                time.sleep(0.001)
                continue
            if is_done():
                return
            due = min((due for _, due in self.clock.waiting.values()), default=float("inf"))
            at = min(due, case.next_timer(), released_at, until)
            if at <= case.elapsed >= until:
                return
            case.move(max(at, case.elapsed))
            case.run_timers()

    def is_still(self) -> bool:
        """Whether every thread of the client waits, for the time or for an answer."""
        with case.lock:
            changes = case.changes
            threads = [thread for thread in threading.enumerate() if thread.name == "plinth"]
            waiting = list(self.clock.waiting.values())
            open_count = len(case.open)
        is_due = any(due <= case.elapsed or any(event.is_set() for event in events) for events, due in waiting)
        return not is_due and len(threads) == len(waiting) + open_count and changes == case.changes


class Waiting(selectors.DefaultSelector):
    """Lets the time of the case pass where a loop would wait for it."""

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        held, released_at = case.move(case.elapsed)
        if case.open - held:
            return super().select(0.001)
        due = float("inf") if timeout is None else case.elapsed + timeout * 1000
        case.move(max(case.elapsed, min(due, case.next_timer(), released_at)))
        case.run_timers()
        return super().select(0)


class CaseLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        super().__init__(Waiting())
        self._clock_resolution = 1e-6

    def time(self) -> float:
        return case.elapsed / 1000


class Looping:
    """Drives `AsyncPlinth` on a loop whose time is that of the case."""

    def __init__(self) -> None:
        self.loop = CaseLoop()
        asyncio.set_event_loop(self.loop)

    def new(self, options: dict[str, Any]) -> Any:
        async def made() -> Any:
            return AsyncPlinth(clock=CaseClock(), transport=AsyncTransport(), **options)

        return self.loop.run_until_complete(made())

    def new_abort(self) -> asyncio.Event:
        return asyncio.Event()

    def call(self, function: Any, limit: float) -> dict[str, Any]:
        task = self.loop.create_task(self.outcome(function))
        self.loop.run_until_complete(asyncio.wait({task}, timeout=(limit - case.elapsed) / 1000))
        return task.result() if task.done() else {"pending": True}

    async def outcome(self, function: Any) -> dict[str, Any]:
        try:
            return {"value": value_of(await function())}
        except Exception as error:
            return {"error": problem_of(error)}

    def let_pass(self, until: float) -> None:
        self.loop.run_until_complete(asyncio.sleep((until - case.elapsed) / 1000))


def outcome_of(function: Any) -> dict[str, Any]:
    try:
        return {"value": value_of(function())}
    except Exception as error:
        return {"error": problem_of(error)}


def value_of(value: Any) -> Any:
    if not isinstance(value, Run):
        return value
    names = ("run_id", "org_id", "hold", "terms", "budgets", "spent", "is_local")
    parts = {name: getattr(value, name) for name in ("model", "tools", "mcp", "flags", "entitlements")}
    return {name: getattr(value, name) for name in names} | {
        name: part for name, part in parts.items() if part is not None
    }


def problem_of(error: Exception) -> dict[str, Any]:
    told = {
        "name": type(error).__name__,
        "reason": getattr(error, "reason", None),
        "status": getattr(error, "status", None),
    }
    return told if isinstance(error, PlinthError) else told | {"message": str(error)}


def numbered(value: Any, number: int) -> Any:
    if isinstance(value, str):
        return value.replace("{n}", str(number))
    if isinstance(value, list):
        return [numbered(one, number) for one in value]
    return {name: numbered(one, number) for name, one in value.items()} if isinstance(value, dict) else value


class Driver:
    def __init__(self, way: Blocking | Looping) -> None:
        self.way = way
        self.client: Any = None
        self.runs: dict[str, Run] = {}

    def new(self, command: dict[str, Any]) -> dict[str, Any]:
        case.control, case.client = command["control"], command["client"]
        case.elapsed, case.now_ms = command["elapsed"], command["now_ms"]
        given = dict(command["options"])
        store = given.pop("store", None)
        options = {name: value for name, value in given.items() if name != "private_keys" and value is not None}
        options |= {"private_key": given["private_keys"], "store": FileStore(store) if store else None}
        self.client = self.way.new(options | {"on_event": case.events.append})
        self.runs = {}
        return {}

    def wait(self, command: dict[str, Any]) -> dict[str, Any]:
        self.way.let_pass(case.elapsed + command["ms"])
        return {}

    def call(self, command: dict[str, Any]) -> dict[str, Any]:
        began, options = case.elapsed, {}
        if command.get("deadline_ms") is not None:
            options["deadline_ms"] = command["deadline_ms"]
        if command.get("abort_after_ms") is not None:
            abort = options["abort"] = self.way.new_abort()
            case.timers.append((began + command["abort_after_ms"], abort.set))
        first, last = command.get("repeat") or (1, 1)
        answer: dict[str, Any] = {}
        for number in range(first, last + 1):
            args = numbered(command["args"], number) if command.get("repeat") else command["args"]
            answer = self.way.call(self.bound(command["method"], args, options), began + command["limit_ms"])
            if "value" not in answer:
                break
        else:
            if command.get("repeat"):
                answer = {"value": {"done": last - first + 1}}
        return answer | {"took_ms": case.elapsed - began}

    def bound(self, method: str, args: dict[str, Any], options: dict[str, Any]) -> Any:
        of_run = {name: value for name, value in args.items() if name != "run_id"} if method in ON_RUNS else args
        target = self.runs[args["run_id"]] if method in ON_RUNS else self.client

        def keep(value: Any) -> Any:
            if method == "begin":
                self.runs[value.run_id] = value
            if method == "close":
                self.client = None
            return value

        async def called() -> Any:
            return keep(await getattr(target, method)(**of_run, **options))

        return called if isinstance(self.way, Looping) else lambda: keep(getattr(target, method)(**of_run, **options))


def main() -> None:
    driver = Driver(Looping() if sys.argv[1:] == ["async"] else Blocking())
    for line in sys.stdin:
        command = json.loads(line)
        answer = {"new": driver.new, "call": driver.call, "wait": driver.wait}[command["do"]](command)
        told, case.events[:] = list(case.events), []
        print(json.dumps(answer | {"events": told}), flush=True)


if __name__ == "__main__":
    main()
