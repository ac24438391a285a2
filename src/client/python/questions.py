"""Questions: the answer of now, or the known good."""

from __future__ import annotations

import copy
from typing import Any

from .answers import _Answer, _Away
from .base import DEADLINE_S
from .calls import _Calls
from .errors import Refused, Unavailable
from .options import _require_amounts
from .question import _Question
from .steps import Steps, _Spawn, _Task, _Wait

PATIENCE_S = 0.8
"""How long a call waits for Plinth if there's another way. Then it continues beside the caller."""


class _Questions(_Calls):
    """Each question asks Plinth, and is answered with its known good while Plinth is away."""

    def begin_process(self) -> None:
        super().begin_process()
        self._asking: dict[tuple[str, bool], _Task] = {}

    def question(self, question: _Question, max_stale: float | None, deadline_ms: float | None) -> Steps:
        question = _Question(question.kind, *question.checked())
        _require_amounts({"max_stale": max_stale})
        yield from self.ready()
        until = self._until(deadline_ms)
        known = yield from self._usable(question, max_stale)
        asking = (question.name, known is None)
        flying = self._asking.get(asking)
        task: _Task = (
            flying if flying and not flying.event.is_set() else (yield _Spawn(self._refresh(question, known is None)))
        )
        self._asking[asking] = task
        left = until - self._clock.monotonic()
        yield _Wait(left if known is None else min(PATIENCE_S, left), task.event)
        if task.event.is_set() and self._asking.get(asking) is task:
            del self._asking[asking]
        if task.event.is_set() and not isinstance(task.error, _Away):
            return copy.deepcopy(task.result())
        # What another call was refused meanwhile is no longer known.
        known = yield from self._usable(question, max_stale)
        if known is None:
            raise Unavailable("Plinth is away, and no answer of before may be used")
        return self._stale(question, *known)

    def _stale(self, question: _Question, answer: Any, since: str) -> Any:
        """A known good, as the caller gets it."""
        asked = {"kind": question.kind, "org_id": question.org_id, **question.arguments}
        self._tell("stale", question=asked, since=since)
        return answer | {"stale_since": since} if isinstance(answer, dict) else answer

    def _refresh(self, question: _Question, is_patient: bool) -> Steps:
        epoch = self._epoch
        try:
            until = self._clock.monotonic() + DEADLINE_S
            answer = yield from self._ask(*question.request(self._kid), until, is_patient)
            body = question.answer_in(answer.body)
            return (yield from self._taken(question, body, answer, epoch))
        except Refused as refusal:
            if refusal.status in (403, 404, 409):
                yield from self._forget(question)
            raise
        finally:
            # Its caller may have gone, and nobody else may need the credentials in it.
            self._asking.pop((question.name, is_patient), None)

    def _taken(self, question: _Question, body: Any, answer: _Answer, epoch: int) -> Steps:
        """An answer of now, opened, and known from now on."""
        opened, use_until = yield from self._opened(question, body, answer.date or self._present())
        yield from self._learn(question, body, use_until, answer.stale_since, epoch)
        return opened | {"stale_since": answer.stale_since} if isinstance(opened, dict) else opened
