import { html } from 'hono/html'
import { ATTEMPTS, RETRIES } from '../docs/retries.ts'
import { shell } from '../docs/shell.ts'
import { EXAMPLE, EXAMPLE_REQUEST } from '../docs/webhook-example.ts'
import { bytes, type Chapter, chapter, code, table } from './guide.ts'
import { GO, NODE, PYTHON, STANDARD } from './webhook-snippets.ts'

// A function, so an isolate that does not serve the guide does not pay for it.
const chapters = (): Chapter[] => [
	{
		id: 'message',
		title: 'What arrives',
		parts: [
			'Each event is a POST to the URL of every endpoint of its org that subscribes to it. This is one, byte for byte:',
			bytes('example-request', EXAMPLE_REQUEST),
			table([
				[
					'webhook-id',
					'The id of the event, which is the `event_id` of the delivery. It is the same on every attempt.',
				],
				['webhook-timestamp', 'When this attempt was made, in Unix seconds.'],
				['webhook-signature', 'One signature or more, separated by spaces.'],
				['type', 'What happened. `GET /v1/webhook-event-types` lists all types.'],
				['timestamp', 'When it happened, which may be long before it arrives.'],
				['data', 'The resource at that time.'],
			]),
			html`<p>The <a href="/docs#events">events</a>, each with its data and an example.</p>`,
		],
	},
	{
		id: 'signature',
		title: 'How it is signed',
		parts: [
			'We follow Standard Webhooks. We sign the id, the timestamp and the body, joined by dots, and nothing else:',
			bytes('example-signed', `${EXAMPLE.id}.${EXAMPLE.timestamp}.${EXAMPLE.body}`),
			'`v1a` is Ed25519. Each endpoint has a key of its own. To verify you need its `public_key` only, which is `whpk_` and 32 bytes in base64. So you keep no secret that could leak.',
			'`v1` is HMAC-SHA256. A message has it if you gave the endpoint a `secret`, which is `whsec_` and 24 to 64 bytes in base64.',
		],
	},
	{
		id: 'verify',
		title: 'Verify it',
		parts: [
			'Verify the bytes as they came. JSON that was parsed and written again has other bytes. Answer 400 to a message that does not verify. Answer 400 to a `webhook-timestamp` that is more than five minutes off, too: an attacker may have recorded the message.',
			code('verify-node', 'v1a in Node.js', NODE),
			code('verify-python', 'v1a in Python, with the cryptography package', PYTHON),
			code('verify-go', 'v1a in Go', GO),
			code('verify-standard', 'v1 with the standardwebhooks library, here in Node.js', STANDARD),
		],
	},
	{
		id: 'example',
		title: 'Check yours with the example',
		parts: [
			'Take the message above, with `now` at its timestamp. Both signatures must hold. Change one byte, and both must fail.',
			table([
				['public_key', `\`${EXAMPLE.public_key}\``],
				['secret', `\`${EXAMPLE.secret}\``],
				['v1a', `\`${EXAMPLE.v1a}\``],
				['v1', `\`${EXAMPLE.v1}\``],
			]),
			'This is the private key in PKCS #8, for tests that sign messages of their own. It is the first test vector of RFC 8032, and the secret comes from the text of Standard Webhooks. Everybody has them, so never trust them outside of a test.',
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
				['410', 'We disable the endpoint and send it nothing more.'],
				['3xx', 'A failure: we follow no redirect. Change the `url` of the endpoint instead.'],
				['anything else', 'A failure, like no response at all. We try again.'],
			]),
			`After a failure we try again. The delays between attempts are ${RETRIES}, each up to a fifth shorter or longer. \`Retry-After\` makes a delay longer, by a day at most. After ${ATTEMPTS} attempts a delivery is \`dead\`.`,
			'`GET /v1/webhook-endpoints/{endpoint_id}/deliveries` shows every attempt with its status and the beginning of your response, so say in the response what went wrong.',
		],
	},
	{
		id: 'once',
		title: 'Handle each event once',
		parts: [
			'An answer can get lost, and then the same event comes again. `webhook-id` is the same on every attempt. Keep the ids that you have had for a few days. When one of them comes again, answer 204 and do nothing.',
			'Events may overtake one another. Where the order matters, compare `timestamp`.',
		],
	},
	{
		id: 'rotate',
		title: 'Change a key or a secret',
		parts: [
			'`POST /v1/webhook-endpoints/{endpoint_id}/rotate-key` makes a new key. For 24 hours every message has two `v1a` signatures, one of the new key and one of the old key. Until `previous_key_until` the endpoint shows the old key as `previous_public_key`. Put the new `public_key` into your receiver within that time, and no event is lost.',
			'`PATCH /v1/webhook-endpoints/{endpoint_id}` with another `secret` does the same for `v1`. With `null`, messages have no `v1` after 24 hours.',
		],
	},
	{
		id: 'disabled',
		title: 'When an endpoint is disabled',
		parts: [
			'A 410 disables it, and so do five days of nothing but failures. `disabled_reason` says which, the owners and admins of the org are notified, and your other endpoints get `webhook_endpoint.disabled`.',
			'PATCH it with `{"enabled": true}` to go on. We then send the deliveries that were waiting. Events of the time in between are kept as `skipped` deliveries.',
		],
	},
	{
		id: 'recover',
		title: 'Get back what was missed',
		parts: [
			'`POST /v1/webhook-endpoints/{endpoint_id}/recover` with `{"since": "2026-11-20T00:00:00Z"}` sends every delivery since then again that is `skipped` or `dead`, 1,000 at a time. Repeat it while `has_more` is true. Each delivery gets a new schedule. To send a single delivery again, whatever its status, use `POST /v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver`.',
			'Runs emit no events while no endpoint of the org subscribes to them. `POST /v1/webhook-endpoints/{endpoint_id}/backfill` with `{"from": "2026-11-01T00:00:00Z", "to": "2026-11-20T00:00:00Z"}` sends the events of the runs that began in that time and have ended, to this endpoint only. They are the events that you would have had, with the `timestamp` of then. A call looks at 1,000 runs. While `has_more` is true, repeat it with `last_run_id` as `after`. Asking again sends nothing twice. The end of a run must have been reported within the last 28 days.',
		],
	},
	{
		id: 'try',
		title: 'Try it',
		parts: [
			'`POST /v1/webhook-endpoints/{endpoint_id}/test` sends a `ping`, whatever the endpoint subscribes to.',
			'On your own machine, start `npm run receiver` next to `npm start`. It listens on `https://localhost:8788/` and prints what it gets. With `?key=` and the `public_key` of the endpoint in the URL it verifies with the code above. With `&status=503` it fails, and you see the retries.',
		],
	},
]

/** How to receive webhooks, as one HTML page. */
export function webhookGuide(): string {
	const all = chapters()
	return shell({
		title: 'Receiving webhooks',
		nav: html`<a href="/docs">The API</a><a href="/docs#events">The events</a><a href="/docs/changes">Changing a running platform</a><h2>On this page</h2>
${all.map(({ id, title }) => html`<a href="#${id}">${title}</a>`)}`,
		main: html`<p class="lead">How events reach you, how you know that they are ours, and what to do when one does not arrive.</p>
<div class="guide">${all.map(chapter)}</div>`,
	})
}
