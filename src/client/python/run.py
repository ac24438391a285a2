"""A run: what it has and what it used, and whom its beginning names."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from .errors import Refused, Stopped
from .formats import _compact, _given
from .question import _Question
from .steps import Event

_ALL = "key"
"""What a 401 refuses: everything."""


@dataclass
class Run:
    """A run that has begun: what it may take, and what was resolved for it, with its credentials opened."""

    run_id: str
    org_id: str | None
    hold: dict[str, Any]
    budgets: list[dict[str, Any]]
    terms: dict[str, Any]
    is_local: bool = False
    """Plinth doesn't know the run yet, or hasn't heard its last progress."""
    model: dict[str, Any] | None = field(default=None, repr=False)
    tools: list[dict[str, Any]] | None = field(default=None, repr=False)
    mcp: dict[str, Any] | None = field(default=None, repr=False)
    flags: list[dict[str, Any]] | None = None
    entitlements: list[dict[str, Any]] | None = None
    _client: Any = field(default=None, repr=False)
    _asked: dict[str, Any] = field(default_factory=dict, repr=False)
    _created_at: float = field(default=0.0, repr=False)
    _totals: dict[str, Any] = field(default_factory=dict, repr=False)
    _covered: int = field(default=0, repr=False)
    """The credits that Plinth or a live hold covered last."""
    _told: dict[str, int] = field(default_factory=lambda: {"credits": 0, "tokens": 0}, repr=False)
    _is_unknown: bool = field(default=False, repr=False)
    """It began in an outage, and Plinth doesn't know it yet."""
    _is_begun: bool = field(default=False, repr=False)
    _refusal: Stopped | None = field(default=None, repr=False)
    """What stops the run, and no call has raised yet."""

    @property
    def spent(self) -> dict[str, int]:
        """What it has taken: as Plinth said, or by its last totals while Plinth hasn't heard them."""
        return self._used if self.is_local else self._told

    @property
    def _model_id(self) -> str | None:
        """The model that was resolved for the run."""
        return (self.model or {}).get("model_id")

    @property
    def _used(self) -> dict[str, int]:
        totals = self._totals
        tokens = (totals.get("total_input_tokens") or 0) + (totals.get("total_output_tokens") or 0)
        return {"credits": _credits(totals, self.terms), "tokens": tokens}

    def progress(
        self,
        *,
        total_cost_usd: float | None = None,
        total_input_tokens: int | None = None,
        total_output_tokens: int | None = None,
        total_cache_read_tokens: int | None = None,
        total_cache_write_tokens: int | None = None,
        model_id: str | None = None,
        hold: Mapping[str, int] | None = None,
        ttl_s: int | None = None,
        ask: Mapping[str, Any] | None = None,
        wait_s: int | None = None,
        deadline_ms: float | None = None,
        abort: Event | None = None,
    ) -> Any:
        """Says what the run has spent since its beginning. Returns the run, or raises `Stopped` if it may not continue.

        `ask` asks people for more if budgets refuse, with a `reason` and, if it isn't what the run lacked, `credits`, `tokens` or `runs`.
        Then it waits `wait_s` for their answer, and continues, or raises `Stopped` with the reason `declined` or `lapsed`.
        """
        totals = {
            "total_cost_usd": total_cost_usd,
            "total_input_tokens": total_input_tokens,
            "total_output_tokens": total_output_tokens,
            "total_cache_read_tokens": total_cache_read_tokens,
            "total_cache_write_tokens": total_cache_write_tokens,
            "model_id": model_id,
        }
        more = _given({"hold": hold, "ttl_s": ttl_s, "ask": ask, "wait_s": wait_s})
        return self._client._run(self._client._core.progress(self, _given(totals), more, deadline_ms), abort)

    def end(self, *, status: Literal["completed", "failed", "cancelled"] = "completed", **report: Any) -> Any:
        """Reports the end, with the totals and whatever else a report takes. It leaves within ten seconds."""
        return self._client._run(self._client._core.end(self, status, report), None)


