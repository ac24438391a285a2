"""Reports: they wait until Plinth has them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from .base import DEADLINE_S
from .errors import Refused, ReportsFull, Unavailable, _problems_in
from .formats import _given, _report_name, _text
from .questions import _Questions
from .run import Run
from .sendable import ENDS, TOTALS, _grown, _sendable
from .steps import Steps, _Spawn, _Use, _Wait

MAX_ENDS = 10_000
BATCH_SIZE = 100
BATCH_S = 10.0
REFUSED_WAIT_S = 60.0
MAX_BACKOFF_S = 60.0
_NAMES = ("thread_id", "user_id", "agent_id", "persona_id")


@dataclass(slots=True)
class _Waiting:
    """A report that Plinth doesn't have yet, and since when it waits."""

    sequence: int
    report: dict[str, Any]
    since: float

    @property
    def is_end(self) -> bool:
        return self.report["status"] in ENDS


class _Reports(_Questions):
    """Of a run at most its newest `running` report and its end wait, and are sent in batches, one batch at a time."""

    def begin_process(self) -> None:
        super().begin_process()
        # What the runs that Plinth doesn't know yet have taken or hold.
        self._alone: dict[str, int] = {}
        self._waiting: dict[str, _Waiting] = {}
        self._ends = 0
        self._sequence = 0
        self._is_reporting = False
        self._batch_size = BATCH_SIZE
        self._retry_at: float | None = None
        self._is_away = False
        self._flushes = 0
        self._is_told = False
        self._signal = self._new_event()
        self._idle = self._new_event()
        self._idle.set()

    def _start(self) -> Steps:
        yield from super()._start()
        self._account = self._account or (yield from self._load("account"))
        found = []
        for name in (yield _Use(self._store.keys, ("report/",))):
            record = yield from self._load(name)
            if record is not None:
                found.append((record["sequence"], name, record["report"]))
        for sequence, name, report in sorted(found):
            waiting = self._waiting[name] = _Waiting(sequence, report, self._clock.monotonic())
            self._ends += waiting.is_end
            self._sequence = max(self._sequence, sequence)
        if self._waiting:
            self._idle.clear()
            yield from self._ensure_reporter()

    def report(self, report: dict[str, Any]) -> Steps:
        given = _sendable(report, ["run_id", "status"])
        yield from self.ready()
        yield from self._enqueue(given)

    def _enqueue(self, said: dict[str, Any], run: Run | None = None) -> Steps:
        """Keeps a report until Plinth has it. Of a run one report waits: its end with what the one before it said."""
        report = _given(said)
        if run is not None:
            of_run = ("run_id", "org_id", *(_NAMES if run._is_unknown else ()))
            report = _given({name: run._asked.get(name) for name in of_run} | {"model_id": run._model_id}) | report
            if run._is_unknown:
                # The clock may have been corrected meanwhile.
                report.setdefault("created_at", _text(min(run._created_at, self._now())))
        name = _report_name(report["run_id"])
        waiting = _Waiting(0, report, self._clock.monotonic())
        if waiting.is_end:
            report.setdefault("completed_at", _text(self._now()))
            is_new = name not in self._waiting or not self._waiting[name].is_end
            if is_new and self._ends >= MAX_ENDS:
                raise ReportsFull(f"{MAX_ENDS} ends wait for Plinth")
        yield from self._alone_with(name, self._keep(name, waiting))
        if len(self._waiting) >= BATCH_SIZE:
            self._signal.set()
        yield from self._ensure_reporter()

    def _keep(self, name: str, waiting: _Waiting) -> Steps:
        before = self._waiting.get(name)
        if before is not None:
            if before.is_end and not waiting.is_end:
                return
            waiting.report = _grown(before.report, waiting.report)
            waiting.since = before.since
            self._ends -= before.is_end
        self._sequence += 1
        waiting.sequence = self._sequence
        self._ends += waiting.is_end
        self._waiting[name] = waiting
        self._idle.clear()
        yield from self._save(name, {"sequence": waiting.sequence, "report": waiting.report})

    def _ensure_reporter(self) -> Steps:
        if not self._is_reporting:
            self._is_reporting = True
            yield _Spawn(self._report_all())

    def _report_all(self) -> Steps:
        """Sends what waits: a batch leaves ten seconds after its first report, or with a hundred, or for a flush."""
        backoff = 1.0
        try:
            while self._waiting:
                wait = self._next_batch_in()
                if wait > 0:
                    yield _Wait(wait, self._signal)
                self._signal.clear()
                if self._next_batch_in() > 0:
                    continue
                self._retry_at = None
                try:
                    delay = yield from self._deliver(list(self._waiting.items())[: self._batch_size])
                except Exception as error:
                    # The user's key function or store failed. It's tried again, like Plinth.
                    delay = type(error).__name__, None, None
                if delay is None:
                    backoff = 1.0
                    continue
                reason, told, own = delay
                self._is_told = told is not None
                wait = self._jittered(own or backoff) if told is None else told
                backoff = min(backoff * 2, MAX_BACKOFF_S)
                self._retry_at = self._clock.monotonic() + wait
                self._tell("waiting", count=len(self._waiting), reason=reason, retry_ms=round(wait * 1000))
        finally:
            self._is_reporting = False

    def _next_batch_in(self) -> float:
        now = self._clock.monotonic()
        if self._retry_at is not None:
            return self._retry_at - now
        if self._flushes or len(self._waiting) >= BATCH_SIZE:
            return 0.0
        return min((one.since for one in self._waiting.values()), default=now) + BATCH_S - now

    def _deliver(self, batch: list[tuple[str, _Waiting]]) -> Steps:
        """Sends a batch. The result is None if it's done with, else why it has to wait, and how long by Plinth's word and by ours."""
        prefer = "handling=strict" + (", respond-async" if self._is_away else "")
        reports = [waiting.report for _, waiting in batch]
        answer = yield from self._call("POST", "/v1/runtime/runs", reports, DEADLINE_S, prefer)
        if answer is None or answer.status >= 500:
            self._is_away = True
            reason = Refused(answer.status, answer.body).reason if answer else "unavailable"
            return reason, answer and answer.retry_after, None
        if answer.status < 400:
            self._is_away, self._batch_size = False, min(self._batch_size * 2, BATCH_SIZE)
            for one in batch:
                yield from self._done(*one)
            self._tell_kept(reports, answer.body)
            return None
        refusal = Refused(answer.status, answer.body)
        if refusal.status == 429:
            return refusal.reason, answer.retry_after, None
        if refusal.status in (401, 403):
            yield from self._note_refusal(refusal)
            return refusal.reason, None, REFUSED_WAIT_S
        problems = _problems_in(refusal, len(batch))
        if not problems and len(batch) > 1:
            self._batch_size = (len(batch) + 1) // 2
        for index, problem in problems.items():
            name, waiting = batch[index]
            self._tell("rejected", report=waiting.report, problem=problem)
            yield from self._done(name, waiting)
        # The others leave again at once.
        self._retry_at = self._clock.monotonic()
        return None

    def _tell_kept(self, reports: list[dict[str, Any]], body: Any) -> None:
        """Plinth knows larger totals of a run than its report has, and keeps them."""
        sent = {report["run_id"]: report for report in reports}
        for run in (body.get("runs") if isinstance(body, dict) else None) or []:
            report = sent.get(run.get("run_id"), {})
            # A cost that wasn't reported is none that Plinth has kept.
            names = TOTALS if run.get("cost_source") in (None, "reported") else TOTALS[1:]
            totals = {name: run[name] for name in names if name in report and (run.get(name) or 0) > report[name]}
            if totals:
                self._tell("kept", run_id=run["run_id"], totals=totals)

    def _done(self, name: str, waiting: _Waiting) -> Steps:
        yield from self._alone_with(name, self._discard(name, waiting))
        if not self._waiting:
            self._idle.set()

    def _discard(self, name: str, waiting: _Waiting) -> Steps:
        # A newer report of the run may have taken its place.
        if self._waiting.get(name) is waiting:
            del self._waiting[name]
            self._ends -= waiting.is_end
            if waiting.is_end:
                self._alone.pop(waiting.report["run_id"], None)
            yield from self._drop(name)

    @property
    def has_waiting(self) -> bool:
        return bool(self._waiting)

    def drain(self) -> Steps:
        """Sends what waits at the end of the process, as far as Plinth takes it."""
        while self._waiting:
            if (yield from self._deliver(list(self._waiting.items())[: self._batch_size])) is not None:
                return

    def flush(self, deadline_ms: float | None) -> Steps:
        """Sends what waits, now."""
        yield from self.ready()
        until = math.inf if deadline_ms is None else self._clock.monotonic() + deadline_ms / 1000
        self._flushes += 1
        try:
            # What Retry-After says holds for a flush too.
            if self._retry_at is not None and not self._is_told:
                self._retry_at = None
            self._signal.set()
            while self._waiting:
                yield from self._ensure_reporter()
                left = until - self._clock.monotonic()
                if left <= 0:
                    raise Unavailable(f"{len(self._waiting)} reports still wait for Plinth")
                yield _Wait(left, self._idle)
        finally:
            self._flushes -= 1

    def close(self, deadline_ms: float | None) -> Steps:
        yield from self.flush(deadline_ms)
        if self._store is not None and hasattr(self._store, "close"):
            yield _Use(self._store.close)
