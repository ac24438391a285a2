"""The last answers, while they may be used, and the check of each credential in them."""

from __future__ import annotations

import copy
import json
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from jwcrypto.common import JWException

from .errors import Untrusted
from .formats import _text
from .options import _Options
from .question import _Question
from .store import _Stored
from .sealed import _header_in, _is_sealed
from .steps import Clock, Steps, _Use

TOLERATED_S = 60.0
"""How far the times of a seal may be from the time of its answer, and two clocks from one another."""
STALE_S = 86_400
MAX_QUESTIONS = 1_000


class _KnownGood(_Stored):
    """The known goods, with their credentials still sealed. They're opened at each use."""

    def __init__(self, options: _Options, clock: Clock, new_event: Callable[[], Any]) -> None:
        super().__init__(options, clock, new_event)
        self._account = options.account
        # Those that were used last are at the end. A None is only in the store so far.
        self._known: OrderedDict[str, dict[str, Any] | None] = OrderedDict()
        self._epoch = 0

    def _start(self) -> Steps:
        yield from super()._start()
        for name in sorted((yield _Use(self._store.keys, ("known/",)))):
            self._known.setdefault(name, None)
        self._account = self._account or (yield from self._load("account"))

    def _usable(self, question: _Question, max_stale: float | None = None) -> Steps:
        """The known good with its credentials opened, if it may still be used. One that doesn't open is absent."""
        name = question.name
        if name not in self._known:
            return None
        record = self._known[name]
        if record is None:
            record = yield from self._load(name)
            # A refusal may have ended it meanwhile.
            if record is None or name not in self._known:
                self._known.pop(name, None)
                return None
            # What a clock that was wrong has dated ahead may be used for its own time, from now.
            early = max(record["at"] - self._present(), 0)
            record = {**record, "at": record["at"] - early, "use_until": record["use_until"] - early}
            self._known[name] = record
        if name in self._known:
            self._known.move_to_end(name)
        bounds = [record["at"] + one for one in (self._options.max_stale, max_stale) if one is not None]
        if self._present() >= min([record["use_until"], *bounds]):
            return None
        try:
            answer, _ = yield from self._opened(question, record["answer"])
        except Untrusted:
            return None
        return answer, record["since"]

    def _learn(self, question: _Question, answer: Any, use_until: float | None, since: str | None, epoch: int) -> Steps:
        """Keeps an answer, unless a 401 came after the question was sent."""
        at, name = self._present(), question.name
        if epoch != self._epoch:
            return
        until = at + STALE_S if use_until is None else use_until
        record = {"answer": answer, "at": at, "since": since or _text(at), "use_until": until}
        self._known[name] = record
        self._known.move_to_end(name)
        yield from self._save(name, record)
        while len(self._known) > MAX_QUESTIONS:
            oldest, _ = self._known.popitem(last=False)
            yield from self._drop(oldest)

    def _forget(self, question: _Question) -> Steps:
        if question.name in self._known:
            del self._known[question.name]
            yield from self._drop(question.name)

    def _opened(self, question: _Question, answer: Any, date: float | None = None) -> Steps:
        """The answer with its credentials, and until when it may be used. `date` is that of an answer from the network."""
        opened = copy.deepcopy(answer)
        use_until: float | None = None
        for holder, name, place, target in list(question.seals(opened)) if isinstance(opened, dict) else []:
            if not _is_sealed(holder.get(name)):
                continue
            sealed = holder[name]["$sealed"]
            header = _header_in(sealed)
            self._check(header, question.org_id, place, date)
            holder[name] = yield from self._open(sealed, header, target)
            until = header["use_until"] if header["use_until"] > header["iat"] else 0
            use_until = min(until, use_until) if use_until is not None else until
        return opened, use_until

    def _check(
        self, header: dict[str, Any], org_id: str | None, place: tuple[str, str, str], date: float | None
    ) -> None:
        """Refuses what isn't meant for this runtime, org, place and time, before anything is opened."""
        if self._keys.opener is None and header["kid"] not in self._keys.by_kid:
            raise Untrusted("kid")
        if self._account is not None and header["sub"] != self._account:
            raise Untrusted("sub")
        if org_id is not None and header["org"] != org_id:
            raise Untrusted("org")
        if header["place"] != "/".join(map(str, place)):
            raise Untrusted("place")
        if date is not None and date > header["exp"] + TOLERATED_S:
            raise Untrusted("exp")
        if date is not None and date < header["iat"] - TOLERATED_S:
            raise Untrusted("iat")

    def _open(self, sealed: str, header: dict[str, Any], target: Any) -> Steps:
        try:
            if self._keys.opener is not None:
                text = yield _Use(self._keys.opener, (sealed, header))
            else:
                text = self._keys.open(sealed, header["kid"])
            plain = json.loads(text)
            value, aim = plain["value"], plain["target"]
        except (JWException, ValueError, TypeError, KeyError) as error:
            raise Untrusted("seal") from error
        if aim != target:
            raise Untrusted("target")
        if self._account is None:
            self._account = header["sub"]
            yield from self._save("account", self._account)
        return value