def _credits(totals: Mapping[str, Any], terms: Mapping[str, Any]) -> int:
    """As Plinth charges: by whole micro-dollars, and never nothing for something."""
    cost_usd, priced = totals.get("total_cost_usd"), _priced_microusd(totals, terms)
    if priced is not None and (cost_usd is None or terms.get("cost_source") == "priced"):
        microusd = priced
    else:
        microusd = max(1, math.floor(cost_usd * 1_000_000 + 0.5)) if cost_usd else 0
    factor = Fraction(str(terms.get("multiplier", 1))) * terms.get("percent", 100) / 100
    if not microusd or not factor:
        return 0
    return max(1, math.ceil(microusd * int(terms.get("credits_per_usd", 0)) * factor / 1_000_000))


def _priced_microusd(totals: Mapping[str, Any], terms: Mapping[str, Any]) -> int | None:
    """What the tokens cost by the price in the terms. None if no price counts, or nothing was used."""
    names = ("input", "output", "cache_read", "cache_write")
    total, output, read, written = (totals.get(f"total_{name}_tokens") or 0 for name in names)
    if terms.get("price") is None or total + output == 0:
        return None
    read = min(read, total)
    written = min(written, total - read)
    price, output_price, read_price, write_price = (terms.get(f"cost_per_1k_{name}") for name in names)
    parts = (
        (total - read - written, price),
        (read, price if read_price is None else read_price),
        (written, price if write_price is None else write_price),
        (output, output_price),
    )
    # A thousandth of a billionth of a dollar.
    cost = sum(tokens * math.floor(one * 1_000_000_000 + 0.5) for tokens, one in parts)
    return min(max(1, (cost + 500_000) // 1_000_000), 1_000_000_000_000) if cost else 0


def _terms_of(run: Run) -> _Question:
    return _Question("terms", run._asked.get("org_id"), {"selector": run._asked.get("selector")})


def _parts_of(run: Run) -> dict[str, list[_Question]]:
    """What a beginning asks for, each as the question that the single call answers."""
    asked, org_id = run._asked, run._asked.get("org_id") or run.org_id
    parts: dict[str, list[_Question]] = {}
    if asked.get("selector") or asked.get("context"):
        arguments = {"selector": asked.get("selector"), "context": asked.get("context") or {}}
        parts["model"] = [_Question("model", org_id, arguments)]
    if asked.get("tools"):
        parts["tools"] = [_Question("tool", org_id, {"group": group}) for group in asked["tools"]]
    if asked.get("mcp"):
        parts["mcp"] = [_Question("mcp", org_id, {})]
    if asked.get("flags"):
        parts["flags"] = [_Question("flag", org_id, {"key": key}) for key in asked["flags"]]
    if asked.get("entitlements"):
        parts["entitlements"] = [_Question("entitlement", org_id, {"key": key}) for key in asked["entitlements"]]
    return parts


def _subjects(run: Run) -> set[str]:
    """Whom a beginning names, as refusals name them."""
    asked = run._asked
    org_id, selector = asked.get("org_id"), asked.get("selector")
    models = {selector, (selector or "").partition("^")[2]}
    if run.model and "model" in run.model:
        models |= {run.model["model"], f"{run.model.get('provider_name')}^{run.model['model']}"}
    named = [("user", asked.get("user_id")), ("agent", asked.get("agent_id")), *(("model", one) for one in models)]
    subjects = [["platform"], ["org", org_id, org_id], ["selector", org_id, selector]]
    subjects += [[scope, org_id, subject] for scope, subject in named if subject]
    return {_ALL, *map(_compact, subjects)}


def _subject_in(run: Run, refusal: Refused) -> str:
    """Who a 402 or 403 is about."""
    org_id, details = run._asked.get("org_id"), refusal.details
    if refusal.error == "credits.insufficient" or details.get("scope") == "org":
        return _compact(["org", org_id, org_id])
    if details.get("scope") == "platform":
        return _compact(["platform"])
    if refusal.error in ("run.paused", "budget.exceeded") and details.get("scope") in ("user", "agent", "model"):
        return _compact([details["scope"], org_id, details.get("subject")])
    return _compact(["selector", org_id, run._asked.get("selector")])
