import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { EventType } from '../src/worker/webhooks/endpoints/event-names.ts'
import { type Reply, as, send } from './support/api.ts'
import { type Count, counted } from './support/d1.ts'
import { byAmount, differences, eventsAfter, moved, newestEvent, recorded, watched } from './support/dry-run.ts'
import { dump, everything } from './support/dump.ts'
import {
	AUDIT_ACTIONS,
	CONFIRMABLE,
	EVENT_TYPES,
	isConfiguration,
	offersDryRun,
	whyNotRevertible,
} from './support/program.ts'
import { runsOf } from './support/property.ts'
import { LATER_EVENTS } from './support/receiver.ts'
import { callsOf, type Sample, sampleOf, samplesOf, warmCalls } from './support/samples.ts'
import { SPEC, type SpecRow } from './support/spec.ts'
import { quiet, sampleWorld } from './support/spec/row.ts'
import { admin, unique } from './support/world.ts'

// Every write, first as a dry run and then for real: the dry run leaves nothing behind and predicts what the real call does. That
// makes the D1 calls that its row says, leaves one audit row, is replayed under its key, and can be reverted or says why not.

// With the clock stopped, no cache of an isolate expires between two calls, so an extra call shows that a dry run dropped one.
beforeEach(() => void vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] }))

const here = await sampleWorld()

const writes = SPEC.filter(({ method, noSample }) => method !== 'GET' && !noSample)

/** A change of every balance takes one batch for each 5,000 orgs: credits.bulk.test.ts covers its dry run. */
const IN_CHUNKS = ['/v1/admin/credits/bulk-adjust', '/v1/admin/credits/reset-all']

const isDryRun = (row: SpecRow) => offersDryRun(row) && !IN_CHUNKS.includes(row.path)

const isReplayed = ({ method, path, asks, notReplayed }: SpecRow) =>
	method === 'POST' && path.startsWith('/v1/') && !asks && !notReplayed

/** How many D1 calls it takes to look for a key. A change in chunks also looks how far the first request came. */
const lookingFor = ({ path }: SpecRow) => (IN_CHUNKS.includes(path) ? 2 : 1)

/** How many more D1 calls a dry run makes than the real call: it counts the recipients. */
const MORE_CALLS: Record<string, number> = { 'POST /v1/admin/notifications/broadcasts': 1 }

const actions = Object.entries(AUDIT_ACTIONS).flatMap(([kind, verbs]) =>
	Object.keys(verbs).map((verb) => `${kind}.${verb}`),
)

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

interface Made {
	reply: Reply
	cost: Count
}

async function made(call: () => Promise<Reply>): Promise<Made> {
	let reply = {} as Reply
	const cost = await counted(async () => void (reply = await call()))
	return { reply, cost }
}

/** A read whose D1 calls show what the isolate knows of a caller. */
const known = ({ caller }: Sample) => as(caller?.token).get('/v1/plans?limit=1')

/** Makes a dry run, which must leave nothing behind: no row, no message, and no cache that it dropped. */
async function dryRun({ method }: SpecRow, sample: Sample, headers: Record<string, string>): Promise<Made> {
	const before = await everything()
	const { env: variables, touched } = watched()
	const fetched = vi.spyOn(globalThis, 'fetch')
	const dry = await made(() =>
		send(method, sample.name.slice(method.length + 1), {
			env: variables,
			body: sample.body,
			headers: {
				...(sample.caller && { Authorization: `Bearer ${sample.caller.token}` }),
				...sample.headers,
				...headers,
				'Dry-Run': 'true',
			},
		}),
	)
	expect({ touched, sent: fetched.mock.calls }).toEqual({ touched: [], sent: [] })
	fetched.mockRestore()
	expect(await everything()).toEqual(before)
	const { status, body } = dry.reply
	expect({ name: sample.name, status, body }).toMatchObject({
		status: 200,
		body: { dry_run: true, status: sample.status ?? 200 },
	})
	expect((await counted(() => known(sample))).calls).toBe(1)
	return dry
}

/** A body as a dry run has it: with no credential. */
const sealingNothing = (body: unknown) =>
	typeof body === 'object' && body !== null
		? JSON.parse(JSON.stringify(body, (name, value: unknown) => (name === '$sealed' ? null : value)))
		: body

type Emitted = Awaited<ReturnType<typeof eventsAfter>>

