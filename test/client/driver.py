"""Plays a program that uses the Python client, by the commands of the harness: see README.md.

`driver.py` drives `Plinth`, `driver.py async` drives `AsyncPlinth`. Both stand on a clock that only moves when the client waits.
"""

from __future__ import annotations

import asyncio
import datetime
import decimal
import http.client
import itertools
import json
import os
import select
import selectors
import signal
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from jwcrypto import jwe, jwk

sys.path.insert(0, str(Path(__file__).parents[2] / "src/client"))
import plinth_runtime  # noqa: E402
from plinth_runtime import AsyncPlinth, Clock, FileStore, Plinth, PlinthError, Run  # noqa: E402

ON_RUNS = ("progress", "end")
# By itself each client reads the certificates of the system, 25 ms, and no case needs them.
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
# An answer mostly comes sooner than the harness could say that it holds the request.
ANSWER_S = 0.003


class Case:
    """The time of a case, the requests that are open, and what the client said."""

    def __init__(self, control: str, client: str, elapsed: float, now_ms: float) -> None:
        address = urlsplit(control)
        self.path = f"{address.path}/elapsed"
        self.harness = http.client.HTTPConnection(address.netloc)
        self.client = client
        self.elapsed = elapsed
        self.now_ms = now_ms
        self.is_over = False
        self.lock = threading.Lock()
        self.open: set[str] = set()
        self.held: set[str] = set()
        self.answered = threading.Event()
        self.changes = 0
        self.timers: list[tuple[float, Any]] = []
        self.events: list[dict[str, Any]] = []

    def began(self) -> str:
        with self.lock:
            self.changes += 1
            number = f"{self.client}-{next(numbers)}"
            self.open.add(number)
            return number

    def ended(self, request: str) -> None:
        with self.lock:
            self.changes += 1
            self.open.discard(request)
            self.answered.set()

    def move(self, elapsed: float) -> tuple[set[str], float]:
        """Tells the harness the time. It says which requests it holds, and when it releases the next one."""
        body = json.dumps({"client": self.client, "elapsed": elapsed}).encode()
        try:
            answer = self.ask(body)
        except (http.client.HTTPException, OSError):
            # The harness closes a connection that was idle for seconds.
            self.harness.close()
            answer = self.ask(body)
        # A thread whose wait is over sends at once. The harness must date its answer by the same clock.
        self.elapsed = elapsed
        self.held = set(answer["held"])
        return self.held, float("inf") if answer["next"] is None else answer["next"]

    def ask(self, body: bytes) -> Any:
        self.harness.request("POST", self.path, body)
        return json.loads(self.harness.getresponse().read())

    def run_timers(self) -> None:
        due = [one for one in self.timers if one[0] <= self.elapsed]
        self.timers = [one for one in self.timers if one[0] > self.elapsed]
        for _, action in due:
            action()

    def next_timer(self) -> float:
        return min((at for at, _ in self.timers), default=float("inf"))


numbers = itertools.count(1)


def copied(response: httpx.Response, content: bytes) -> httpx.Response:
    told = {"headers": response.headers, "extensions": response.extensions}
    return httpx.Response(response.status_code, content=content, **told)


class Transport(httpx.BaseTransport):
    def __init__(self, case: Case) -> None:
        self.case = case
        self.inner = httpx.HTTPTransport(verify=NO_CERTIFICATES)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        number = request.headers["X-Case-Request"] = self.case.began()
        try:
            response = self.inner.handle_request(request)
            try:
                content = response.read()
            finally:
                response.close()
            return copied(response, content)
        finally:
            self.case.ended(number)


class AsyncTransport(httpx.AsyncBaseTransport):
    def __init__(self, case: Case) -> None:
        self.case = case
        self.inner = httpx.AsyncHTTPTransport(verify=NO_CERTIFICATES)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        number = request.headers["X-Case-Request"] = self.case.began()
        try:
            response = await self.inner.handle_async_request(request)
            try:
                content = await response.aread()
            finally:
                await response.aclose()
            return copied(response, content)
        finally:
            self.case.ended(number)


