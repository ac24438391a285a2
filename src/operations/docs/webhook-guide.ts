import { html } from 'hono/html'
import { ATTEMPTS, RETRIES } from './retries.ts'
import { type Html, prose, shell } from './shell.ts'
import { EXAMPLE, EXAMPLE_REQUEST } from './webhook-example.ts'
import { GO, NODE, PYTHON, STANDARD } from './webhook-snippets.ts'

interface Chapter {
	id: string
	title: string
	/** Paragraphs as text, the rest as it is. */
	parts: (string | Html)[]
}

const code = (id: string, title: string, source: string) => html`<h3>${title}</h3><pre id="${id}">${source}</pre>`

/** Text that is shown in full: a line that is too long is broken on the screen only. */
const bytes = (id: string, source: string) => html`<pre id="${id}" class="wrap">${source}</pre>`

const table = (rows: [string, string][]) =>
	html`<table>${rows.map(([left, right]) => html`<tr><td><code>${left}</code></td><td>${prose(right)}</td></tr>`)}</table>`

// Made when the page is, so that a start costs nothing.
const chapters = (): Chapter[] => [
	{
		id: 'message',
		title: 'What arrives',
		parts: [
			'Each event is a POST to the URL of every endpoint of its org that subscribes to it. This is one, byte for byte:',
			bytes('example-request', EXAMPLE_REQUEST),
			table([
				['webhook-id', 'The event. The same on every attempt, and the `event_id` of the delivery.'],
				['webhook-timestamp', 'When this attempt was made, in Unix seconds.'],
				['webhook-signature', 'One signature or more, separated by spaces.'],
				['type', 'What happened. `GET /v1/webhook-event-types` lists all there is.'],
				['timestamp', 'When it happened, whenever it arrives.'],
				['data', 'What it happened to, as it was then.'],
			]),
			html`<p>The <a href="/docs#events">events</a>, each with its data and an example.</p>`,
		],
	},
	{
		id: 'signature',
		title: 'How it is signed',
		parts: [
			'As Standard Webhooks says. What is signed is the id, the timestamp and the body, joined by dots, and nothing else:',
			bytes('example-signed', `${EXAMPLE.id}.${EXAMPLE.timestamp}.${EXAMPLE.body}`),
			'`v1a` is Ed25519. Each endpoint has a key of its own, and its `public_key`, `whpk_` and 32 bytes in base64, is all you need: there is no secret on your side that could leak.',
			'`v1` is HMAC-SHA256, and is there when you gave the endpoint a `secret`: `whsec_` and 24 to 64 bytes in base64.',
		],
	},
	{
		id: 'verify',
		title: 'Verify it',
		parts: [
			'Verify the bytes as they came: JSON that was parsed and written again is other bytes. Answer 400 to what does not verify, and to a `webhook-timestamp` that is more than five minutes off, so that a message somebody recorded is worth nothing later.',
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
			'With the message above, and `now` at its timestamp, both signatures must hold; with one byte changed, neither.',
			table([
				['public_key', `\`${EXAMPLE.public_key}\``],
				['secret', `\`${EXAMPLE.secret}\``],
				['v1a', `\`${EXAMPLE.v1a}\``],
				['v1', `\`${EXAMPLE.v1}\``],
			]),
			'To sign messages of your own in a test, this is the private key, in PKCS #8. It is the first test vector of RFC 8032, and the secret is the one in the text of Standard Webhooks: throw-aways that everybody has. Never trust them outside of a test.',
			bytes('example-private-key', EXAMPLE.private_key),
		],
	},
	{
		id: 'answer',
		title: 'What to answer',
		parts: [
			'Answer within 15 seconds. Put the event where it is safe, answer, and work on it afterwards.',
			table([
				['2xx', 'Delivered. The body does not matter.'],
				['410', 'The endpoint is disabled: nothing is sent to it any more.'],
				['3xx', 'A failure: redirects are not followed. Change the `url` of the endpoint instead.'],
				['anything else', 'A failure, as no answer is. It is tried again.'],
			]),
			`After a failure the next attempts follow ${RETRIES} after one another, each delay up to a fifth shorter or longer. \`Retry-After\` makes a delay longer, by a day at most. After ${ATTEMPTS} attempts a delivery is \`dead\`.`,
			'`GET /v1/webhook-endpoints/{endpoint_id}/deliveries` shows every attempt with its status and the beginning of your answer, so say there what went wrong.',
		],
	},
	{
		id: 'once',
		title: 'Each event once',
		parts: [
			'An answer can get lost, and then the same event comes again. `webhook-id` stays the same on every attempt: keep the ones you have had for a few days, and answer 204 to those without doing anything.',
			'Events may overtake one another. Where the order matters, go by `timestamp`.',
		],
	},
	{
		id: 'rotate',
		title: 'Change a key or a secret',
		parts: [
			'`POST /v1/webhook-endpoints/{endpoint_id}/rotate-key` makes a new key. For 24 hours every message carries a `v1a` by the new key and one by the one before, which the endpoint shows as `previous_public_key`, until `previous_key_until`. Put the new `public_key` into your receiver meanwhile; no event is lost whenever you do.',
			'`PATCH /v1/webhook-endpoints/{endpoint_id}` with another `secret` does the same for `v1`, and with `null` ends it after 24 hours.',
		],
	},
	{
		id: 'disabled',
		title: 'When an endpoint is disabled',
		parts: [
			'A 410 disables it, and so do five days of nothing but failures. `disabled_reason` says which, the owners and admins of the org are notified, and your other endpoints get `webhook_endpoint.disabled`.',
			'PATCH it with `{"enabled": true}` to go on: what still waited is sent. What happened in between is kept as `skipped` deliveries.',
		],
	},
	{
		id: 'recover',
		title: 'Get back what was missed',
		parts: [
			'`POST /v1/webhook-endpoints/{endpoint_id}/recover` with `{"since": "2026-11-20T00:00:00Z"}` sends again every delivery since then that is `skipped` or `dead`, 1,000 at a time: repeat it while `has_more` is true. The schedule begins anew for each. To send a single one once more, delivered or not: `POST /v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver`.',
		],
	},
	{
		id: 'try',
		title: 'Try it',
		parts: [
			'`POST /v1/webhook-endpoints/{endpoint_id}/test` sends a `ping`, whatever the endpoint subscribes to.',
			'On your own machine, `npm run receiver` beside `npm start` listens on `https://localhost:8788/` and prints what it gets. Called as `https://localhost:8788/?key=` and the `public_key` of the endpoint, it verifies with the code above; `&status=503` makes it fail, to see a delivery tried again.',
		],
	},
]

const chapter = ({ id, title, parts }: Chapter) =>
	html`<section id="${id}"><h2>${title}</h2>${parts.map((part) => (typeof part === 'string' ? html`<p>${prose(part)}</p>` : part))}</section>`

/** How to receive webhooks, as one HTML page. */
export function webhookGuide(): string {
	const all = chapters()
	return shell({
		title: 'Receiving webhooks',
		nav: html`<a href="/docs">The API</a><a href="/docs#events">The events</a><h2>On this page</h2>
${all.map(({ id, title }) => html`<a href="#${id}">${title}</a>`)}`,
		main: html`<p class="lead">How events reach you, how you know that they are ours, and what to do when one does not arrive.</p>
<div class="guide">${all.map(chapter)}</div>`,
	})
}
