import { env } from 'cloudflare:workers'
import { Address4 } from 'ip-address'
import { afterEach, expect, inject, test, vi } from 'vitest'
import type { Denial } from '../../src/worker/ground/outbound/policy.ts'
import type { Outgoing } from '../../src/worker/ground/outbound/request.ts'
import { BASE_URL, OutboundError, connectTo, denialOf, isPrivateAddress, send } from '../support/program.ts'

const denied = (url: string, OUTBOUND_ALLOWLIST = '') => denialOf({ OUTBOUND_ALLOWLIST }, url, BASE_URL)
const OUTGOING: Outgoing = { rules: BASE_URL, timeout_ms: 1_000, max_bytes: 1_000 }
const failing = (url: string, outgoing: Partial<Outgoing> = {}) =>
	send(env, url, { ...OUTGOING, ...outgoing }).then(
		() => 'answered',
		(error: OutboundError) => error.failure,
	)
const responding = (response: (url: string, init: RequestInit) => Response | Promise<Response>) =>
	vi.stubGlobal(
		'fetch',
		vi.fn((url: string, init: RequestInit) => Promise.resolve(response(url, init))),
	)

afterEach(() => vi.unstubAllGlobals())

test.each([
	'https://api.example.com',
	'http://api.example.com:8080/v1/',
	'https://münchen.example',
	'https://local.example.com',
])('%s may be called', (url) => {
	expect(denied(url)).toBeUndefined()
})

test.each<[Denial, (string | string[])[]]>([
	['url.invalid', ['', 'api.example.com', 'https://', 'https://exa mple.com', '//api.example.com']],
	[
		'url.scheme',
		['ftp://example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/plain,x', 'ws://example.com'],
	],
	['url.userinfo', ['https://user@example.com', 'https://user:pass@example.com', 'https://:pass@example.com']],
	['url.query', ['https://example.com?', 'https://example.com/?a=b']],
	['url.fragment', ['https://example.com#', 'https://example.com/#x']],
	['url.port', ['https://example.com:25', 'http://example.com:0']],
	[
		'url.address',
		[
			['https://8.8.8.8', 'https://8.8.8.8.', 'https://134744072', 'https://[2606:4700::1111]'],
			['https://172.32.0.1', 'https://100.128.0.1', 'https://[64:ff9b::808:808]', 'https://[2002:808:808::1]'],
		],
	],
	['url.too_long', [`https://example.com/${'x'.repeat(2048)}`]],
	[
		'url.private_target',
		[
			['http://localhost', 'http://LOCALHOST.', 'http://a.localhost', 'http://printer.local', 'http://intranet'],
			['http://db.internal', 'http://metadata.google.internal', 'http://169.254.169.254/latest'],
			['http://100.100.100.200', 'http://192.0.0.192', 'http://127.0.0.1', 'http://127.1', 'http://0x7f.1'],
			['http://0x7f000001', 'http://2130706433', 'http://0177.0.0.1', 'http://127.0.0.1.', 'http://0'],
			['http://10.0.0.1', 'http://172.16.0.1', 'http://172.31.255.255', 'http://192.168.1.1', 'http://100.64.0.1'],
			['http://192.0.2.1', 'http://198.51.100.1', 'http://203.0.113.9', 'http://198.18.0.1', 'http://224.0.0.1'],
			['http://255.255.255.255', 'http://[::1]', 'http://[::]', 'http://[::ffff:127.0.0.1]'],
			['http://[::ffff:7f00:1]', 'http://[::7f00:1]', 'http://[fe80::1]', 'http://[fd00::1]', 'http://[fec0::1]'],
			['http://[ff02::1]', 'http://[2001:db8::1]', 'http://[64:ff9b::7f00:1]', 'http://[64:ff9b:1::1]'],
			['http://[2002:7f00:1::]', 'http://[2002:a9fe:a9fe::1]', 'http://[::ffff:0:a00:1]', 'http://[2001::1]'],
			['http://[fd00:ec2::254]', 'http://①②⑦.⓪.⓪.①', 'http://127。0。0。1', 'http://loc%61lhost'],
			['http://localhost..', 'http://127.0.0.1..', 'http://127.1..', 'http://0x7f.1...', 'http://db.internal..'],
			['http://a..example.com', 'http://.example.com', 'http://localhost.localdomain', 'http://api.default.svc'],
			['http://vault.private', 'http://wiki.intra', 'http://web.service.consul', 'http://a.test'],
			['http://a.invalid', 'http://a.onion'],
		],
	],
])('%s', (denial, urls) => {
	for (const url of urls.flat()) expect({ url, denial: denied(url) }).toEqual({ url, denial })
})

test('the operator can allow private targets by host or by host and port, and nothing else becomes callable', () => {
	const list = '127.0.0.1:9000, search.corp ,[::1]'
	const allowed = ['127.0.0.1:9000', 'search.corp', 'search.corp:81', '[::1]:5', '127.1:9000']
	for (const host of allowed) expect(denied(`http://${host}`, list), host).toBeUndefined()
	for (const url of ['http://127.0.0.1', 'http://127.0.0.1:9001', 'http://x.search.corp', 'http://10.0.0.1'])
		expect(denied(url, list), url).toBe('url.private_target')
	expect(denied('ftp://search.corp', list)).toBe('url.scheme')
})

test('an IPv4 address is treated the same inside every IPv6 range that carries one', () => {
	const addresses = ['10.1.2.3', '127.0.0.1', '169.254.169.254', '8.8.8.8', '1.1.1.1', '100.64.9.9', '192.168.0.1']
	for (const address of addresses) {
		const hex = new Address4(address).toHex().replaceAll(':', '')
		const groups = `${hex.slice(0, 4)}:${hex.slice(4)}`
		for (const carrier of [`[::ffff:${groups}]`, `[64:ff9b::${groups}]`, `[2002:${groups}::5]`])
			expect({ carrier, isPrivate: isPrivateAddress(carrier) }).toEqual({
				carrier,
				isPrivate: isPrivateAddress(address),
			})
	}
})

