"""The command: `keygen` prints a key pair."""

from __future__ import annotations

import argparse
import json
import os

from .sealed import keygen


def _main() -> None:
    parser = argparse.ArgumentParser(description="Plinth's client for agents in Python")
    commands = parser.add_subparsers(required=True)
    making = commands.add_parser("keygen", help="print a private JWK, and its public half for the service account")
    making.add_argument("--curve", choices=["P-256", "X25519"], default="P-256")
    making.add_argument("file", nargs="?", help="where the private JWK goes, instead of to the terminal")
    given = parser.parse_args()
    private, public = keygen(given.curve)
    if given.file:
        with open(os.open(given.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as written:
            json.dump(private, written)
    else:
        print(json.dumps(private))
    print(json.dumps(public))


if __name__ == "__main__":
    _main()
