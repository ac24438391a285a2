import { beforeAll, expect, test } from 'vitest'
import { everything } from '../support/dump.ts'
import { callsOf, sampleOf } from '../support/samples.ts'
import { SPEC, type SpecRow } from '../support/spec.ts'
import { type Call, sampleWorld } from '../support/spec/row.ts'
import { unique } from '../support/world.ts'

// Operators name orgs by their id. For whatever they write or read, a deleted org is as unknown as one that never was.

let here: Awaited<ReturnType<typeof sampleWorld>>
let deleted: string
beforeAll(async () => {
	here = await sampleWorld()
	deleted = (await here.admin.post('/v1/admin/orgs', { name: unique('gone') })).body.id
	await here.admin.delete(`/v1/orgs/${deleted}`)
})

/** What has an answer of its own for a deleted org. */
const ELSEWHERE: Record<string, string> = {
	'POST /v1/admin/orgs/{org_id}/restore': 'it is for deleted orgs',
	'GET /v1/admin/orgs/{org_id}': 'it says when the org was deleted',
}

const isOrg = (value: unknown) => typeof value === 'string' && value.startsWith('org_')

/** The call with another org wherever it names one; undefined for a call that names none. */
function toOrg({ at, body, ...call }: Call, org_id: string): Call | undefined {
	let isNamed = false
	const swapped = <T extends object>(values: T): T =>
		Object.fromEntries(
			Object.entries(values).map(([name, value]) => {
				isNamed ||= isOrg(value)
				return [name, isOrg(value) ? org_id : value]
			}),
		) as T
	const moved = { ...call, at: swapped(at ?? {}), ...(body && { body: swapped(body) }), as: here.admin }
	return isNamed ? moved : undefined
}

const writes = SPEC.filter(({ method, name, notBuilt }) => method !== 'GET' && !notBuilt && !(name in ELSEWHERE))

test('no operator writes to a deleted org', async () => {
	expect((await here.admin.get(`/v1/admin/orgs/${deleted}`)).body.deleted_at).toMatch(/Z$/)
	const asked: string[] = []
	for (const row of writes)
		for (const call of await callsOf(row, here)) {
			const [wanted, given] = [toOrg(call, 'org_unknown'), toOrg(call, deleted)]
			if (!wanted || !given) continue
			const [unknown, gone] = [await sampleOf(row, wanted, here).send(), await sampleOf(row, given, here).send()]
			const { error, details } = unknown.body
			expect.soft({ name: row.name, status: gone.status, ...gone.body }).toMatchObject({
				name: row.name,
				status: unknown.status,
				error,
				...(details && { details }),
			})
			expect.soft([row.name, [400, 404].includes(unknown.status)]).toEqual([row.name, true])
			asked.push(row.name)
		}
	expect(asked).toContain('POST /v1/subscriptions')
	expect(asked).toContain('POST /v1/orgs/{org_id}/invitations')
})

test("no operator reads what is a deleted org's, as if it never was", async () => {
	const reads = SPEC.filter(({ method, name, notBuilt }) => method === 'GET' && !notBuilt && !(name in ELSEWHERE))
	const asked: string[] = []
	for (const row of reads.filter(({ name }) => name.startsWith('GET /v1/')))
		for (const call of await callsOf(row, here)) {
			const to = (org_id: string): Call => ({
				...call,
				at: { ...call.at, ...(call.at?.org_id !== undefined && { org_id }) },
				...(call.query && { query: call.query.replace(/\borg_id=[^&]*/, `org_id=${org_id}`) }),
				as: here.admin,
			})
			if (call.at?.org_id === undefined && !call.query?.includes('org_id=')) continue
			const [unknown, gone] = [to('org_unknown'), to(deleted)].map((one) => sampleOf(row, one, here).send())
			expect.soft({ name: row.name, status: (await gone)?.status }).toEqual({
				name: row.name,
				status: (await unknown)?.status,
			})
			asked.push(row.name)
		}
	expect(asked).toContain('GET /v1/orgs/{org_id}/members')
	expect(asked).toContain('GET /v1/admin/credits')
})

/** What isn't the org's, although it names it. */
const NOT_OF_ORG = [
	'DELETE /v1/admin/users/{user_id}/api-keys/{id}',
	'DELETE /v1/admin/notifications/broadcasts/{broadcast_id}',
	'PATCH /v1/admin/budgets/{budget_id}',
	'DELETE /v1/admin/budgets/{budget_id}',
]

test('no operator changes the rows that a deleted org has left', async () => {
	const there = await sampleWorld()
	const { org_id } = there.owner
	const calls: [SpecRow, Call][] = []
	for (const row of writes.filter(({ name }) => !NOT_OF_ORG.includes(name)))
		for (const call of await callsOf(row, there)) if (Object.keys(call.at ?? {}).length > 0) calls.push([row, call])
	await there.owner.post('/v1/orgs', { name: unique('other') })
	expect((await there.admin.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
	const ofOrg = async () => (await everything()).filter((one) => one.includes(org_id))
	const left = await ofOrg()
	expect(left.length).toBeGreaterThan(100)
	for (const [row, call] of calls) {
		const { status } = await sampleOf(row, { ...call, as: there.admin }, there).send()
		if (call.at?.org_id === org_id) expect.soft([row.name, status]).toEqual([row.name, 404])
	}
	expect(await ofOrg()).toEqual(left)
})
