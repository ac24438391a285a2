"""The ground of the core: its clocks and its events."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .options import _Options
from .steps import Clock

DEADLINE_S = 10.0
CLOCK_COUNTS_S = 2.0


class _Base:
    """The rules, without I/O: nothing in here waits or sends by itself. A client runs one step at a time.

    Each module after this one adds its rules and what they remember, and uses those of the modules before it. `_Core` is all of them.
    """

    def __init__(self, options: _Options, clock: Clock, new_event: Callable[[], Any]) -> None:
        self._options = options
        self._clock = clock
        self._new_event = new_event
        self.told: list[dict[str, Any]] = []
        self._ahead_s = 0.0
        self._told_ahead_s = 0.0
        # Plinth's time at its last answer, and when that was by the monotonic clock.
        self._heard_at = (-math.inf, 0.0)
        self.begin_process()

    def begin_process(self) -> None:
        """What belongs to one process, in a new one empty: what its threads do, and the runs and reports that are its."""

    def _tell(self, kind: str, **detail: Any) -> None:
        if self._options.on_event is not None:
            self.told.append({"type": kind, **detail})

    def _now(self) -> float:
        """The time by Plinth's clock, as far as it's known, to be written down."""
        local = self._clock.now()
        return local - self._ahead_s if abs(self._ahead_s) >= CLOCK_COUNTS_S else local

    def _present(self) -> float:
        """The same for what ends at a time. It's no earlier than Plinth's last answer and what has passed since, so a clock
        that's moved back prolongs nothing."""
        heard, at = self._heard_at
        return max(self._now(), heard + self._clock.monotonic() - at)

    def _until(self, deadline_ms: float | None) -> float:
        """When a caller stops waiting for a call beside it, which ends by itself after ten seconds and then says why."""
        seconds = math.inf if deadline_ms is None else deadline_ms / 1000
        return self._clock.monotonic() + (seconds if seconds < DEADLINE_S else DEADLINE_S + 1)

    def _jittered(self, seconds: float) -> float:
        return seconds * (0.5 + self._clock.random())
