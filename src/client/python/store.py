"""The store: what outlives the process."""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable
from typing import Any

from .base import DEADLINE_S, _Base
from .errors import Invalid
from .formats import _compact
from .options import _Options
from .sealed import _Keys
from .steps import Clock, Steps, _Task, _Use, _Wait


class _Stored(_Base):
    """A record carries a code over its name and its text, and one whose code differs is absent."""

    def __init__(self, options: _Options, clock: Clock, new_event: Callable[[], Any]) -> None:
        super().__init__(options, clock, new_event)
        self._keys = _Keys(options.private_key, options.store_secret)
        if options.store is not None and not self._keys.signing:
            raise Invalid("store_secret", "is missing: a store needs it where private_key is not a JWK")
        self._store = options.store

    def begin_process(self) -> None:
        super().begin_process()
        self._starting: _Task | None = None
        self._busy: dict[str, Any] = {}

    def _load(self, name: str) -> Steps:
        stored = yield _Use(self._store.get, (name,))
        try:
            record = json.loads(stored) if stored else {}
            kid, body, mac = record["kid"], record["body"], record["mac"]
            if record["v"] == 1 and hmac.compare_digest(self._keys.sign(kid, name, body), mac):
                return json.loads(body)
        except (ValueError, TypeError, KeyError, AttributeError):
            pass
        return None

    def _save(self, name: str, value: Any) -> Steps:
        if self._store is not None:
            kid, body = next(iter(self._keys.signing)), _compact(value)
            record = {"v": 1, "kid": kid, "mac": self._keys.sign(kid, name, body), "body": body}
            yield _Use(self._store.set, (name, json.dumps(record, ensure_ascii=False)))

    def _drop(self, name: str) -> Steps:
        if self._store is not None:
            yield _Use(self._store.delete, (name,))

    def _alone_with(self, name: str, steps: Steps) -> Steps:
        """Runs the steps while nobody else changes this record."""
        while name in self._busy:
            yield _Wait(DEADLINE_S, self._busy[name])
        done = self._busy[name] = self._new_event()
        try:
            return (yield from steps)
        finally:
            self._busy.pop(name, None)
            done.set()

    def ready(self) -> Steps:
        """Reads what an earlier process left in the store, once."""
        if self._store is None:
            return
        while self._starting is None or not self._starting.event.is_set():
            if self._starting is not None:
                yield _Wait(DEADLINE_S, self._starting.event)
                continue
            starting = self._starting = _Task(self._new_event())
            try:
                yield from self._start()
            except BaseException:
                self._starting = None
                raise
            finally:
                starting.event.set()

    def _start(self) -> Steps:
        """Each module after this one reads what is its."""
        yield from ()
