import { expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { IS_NIGHT } from '../support/property.ts'
import { samplesOf } from '../support/samples.ts'
import { SPEC, type SpecRow } from '../support/spec.ts'
import { sampleWorld } from '../support/spec/row.ts'
import { type Caller, signIn, unique, user } from '../support/world.ts'

const here = await sampleWorld()

/** The operations of an org: what they need counts in the org of the path, whichever org the caller acts in. */
const rows = SPEC.filter(({ path, noSample }) => path.startsWith('/v1/orgs/{org_id}') && !noSample)
const some = rows.filter((_, index) => IS_NIGHT || index % 4 === 0)

/** The samples of an operation; one of them by day. */
const samplesFor = async (row: SpecRow) => (await samplesOf(row, here)).slice(0, IS_NIGHT ? undefined : 1)

/** A user with these roles in the samples' org and in another one, acting in the latter. */
async function elsewhere(role: 'owner' | 'member', roleThere: 'owner' | 'member'): Promise<Caller> {
	const [caller, other] = [await user('elsewhere'), await user('other')]
	const given = [
		[here.org_id, role],
		[other.org_id, roleThere],
	] as const
	for (const [org_id, one] of given)
		await here.admin.put(`/v1/admin/orgs/${org_id}/members/${caller.user_id}`, { role: one })
	return { ...caller, ...(await signIn(caller.login, other.org_id)), org_id: other.org_id }
}

const DRY = { 'Dry-Run': 'true' }

test('an owner who acts in an org where they are a plain member may do what the owner of the path may', async () => {
	const owner = await elsewhere('owner', 'member')
	expect(rows.length).toBeGreaterThan(50)
	for (const row of rows)
		for (const sample of await samplesFor(row)) {
			const headers = row.method === 'GET' || row.asks ? {} : DRY
			const own = await sample.send(headers, { ...here.owner })
			const { status, body } = await sample.send(headers, owner)
			expect.soft([sample.name, status, body.details]).toEqual([sample.name, own.status, own.body.details])
		}
})

test('a plain member who owns the org that they act in may do there what a plain member may', async () => {
	const [member, own] = [await elsewhere('member', 'owner'), here.member]
	for (const row of some)
		for (const sample of await samplesFor(row)) {
			const headers = row.method === 'GET' || row.asks ? {} : DRY
			const expected = await sample.send(headers, own)
			const { status, body } = await sample.send(headers, member)
			expect.soft([sample.name, status, body.details]).toEqual([sample.name, expected.status, expected.body.details])
		}
})

test('a key of another org finds no org, whatever its user may do there', async () => {
	const owner = await elsewhere('owner', 'owner')
	const scopes = ['org.settings', 'data.secrets']
	const key = as((await owner.post('/v1/api-keys', { name: unique('key'), scopes })).body.key)
	for (const row of some.filter(({ access }) => !access.startsWith('user')))
		for (const { name, send } of await samplesFor(row)) {
			const { status } = await send(row.method === 'GET' || row.asks ? {} : DRY, { ...owner, token: key.token })
			expect.soft([name, status]).toEqual([name, 404])
		}
})

test("the platform's things are at no org's door, not even for those who may change both", async () => {
	const headers = { Authorization: `Bearer ${here.admin.token}` }
	for (const row of rows.filter(({ access }) => access.startsWith('permission:'))) {
		const path = row.path.replace('{org_id}', 'platform').replaceAll(/\{\w+\}/g, 'x')
		const { status, body } = await send(row.method, path, { headers, body: row.method === 'GET' ? undefined : {} })
		expect.soft([row.name, status, body.message]).toEqual([row.name, 404, 'Org not found'])
	}
})
