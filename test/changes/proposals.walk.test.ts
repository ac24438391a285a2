import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import document from '../../src/worker/operations/docs/openapi.json' with { type: 'json' }
import { as, operationOf, type Reply } from '../support/api.ts'
import { differences } from '../support/dry-run.ts'
import { everything } from '../support/dump.ts'
import { toolsOf } from '../support/mcp.ts'
import { operator } from '../support/operators.ts'
import { changesSomething, DRY_RUN_TYPE } from '../support/program.ts'
import { IS_NIGHT } from '../support/property.ts'
import { placeOf, proposer } from '../support/proposals.ts'
import { rows } from '../support/rows.ts'
import { type Sample, samplesOf } from '../support/samples.ts'
import { SPEC, type SpecRow } from '../support/spec.ts'
import { quiet, sampleWorld } from '../support/spec/row.ts'

// Every write, by keys that propose of a platform admin and of an org's owner, over HTTP and over MCP: what they leave in the database is
// requests. By day each operation has the first of the four ways and another one, at night it has all, and hostile variants of each. Some
// by day, and all at night, are then granted by another admin: the change is the one that was shown, and leaves what the direct call does.

const here = await sampleWorld()
const granter = await operator(['admin'])

const proposing = await proposer(here.admin)

const keys = {
	'the platform admin': proposing,
	'the owner': await proposer(here.owner, ['data.secrets', 'org.settings']),
}

/**
 * What a proposal may leave: requests, their sealed bodies, the events of both with their deliveries, and the stored response under an
 * `Idempotency-Key`. Notices come from a job, which doesn't run here. No audit row: the decision has one.
 */
async function butForRequests(): Promise<string[]> {
	const own = new Set(
		(await rows<{ id: string }>("SELECT id FROM events WHERE type IN ('request.opened', 'request.decided')")).map(
			({ id }) => id,
		),
	)
	return (await everything()).filter((text) => {
		const table = text.slice(0, text.indexOf(' '))
		if (table === 'requests' || table === 'idempotency_keys') return false
		if (table === 'secrets' || table === 'replaced_secrets') return !text.includes('"table_name":"requests"')
		if (table === 'events') return !/"type":"request\.(opened|decided)"/.test(text)
		if (table === 'webhook_deliveries' || table === 'waiting_events')
			return !own.has(/"event_id":"(\w+)"/.exec(text)?.[1] ?? '')
		return true
	})
}

/** Those that a key's holder can call: anyone's own sign-ins aren't made by the key. */
const writes = SPEC.filter(
	({ method, path, access, write }) =>
		method !== 'GET' && write !== undefined && access !== 'anyone' && path.startsWith('/v1/'),
)

interface Seen {
	status: number
	isFiled: boolean
	isDry: boolean
	/** Over HTTP. */
	body?: Reply['body']
}

type Way = (sample: Sample, row: SpecRow) => Promise<Seen>

const seen = ({ status, body, headers }: Reply): Seen => ({
	status,
	isFiled: status === 202 && body.request?.kind === 'change',
	isDry: headers.get('Content-Type') === DRY_RUN_TYPE,
	body,
})

const overHttp =
	(token: string | undefined, headers: Record<string, string> = {}): Way =>
	async ({ send }) =>
		seen(await send({ ...headers, Authorization: `Bearer ${token}` }))

const overMcp = (token: string | undefined, given: object = {}): Way => {
	const tool = toolsOf(token ?? '', quiet)
	return async ({ name, body }, { method }) => {
		const path = name.slice(method.length + 1)
		const { isError, data } = await tool('write', { method, path, ...(body && { body }), ...given })
		return {
			status: data.status ?? 400,
			isFiled: !isError && data.request_id !== undefined,
			isDry: !isError && JSON.stringify(data).includes('"dry_run":true'),
		}
	}
}

/** Every write has this way. */
const FIRST = 'the platform admin over HTTP'

const ways = Object.entries(keys).flatMap(([who, { token }]) => [
	[`${who} over HTTP`, overHttp(token)] as const,
	[`${who} over MCP`, overMcp(token)] as const,
])

