import { ATTEMPTS, RETRIES } from '../../docs/retries.ts'
import { EXAMPLE, EXAMPLE_REQUEST } from '../../docs/webhook-example.ts'
import { bytes, type Guide, code, table } from '../guide.ts'
import { GO, NODE, PYTHON, STANDARD } from '../webhook-snippets.ts'

export const webhooks: Guide = {
	title: 'Receiving webhooks',
	summary: 'Receive events, verify that they are ours, and recover missed ones.',
	lead: "How you receive events, how you know they're ours, and what to do if one doesn't arrive.",
	chapters: () => [
		{
			id: 'message',
			title: 'What arrives',
			parts: [
				"Each event is sent as a POST to all of the org's endpoints that subscribe to it. Here's one, byte for byte:",
				bytes('example-request', EXAMPLE_REQUEST),
				table([
					['webhook-id', "The event's ID, which is the delivery's `event_id`. It's the same on every attempt."],
					['webhook-timestamp', 'When this attempt was made, in Unix seconds.'],
					['webhook-signature', 'One or more signatures, separated by spaces.'],
					['type', 'What happened. `GET /v1/webhook-event-types` lists all types.'],
					['timestamp', 'When it happened, which may be long before it arrives.'],
					['data', 'The resource at that time.'],
				]),
				'See the [events](/docs#events), each with its data and an example.',
			],
		},
		{
			id: 'signature',
			title: "How it's signed",
			parts: [
				'We follow Standard Webhooks. We sign the id, the timestamp and the body, joined by dots, and nothing else:',
				bytes('example-signed', `${EXAMPLE.id}.${EXAMPLE.timestamp}.${EXAMPLE.body}`),
				'`v1a` is Ed25519. Each endpoint has its own key. To verify, you only need its `public_key`, which is `whpk_` followed by 32 bytes in base64. So you hold no secret that could leak.',
				'`v1` is HMAC-SHA256. A message has it if you set a `secret` on the endpoint, which is `whsec_` followed by 24 to 64 bytes in base64.',
			],
		},
		{
			id: 'verify',
			title: 'Verify it',
			parts: [
				"Verify the bytes as received: parsing JSON and writing it again changes them. Respond with 400 if a message doesn't verify, or if its `webhook-timestamp` is more than five minutes off, because an attacker may have recorded it.",
				code('verify-node', 'v1a in Node.js', NODE),
				code('verify-python', 'v1a in Python, with the cryptography package', PYTHON),
				code('verify-go', 'v1a in Go', GO),
				code('verify-standard', 'v1 with the standardwebhooks library, here in Node.js', STANDARD),
			],
		},
		{
			id: 'example',
			title: 'Check your code with the example',
			parts: [
				'Take the message above, with `now` at its timestamp. Both signatures must verify. Change one byte, and both must fail.',
				table([
					['public_key', `\`${EXAMPLE.public_key}\``],
					['secret', `\`${EXAMPLE.secret}\``],
					['v1a', `\`${EXAMPLE.v1a}\``],
					['v1', `\`${EXAMPLE.v1}\``],
				]),
				"This is the private key in PKCS #8, for tests that sign their own messages. It's the first test vector of RFC 8032, and the secret is from the text of Standard Webhooks. Everybody has them, so never trust them outside a test.",
				bytes('example-private-key', EXAMPLE.private_key),
			],
		},
		{
			id: 'answer',
			title: 'How to respond',
			parts: [
				'Respond within 15 seconds. Store the event safely, respond, and process it afterwards.',
				table([
					['2xx', 'Delivered. The body does not matter.'],
					['410', 'We disable the endpoint and stop sending to it.'],
					['3xx', "A failure: we don't follow redirects. Change the endpoint's `url` instead."],
					['anything else', 'A failure, like no response at all. We try again.'],
				]),
				`After a failure we try again. The delays between attempts are ${RETRIES}, each up to a fifth shorter or longer. \`Retry-After\` can make a delay longer, by at most a day. After ${ATTEMPTS} attempts a delivery is \`dead\`.`,
				'`GET /v1/webhook-endpoints/{endpoint_id}/deliveries` shows every attempt with its status and the beginning of your response, so say in the response what went wrong.',
			],
		},
		{
			id: 'once',
			title: 'Handle each event once',
			parts: [
				'Your response can get lost, and then the same event arrives again. `webhook-id` is the same on every attempt. Keep the IDs you received for a few days. If one of them arrives again, respond with 204 and do nothing.',
				'Events may arrive out of order. If the order matters, compare `timestamp`.',
			],
		},
		{
			id: 'rotate',
			title: 'Rotate a key or a secret',
			parts: [
				'`POST /v1/webhook-endpoints/{endpoint_id}/rotate-key` makes a new key. For 24 hours, every message has two `v1a` signatures, one with the new key and one with the old. Until `previous_key_until`, the endpoint shows the old key as `previous_public_key`. Put the new `public_key` into your receiver in that time, and no event is lost. A second call within the 24 hours changes nothing, unless you add `?purge=true`.',
				'`PATCH /v1/webhook-endpoints/{endpoint_id}` with a new `secret` does the same for `v1`. With `null`, messages have no `v1` after 24 hours.',
			],
		},
		{
			id: 'disabled',
			title: 'When an endpoint is disabled',
			parts: [
				"A 410 disables an endpoint, and so do five days of nothing but failures. `disabled_reason` says which, the org's owners and admins are notified, and your other endpoints get `webhook_endpoint.disabled`.",
				'PATCH it with `{"enabled": true}` to enable it again. We then send the deliveries that were waiting. Events from the time in between are kept as `skipped` deliveries.',
			],
		},
		{
			id: 'recover',
			title: 'Recover missed events',
			parts: [
				'`POST /v1/webhook-endpoints/{endpoint_id}/recover` with `{"since": "2026-11-20T00:00:00Z"}` resends every `skipped` or `dead` delivery since then, 1,000 at a time. Repeat it while `has_more` is true. Each delivery gets a new schedule. To resend a single delivery, whatever its status, use `POST /v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver`.',
				'Runs emit no events while none of the org\'s endpoints subscribes to them. `POST /v1/webhook-endpoints/{endpoint_id}/backfill` with `{"from": "2026-11-01T00:00:00Z", "to": "2026-11-20T00:00:00Z"}` sends the events of the runs that began in that time and have ended, to this endpoint only. They\'re the events you would have received, with their original `timestamp`. A call covers 1,000 runs. While `has_more` is true, repeat it with `last_run_id` as `after`. Repeating a call sends nothing twice. A run\'s end must have been reported within the last 28 days.',
			],
		},
		{
			id: 'try',
			title: 'Try it',
			parts: [
				'`POST /v1/webhook-endpoints/{endpoint_id}/test` sends a `ping`, whatever the endpoint subscribes to.',
				"On your own machine, start `npm run receiver` next to `npm start`. It listens on `https://localhost:8788/` and prints what it receives. Put `?key=` and the endpoint's `public_key` in the URL, and it verifies messages with the code above. With `&status=503` it fails, and you see the retries.",
			],
		},
	],
}
