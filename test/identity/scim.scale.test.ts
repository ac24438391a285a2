import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { statementsOf } from '../support/d1.ts'
import { directoryOfOrg, directoryOfPlatform, newProvider, type Provider, serve } from '../support/oidc.ts'

let provider: Provider
beforeEach(async () => {
	provider = await newProvider()
	serve(provider)
})
afterEach(() => vi.restoreAllMocks())

const USERS = '/scim/v2/Users'

/** The steps of the plans of a call's statements that read a whole table, not the people whom an index found. */
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
		.filter((detail) => /^SCAN (?!\(|people$)/.test(detail))
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

test('a call that asks for a dry run changes nothing', async () => {
	const { client, connection } = await directoryOfOrg(provider)
	const userName = `liv@${connection.domain}`
	expect(await client.post(USERS, { userName }, { headers: { 'Dry-Run': 'true' } })).toMatchObject({
		status: 400,
		body: { status: '400', details: { reason: 'dry_run.not_offered' } },
	})
	expect((await client.get(USERS)).body.totalResults).toBe(1)
})
