import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { operationOf, type Reply } from './support/api.ts'
import { fill } from './support/filled.ts'
import { callsOf, sampleOf, samplesOf } from './support/samples.ts'
import { SPEC } from './support/spec.ts'
import { sampleWorld } from './support/spec/row.ts'
import { deletedOrg } from './support/world.ts'

// The pages of every list, with each of its filters: each row once, in the order of the whole. ground/http.pages.test.ts has what a
// cursor is.

const here = await sampleWorld()

const lists = SPEC.filter(({ method, path, noSample }) => {
	const query = operationOf(method, path.replaceAll(/\{\w+\}/g, 'x'))?.query
	return method === 'GET' && !noSample && query instanceof z.ZodObject && 'cursor' in query.shape
})

/** Lists of which the samples of all writes leave less than two rows, and whose pages have a test of their own. */
const SHORT: Record<string, string> = {
	'GET /v1/admin/agents': 'billing/agents.test.ts',
	'GET /v1/orgs/{org_id}/agents': 'billing/agents.test.ts',
	'GET /v1/admin/referrals': 'billing/referrals.test.ts',
	'GET /v1/admin/referrals/tree': 'billing/referrals.test.ts',
	'GET /v1/entitlement-overrides': 'ground/http.pages.test.ts',
	'GET /v1/orgs/{org_id}/invitations': 'people/invitations.test.ts',
	'GET /v1/webhook-endpoints/{endpoint_id}/deliveries': 'webhooks/deliveries.test.ts',
	'GET /v1/orgs/{org_id}/budgets/{budget_id}/states': 'spending/budgets.states.test.ts',
	'GET /v1/admin/budgets/{budget_id}/states': 'spending/budgets.states.test.ts',
}

/** What a list gets besides, because each sample is of another thing. */
const MORE: Record<string, (at: Record<string, string>) => Promise<unknown>> = {
	'GET /v1/admin/operators': () =>
		here.admin.put(`/v1/admin/users/${here.stranger.user_id}/roles`, { roles: ['auditor'] }),
	'GET /v1/admin/org-deletions': () => deletedOrg(),
	'GET /v1/feature-flags/{key}/org-overrides': ({ key }) =>
		here.admin.post(`/v1/feature-flags/${key}/org-overrides`, { org_id: here.stranger.org_id, enabled: true }),
	'GET /v1/orgs/{org_id}/service-accounts/{account_id}/keys': ({ org_id, account_id }) =>
		here.owner.post(`/v1/orgs/${org_id}/service-accounts/${account_id}/keys`, { name: 'Another' }),
}

/** What a body lists: all of it, or one of its members. */
const listed = ({ body }: Reply): unknown[] => [body, ...Object.values(body as object)].find(Array.isArray) ?? []

beforeAll(async () => {
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
	await fill(env.DB, [here.org_id], [here.owner.user_id, here.member.user_id])
	const making = SPEC.filter(({ method, path }) => method === 'POST' || (method === 'PUT' && !path.endsWith('/config')))
	for (const row of [...making, ...making]) for (const { send } of await samplesOf(row, here)) await send()
})

test.each(lists.map((row) => [row.name, row] as const))('%s', async (_, row) => {
	const lengths: number[] = []
	for (const call of await callsOf(row, here)) {
		await MORE[row.name]?.(call.at ?? {})
		const page = async (more: string) => {
			const query = [call.query?.replaceAll(/&?limit=\d+/g, ''), more].filter(Boolean).join('&')
			return sampleOf(row, { ...call, query }, here).succeed()
		}
		const whole = listed(await page('limit=200'))
		const seen: unknown[] = []
		let cursor: string | null = ''
		for (let pages = 0; cursor !== null && pages < 3; pages += 1) {
			const one: Reply = await page(`limit=1${cursor && `&cursor=${cursor}`}`)
			seen.push(...listed(one))
			cursor = one.headers.get('Next-Cursor')
		}
		expect({ query: call.query, seen }).toEqual({
			query: call.query,
			seen: whole.slice(0, cursor === null ? undefined : seen.length),
		})
		lengths.push(whole.length)
	}
	expect(row.name in SHORT).toBe(Math.max(...lengths) < 2)
})
