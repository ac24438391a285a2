"""How a run begins."""

from __future__ import annotations

from typing import Any

from .answers import _Away
from .asked import _request_in
from .base import DEADLINE_S
from .errors import Refused, Stopped, Unavailable
from .formats import _given, _new_run_id
from .reports import _Reports
from .run import Run, _parts_of, _subject_in, _subjects, _terms_of
from .sendable import _sendable
from .steps import Steps

OUTAGE_AFTER_S = 5.0
_LISTS = ("tools", "flags", "entitlements")


class _Beginnings(_Reports):
    """Runs begin with Plinth's word, or in an outage with what is known."""

    def begin(self, client: Any, asked: dict[str, Any], deadline_ms: float | None) -> Steps:
        given = _sendable(asked)
        yield from self.ready()
        until = min(self._until(deadline_ms), self._clock.monotonic() + DEADLINE_S)
        asked = {"run_id": _new_run_id(self._now()), "ttl_s": 3600} | given
        run = Run(
            asked["run_id"], asked.get("org_id"), {}, [], {}, _client=client, _asked=asked, _created_at=self._now()
        )
        alone_at = min(until, self._clock.monotonic() + OUTAGE_AFTER_S)
        may_alone = self._options.on_outage == "begin" and (yield from self._knows_terms(run)) is not None
        try:
            yield from self._begin(run, alone_at if may_alone else until)
        except _Away:
            if may_alone and (yield from self._begun_alone(run)):
                return run
            if may_alone and until > alone_at:
                yield from self._begin_late(run, until)
                return run
            raise Unavailable("Plinth is away, so no run begins") from None
        return run

    def _begin_late(self, run: Run, until: float) -> Steps:
        try:
            yield from self._begin(run, until)
        except _Away:
            raise Unavailable("Plinth is away, and this run may not begin without it") from None

    def _begin(self, run: Run, until: float, is_patient: bool = True) -> Steps:
        body = run._asked | _given({"kid": self._kid})
        epoch = self._epoch
        try:
            answer = yield from self._ask("POST", "/v1/runtime/runs/begin", body, until, is_patient)
        except Refused as refusal:
            raise (yield from self._stopping(run, refusal)) from None
        run.org_id = answer.body["run"]["org_id"]
        self._take(run, answer.body)
        yield from self._learn(_terms_of(run), run.terms, None, None, epoch)
        for name, parts in _parts_of(run).items():
            given = answer.body.get(name)
            given = given if name in _LISTS else [given]
            taken = []
            for part, one in zip(parts, given):
                if isinstance(one, dict) and "error" in one:
                    yield from self._forget(part)
                    taken.append(one)
                else:
                    taken.append((yield from self._taken(part, one, answer, epoch)))
            setattr(run, name, taken if name in _LISTS else taken[0])
        yield from self._take_back(_subjects(run))

    def _take(self, run: Run, body: dict[str, Any]) -> None:
        run.hold, run.budgets, run.terms = body["hold"], body["budgets"], body["terms"]
        run.is_local, run._is_begun = False, True
        run._told = body.get("spent", run._told)
        run._covered = max(run._covered, run._told["credits"])

    def _knows_terms(self, run: Run) -> Steps:
        return (yield from self._usable(_terms_of(run)))

    def _begun_alone(self, run: Run) -> Steps:
        """Begins a run in an outage, if it may: with what is known, and as long as the credits for outages last."""
        terms = yield from self._knows_terms(run)
        hold = run._asked.get("hold") or {}
        room = self._options.outage_credits - sum(self._alone.values())
        if terms is None or max(1, hold.get("credits") or 0) > room or self._refused.keys() & _subjects(run):
            return False
        run.terms, _ = terms
        run.hold = {"credits": hold.get("credits") or 0, "tokens": hold.get("tokens") or 0, "expires_at": None}
        for name, parts in _parts_of(run).items():
            found = []
            for part in parts:
                known = yield from self._usable(part)
                found.append({"error": "unavailable"} if known is None else self._stale(part, *known))
            setattr(run, name, found if name in _LISTS else found[0])
        run.is_local = run._is_unknown = True
        self._alone[run.run_id] = run.hold["credits"]
        self._tell("local", run_id=run.run_id)
        return True

    def _stopping(self, run: Run, refusal: Refused) -> Steps:
        """What a refusal raises: `Stopped` if it's the run that may not continue."""
        if refusal.status in (402, 403):
            yield from self._refuse({_subject_in(run, refusal)})
        is_over = run._is_begun and refusal.reason == "run.ended"
        if refusal.status != 402 and refusal.error != "run.paused" and not is_over:
            return refusal
        reason = "run.ended" if is_over else refusal.error
        # One that asks may wait for the answer.
        if _request_in(refusal.details) is not None:
            return Stopped(reason, refusal.details, refusal.status)
        return self._stopped(run, reason, refusal.details, refusal.status)

    def _stopped(self, run: Run, reason: str, details: dict[str, Any], status: int | None = None) -> Stopped:
        """Whatever stops a run is an event, and raised."""
        self._tell("stopped", run_id=run.run_id, reason=reason)
        return Stopped(reason, details, status)
