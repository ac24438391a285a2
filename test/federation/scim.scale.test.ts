import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { statementsOf } from '../support/d1.ts'
import { memberOf } from '../support/invitations.ts'
import { directoryOfOrg, directoryOfPlatform, newProvider, serve } from '../support/oidc.ts'
import { admin, create } from '../support/world.ts'

const provider = await newProvider()
beforeEach(() => void serve(provider))

const USERS = '/scim/v2/Users'
const deactivate = { Operations: [{ op: 'replace', path: 'active', value: false }] }

/** The steps of the plans of a call's statements that read a whole table, not the people whom an index found, nor a connection and those behind it. */
async function scansOf(work: () => Promise<unknown>) {
	const plans = await Promise.all(
		(await statementsOf(work)).map(({ sql, params }) =>
			env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
				.bind(...params)
				.all<{ detail: string }>(),
		),
	)
	return plans
		.flatMap(({ results }) => results.map(({ detail }) => detail))
		.filter((detail) => /^SCAN (?!\(|people$|behind$|CONSTANT ROW$)/.test(detail))
}

test('no request of a directory reads all users, or all people of the directory for one of them', async () => {
	for (const { client, connection } of [await directoryOfOrg(provider), await directoryOfPlatform(provider)]) {
		const { id } = (await client.post(USERS, { userName: `ida@${connection.domain}`, externalId: 'i-1' })).body
		for (const query of [
			'',
			`?filter=userName eq "ida@${connection.domain}"`,
			'?filter=externalId eq "i-1"',
			`?filter=id eq "${id}"`,
		])
			expect(await scansOf(() => client.get(`${USERS}${query.replaceAll(' ', '%20')}`)), query).toEqual([])
		expect(await scansOf(() => client.get(`${USERS}/${id}`))).toEqual([])
	}
})

test("an org's directories make known as many people as the limit says, at once too, and always put people out", async () => {
	const { client, connection, owner } = await directoryOfOrg(provider)
	const limit = { key: 'limit.directory_people', value: '2', value_type: 'integer' }
	await create.override(owner.org_id, limit)
	const add = (name: string, active = true) => client.post(USERS, { userName: `${name}@${connection.domain}`, active })
	const answers = await Promise.all(['ann', 'ben', 'cleo', 'dan'].map((name, i) => add(name, i % 2 === 0)))
	const reached = { status: 409, body: { details: { reason: 'limit.reached', key: limit.key, limit: 2 } } }
	expect(answers.filter(({ status }) => status !== 201)).toMatchObject([reached, reached])
	const [made] = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
	expect((await client.delete(`${USERS}/${made}`)).status).toBe(204)
	expect(await add('eva')).toMatchObject(reached)
	expect((await client.patch(`${USERS}/${owner.user_id}`, deactivate)).body).toMatchObject({ scimType: 'mutability' })
	const member = await memberOf(owner.org_id, 'member')
	expect(await client.patch(`${USERS}/${member.user_id}`, deactivate)).toMatchObject({
		status: 200,
		body: { active: false },
	})
	await (await admin()).post('/v1/entitlement-overrides', { org_id: owner.org_id, ...limit, value: '4' })
	expect((await add('eva')).status).toBe(201)
})
