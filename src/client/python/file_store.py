"""The store in a folder."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from urllib.parse import quote, unquote

from .errors import Invalid, PlinthError, StoreLocked
from .processes import _stores

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


class FileStore:
    """A folder with a file for each record. One process at a time uses it."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        if fcntl is None:
            raise PlinthError("FileStore needs flock, which this system doesn't have. Give the client another store.")
        if not isinstance(folder, (str, os.PathLike)) or folder == "":
            raise Invalid("folder", "is missing: give the path of a folder")
        self._folder = Path(folder)
        self._guard = threading.Lock()
        self._held: int | None = None
        _stores.add(self)

    def get(self, key: str) -> str | None:
        try:
            return self._file(key).read_text()
        except FileNotFoundError:
            return None

    def set(self, key: str, value: str) -> None:
        file = self._file(key)
        beside = file.with_name(f"{file.name}.{threading.get_ident()}.new")
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as written:
            written.write(value)
        os.replace(beside, file)

    def delete(self, key: str) -> None:
        self._file(key).unlink(missing_ok=True)

    def keys(self, prefix: str) -> list[str]:
        self._lock()
        names = (unquote(entry.name) for entry in os.scandir(self._folder) if not entry.name.endswith(".new"))
        return [name for name in names if name.startswith(prefix)]

    def close(self) -> None:
        with self._guard:
            if self._held is not None:
                # Removed while it's still locked: who opened it meanwhile sees that it's no longer there.
                (self._folder / "lock").unlink(missing_ok=True)
                os.close(self._held)
                self._held = None

    def _file(self, key: str) -> Path:
        self._lock()
        return self._folder / quote(key, safe="!~*'()")

    def _lock(self) -> None:
        with self._guard:
            if self._held is None:
                self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._held = _locked(self._folder / "lock")

    def _fork(self) -> None:
        """In the child of a fork: the lock is the parent's, and ends with it."""
        self._guard = threading.Lock()
        if self._held is not None:
            os.close(self._held)
            self._held = None


def _locked(path: Path) -> int:
    """The file of the lock, locked. The system lets go of it when the process ends, however that happens."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_at(path, file):
                # The client for Node.js has no flock, and says who it is.
                if _is_alive(os.pread(file, 1_000, 0)):
                    raise StoreLocked(f"Another process uses {path.parent}")
                content = json.dumps({"pid": os.getpid(), "started": _started(os.getpid())}).encode()
                os.pwrite(file, content, 0)
                os.ftruncate(file, len(content))
                return file
        except OSError as error:
            os.close(file)
            raise StoreLocked(f"Another process uses {path.parent}: {error.strerror}") from None
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _is_at(path: Path, file: int) -> bool:
    """Whether the open file is still the one that's there."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(file))
    except FileNotFoundError:
        return False


def _is_alive(content: bytes) -> bool:
    """Whether the process that wrote this lock is another one and lives. Its number alone may be a stranger's by now."""
    try:
        holder = json.loads(content)
        number, started = holder["pid"], holder["started"]
    except (ValueError, TypeError, KeyError):
        return False
    return number != os.getpid() and started is not None and started == _started(number)


def _started(number: int) -> str | None:
    """When a process that lives has started, as no other process with its number has. None where the system doesn't say."""
    try:
        state, *fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except (OSError, ValueError):
        return None
    return None if state in "ZX" else f"{boot} {fields[18]}"