class CaseClock(Clock):
    """The clock of the case. A thread that waits is known by what it waits for."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.waiting: dict[int, tuple[tuple[Any, ...], float]] = {}

    def now(self) -> float:
        return (self.case.now_ms + self.case.elapsed) / 1000

    def monotonic(self) -> float:
        return self.case.elapsed / 1000

    def random(self) -> float:
        return 0.5

    def wait(self, events: tuple[Any, ...], seconds: float) -> None:
        case, thread = self.case, threading.get_ident()
        due = case.elapsed + seconds * 1000
        with case.lock:
            case.changes += 1
            self.waiting[thread] = (events, due)
        while not any(event.is_set() for event in events) and case.elapsed < due:
            if case.is_over:
                raise SystemExit
            events[0].wait(0.001)
        with case.lock:
            case.changes += 1
            del self.waiting[thread]


class Blocking:
    """Drives `Plinth`: the client's threads run until all of them wait."""

    case: Case
    clock: CaseClock

    def new(self, case: Case, options: dict[str, Any]) -> Any:
        self.case, self.clock = case, CaseClock(case)
        self.others = set(threading.enumerate())
        return Plinth(clock=self.clock, transport=Transport(case), **options)

    def forget(self) -> None:
        """The threads of a client that's forgotten end where they wait."""

    def new_abort(self) -> threading.Event:
        return threading.Event()

    def call(self, function: Any, limit: float) -> dict[str, Any]:
        result: dict[str, Any] = {}
        thread = threading.Thread(target=lambda: result.update(outcome_of(function)), name="plinth", daemon=True)
        thread.start()
        self.let_pass(limit, lambda: not thread.is_alive())
        return result or {"pending": True}

    def let_pass(self, until: float, is_done: Any = lambda: False) -> None:
        case = self.case
        while not is_done():
            changes = case.changes
            # Asking the harness takes longer than most of what the client does, so it's asked last.
            case.answered.clear()
            if not self.is_still(changes):
                time.sleep(0.0001)
                continue
            if case.open - case.held and case.answered.wait(ANSWER_S):
                continue
            held, released_at = case.move(case.elapsed)
            if not self.is_still(changes, held):
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

    def is_still(self, changes: int, held: set[str] | None = None) -> bool:
        """Whether every thread of the client waits, for the time or for an answer that is held, and did so since `changes`."""
        case = self.case
        with case.lock:
            threads = [one for one in threading.enumerate() if one.name == "plinth" and one not in self.others]
            waiting = list(self.clock.waiting.values())
            is_held = (held is None or case.open <= held) and len(threads) == len(waiting) + len(case.open)
            is_due = any(due <= case.elapsed or any(event.is_set() for event in events) for events, due in waiting)
            return is_held and not is_due and changes == case.changes


class Waiting(selectors.DefaultSelector):
    """Lets the time of the case pass where a loop would wait for it, and stops the loop when the time is over."""

    def __init__(self, loop: CaseLoop) -> None:
        super().__init__()
        self.loop = loop

    def select(self, timeout: float | None = None) -> Any:
        loop, case, ready = self.loop, self.loop.case, super().select(0)
        if loop.is_done():
            loop.stop()
        if ready or timeout == 0 or loop.is_done():
            return ready
        if case.open - case.held and (ready := super().select(ANSWER_S)):
            return ready
        held, released_at = case.move(case.elapsed)
        if case.open - held:
            return super().select(0.001)
        due = float("inf") if timeout is None else case.elapsed + timeout * 1000
        at = min(due, case.next_timer(), released_at)
        case.move(max(case.elapsed, min(at, loop.until)))
        if at > loop.until:
            loop.stop()
        case.run_timers()
        return super().select(0)


class CaseLoop(asyncio.SelectorEventLoop):
    def __init__(self, case: Case) -> None:
        self.case = case
        self.until = float("inf")
        self.is_done: Any = lambda: False
        super().__init__(Waiting(self))
        self._clock_resolution = 1e-6

    def time(self) -> float:
        return self.case.elapsed / 1000


class Looping:
    """Drives `AsyncPlinth` on a loop whose time is that of the case."""

    case: Case
    loop: CaseLoop

    def new(self, case: Case, options: dict[str, Any]) -> Any:
        self.case, self.loop = case, CaseLoop(case)
        asyncio.set_event_loop(self.loop)

        async def made() -> Any:
            return AsyncPlinth(clock=CaseClock(case), transport=AsyncTransport(case), **options)

        return self.loop.run_until_complete(made())

    def forget(self) -> None:
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()

    def new_abort(self) -> asyncio.Event:
        return asyncio.Event()

    def call(self, function: Any, limit: float) -> dict[str, Any]:
        task = self.loop.create_task(self.outcome(function))
        self.let_pass(limit, task.done)
        return task.result() if task.done() else {"pending": True}

    async def outcome(self, function: Any) -> dict[str, Any]:
        try:
            return {"value": value_of(await function())}
        except Exception as error:
            return {"error": problem_of(error)}

    def let_pass(self, until: float, is_done: Any = lambda: False) -> None:
        self.loop.until, self.loop.is_done = until, is_done
        self.loop.run_forever()
        self.loop.until, self.loop.is_done = float("inf"), lambda: False


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