/** What a dry run said must be what the real call did. */
async function expectPredicted(row: SpecRow, dry: Made, real: Made, emitted: Emitted) {
	expect(dry.cost.calls).toBe(real.cost.calls + (MORE_CALLS[row.name] ?? 0))
	const { status, body, changes, events, credits, effects } = dry.reply.body
	const sealed = sealingNothing(real.reply.body)
	const isUnknown = body === null && sealed !== ''
	if (isUnknown) expect(effects).toHaveLength(1)
	expect(
		differences(
			{ status, body: isUnknown ? sealed : (body ?? ''), changes, events, credits: byAmount(credits) },
			{
				status: real.reply.status,
				body: sealed,
				changes: await recorded(real.reply),
				events: emitted.map(({ type }) => type),
				credits: await moved(real.reply),
			},
			GENERATED,
		),
	).toEqual([])
	// What differs there was made up, and says so, or it's a redemption code, which is money.
	for (const one of isUnknown ? [] : differences(body ?? '', sealed, UNMARKED))
		expect(one).toMatch(/"[^"]*DRYR|^code: "[A-Z2-9]{4}"/)
}

const auditedUnder = async (...replies: Reply[]) => {
	const { results } = await env.DB.prepare(
		'SELECT id, action, target_type FROM audit_logs WHERE trace_id IN (SELECT value FROM json_each(?))',
	)
		.bind(JSON.stringify(replies.map(({ headers }) => headers.get('X-Trace-Id'))))
		.all<Record<'id' | 'action' | 'target_type', string>>()
	return results
}

/** A repeat under the same key gets the first response, without what is shown once, and does nothing. */
async function expectReplayed({ shownOnce = [] }: SpecRow, first: Reply, again: Reply) {
	expect(first.headers.get('Idempotency-Replayed')).toBeNull()
	expect(again.headers.get('Idempotency-Replayed')).toBe('true')
	const shown = { ...first.body }
	for (const field of shownOnce) {
		expect(shown).toHaveProperty(field)
		delete shown[field]
	}
	expect(again.body).toEqual(typeof first.body === 'object' && !Array.isArray(first.body) ? shown : first.body)
	expect(again.headers.get('Audit-Id')).toBe(first.headers.get('Audit-Id'))
	expect(await auditedUnder(again)).toEqual([])
}

const revert = async (id: string) => (await admin()).post(`/v1/admin/audit-logs/${id}/revert`, undefined, quiet)

/** A change can be reverted, and at night redone and reverted again, or says why not. */
async function expectReverted(
	{ id, action, target_type }: Awaited<ReturnType<typeof auditedUnder>>[0],
	before: string[],
) {
	const why = whyNotRevertible(action)
	expect(actions).toContain(action)
	expect({ action, declared: why !== undefined || isConfiguration(target_type) }).toEqual({ action, declared: true })
	const after = await dump()
	const first = await revert(id)
	if (why !== undefined)
		return expect(first).toMatchObject({ status: 409, body: { details: { reason: 'audit.not_revertible', action } } })
	if (first.status === 409) {
		expect(first.body.details.reason).toBe('audit.not_kept')
		return expect(after).toEqual(before)
	}
	expect(actions).toContain(first.body.action)
	expect(first.body).toMatchObject({ action: `${target_type}.revert`, target_type, reverts: id })
	expect(await dump()).toEqual(before)
	if (whyNotRevertible(first.body.action) !== undefined) return
	for (let last = first, times = runsOf(0, 1); times > 0; times -= 1) {
		last = await revert(last.body.id)
		expect(last.body).toMatchObject({ reverts: first.body.id })
		expect(await dump()).toEqual(after)
		expect((await revert(id)).status).toBe(200)
		expect(await dump()).toEqual(before)
	}
}

/** The types of events that the samples have emitted. */
const types = new Set<EventType>()

const spoken = (count: number) => `${['no', 'one', 'two'][count] ?? count} D1 call${count === 1 ? '' : 's'}`

const titled = (row: SpecRow) => {
	const { warm, why } = row.d1 ?? {}
	const rule = row.asks ? 'one D1 call and writes nothing' : 'one batch'
	const calls = typeof warm === 'number' ? spoken(warm) : 'its D1 calls'
	return `${row.name} does what its dry run says, in ${why === undefined ? rule : `${calls}: ${why}`}`
}

