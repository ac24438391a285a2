import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import type { Database } from '../../ground/db/database.ts'
import { jsonObject } from '../../ground/db/state.ts'
import { requires, signedInUser, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { conflict, decided, invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { openPage } from '../../ground/http/page.ts'
import { ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { isOpen } from '../../tenancy/orgs/access.ts'
import { may, READERS } from '../../tenancy/orgs/doors.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import type { Change } from './operations.ts'
import { post } from './post.ts'
import { creditsOf, selectBalances } from './read.ts'
import {
	AdjustCredits,
	Affected,
	Balance,
	BalancesQuery,
	BulkAdjustCredits,
	CreditOutlook,
	Credits,
	CreditsQuery,
	LedgerQuery,
	OrgBalance,
	OutlookQuery,
	ResetCredits,
	Verification,
	VerifyCredits,
} from './schema.ts'
import { creditAccounts } from './table.ts'

const columns = { org_id: creditAccounts.org_id, balance: creditAccounts.balance }

export const creditRoutes = routes()

creditRoutes.get(
	'/',
	requires('platform.read'),
	query(CreditsQuery),
	returns(200, Credits, "Read an org's balance and ledger"),
	refuses(404),
	async (c) => {
		const { org_id, ...paging } = c.req.valid('query')
		return c.json(await creditsOf(c, org_id, paging))
	},
)

creditRoutes.get(
	'/balances',
	requires('platform.read'),
	query(BalancesQuery),
	returns(200, z.array(OrgBalance), 'List the balances of all orgs'),
	async (c) => {
		const { order, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const rows = await selectBalances(c.var.db, order, page)
		return c.json(page.close(rows, ({ balance, org_id }) => [balance, org_id]))
	},
)

creditRoutes.post(
	'/adjust',
	requires('money.write'),
	stepUp('value'),
	body(AdjustCredits),
	returns(200, Balance, "Adjust an org's balance"),
	refuses('credits.insufficient', 'credits.overflow'),
	async (c) => {
		const { org_id, amount, note } = c.req.valid('json')
		const { db, principal } = c.var
		const account = eq(creditAccounts.org_id, org_id)
		const { adjusted } = await write(
			c,
			{
				org: ensureExists(c, orgs, isOpen(org_id)),
				entry: post(db, { org_id, amount, type: 'admin_adjustment', note, actor_user_id: principal.user_id }),
				moved: ensureChanged(c),
				adjusted: db.select(columns).from(creditAccounts).where(account).limit(1),
			},
			{
				audit: { action: 'credits.adjust', target: creditAccounts, target_id: org_id, where: account, org_id },
				response: { status: 200, body: sql`(SELECT ${jsonObject(columns)} FROM ${creditAccounts} WHERE ${account})` },
				otherwise: () => refusal(db, org_id, amount),
			},
		)
		return c.json(adjusted[0])
	},
)

creditRoutes.post(
	'/bulk-adjust',
	requires('money.write'),
	stepUp('value'),
	body(BulkAdjustCredits),
	returns(200, Affected, "Adjust every org's balance", { isInParts: true }),
	(c) => everyBalance(c, { type: 'admin_bulk_adjustment', ...c.req.valid('json') }),
)

creditRoutes.post(
	'/reset-all',
	requires('money.write'),
	stepUp('value'),
	body(ResetCredits),
	returns(200, Affected, "Set every org's balance to 0", { isInParts: true }),
	(c) => everyBalance(c, { type: 'admin_reset', amount: null, ...c.req.valid('json') }),
)

creditRoutes.post(
	'/verify',
	requires('platform.read'),
	body(VerifyCredits),
	returns(200, Verification, 'Compare every account with the sum of its ledger', { changes: false }),
	async (c) => {
		const { verifyBalances } = await import('./verify.ts')
		return c.json(await verifyBalances(c, c.req.valid('json')))
	},
)

export const myCreditRoutes = routes().get(
	'/',
	signedInUser(),
	query(LedgerQuery),
	returns(200, Credits, "Read your org's balance and ledger"),
	async (c) => c.json(await creditsOf(c, c.var.principal.org_id, c.req.valid('query'))),
)

/** At both doors: `/v1/admin/credits`, and `/v1/orgs/:org_id/credits`. */
export const creditOutlookRoutes = routes().get(
	'/outlook',
	may(READERS),
	query(OutlookQuery),
	returns(
		200,
		z.array(CreditOutlook),
		{
			platform: 'List the orgs whose credits will last the shortest',
			org: 'Read how fast an org uses its credits, if it uses any',
		},
		{ headers: { 'X-Is-Cut': '`true` if other orgs have low balances too.' }, isTagged: false },
	),
	async (c) => {
		const { creditOutlook } = await import('./outlook.ts')
		return c.json(await creditOutlook(c, c.req.valid('query')))
	},
)

async function everyBalance(c: Context<SignedIn>, change: Change) {
	const { changeEveryBalance } = await import('./operations.ts')
	const response = { affected: await changeEveryBalance(c, c.var.principal.user_id, change) }
	if (c.var.idempotent_call) await write(c, {}, { response: { status: 200, body: response } })
	return c.json(response)
}

async function refusal(db: Database['reader'], org_id: string, amount: number) {
	const [account] = await db
		.select(columns)
		.from(creditAccounts)
		.innerJoin(orgs, eq(orgs.id, creditAccounts.org_id))
		.where(isOpen(org_id))
		.limit(1)
	if (!account) return invalid([{ path: 'org_id', message: must.org_id }])
	const { balance } = account
	return amount < 0
		? decided(conflict('credits.insufficient', { balance }), `credits:${org_id}`)
		: conflict('credits.overflow', { balance })
}
