import { env } from 'cloudflare:workers'
import { create, unique, user } from '../world.ts'
import { type Here, money, OR_READS, PERIOD, reads, type Row, type Rows } from './row.ts'

// Spec 4.7 and parts of 4.11: runs, usage, credits, redemption codes, invitations, the dashboard.

const mine: Pick<Row, 'access' | 'stranger'> = { access: 'user', stranger: 'its own' }
const ofMember: Pick<Row, 'access' | 'stranger'> = { access: 'signed_in', stranger: 'not found' }
const ofAdmin: Pick<Row, 'access' | 'stranger'> = { access: 'permission:org.settings', stranger: 'not found' }
const month = ({ org_id }: Here) => [{ at: { org_id } }, { at: { org_id }, query: 'year=2026&month=1' }]
const days = 'start=2026-01-01&end=2026-01-31'

const LEDGER_FILTERS = [
	'',
	'type=consumption',
	'type=admin_adjustment',
	'reference_type=run&reference_id=x',
	'reference_type=month&reference_id=2026-01',
	PERIOD,
]

/** A completed run of the samples' org. */
const run = ({ admin, org_id, once }: Here) =>
	once('run', async () => {
		const run_id = unique('run')
		await admin.post('/v1/runtime/runs', { run_id, org_id, status: 'completed' })
		return { run_id }
	})

/** The invite code of a user who has none yet. */
const inviteCode = async (): Promise<{ id: string }> => (await (await user()).get('/v1/me/invite-code')).body

/** One D1 call for each 5,000 accounts of the platform. */
async function perAccounts() {
	const count = await env.DB.prepare('SELECT count(*) AS accounts FROM credit_accounts').first<number>('accounts')
	return Math.ceil((count ?? 0) / 5_000)
}

const EVERY_BALANCE = { warm: perAccounts, why: 'It changes 5,000 balances in a batch' }

