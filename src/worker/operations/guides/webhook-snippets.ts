import { EXAMPLE } from '../docs/webhook-example.ts'

// The code that the guide's readers copy. The local receiver and the tests run `NODE` as it is.

export const NODE = `import { createPublicKey, verify } from 'node:crypto'

// public_key: the endpoint's. headers: as node:http gives them.
// body: the bytes as received, before any parser.
export function verifyWebhook(public_key, headers, body, now = Date.now() / 1000) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signatures = headers['webhook-signature'] ?? ''
  if (!(Math.abs(now - Number(timestamp)) <= 300)) return false
  const x = Buffer.from(public_key.slice('whpk_'.length), 'base64').toString('base64url')
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
  const signed = Buffer.concat([Buffer.from(\`\${id}.\${timestamp}.\`), Buffer.from(body)])
  return signatures.split(' ').some((one) => {
    const [version, signature = ''] = one.split(',')
    return version === 'v1a' && verify(null, signed, key, Buffer.from(signature, 'base64'))
  })
}`

export const PYTHON = `import base64
import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


# public_key: the endpoint's. headers: a mapping, in lower case.
# body: the bytes as received, before any parser.
def verify_webhook(public_key, headers, body, now=None):
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    now = time.time() if now is None else now
    if not timestamp.isdecimal() or abs(now - int(timestamp)) > 300:
        return False
    raw = base64.b64decode(public_key.removeprefix("whpk_"))
    key = Ed25519PublicKey.from_public_bytes(raw)
    signed = f"{id}.{timestamp}.".encode() + body
    for one in headers.get("webhook-signature", "").split(" "):
        version, _, signature = one.partition(",")
        if version != "v1a":
            continue
        try:
            key.verify(base64.b64decode(signature), signed)
            return True
        except (InvalidSignature, ValueError):
            pass
    return False`

export const GO = `package webhooks

import (
	"crypto/ed25519"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Verify takes the endpoint's public key and the body as received, before any parser.
func Verify(publicKey string, header http.Header, body []byte, now time.Time) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if age := now.Unix() - seconds; err != nil || age > 300 || age < -300 {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(publicKey, "whpk_"))
	if err != nil || len(key) != ed25519.PublicKeySize {
		return false
	}
	signed := append([]byte(id+"."+timestamp+"."), body...)
	for _, one := range strings.Fields(header.Get("webhook-signature")) {
		if !strings.HasPrefix(one, "v1a,") {
			continue
		}
		signature, err := base64.StdEncoding.DecodeString(one[len("v1a,"):])
		if err == nil && ed25519.Verify(key, signed, signature) {
			return true
		}
	}
	return false
}`

/** Verifies `v1` with the Standard Webhooks library, which exists for many languages. */
export const STANDARD = `import { Webhook } from 'standardwebhooks'

// Throws unless the signature verifies and the message is at most five minutes old.
const event = new Webhook('${EXAMPLE.secret}').verify(body, headers)`
