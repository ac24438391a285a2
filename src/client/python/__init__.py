"""The client of Plinth for agents in Python: one file to copy. It needs Python 3.11, httpx, and jwcrypto 1.1.

    plinth = Plinth(url="https://plinth.example.com", key=KEY, private_key=PRIVATE_KEY, store=FileStore("plinth-state"))
    run = plinth.begin(agent_id="research-agent", selector="main^large", tools=["web_search"], hold={"credits": 50})
    for step in agent:
        run.progress(total_input_tokens=step.input, total_output_tokens=step.output)  # raises Stopped when the run may not continue
    run.end(status="completed")

`AsyncPlinth` has the same methods, to await. `python3 plinth_runtime.py keygen` prints a key pair. `/docs/runtime` of your instance is
the guide, and src/client/README.md in Plinth's repository has the table of behaviours.

First come the rules without I/O, up to `_Core`, as generators that yield what has to be done, then the two clients that do it.
"""

from __future__ import annotations

from .plinth import Plinth
from .errors import Aborted, Invalid, OtherLoop, PlinthError, Refused, ReportsFull, Stopped, StoreLocked, Unavailable, Untrusted
from .file_store import FileStore
from .async_plinth import AsyncPlinth
from .run import Run
from .sealed import keygen
from .steps import Clock

__all__ = [
    "AsyncPlinth", "Aborted", "Clock", "FileStore", "Invalid", "OtherLoop", "Plinth", "PlinthError", "Refused",
    "ReportsFull", "Run", "Stopped", "StoreLocked", "Unavailable", "Untrusted", "keygen",
]  # fmt: skip
