import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { forgetFlags } from '../../src/plans/feature-flags/evaluate.ts'
import { forgetPrincipals } from '../../src/tenancy/principals/remembered.ts'
import { create, user } from '../support/world.ts'

/** A replica so far behind that it has no rows yet. */
function emptyReplica(): D1DatabaseSession {
	const statement = {
		bind: () => statement,
		first: () => Promise.resolve(null),
		all: () => Promise.resolve({ results: [] }),
		run: () => Promise.resolve({ results: [] }),
		raw: () => Promise.resolve([]),
	}
	return {
		prepare: () => statement,
		batch: (statements: unknown[]) => Promise.resolve(statements.map(() => ({ results: [] }))),
		getBookmark: () => null,
	} as unknown as D1DatabaseSession
}

const behind = {
	env: {
		DB: {
			withSession: (constraint: string) =>
				constraint === 'first-unconstrained' ? emptyReplica() : env.DB.withSession(constraint),
		} as D1Database,
	},
}

test('while replicas are behind, a fresh login works, and isolates cache what the primary says', async () => {
	const flag = await create.featureFlag({ default_value: true })
	const someone = await user()
	forgetPrincipals()
	forgetFlags()
	// The list comes from the replica, but the caller is read at the primary.
	expect(await someone.get('/v1/mcp-configs', behind)).toMatchObject({ status: 200, body: [] })
	const evaluated = await someone.post(`/ofrep/v1/evaluate/flags/${flag.key}`, {}, behind)
	expect(evaluated).toMatchObject({ status: 200, body: { value: true } })
	forgetFlags()
	const path = `/v1/feature-flags/${flag.key}/evaluate`
	expect(await someone.get(path, behind)).toMatchObject({ status: 200, body: { value: true } })
})
