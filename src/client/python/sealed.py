"""The private keys of the runtime, and the seal around a credential."""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Mapping
from typing import Any, Literal

from jwcrypto import jwe, jwk
from jwcrypto.common import JWException

from .errors import Invalid, Untrusted
from .formats import _base64, _unpadded

ALGORITHMS = ["ECDH-ES+A256KW", "A256GCM"]
SEALED = {"alg": ALGORITHMS[0], "enc": ALGORITHMS[1], "typ": "plinth-sealed+jwe"}
HEADER = {"alg", "enc", "kid", "epk", "typ", "iat", "exp", "use_until", "sub", "org", "place"}


def keygen(curve: Literal["P-256", "X25519"] = "P-256") -> tuple[dict[str, str], dict[str, str]]:
    """A new key pair as JWKs: the private one, which stays with the runtime, and the public one, which the account gets."""
    pair = jwk.JWK.generate(kty="EC", crv="P-256") if curve == "P-256" else jwk.JWK.generate(kty="OKP", crv="X25519")
    named = {"kid": pair.thumbprint()}
    return pair.export_private(as_dict=True) | named, pair.export_public(as_dict=True) | named


class _Keys:
    """The private keys of the runtime, the newest first, or a function that opens. Also the keys that sign what's stored."""

    def __init__(self, given: Any, store_secret: str | bytes | None) -> None:
        self.opener: Callable[..., Any] | None = given if callable(given) else None
        try:
            if isinstance(given, str):
                given = json.loads(given)
            listed = [] if given is None or self.opener else [given] if isinstance(given, Mapping) else list(given)
            pairs = [
                jwk.JWK(**{name: one[name] for name in ("kty", "crv", "x", "y", "d") if name in one}) for one in listed
            ]
            is_private = all(pair.has_private and "d" in one for pair, one in zip(pairs, listed))
        except (ValueError, TypeError, KeyError, JWException):
            is_private = False
        if not is_private:
            # Without the cause, which may quote the key.
            raise Invalid("private_key", "must be a private JWK, such as keygen prints, or a list of them") from None
        self.by_kid: dict[str, jwk.JWK] = {pair.thumbprint(): pair for pair in pairs}
        self.kid = next(iter(self.by_kid), None)
        self.signing = {
            kid: _derived(_unpadded(pair.export_private(as_dict=True)["d"])) for kid, pair in self.by_kid.items()
        }
        if store_secret is not None:
            secret = store_secret.encode() if isinstance(store_secret, str) else store_secret
            self.signing |= {"store_secret": _derived(secret)}

    def open(self, sealed: str, kid: str) -> bytes:
        opened = jwe.JWE(algs=ALGORITHMS)
        opened.deserialize(sealed, self.by_kid[kid])
        return bytes(opened.payload)

    def sign(self, kid: str, name: str, body: str) -> str:
        return _base64(hmac.digest(self.signing[kid], f"{name}\n{body}".encode(), "sha256"))


def _derived(secret: bytes) -> bytes:
    """HKDF-SHA256, without salt."""
    return hmac.digest(hmac.digest(bytes(32), secret, "sha256"), b"plinth-store\x01", "sha256")


def _header_in(sealed: Any) -> dict[str, Any]:
    """The protected header of a sealed value. Refuses one that has other fields than Plinth's."""
    try:
        header = json.loads(_unpadded(sealed.split(".")[0]))
    except (ValueError, AttributeError) as error:
        raise Untrusted("header") from error
    if not isinstance(header, dict):
        raise Untrusted("header")
    for name, value in SEALED.items():
        if header.get(name) != value:
            raise Untrusted(name)
    for name in ("zip", "crit"):
        if name in header:
            raise Untrusted(name)
    if set(header) != HEADER or not all(isinstance(header[name], int) for name in ("iat", "exp", "use_until")):
        raise Untrusted("header")
    return header


def _is_sealed(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {"$sealed"}
