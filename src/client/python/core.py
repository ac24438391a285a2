"""How a run continues and ends: with Plinth, or by itself while its hold or the grace covers it."""

from __future__ import annotations

import math
from typing import Any
from urllib.parse import quote

from .answers import _Away
from .asked import _pause_in, _Request, _request_in, _state_in
from .base import DEADLINE_S
from .begin import _Beginnings
from .errors import Refused, Stopped
from .formats import _given, _seconds
from .questions import PATIENCE_S
from .reports import _report_name
from .run import Run
from .sendable import _grown, _sendable, _sendable_end
from .steps import Steps, _Spawn, _Wait

MARGIN_S = 5.0
"""A hold isn't relied on in its last seconds."""


class _Core(_Beginnings):
    """All rules: runs continue and end, too."""

    def begin_process(self) -> None:
        super().begin_process()
        # Set when the progress of a run that is on its way has ended.
        self._saying: dict[str, Any] = {}

    def progress(self, run: Run, totals: dict[str, Any], more: dict[str, Any], deadline_ms: float | None) -> Steps:
        totals, more = _sendable(totals), _sendable(more)
        until = self._clock.monotonic() + more.pop("wait_s", 0)
        while True:
            try:
                return (yield from self._progress(run, totals, more, deadline_ms))
            except Stopped as stopped:
                request = _request_in(stopped.details)
                if request is None:
                    raise
                state = yield from self._decision(request, until)
                if state != "granted":
                    reason = stopped.reason if state == "open" else state
                    raise self._stopped(run, str(reason), stopped.details, stopped.status) from None

    def _decision(self, request: _Request, until: float) -> Steps:
        """Asks how people decided until they have, the time is over, or Plinth refuses to say. An answer that doesn't say how the
        request stands leaves it open."""
        state, wait_s, path = request.state, request.wait_s, f"/v1/runtime/requests/{quote(request.id, safe='')}"
        while state == "open" and (left := until - self._clock.monotonic()) > 0:
            yield _Wait(min(left, wait_s))
            try:
                answer = yield from self._ask("GET", path, None, max(until, self._clock.monotonic() + 0.001))
            except _Away:
                continue
            except Refused:
                break
            if (said := _state_in(answer.body)) is not None:
                state, wait_s = said, _pause_in(answer.body, wait_s)
        return state

    def _progress(self, run: Run, totals: dict[str, Any], more: dict[str, Any], deadline_ms: float | None) -> Steps:
        yield from self.ready()
        until, ends_at = self._until(deadline_ms), self._clock.monotonic() + DEADLINE_S
        run._totals = _grown(run._totals, totals)
        may_alone = self._may_continue(run)
        patient_until = min(until, self._clock.monotonic() + PATIENCE_S) if may_alone else until
        # Plinth has to hear the totals in their order.
        while (saying := self._saying.get(run.run_id)) is not None and run._refusal is None:
            if (left := patient_until - self._clock.monotonic()) <= 0:
                break
            yield _Wait(left, saying)
        if run._refusal is None and saying is None:
            self._saying[run.run_id] = self._new_event()
            task = yield _Spawn(self._say(run, run._totals | more, ends_at, may_alone))
            yield _Wait(patient_until - self._clock.monotonic(), task.event)
            if run._refusal is None and task.event.is_set() and not isinstance(task.error, _Away):
                task.result()
                return run
        if run._refusal is not None:
            why, run._refusal = run._refusal, None
            raise why
        run.is_local = True
        yield from self._enqueue(run._totals | {"status": "running"}, run)
        if not self._may_continue(run):
            raise self._stopped(run, "outage", {"hold": run.hold})
        self._count_alone(run)
        return run

    def _say(self, run: Run, said: dict[str, Any], until: float, may_alone: bool) -> Steps:
        """Tells Plinth what a run has spent. What stops the run also counts if nobody waits for it by then."""
        body = _given({"org_id": run._asked.get("org_id"), "model_id": run._model_id}) | said
        path = f"/v1/runtime/runs/{quote(run.run_id, safe='')}/progress"
        try:
            if run._is_unknown:
                yield from self._begin_anew(run, until, is_patient=not may_alone)
            answer = yield from self._ask("POST", path, body, until, is_patient=not may_alone)
            self._take(run, answer.body)
            yield from self._heard(run)
        except Stopped as stopped:
            run._refusal = stopped
        except Refused as refusal:
            why = yield from self._stopping(run, refusal)
            if not isinstance(why, Stopped):
                raise
            run._refusal = why
        finally:
            if (saying := self._saying.pop(run.run_id, None)) is not None:
                saying.set()

    def _heard(self, run: Run) -> Steps:
        """Plinth knows what a `running` report would say."""
        name = _report_name(run.run_id)
        waiting = self._waiting.get(name)
        if waiting is not None and not waiting.is_end:
            yield from self._done(name, waiting)

    def _begin_anew(self, run: Run, until: float, is_patient: bool) -> Steps:
        """What a run that began in an outage says first to Plinth."""
        hold = run._asked.get("hold") or {}
        if hold.get("credits"):
            run._asked["hold"] = {**hold, "credits": max(hold["credits"], run._used["credits"])}
        try:
            yield from self._begin(run, until, is_patient)
        except Refused as refusal:
            if refusal.status == 429:
                raise
            raise self._stopped(run, refusal.reason or refusal.error, refusal.details, refusal.status) from None
        run._is_unknown = False
        self._alone.pop(run.run_id, None)

    def _may_continue(self, run: Run) -> bool:
        """Whether a run may continue without Plinth."""
        used = run._used
        if run._is_unknown:
            others = sum(taken for run_id, taken in self._alone.items() if run_id != run.run_id)
            return others + used["credits"] <= self._options.outage_credits
        held = self._live_hold(run)
        if held and all(used[unit] <= most for unit, most in held.items()):
            return True
        beyond = used["credits"] - (held.get("credits") or run._covered)
        return 0 < self._options.grace_credits >= beyond

    def _live_hold(self, run: Run) -> dict[str, int]:
        """What a run may take by a hold that is live."""
        expires_at = run.hold.get("expires_at")
        if expires_at is None or self._present() >= _seconds(expires_at) - MARGIN_S:
            return {}
        return {unit: run.hold[unit] for unit in ("credits", "tokens") if run.hold.get(unit)}

    def _count_alone(self, run: Run) -> None:
        """What a run has taken without Plinth."""
        credits = run._used["credits"]
        if run._is_unknown:
            self._alone[run.run_id] = max(self._alone.get(run.run_id, 0), credits)
        elif self._live_hold(run) and credits <= (run.hold.get("credits") or math.inf):
            run._covered = max(run._covered, credits)

    def end(self, run: Run, status: str, report: dict[str, Any]) -> Steps:
        said = _sendable_end({"status": status, **report})
        yield from self.ready()
        yield from self._enqueue(_grown(run._totals, said), run)