def cycle() -> list[Any]:
    around: list[Any] = []
    around.append({"list": around})
    return around


def deep() -> Any:
    value: Any = 1
    for _ in range(5_000):
        value = [value]
    return value


VALUES: dict[str, Callable[[], Any]] = {
    "nan": lambda: float("nan"),
    "infinity": lambda: float("inf"),
    "-infinity": lambda: float("-inf"),
    "date": lambda: datetime.datetime.now(),
    "bytes": lambda: b"1",
    "big": lambda: 2**60,
    "decimal": lambda: decimal.Decimal(1),
    "set": lambda: {1},
    "function": lambda: lambda: 1,
    "undefined": lambda: [...],
    "half": lambda: "\ud800",
    "name": lambda: {"\ud800": 1},
    "cycle": cycle,
    "deep": deep,
}
"""The values that JSON can't say, by the names that a case has for them."""


def valued(value: Any) -> Any:
    if isinstance(value, str) and value.startswith("!"):
        return VALUES[value[1:]]()
    if isinstance(value, list):
        return [valued(one) for one in value]
    return {name: valued(one) for name, one in value.items()} if isinstance(value, dict) else value


def opening(private_key: dict[str, Any]) -> Callable[[str, dict[str, Any]], bytes]:
    """Opens with this key, as a key service would that keeps it to itself."""

    def opened(sealed: str, header: dict[str, Any]) -> bytes:
        message = jwe.JWE(algs=["ECDH-ES+A256KW", "A256GCM"])
        message.deserialize(sealed, jwk.JWK(**private_key))
        return bytes(message.payload)

    return opened


class Driver:
    def __init__(self, way: Blocking | Looping) -> None:
        self.way = way
        self.client: Any = None
        self.case: Case | None = None
        self.runs: dict[str, Run] = {}

    def new(self, command: dict[str, Any]) -> dict[str, Any]:
        if self.case:
            self.case.is_over = True
            plinth_runtime._clients.clear()
            self.way.forget()
        case = self.case = Case(*(command[name] for name in ("control", "client", "elapsed", "now_ms")))
        given = dict(command["options"])
        store = given.pop("store", None)
        private_keys, functions = given.pop("private_keys"), given.pop("functions", False)
        options = {name: valued(value) for name, value in given.items()}
        options |= {"private_key": private_keys, "store": FileStore(store) if store else None}
        if functions:
            key = given["key"]
            options |= {"key": lambda: key, "private_key": opening(private_keys[0])}
        self.runs = {}
        try:
            self.client = self.way.new(case, options | {"on_event": case.events.append})
        except PlinthError as error:
            return {"error": problem_of(error)}
        return {}

    def wait(self, command: dict[str, Any]) -> dict[str, Any]:
        self.way.let_pass(self.case.elapsed + command["ms"])
        return {}

    def clock(self, command: dict[str, Any]) -> dict[str, Any]:
        self.case.now_ms += command["ms"]
        return {}

    def call(self, command: dict[str, Any]) -> dict[str, Any]:
        case, options = self.case, {}
        command = command | {"args": valued(command["args"])}
        began = case.elapsed
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


def forked() -> socket.socket:
    """Forks for each connection, and returns it in the child: what a driver imports takes longer than most cases."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.create_server(("127.0.0.1", 0)) as server:
        print(server.getsockname()[1], flush=True)
        while server in select.select([server, sys.stdin], [], [])[0]:
            connection, _ = server.accept()
            if os.fork() == 0:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                return connection
            connection.close()
    sys.exit()


def main() -> None:
    driver = Driver(Looping() if sys.argv[1:] == ["async"] else Blocking())
    connection = forked()
    print(os.getpid(), file=(answers := connection.makefile("w")), flush=True)
    for line in connection.makefile():
        command = json.loads(line)
        answer = getattr(driver, command["do"])(command)
        told, driver.case.events[:] = list(driver.case.events), []
        print(json.dumps(answer | {"events": told}), file=answers, flush=True)


if __name__ == "__main__":
    main()