export const billing: Rows = {
	'GET /v1/admin/credits': {
		...reads,
		read: ({ org_id }) => LEDGER_FILTERS.map((query) => ({ query: `org_id=${org_id}&${query}` })),
	},
	'GET /v1/admin/credits/balances': {
		...reads,
		read: () => ['', 'order=lowest', 'order=highest'].map((query) => ({ query })),
	},
	'GET /v1/admin/credits/outlook': { ...reads, read: () => ['', 'days=30&limit=5'].map((query) => ({ query })) },
	'GET /v1/orgs/{org_id}/credits/outlook': {
		...ofAdmin,
		access: OR_READS,
		read: ({ org_id }) => ({ at: { org_id } }),
	},
	'POST /v1/admin/credits/adjust': { ...money, write: ({ org_id }) => ({ body: { org_id, amount: 10 } }) },
	'POST /v1/admin/credits/bulk-adjust': { ...money, write: () => ({ body: { amount: 10 } }), d1: EVERY_BALANCE },
	'POST /v1/admin/credits/reset-all': { ...money, write: () => ({ body: {} }), d1: EVERY_BALANCE },
	'POST /v1/admin/credits/verify': {
		...reads,
		asks: true,
		write: () => [{}, { body: { from_start: true } }],
		d1: { warm: 'varies', why: 'It reads 2,000 accounts and 20,000 entries at a time, until there is none' },
	},
	'GET /v1/admin/agents': {
		...reads,
		read: ({ org_id }) => ['', days, `org_id=${org_id}`, 'q=a', 'agent_id=a'].map((query) => ({ query })),
	},
	'GET /v1/orgs/{org_id}/agents': {
		...ofAdmin,
		access: OR_READS,
		read: ({ org_id }) => ['', days, 'q=a', 'agent_id=a'].map((query) => ({ at: { org_id }, query })),
	},
	'GET /v1/admin/usage/daily': { ...reads, read: () => ({ query: days }) },
	'GET /v1/admin/usage/summary': { ...reads, read: () => ({}) },
	'GET /v1/admin/usage/by-model': { ...reads, read: () => [{}, { query: days }] },
	'GET /v1/admin/usage/activity': { ...reads, read: () => ({ query: days }) },
	'POST /v1/admin/usage/verify': {
		...reads,
		asks: true,
		write: () => ({ body: { date: '2026-01-01' } }),
		d1: { warm: 3, why: 'It reads 30,000 runs at a time, those in the archive, and the usage of the day' },
	},
	'GET /v1/admin/usage/pricing': { ...reads, read: () => ({ query: days }) },
	'POST /v1/admin/usage/compare': {
		...reads,
		asks: true,
		write: () => ({
			body: { start: '2026-01-01', end: '2026-01-31', lines: [{ date: '2026-01-02', model: 'm', cost_usd: 1 }] },
		}),
	},
	'GET /v1/admin/usage/by-subject': {
		...reads,
		read: () => ['org', 'user', 'agent', 'api_key'].map((by) => ({ query: `by=${by}&${days}` })),
	},
	'GET /v1/orgs/{org_id}/usage/by-subject': {
		...ofAdmin,
		access: OR_READS,
		read: ({ org_id }) => ['user', 'agent'].map((by) => ({ at: { org_id }, query: `by=${by}&${days}` })),
	},
	'GET /v1/orgs/{org_id}/usage/pricing': { ...ofMember, read: ({ org_id }) => ({ at: { org_id }, query: days }) },
	'GET /v1/orgs/{org_id}/usage/daily': { ...ofMember, read: ({ org_id }) => ({ at: { org_id }, query: days }) },
	'GET /v1/orgs/{org_id}/usage/summary': { ...ofMember, read: month },
	'GET /v1/orgs/{org_id}/usage/by-model': {
		...ofMember,
		read: (here) => [...month(here), { at: { org_id: here.org_id }, query: days }],
	},
	'GET /v1/orgs/{org_id}/usage/activity': { ...ofMember, read: ({ org_id }) => ({ at: { org_id }, query: days }) },
	'POST /v1/runtime/runs': {
		access: 'permission:runtime.report',
		write: async ({ admin, org_id }) => {
			const ended = () => ({ run_id: unique('run'), org_id, status: 'completed' })
			// The isolate reads an org's terms once in five seconds, with the first run that ends.
			await admin.post('/v1/runtime/runs', ended())
			return { body: ended() }
		},
		notAudited: 'Reports of runs change no setting, and there are too many of them',
	},
	'GET /v1/admin/runs': {
		...reads,
		read: async (here) => {
			await run(here)
			const filters = [
				'status=failed',
				'model=x',
				`org_id=${here.org_id}`,
				`org_id=${here.org_id}&status=failed`,
				PERIOD,
			]
			return ['', ...filters].map((query) => ({ query }))
		},
	},
	'GET /v1/admin/runs/rejected': {
		...reads,
		read: ({ org_id }) => ['', `org_id=${org_id}`, PERIOD, `org_id=${org_id}&${PERIOD}`].map((query) => ({ query })),
	},
	'GET /v1/admin/runs/{run_id}': { ...reads, read: async (here) => ({ at: await run(here) }) },
	'GET /v1/orgs/{org_id}/runs': {
		...ofAdmin,
		access: OR_READS,
		read: async (here) => {
			const at = { org_id: here.org_id }
			await run(here)
			const filters = ['', 'status=failed', 'model=x', 'status=failed&model=x', PERIOD, `status=failed&${PERIOD}`]
			return filters.map((query) => ({ at, query }))
		},
	},
	'GET /v1/orgs/{org_id}/runs/{run_id}': {
		...ofAdmin,
		access: OR_READS,
		read: async (here) => ({ at: { org_id: here.org_id, ...(await run(here)) } }),
	},
	'GET /v1/admin/dashboard': { ...reads, read: () => ({}) },

	'GET /v1/me/credits': { ...mine, read: () => LEDGER_FILTERS.map((query) => ({ query })) },
	'POST /v1/me/redeem': {
		...mine,
		write: async () => ({ body: { code: (await create.redemptionCode({ max_uses: 2 })).code } }),
	},
	'POST /v1/admin/redemption-codes/batch': {
		...money,
		write: () => ({ body: { count: 3, type: 'credits', value: '5' }, status: 201 }),
	},
	'GET /v1/admin/redemption-codes': {
		...reads,
		read: () => ['', 'type=credits', 'q=nothing-like-it&type=credits', 'q=nothing-like-it'].map((query) => ({ query })),
	},
	'GET /v1/admin/redemption-codes/{id}': {
		...reads,
		read: async () => ({ at: { id: (await create.redemptionCode()).id } }),
	},
	'PATCH /v1/admin/redemption-codes/{id}': {
		...money,
		write: async () => ({ at: { id: (await create.redemptionCode()).id }, body: { is_active: false } }),
	},

	'PATCH /v1/admin/redemption-codes/batches/{batch_id}': {
		...money,
		write: async () => ({
			at: { batch_id: (await create.redemptionCode()).batch_id },
			body: { is_active: false },
		}),
	},

	'GET /v1/me/invite-code': {
		...mine,
		auditedWhen: 'The first read makes the code',
		read: async ({ member, stranger }) => {
			// The first read makes the code.
			for (const caller of [member, stranger]) await caller.get('/v1/me/invite-code')
			return {}
		},
	},
	'POST /v1/me/invite-code/reset': { ...mine, write: async () => ({ as: await user() }) },
	'GET /v1/admin/invite-codes': {
		...reads,
		read: () => ['', 'q=nothing-like-it', 'q=own'].map((query) => ({ query })),
	},
	'GET /v1/admin/invite-codes/{id}': { ...reads, read: async () => ({ at: { id: (await inviteCode()).id } }) },
	'PATCH /v1/admin/invite-codes/{id}': {
		...money,
		write: async () => ({ at: { id: (await inviteCode()).id }, body: { max_uses: 5 } }),
	},
	'GET /v1/admin/referrals': {
		...reads,
		read: ({ owner }) => [{}, { query: `inviter_user_id=${owner.user_id}` }],
	},
	'GET /v1/admin/referrals/tree': { ...reads, read: ({ owner }) => ({ query: `user_id=${owner.user_id}` }) },
}
