import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { send } from '../support/api.ts'
import { withD1 } from '../support/d1.ts'
import { accept, invite, offer, registerWith } from '../support/invitations.ts'
import { withAccessLog } from '../support/logged.ts'
import { admin, unique, user } from '../support/world.ts'

withAccessLog()

// The token of an invitation is part of a path. It mustn't be in anything that keeps paths.

/** What the recent log and the trace keep of one request. */
async function keptOf(trace_id: string | null) {
	const root = await admin()
	const { body } = await root.get(`/v1/admin/access-log?trace_id=${trace_id}`)
	const trace = await root.get(`/v1/traces/${trace_id}`)
	return { entries: body.data as Record<string, unknown>[], text: JSON.stringify([body, trace.body]) }
}

test('the access log and the trace mask the token, however somebody spells its path', async () => {
	const owner = await user('owner')
	const { token } = (await invite(owner)).body
	const secret = token.slice('join_'.length)
	const escaped = `%6Aoin_%${secret.charCodeAt(0).toString(16)}${secret.slice(1)}`
	const paths: Record<string, string> = {
		[`/v1/invitations/${token}`]: '/v1/invitations/…',
		[`/v1/invitations/${escaped}`]: '/v1/invitations/…',
		[`/v1/invitations/${secret}`]: '/v1/invitations/…',
		[`/v1/invitations/${token.toUpperCase()}/accept`]: '/v1/invitations/…/accept',
		[`/v1/invitations/${token}/nothing`]: '/v1/invitations/…/nothing',
		[`/v1/invitation/${token}`]: '/v1/invitation/…',
		[`//v1/invitations/${token}`]: '//v1/invitations/…',
	}
	for (const [path, logged] of Object.entries(paths)) {
		const { headers } = await send('GET', path, {
			headers: { 'User-Agent': `link ${token}`, Accept: 'application/json' },
		})
		const { entries, text } = await keptOf(headers.get('X-Trace-Id'))
		expect(entries).toMatchObject([{ path: logged, user_agent: 'link …' }])
		expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
		expect(JSON.stringify([...headers])).not.toContain(secret)
	}
})

test('accepting and registering leave the token nowhere', async () => {
	const owner = await user('owner')
	const log = vi.spyOn(console, 'error')
	const [one, two] = [(await invite(owner)).body, (await invite(owner)).body]
	const guest = await user('guest')
	const path = `/v1/invitations/${one.token}/accept`
	const accepted = await guest.post(path, undefined, { headers: { 'Idempotency-Key': unique('key') } })
	const registered = await registerWith(two.token)
	const again = await accept(guest, two.token)
	expect([accepted.status, registered.status, again.status]).toEqual([200, 201, 404])
	for (const { headers } of [accepted, registered, again]) {
		const { text } = await keptOf(headers.get('X-Trace-Id'))
		for (const { token } of [one, two]) expect(text).not.toContain(token)
	}
	for (const table of ['audit_logs', 'idempotency_keys', 'invitations', 'sign_in_requests', 'notifications']) {
		const { results } = await env.DB.prepare(`SELECT * FROM ${table} ORDER BY created_at DESC LIMIT 500`).all()
		for (const { token } of [one, two]) expect(JSON.stringify(results), table).not.toContain(token)
	}
	expect(JSON.stringify(log.mock.calls)).not.toContain('join_')
	expect(JSON.stringify([accepted.body, registered.body, again.body])).not.toContain('join_')
})

test('a fault while an invitation is read leaves its token in no line of the log', async () => {
	const { token } = (await invite(await user('owner'))).body
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const fault = () => Promise.reject(new TypeError('A fault of ours'))
	expect((await withD1(fault, () => offer(token))).status).toBe(500)
	expect(
		(
			await withD1(
				() => Promise.reject(new Error('D1_ERROR: Network connection lost.')),
				() => offer(token),
			)
		).status,
	).toBe(503)
	const lines = log.mock.calls.map(([line]) => String(line))
	expect(lines.some((line) => line.includes('/v1/invitations/…'))).toBe(true)
	expect(lines.join()).not.toContain(token)
})

test('whoever opens invitations without a credential does so sixty times a minute', async () => {
	const keys: string[] = []
	const limit = ({ key }: RateLimitOptions) => {
		keys.push(key)
		return Promise.resolve({ success: false })
	}
	const options = {
		headers: { 'CF-Connecting-IP': '203.0.113.77' },
		env: { RATE_LIMITS: 'on', SIGN_IN_RATE_LIMIT: { limit } },
	}
	expect((await send('GET', '/v1/invitations/join_unknown', options)).status).toBe(429)
	// Logging in from the same address is counted separately.
	expect(keys).toEqual(['invitation 203.0.113.77'])
})
