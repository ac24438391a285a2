import type { Refused } from './codes.ts'

/** The reasons of calls to other servers: addresses that we don't call, and what went wrong with a call. */
export const OF_OUTBOUND = {
	'url.address': {
		statuses: [400, 502],
		meaning: "The URL has an IP address as its host. Cloudflare doesn't connect to IP addresses.",
		action: 'Use a host name. The operator can allow an address in `OUTBOUND_ALLOWLIST`.',
	},
	'url.fragment': {
		statuses: [400, 502],
		meaning: 'The URL has a fragment.',
		action: 'Remove `#` and what follows it.',
	},
	'url.invalid': {
		statuses: [400, 502],
		meaning: "This isn't a URL, or isn't a host.",
		action: 'Send an absolute URL.',
	},
	'url.port': { statuses: [400, 502], meaning: 'The URL uses port 0 or 25.', action: 'Use another port.' },
	'url.private_target': {
		statuses: [400, 502],
		meaning: 'The host is private, loopback, link-local or reserved.',
		action: 'Use a public host. The operator can allow a private one in `OUTBOUND_ALLOWLIST`.',
	},
	'url.query': {
		statuses: [400, 502],
		meaning: 'The base URL has a query.',
		action: 'Remove `?` and what follows it.',
	},
	'url.scheme': {
		statuses: [400, 502],
		meaning: "This field doesn't allow the URL's scheme.",
		action: 'Use `https:`.',
	},
	'url.too_long': { statuses: [400, 502], meaning: 'The URL has more than 2,048 characters.', action: 'Shorten it.' },
	'url.userinfo': {
		statuses: [400, 502],
		meaning: 'The URL contains a user name or a password.',
		action: 'Remove them. Store a key in its own field.',
	},
	dns: { statuses: [502], meaning: "Couldn't resolve the other server's host name.", action: 'Check the host name.' },
	invalid_response: {
		statuses: [502],
		meaning: "The other server's response isn't what its API promises, or it repeats the key.",
		action: "Check that the base URL is a vendor's API.",
	},
	redirect: {
		statuses: [502],
		meaning: 'The other server sent a redirect, and Plinth never follows redirects.',
		action: 'Use the final URL.',
	},
	status: {
		statuses: [502],
		meaning: 'The other server responded with an error ({status}).',
		action: 'Look for its cause there.',
	},
	timeout: {
		statuses: [502],
		meaning: "The other server didn't respond in time.",
		action: 'Try again, or check the server.',
	},
	tls: {
		statuses: [502],
		meaning: 'The TLS handshake with the other server failed.',
		action: 'Check its certificate.',
	},
	too_large: { statuses: [502], meaning: "The other server's response is too large.", action: 'Check the base URL.' },
	unauthorized: { statuses: [502], meaning: 'The other server refused the stored key.', action: 'Store a valid key.' },
	unreachable: {
		statuses: [502],
		meaning: "Couldn't connect to the other server.",
		action: 'Check the host, the port and the server.',
	},
	'smtp.auth': {
		statuses: [502],
		meaning: 'The mail server refused the login.',
		action: 'Check `smtp_user` and `smtp_pass`.',
	},
	'smtp.connect': {
		statuses: [502],
		meaning: "Couldn't connect to the mail server.",
		action: 'Check `smtp_host`, `smtp_port` and `smtp_tls_mode`.',
	},
	'smtp.data': {
		statuses: [502],
		meaning: 'The mail server refused the message.',
		action: 'Read its reply.',
		details: '`details.reply` has it.',
	},
	'smtp.dns': {
		statuses: [502],
		meaning: "Couldn't resolve the mail server's host name.",
		action: 'Check `smtp_host`.',
	},
	'smtp.from': {
		statuses: [502],
		meaning: 'The mail server refused the sender.',
		action: 'Check `from`, and read its reply.',
		details: '`details.reply` has it.',
	},
	'smtp.port_25': {
		statuses: [502],
		meaning: "Couldn't connect to port 25. On Cloudflare, Workers never can.",
		action: 'Set `smtp_port` to 465 or 587.',
	},
	'smtp.rcpt': {
		statuses: [502],
		meaning: 'The mail server refused the recipient.',
		action: 'Read its reply.',
		details: '`details.reply` has it.',
	},
	'smtp.timeout': {
		statuses: [502],
		meaning: "The mail server didn't respond in time.",
		action: 'Try again, or check the server.',
		details: '`details.during` says which step got no response.',
	},
	'smtp.tls': {
		statuses: [502],
		meaning: 'The TLS handshake with the mail server failed.',
		action: 'Check `smtp_tls_mode`.',
	},
} as const satisfies Record<string, Refused>
