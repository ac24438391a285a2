"""Calls of Plinth: asking until it decides, and remembering what it refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from .answers import _Away
from .errors import Refused
from .known_good import TOLERATED_S, _KnownGood
from .options import _Options, _require_key
from .run import _ALL
from .steps import Clock, Steps, _Send, _Spawn, _Use, _Wait


MAX_REFUSED = 1_000


class _Calls(_KnownGood):
    """Calls, and what they were refused."""

    def __init__(self, options: _Options, clock: Clock, new_event: Callable[[], Any]) -> None:
        super().__init__(options, clock, new_event)
        self._kid = self._keys.kid
        # Those that were refused last are at the end.
        self._refused: dict[str, None] = {}

    def _start(self) -> Steps:
        yield from super()._start()
        self._refused = dict.fromkeys((yield from self._load("refused")) or [])

    def _call(self, method: str, path: str, body: Any, seconds: float, prefer: str = "handling=strict") -> Steps:
        key: Any = self._options.key
        if callable(key):
            key = yield _Use(key)
        _require_key(key)
        headers = {"Authorization": f"Bearer {key}", "Accept": "application/json", "Prefer": prefer}
        content = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(body, separators=(",", ":")).encode()
        task = yield _Spawn(self._send(_Send(method, path, headers, content)))
        yield _Wait(seconds, task.event)
        return task.result() if task.event.is_set() else None

    def _send(self, request: _Send) -> Steps:
        answer = yield request
        if answer is not None and answer.date is not None:
            self._ahead_s = self._clock.now() - answer.date
            self._heard_at = (self._now(), self._clock.monotonic())
            if abs(self._ahead_s - self._told_ahead_s) >= TOLERATED_S:
                self._told_ahead_s = self._ahead_s
                self._tell("skewed", ahead_ms=round(self._ahead_s * 1000))
        return answer

    def _ask(self, method: str, path: str, body: Any, until: float, is_patient: bool = True) -> Steps:
        """Sends until Plinth decides. Raises `_Away` when the time is over, or at once for a caller who isn't patient."""
        backoff, once = 0.5, {"idempotency.in_progress", "runtime.no_encryption_key"}
        while True:
            left = until - self._clock.monotonic()
            answer = (yield from self._call(method, path, body, left)) if left > 0 else None
            if answer is not None and answer.status < 400:
                if _ALL in self._refused:
                    yield from self._take_back({_ALL})
                return answer
            problem: Exception = _Away()
            if answer is None or answer.status >= 500:
                if not is_patient:
                    raise problem
                wait = (answer and answer.retry_after) or self._jittered(backoff)
                backoff *= 2
            else:
                problem = refusal = Refused(answer.status, answer.body)
                wait = answer.retry_after or self._jittered(1.0)
                if refusal.status != 429 and refusal.reason not in once:
                    yield from self._note_refusal(refusal)
                    raise refusal
                once -= {refusal.reason}
                if refusal.reason == "runtime.no_encryption_key":
                    ours = [kid for kid in refusal.details.get("kids", []) if kid in self._keys.by_kid]
                    if not ours:
                        yield from self._note_refusal(refusal)
                        raise refusal
                    self._kid = ours[0]
                    body, wait = {**body, "kid": self._kid}, 0.0
            left = until - self._clock.monotonic()
            if left > 0:
                yield _Wait(min(wait, left))
            if wait >= left:
                raise problem

    def _note_refusal(self, refusal: Refused) -> Steps:
        """401 ends all that is known, in the store too."""
        if refusal.status == 401:
            self._epoch += 1
            names = list(self._known)
            self._known.clear()
            for name in names:
                yield from self._drop(name)
            yield from self._refuse({_ALL})

    def _refuse(self, subjects: set[str]) -> Steps:
        if not subjects <= self._refused.keys():
            self._refused |= dict.fromkeys(subjects)
            for oldest in list(self._refused)[:-MAX_REFUSED]:
                del self._refused[oldest]
            yield from self._save("refused", list(self._refused))

    def _take_back(self, subjects: set[str]) -> Steps:
        if taken := subjects & self._refused.keys():
            for subject in taken:
                del self._refused[subject]
            yield from self._save("refused", list(self._refused))
