import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Reply, as, send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { byAmount, differences, dump, eventsBeyond, eventIds, moved, recorded, watched } from '../support/dry-run.ts'
import { type Sample, samplesOf } from '../support/samples.ts'
import { SPEC } from '../support/spec.ts'
import { sampleWorld } from '../support/spec/row.ts'
import { unique } from '../support/world.ts'

// Every write, first as a dry run and then for real: the dry run leaves nothing behind, and predicts what the real call does.

// With the clock stopped, no cache of an isolate expires between two calls, so an extra call shows that a dry run dropped
// one.
beforeEach(() => void vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const here = await sampleWorld()

/** A change of every balance takes one batch for each 5,000 orgs: credits.bulk.test.ts covers its dry run. */
const IN_CHUNKS = ['/v1/admin/credits/bulk-adjust', '/v1/admin/credits/reset-all']

const isOffered = (path: string) =>
	path.startsWith('/v1/') &&
	!path.startsWith('/v1/auth/') &&
	!path.startsWith('/v1/me/totp') &&
	!/\/(identities\/(access|[^/]+\/start)|oidc-connections\/[^/]+\/test)$/.test(path) &&
	!['/v1/me', '/v1/me/passkeys/options', '/v1/me/password', '/v1/me/recovery-codes'].includes(path)
const writes = SPEC.filter(
	({ method, path, noSample }) => method !== 'GET' && isOffered(path) && !IN_CHUNKS.includes(path) && !noSample,
)

const DRY = { 'Dry-Run': 'true' }

/** How many more D1 calls a dry run makes than the real call: it counts the recipients. */
const MORE_CALLS: Record<string, number> = { 'POST /v1/admin/notifications/broadcasts': 1 }

/** Fields whose text differs in each call. */
const GENERATED = [
	'key',
	'key_prefix',
	'code',
	'token',
	'public_key',
	'previous_public_key',
	'login',
	'connected_in_ms',
	'trace_id',
]

const MARKED = ['key', 'key_prefix', 'code', 'token', 'public_key']
const UNMARKED = GENERATED.filter((name) => !MARKED.includes(name))

/** A body as a dry run has it: with no credential. */
const sealingNothing = (body: unknown) =>
	typeof body === 'object' && body !== null
		? JSON.parse(JSON.stringify(body, (name, value: unknown) => (name === '$sealed' ? null : value)))
		: body

/** The rows once nothing changes them any longer. */
async function settledDump() {
	for (let before = await dump(); ;) {
		await new Promise((resolve) => setTimeout(resolve, 100))
		const after = await dump()
		if (JSON.stringify(after) === JSON.stringify(before)) return after
		before = after
	}
}

test.each(writes.map((row) => [row.name, row] as const))(
	'a dry run of %s changes nothing and predicts the real call',
	async (_, row) => {
		for (const sample of await samplesOf(row, here)) {
			await as(sample.caller?.token).get('/v1/plans?limit=1')
			const key: Record<string, string> = row.method === 'POST' ? { 'Idempotency-Key': unique('key') } : {}
			// The isolate keeps what a question reads, so both calls find it. What it gave out is written behind the answer.
			if (row.asks && row.d1) await sample.succeed()
			const before = row.access === 'permission:runtime.resolve' ? await settledDump() : await dump()
			const known = await eventIds()
			const { env: variables, touched } = watched()
			const fetched = vi.spyOn(globalThis, 'fetch')
			let dry = {} as Reply
			const dryCost = await counted(async () => {
				dry = await sendSample(row.method, sample, { ...DRY, ...key }, variables)
			})
			// Events of earlier calls may be delivered at any moment.
			const sent = fetched.mock.calls.filter(
				([, init]) => !known.includes(String(new Headers(init?.headers).get('webhook-id'))),
			)
			expect({ touched, sent }).toEqual({ touched: [], sent: [] })
			fetched.mockRestore()
			expect(await dump()).toEqual(before)
			expect({ name: sample.name, status: dry.status, body: dry.body }).toMatchObject({
				name: sample.name,
				status: 200,
				body: { dry_run: true, status: sample.status ?? 200 },
			})
			expect((await counted(() => as(sample.caller?.token).get('/v1/plans?limit=1'))).calls).toBe(1)

			const ids = await eventIds()
			let real = {} as Reply
			const cost = await counted(async () => {
				real = await sample.succeed(key)
			})
			real.body = sealingNothing(real.body)
			expect(real.headers.get('Idempotency-Replayed')).toBeNull()
			expect(dryCost.calls).toBe(cost.calls + (MORE_CALLS[row.name] ?? 0))
			const { status, body, changes, events, credits } = dry.body
			const isUnknown = body === null && real.body !== ''
			if (isUnknown) expect(dry.body.effects).toHaveLength(1)
			expect(
				differences(
					{ status, body: isUnknown ? real.body : (body ?? ''), changes, events, credits: byAmount(credits) },
					{
						status: real.status,
						body: real.body,
						changes: await recorded(real),
						events: await eventsBeyond(ids),
						credits: await moved(real),
					},
					GENERATED,
				),
			).toEqual([])
			// What differs there was made up, and says so.
			for (const made of isUnknown ? [] : differences(body ?? '', real.body, UNMARKED))
				expect(made).toMatch(/"[^"]*DRYR/)
		}
	},
)

const sendSample = (method: string, sample: Sample, headers: Record<string, string>, variables: Partial<Env>) =>
	send(method, sample.name.slice(method.length + 1), {
		env: variables,
		body: sample.body,
		headers: {
			...(sample.caller && { Authorization: `Bearer ${sample.caller.token}` }),
			...sample.headers,
			...headers,
		},
	})