const hostile = Object.entries(keys).flatMap(([who, { token }]) => [
	[`${who} on trial`, overHttp(token, { 'Confirm-Within': '60' })] as const,
	[`${who} in a dry run`, overHttp(token, { 'Dry-Run': 'true' })] as const,
	[`${who} later`, overHttp(token, { Prefer: 'respond-async' })] as const,
	[`${who} of any state`, overHttp(token, { 'If-Match': '*' })] as const,
	[`${who} of an old state`, overHttp(token, { 'If-Match': '"old"' })] as const,
	[`${who} in a dry run over MCP`, overMcp(token, { dry_run: true })] as const,
	[`${who} on trial over MCP`, overMcp(token, { confirm_within: 60, idempotency_key: 'one' })] as const,
	[`${who} with another body over MCP`, overMcp(token, { body: { id: 1, '': [{}] } })] as const,
])

/** Requests are few at a time, and of an org a thousand in a day. */
const forget = () => rows('DELETE FROM requests')

/** Whether the API document says of an operation that it can be proposed. */
const proposes = ({ method, path }: SpecRow) => {
	const { paths } = document as unknown as {
		paths: Record<string, Record<string, { responses: Record<string, object> }>>
	}
	return JSON.stringify(paths[path]?.[method.toLowerCase()]?.responses['202'] ?? {}).includes('Proposed')
}

/** Sends what the way sends. Only a proposal, a dry run and a read succeed. Its key can withdraw what it proposed. */
async function expectHarmless([how, send]: readonly [string, Way], row: SpecRow, sample: Sample) {
	const { status, isFiled, isDry, body } = await send(sample, row)
	const operation = operationOf(row.method, sample.name.split(/[ ?]/)[1] ?? '')
	const isRead = operation !== undefined && !changesSomething(operation)
	expect({ how, name: row.name, status, isHarmless: status >= 400 || isFiled || isDry || isRead }).toMatchObject({
		isHarmless: true,
	})
	if (how !== FIRST) return isFiled
	// The harness holds the other way: what's proposed declares it.
	if (['key.read_only', 'request.not_one_batch'].includes(body?.details?.reason))
		expect.soft([row.name, proposes(row)]).toEqual([row.name, false])
	if (isFiled) expect((await proposing.delete(`/v1/runtime/requests/${body.request.id}`)).status).toBe(204)
	return isFiled
}

test('what every write by a key that proposes leaves is requests, and the API document says of which operations', async () => {
	const samples: [SpecRow, Sample[]][] = []
	for (const row of writes) samples.push([row, await samplesOf(row, here)])
	for (const { token } of Object.values(keys)) await as(token).get('/v1/me')
	const before = await butForRequests()
	const filed = new Map<string, number>()
	const [first, ...others] = ways
	for (const [index, [row, calls]] of samples.entries())
		for (const way of IS_NIGHT ? [...ways, ...hostile] : [first, others[index % others.length]])
			for (const sample of calls)
				if (way && (await expectHarmless(way, row, sample))) {
					filed.set(way[0], (filed.get(way[0]) ?? 0) + 1)
					await forget()
				}
	await forget()
	expect(await butForRequests()).toEqual(before)
	expect(filed.get(FIRST)).toBeGreaterThan(60)
	for (const [how] of others) expect([how, filed.get(how)]).toEqual([how, expect.any(Number)])
})

/** Fields whose text differs in each call. */
const GENERATED = [
	'key',
	'key_prefix',
	'code',
	'token',
	'public_key',
	'previous_public_key',
	'trace_id',
	'actor_user_id',
]

/** The person who grants has no key. */
const byNoKey = (changes: unknown) =>
	JSON.parse(
		JSON.stringify(changes, (name, value: unknown) => (name === 'inviter_api_key_id' ? null : value)),
	) as unknown

const changed = async ({ headers }: Reply) => {
	const { results } = await env.DB.prepare(
		'SELECT target_type, target_id, before, after FROM audit_logs WHERE id = ? AND proposed_by IS NOT NULL',
	)
		.bind(headers.get('Audit-Id'))
		.all<Record<'target_type' | 'target_id' | 'before' | 'after', string>>()
	return results.map(({ before, after, ...of }) => ({ ...of, before: JSON.parse(before), after: JSON.parse(after) }))
}