test.each(writes.map((row) => [titled(row), row] as const))('%s', async (_, row) => {
	for (const sample of await samplesOf(row, here)) {
		const { name, succeed } = sample
		const key: Record<string, string> = isReplayed(row) ? { 'Idempotency-Key': unique('key') } : {}
		// The isolate keeps what a question of a runtime reads, so both calls find it.
		if (row.asks && row.d1) await succeed()
		else if (row.path.startsWith('/v1/runtime/')) for (const one of await samplesOf(row, here)) await one.succeed()
		await known(sample)
		const dry = isDryRun(row) ? await dryRun(row, sample, key) : undefined
		const [before, event] = [row.asks || row.notAudited ? [] : await dump(), await newestEvent()]
		const real = await made(() => succeed(key))
		// The logs of the user's orgs show an operator's act too.
		const audited = (await auditedUnder(real.reply)).filter(({ id }: { id: string }) => !/_\d+$/.test(id))
		const { calls, rows_written } = real.cost
		const warm = await warmCalls(row)
		expect({ name, calls, writes: rows_written > 0, audited: audited.length }).toEqual({
			name,
			calls: warm === undefined ? calls : warm + (isReplayed(row) ? lookingFor(row) : 0),
			writes: !row.asks,
			audited: row.asks || row.notAudited || sample.isSame ? 0 : 1,
		})
		expect({ name, id: real.reply.headers.get('Audit-Id') }).toEqual({ name, id: audited[0]?.id ?? null })
		const emitted = await eventsAfter(event)
		if (dry) await expectPredicted(row, dry, real, emitted)
		for (const { type, data } of emitted) {
			expect(EVENT_TYPES[type].data.parse(data)).toEqual(data)
			types.add(type)
		}
		if (isReplayed(row)) await expectReplayed(row, real.reply, await succeed(key))
		if (audited[0] && !row.name.includes('revert')) await expectReverted(audited[0], before)
	}
})

test('every type of event is emitted by a sample, with data of its shape', () => {
	const silent = Object.keys(EVENT_TYPES).filter((type) => !types.has(type as EventType) && !LATER_EVENTS.test(type))
	expect(silent.map((type) => `No sample of test/support/spec emits ${type}`)).toEqual([])
})

/** Why a call can't be sent twice. */
const ONLY_ONCE: Record<string, string> = {
	'PUT /v1/me/totp': 'Its code counts once',
	'PUT /v1/admin/config': 'Its base has changed: a plan without changes writes nothing, as configuration.test.ts shows',
	'PUT /v1/orgs/{org_id}/config': 'The same',
}

/** Secrets to give as well. */
const SECRETS: Record<string, object> = {
	'PATCH /v1/webhook-endpoints/{endpoint_id}': { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
	'PATCH /v1/llm-providers/{provider_id}': { api_key: 'sk-0123456789abcdef' },
	'PATCH /v1/mcp-configs/{config_id}': { bearer_token: 'token-0123456789', env: { A: 'b' } },
	'PATCH /v1/orgs/{org_id}/oidc-connections/{connection_id}': { client_secret: 'a-client-secret' },
	'PUT /v1/admin/email/config': { smtp_pass: 'a password' },
}

/** Numbers that only say that somebody wrote, so that who reads meanwhile looks again. */
const withoutCounters = (rows: string[]) => rows.filter((row) => !/^(configuration_generations|tool_groups) /.test(row))

/** Whether any of its bodies can be sent on trial. */
const isOnTrial = ({ name, method, path }: SpecRow) =>
	CONFIRMABLE.has(`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`) &&
	!/oidc-connections|^PATCH \/v1\/orgs/.test(name)

const puts = writes.filter(({ name, method }) => ['PATCH', 'PUT'].includes(method) && !(name in ONLY_ONCE))

test.each(puts.map((row) => [row.name, row] as const))('%s, sent again, changes nothing', async (_, row) => {
	for (const made of await callsOf(row, here)) {
		const { name, send: repeat } = sampleOf(row, { ...made, body: { ...made.body, ...SECRETS[row.name] } }, here)
		await repeat()
		const first = await repeat()
		const before = withoutCounters(await everything())
		vi.setSystemTime(Date.now() + 1_000)
		const again = await repeat(isOnTrial(row) ? { 'Confirm-Within': '60' } : {})
		const { status, body, headers } = again
		const said = { body, tag: headers.get('ETag'), audit: headers.get('Audit-Id'), change: headers.get('Confirm-Id') }
		expect({ name, status: status < 300, ...said }).toEqual({
			name,
			status: true,
			body: first.body,
			tag: first.headers.get('ETag'),
			audit: null,
			change: null,
		})
		expect(withoutCounters(await everything())).toEqual(before)
	}
})
