import { orgId } from './data.ts'
import { type Asked, reportOf } from './paths.ts'

/** A request that shouldn't cost more with more data. */
export interface ScalePath extends Asked {
	target?: {
		/** The maximum ratio of the time at the large size to the time at the small one. */
		times?: number
		/** At the large size. */
		p95_ms?: number
	}
}

const list = (name: string, path: string, p95_ms?: number): ScalePath => ({
	name,
	method: 'GET',
	path,
	target: { times: 1.5, ...(p95_ms === undefined ? {} : { p95_ms }) },
})

const SEARCH_MS = 25

/**
 * What's measured at both sizes, and finds the same number of rows at both. Paths that write come last, those that write most at
 * the end, because what they add makes the small size larger.
 */
export const scalePaths: ScalePath[] = [
	list('user list', '/v1/admin/users'),
	list('user search, one match', '/v1/admin/users?q=0000501%40', SEARCH_MS),
	list('user search, all match', '/v1/admin/users?q=example.com', SEARCH_MS),
	list('user search, 3 characters', '/v1/admin/users?q=ada', SEARCH_MS),
	list('user search, 2 characters', '/v1/admin/users?q=ad', SEARCH_MS),
	list('org list', '/v1/admin/orgs'),
	list('org search', '/v1/admin/orgs?q=ada&limit=5'),
	list('redemption code search', '/v1/admin/redemption-codes?q=batch&limit=50'),
	list('run list', '/v1/admin/runs'),
	list('run list of an org', `/v1/admin/runs?org_id=${orgId(0)}`),
	list('run list by status', '/v1/admin/runs?status=completed'),
	list('run list of an org by model', `/v1/admin/runs?org_id=${orgId(7)}&model=vendor-a-large`),
	list('run list by status and model', '/v1/admin/runs?status=queued&model=vendor-a-large'),
	list('ledger of an org', `/v1/admin/credits?org_id=${orgId(0)}`),
	{ name: 'dashboard', method: 'GET', path: '/v1/admin/dashboard' },
	{ name: 'usage summary', method: 'GET', path: '/v1/admin/usage/summary' },
	{
		name: 'credits adjust',
		method: 'POST',
		path: '/v1/admin/credits/adjust',
		body: JSON.stringify({ org_id: orgId(0), amount: 1, note: 'Made under load' }),
	},
	reportOf(1),
	reportOf(100),
]