test('nothing is sent to a denied address', async () => {
	responding(() => new Response('x'))
	expect(await failing('http://169.254.169.254/latest/meta-data')).toBe('url.private_target')
	expect(fetch).not.toHaveBeenCalled()
})

test('the request is sent and the response returned unchanged', async () => {
	responding(() => new Response('{"ok":true}', { status: 418, headers: { 'X-A': 'b' } }))
	const { status, text, headers } = await send(env, 'https://example.com/v1', {
		...OUTGOING,
		method: 'POST',
		headers: { 'X-Key': 'k' },
		body: '{}',
	})
	expect({ status, text, header: headers.get('X-A') }).toEqual({ status: 418, text: '{"ok":true}', header: 'b' })
	expect(fetch).toHaveBeenCalledWith(
		'https://example.com/v1',
		expect.objectContaining({ method: 'POST', headers: { 'X-Key': 'k' }, body: '{}', redirect: 'manual' }),
	)
})

test("redirects are not followed, and the edge's responses for an unreachable origin become failures", async () => {
	for (const [status, failure] of [
		[301, 'redirect'],
		[307, 'redirect'],
		[530, 'dns'],
		[526, 'tls'],
		[521, 'unreachable'],
		[522, 'timeout'],
	] as const) {
		responding(() => new Response(null, { status, headers: { Location: 'http://127.0.0.1' } }))
		expect(await failing('https://example.com')).toBe(failure)
		expect(fetch).toHaveBeenCalledOnce()
	}
})

test('an endless response is cut off at the cap', async () => {
	let pulled = 0
	const endless = () =>
		new ReadableStream({
			pull: (controller) => {
				pulled += 1
				controller.enqueue(new Uint8Array(400))
			},
		})
	responding(() => new Response(endless()))
	expect(await failing('https://example.com')).toBe('too_large')
	expect(pulled).toBeLessThan(10)
})

test('a request to a server that hangs, before or during its response, ends at the deadline', async () => {
	const hanging = (_url: string, { signal }: RequestInit) =>
		new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
	responding(hanging)
	expect(await failing('https://example.com', { timeout_ms: 50 })).toBe('timeout')
	responding(() => new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(4)) })))
	expect(await failing('https://example.com', { timeout_ms: 50 })).toBe('timeout')
})

test('a failed connection is classified, and the error contains nothing from the request', async () => {
	for (const [message, failure] of [
		['DNS lookup failed.', 'dns'],
		['TLS peer certificate is not trusted', 'tls'],
		['internal error; reference = x', 'unreachable'],
	] as const) {
		vi.stubGlobal('fetch', () => Promise.reject(new Error(message)))
		const error = await send(env, 'https://example.com/secret-path', {
			...OUTGOING,
			headers: { 'X-Key': 'planted' },
		}).catch((caught: unknown) => caught)
		expect(error).toBeInstanceOf(OutboundError)
		expect((error as OutboundError).failure).toBe(failure)
		expect(String((error as OutboundError).stack)).not.toMatch(/planted|secret-path/)
	}
})

// A name that passes the policy and resolves to this machine. There's no such name on every machine, so the network is given
// `localhost`.
const INSIDE = `http://inside.example.com:${inject('servers')}/`
const resolvedInside = (network: Fetcher): Fetcher => ({
	fetch: (url: string, init?: RequestInit) => network.fetch(url.replace('inside.example.com', 'localhost'), init),
	connect: (_: SocketAddress | string, options?: SocketOptions) =>
		network.connect({ hostname: 'localhost', port: inject('servers') }, options),
})
const served = () => ({
	OUTBOUND_PUBLIC: resolvedInside(env.SERVED_OUTBOUND_PUBLIC),
	OUTBOUND_LISTED: resolvedInside(env.SERVED_OUTBOUND_LISTED),
})

test('on one machine, a name that resolves to a private address is refused when connecting, unless the operator allows it', async () => {
	const statusOf = (OUTBOUND_ALLOWLIST: string) =>
		send({ ...env, ...served(), OUTBOUND_ALLOWLIST }, INSIDE, OUTGOING).then(
			({ status }) => status,
			(error: OutboundError) => error.failure,
		)
	expect(await statusOf('')).toBe('unreachable')
	expect(await statusOf('127.0.0.1,localhost')).toBe('unreachable')
	expect(await statusOf('inside.example.com')).toBe(200)
	expect(await statusOf(new URL(INSIDE).host)).toBe(200)
})

test('on one machine, a socket to a name that resolves to a private address is refused, unless the operator allows it', async () => {
	const opened = async (OUTBOUND_ALLOWLIST: string) => {
		const socket = await connectTo(
			{ ...env, ...served(), OUTBOUND_ALLOWLIST },
			'inside.example.com',
			inject('servers'),
			'off',
		)
		const isOpen = await socket.opened.then(
			() => true,
			() => false,
		)
		await socket.close().catch(() => undefined)
		return isOpen
	}
	expect(await opened('')).toBe(false)
	expect(await opened('inside.example.com')).toBe(true)
})

test.each(['127.0.0.1', '[::1]', '0.0.0.0', 'localhost'])(
	'on one machine, the network itself refuses %s',
	async (host) => {
		const response = env.SERVED_OUTBOUND_PUBLIC.fetch(`http://${host}:${inject('servers')}/`)
		expect(
			await response.then(
				({ status }) => status,
				() => 'refused',
			),
		).toBe('refused')
	},
)