/** Columns that differ in each call: who, under which trace, what is sealed or shown once, and counts of what was before. */
const OF_EACH_CALL = [
	'actor_user_id',
	'change_count',
	'code',
	'document',
	'entry_count',
	'fingerprint',
	'generation',
	'hash',
	'ip_rules',
	'key_hash',
	'key_prefix',
	'member_count',
	'number',
	'password_hash',
	'proposed_by',
	'public_key',
	'restored_from',
	'rows',
	'sealed',
	'secret_ids',
	'seq',
	'size',
	'start',
	'token_hash',
	'trace_id',
	'version',
]

const valueOfEachCall = new RegExp(
	String.raw`(\\*")(${OF_EACH_CALL.join('|')})\1:(\\*"[^"\\]*\\*"|\[[^\]]*\]|[^,}\]]*)`,
	'g',
)

/** A row without what differs in each call. An ID, a time, an address, a code or a unique name is as good as another one. */
const alike = (row: string) =>
	row
		.replaceAll(valueOfEachCall, '$2')
		.replaceAll(/\b([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}(_\d+)?/g, '$1')
		.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
		.replaceAll(/-[0-9a-z]{8}-\d+/g, '-unique')
		.replaceAll(/[A-Z0-9]{4}(-[A-Z0-9]{4}){3}/g, 'code')
		.replaceAll(/\b(\d+\.){3}\d+|2001:db8::[\da-f]+/g, 'address')

/** What a call leaves in the database but for requests: rows that are new, and rows that are gone. */
async function leftBy(call: () => Promise<Reply>) {
	const before = await butForRequests()
	const reply = await call()
	const after = await butForRequests()
	const [old, now] = [new Set(before), new Set(after)]
	const gone = before.filter((row) => !now.has(row)).map((row) => `- ${alike(row)}`)
	const made = after.filter((row) => !old.has(row)).map((row) => `+ ${alike(row)}`)
	return { reply, left: [...gone, ...made].toSorted() }
}

/** What there is once, or is counted: a second call finds what the first one left. */
const ONCE = new Set([
	'DELETE /v1/admin/users/{user_id}',
	'PATCH /v1/admin/users/{user_id}',
	'PUT /v1/admin/users/{user_id}/roles',
	'PATCH /v1/orgs/{org_id}',
	'PUT /v1/tool-providers/{group}/{provider}/activate',
	'PUT /v1/tool-providers/{group}/{provider}/deactivate',
	'PUT /v1/tool-providers/{group}/{provider}/credential',
	'DELETE /v1/tool-providers/{group}/{provider}/credential',
	'PUT /v1/admin/config-entries/{key}',
	'POST /v1/admin/credits/adjust',
	'PUT /v1/admin/gateway-config',
	'PUT /v1/orgs/{org_id}/config',
	'POST /v1/admin/config/revisions/{number}/restore',
	'POST /v1/orgs/{org_id}/config/revisions/{number}/restore',
	'POST /v1/admin/backups',
])

const some = writes.filter((_, index) => IS_NIGHT || index % 8 === 0)

test.each(some.map((row) => [row.name, row] as const))(
	'%s is granted as it was shown, and as it was called',
	async (_, row) => {
		const [direct, proposals] = [await samplesOf(row, here), await samplesOf(row, here)]
		for (const [index, sample] of proposals.entries()) {
			const { isFiled, body } = await overHttp(proposing.token)(sample, row)
			if (!isFiled) continue
			const { request } = body
			const { reply: granted, left } = await leftBy(() =>
				granter.post(`${placeOf(request)}/grant`, { hash: request.hash }, quiet),
			)
			expect({ name: row.name, status: granted.status, body: granted.body }).toMatchObject({
				name: row.name,
				status: 200,
				body: { response: { status: sample.status ?? 200 } },
			})
			if (sample.isSame) continue
			expect(differences(byNoKey(request.change.changes), byNoKey(await changed(granted)), GENERATED)).toEqual([])
			if (ONCE.has(row.name)) continue
			const called = await leftBy(() => (direct[index] as Sample).send({ Authorization: `Bearer ${here.admin.token}` }))
			expect({ name: row.name, status: called.reply.status, left }).toEqual({
				name: row.name,
				status: sample.status ?? 200,
				left: called.left,
			})
		}
	},
)
