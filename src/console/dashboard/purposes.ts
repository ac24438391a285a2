import type { LinkProps } from '@tanstack/react-router'
import { api, data } from '../api.ts'

// What people come for, each with its steps: where one is taken, which operations it is about, and how Plinth sees that it's done. A
// purpose names at most twelve operations, and hides all others until they're used.

const ONE = { params: { query: { limit: 1 } } }

const some = async (list: Promise<unknown[]>) => (await list).length > 0

const hadRuns = async () => (await data(api.GET('/v1/admin/dashboard'))).total_runs > 0

export interface Step {
	/** A place of the console, or a guide. */
	way: LinkProps | string
	operations: readonly string[]
	/** Whether it's done, in the platform or in the caller's org. */
	isDone: (org_id: string) => Promise<boolean>
}

const OF_ORG = { of: 'org' } as const

const provider: Step = {
	way: { to: '/llm-providers' },
	operations: [
		'POST /v1/llm-providers',
		'POST /v1/llm-providers/{provider_id}/models',
		'POST /v1/llm-providers/resolve',
	],
	isDone: () => some(data(api.GET('/v1/llm-providers', { params: { query: { scope: 'platform', limit: 1 } } }))),
}

const run: Step = {
	way: '/docs/runtime',
	operations: ['POST /v1/runtime/runs/begin', 'POST /v1/runtime/runs/{run_id}/progress', 'POST /v1/runtime/runs'],
	isDone: hadRuns,
}

const budget: Step = {
	way: { to: '/budgets/new' },
	operations: ['POST /v1/admin/budgets/rehearse', 'POST /v1/admin/budgets'],
	isDone: () => some(data(api.GET('/v1/admin/budgets', ONE))),
}

export const PURPOSES = {
	run: {
		provider,
		account: {
			way: { to: '/service-accounts', search: OF_ORG },
			operations: [
				'POST /v1/orgs/{org_id}/service-accounts',
				'POST /v1/orgs/{org_id}/service-accounts/{account_id}/keys',
			],
			// Runs came with a key, whoever's it was.
			isDone: async (org_id) =>
				(await hadRuns()) ||
				some(data(api.GET('/v1/orgs/{org_id}/service-accounts', { params: { path: { org_id }, ...ONE.params } }))),
		},
		run,
		budget,
	},
	sell: {
		provider,
		plan: {
			way: { to: '/plans' },
			operations: ['POST /v1/plans', 'PATCH /v1/plans/{id}'],
			isDone: () => some(data(api.GET('/v1/plans', ONE))),
		},
		subscription: {
			way: { to: '/subscriptions' },
			operations: ['POST /v1/subscriptions'],
			isDone: () => some(data(api.GET('/v1/subscriptions', ONE))),
		},
		codes: {
			way: { to: '/redemption-codes' },
			operations: ['POST /v1/admin/redemption-codes/batch', 'POST /v1/admin/credits/adjust'],
			isDone: () => some(data(api.GET('/v1/admin/redemption-codes', ONE))),
		},
	},
	stop: {
		run,
		budget,
		told: {
			way: { to: '/webhook-endpoints', search: OF_ORG },
			operations: ['POST /v1/webhook-endpoints', 'POST /v1/webhook-endpoints/{endpoint_id}/test'],
			isDone: () => some(data(api.GET('/v1/webhook-endpoints', ONE))),
		},
		pause: {
			way: { to: '/pauses' },
			operations: ['PUT /v1/admin/pauses/{scope}/{subject}', 'DELETE /v1/admin/pauses/{scope}/{subject}'],
			isDone: () =>
				some(data(api.GET('/v1/admin/audit-logs', { params: { query: { action: 'pauses.set', limit: 1 } } }))),
		},
	},
	models: {
		provider,
		tool: {
			way: { to: '/tool-providers' },
			operations: [
				'PUT /v1/tool-providers/{group}/{provider}/credential',
				'PUT /v1/tool-providers/{group}/{provider}/activate',
				'GET /v1/tool-providers/{group}/effective',
			],
			isDone: async () =>
				(await data(api.GET('/v1/tool-providers'))).groups.some(({ providers }) =>
					providers.some((one) => one.is_active),
				),
		},
		mcp: {
			way: { to: '/mcp-configs' },
			operations: ['POST /v1/mcp-configs', 'POST /v1/mcp-configs/{config_id}/test'],
			isDone: () => some(data(api.GET('/v1/mcp-configs', { params: { query: { scope: 'platform', limit: 1 } } }))),
		},
	},
	guard: {
		owner: {
			way: { to: '/your-org', search: { tab: 'members' } },
			operations: ['POST /v1/orgs/{org_id}/invitations', 'PATCH /v1/orgs/{org_id}/members/{user_id}'],
			isDone: async (org_id) =>
				(await data(api.GET('/v1/orgs/{org_id}/members', { params: { path: { org_id }, query: { limit: 2 } } })))
					.length > 1,
		},
		factor: {
			way: { to: '/account' },
			operations: ['POST /v1/me/passkeys/options', 'POST /v1/me/passkeys'],
			isDone: () => some(data(api.GET('/v1/me/passkeys'))),
		},
		addresses: {
			way: { to: '/ip-rules', search: OF_ORG },
			operations: ['POST /v1/ip-rules/check', 'POST /v1/ip-rules'],
			isDone: () => some(data(api.GET('/v1/ip-rules', ONE))),
		},
	},
} as const satisfies Record<string, Record<string, Step>>

export type Purpose = keyof typeof PURPOSES
export const NAMES = Object.keys(PURPOSES) as Purpose[]
