import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import document from '../../src/worker/operations/docs/openapi.json' with { type: 'json' }
import { as, type Reply } from '../support/api.ts'
import { differences } from '../support/dry-run.ts'
import { everything } from '../support/dump.ts'
import { operator } from '../support/operators.ts'
import { PERMISSIONS } from '../support/program.ts'
import { IS_NIGHT } from '../support/property.ts'
import { placeOf } from '../support/proposals.ts'
import { type Sample, samplesOf } from '../support/samples.ts'
import { SPEC } from '../support/spec.ts'
import { quiet, sampleWorld } from '../support/spec/row.ts'

// Every write, by a key of its platform admin that proposes: the database differs by the request only. Some by day, and all at night, are
// then granted by another admin: the change is the one that was shown.

const here = await sampleWorld()
const granter = await operator(['admin'])

/** What a proposal leaves: the request, what tells of it, its sealed body, and the kept response. */
const LEAVES = /^(requests|events|webhook_deliveries|secrets|replaced_secrets|idempotency_keys|schema) /

const withoutRequests = async () => (await everything()).filter((row) => !LEAVES.test(row))

const writes = SPEC.filter(
	({ method, path, access }) => method !== 'GET' && /^\/v1\/(?!auth|mcp)/.test(path) && !/^user|anyone/.test(access),
)

const { key } = (await here.admin.post('/v1/api-keys', { name: 'Agent', scopes: PERMISSIONS, mode: 'propose' })).body

const propose = ({ send }: Sample) => send({ Authorization: `Bearer ${key}` })

/** Whether the API document says of an operation that it can be proposed. */
const proposes = (method: string, path: string) => {
	const { paths } = document as unknown as {
		paths: Record<string, Record<string, { responses: Record<string, object> }>>
	}
	return JSON.stringify(paths[path]?.[method.toLowerCase()]?.responses['202'] ?? {}).match(/Proposed/) !== null
}

test('what every write by a key that proposes leaves is requests, and the API document says of which operations', async () => {
	const samples: Sample[] = []
	const rowOf = new Map<Sample, (typeof writes)[number]>()
	for (const row of writes)
		for (const sample of await samplesOf(row, here)) {
			samples.push(sample)
			rowOf.set(sample, row)
		}
	await as(key).get('/v1/me')
	const before = await withoutRequests()
	let filed = 0
	for (const sample of samples) {
		const { status, body } = await propose(sample)
		const { name = '', method = '', path = '' } = rowOf.get(sample) ?? {}
		const isOther = body.details?.reason === 'key.read_only' || body.details?.reason === 'request.not_one_batch'
		// The harness holds the other way: what's proposed declares it.
		if (isOther) expect.soft([name, proposes(method, path)]).toEqual([name, false])
		if (status !== 202 || !body.request) continue
		filed += 1
		expect((await as(key).delete(`/v1/runtime/requests/${body.request.id}`)).status).toBe(204)
	}
	expect(await withoutRequests()).toEqual(before)
	expect(filed).toBeGreaterThan(60)
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

const some = writes.filter((_, index) => IS_NIGHT || index % 8 === 0)

test.each(some.map((row) => [row.name, row] as const))('%s is granted as it was shown', async (_, row) => {
	for (const sample of await samplesOf(row, here)) {
		const { status, body } = await propose(sample)
		if (status !== 202 || !body.request) continue
		const { request } = body
		const granted = await granter.post(`${placeOf(request)}/grant`, { hash: request.hash }, quiet)
		expect({ name: row.name, status: granted.status, body: granted.body }).toMatchObject({
			name: row.name,
			status: 200,
			body: { response: { status: sample.status ?? 200 } },
		})
		if (sample.isSame) continue
		expect(differences(byNoKey(request.change.changes), byNoKey(await changed(granted)), GENERATED)).toEqual([])
	}
})
