import { eq, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { changing } from '../../ground/db/changing.ts'
import { newId, now, orgIdOf, PLATFORM } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { type ApiError, decided, forbidden, invalid, notFound } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { caseless } from '../../ground/http/selector.ts'
import { ensure, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { isOpen, openOrg } from '../../tenancy/orgs/access.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { keyRoot } from '../../tenancy/principals/key-root.ts'
import { budgetJson, ownBudget, toBudget, visibleBudget } from './columns.ts'
import { configuredBudgets, duplicate, FIXED, fixedIn, limitOfBudgets } from './configured.ts'
import type { CreateBudget, UpdateBudget } from './schema.ts'
import { budgets } from './table.ts'

const auditOf = (verb: 'create' | 'update' | 'delete', owner: string, id: string) => ({
	action: `budgets.${verb}` as const,
	target: budgets,
	target_id: id,
	org_id: orgIdOf(owner),
	isNew: verb === 'create',
	undo: [{ table: budgets, where: ownBudget(owner, id) }],
	kinds: [{ kind: configuredBudgets }],
})

/** Makes a budget for an org, or for each org. Throws 404 or 400 for an unknown org, and 409 at the limit. */
export async function createBudget(
	c: WorkContext,
	owner: string,
	{ org_id, ...given }: z.infer<typeof CreateBudget> & { org_id: string | null },
) {
	requireOwnSubject(given, org_id)
	const at = now()
	const id = newId('bud')
	const where = eq(budgets.id, id)
	const { scope, subject } = given
	const ofKey = scope === 'api_key' && subject !== null ? { subject: await keyRoot(c.var.db, subject) } : {}
	const row = { id, owner, org_id, ...given, ...ofKey, counts_since: at, created_at: at, updated_at: at }
	// An org is looked up wherever it stands: a budget of one that isn't there would never refuse anything.
	const named = org_id ?? (scope === 'org' ? subject : null)
	const { stored } = await write(
		c,
		{
			known: named !== null && ensureExists(c, orgs, isOpen(named)),
			withinLimit: owner !== PLATFORM && ensure(c, limitOfBudgets.holds(owner, sql`1`)),
			insert: c.var.db.insert(budgets).values(row),
			// A trigger says since when it counts.
			stored: c.var.db.select().from(budgets).where(where).limit(1),
		},
		{
			audit: auditOf('create', owner, id),
			response: { status: 201, body: budgetJson(where) },
			duplicate,
			otherwise: () => creationRefusal(c, owner, named, org_id === null ? 'subject' : 'org_id'),
		},
	)
	return stored[0] ? toBudget(stored[0]) : null
}

/** An org bounds itself only. */
function requireOwnSubject({ scope, subject }: z.infer<typeof CreateBudget>, org_id: string | null) {
	if (scope === 'org' && subject !== null && org_id !== null && subject !== org_id)
		throw invalid([{ path: 'subject', message: must.null_or_own_org }])
}

async function creationRefusal(c: WorkContext, owner: string, org_id: string | null, path: string): Promise<ApiError> {
	const [org] = await openOrg(c.var.db, { org_id: org_id ?? '' })
	if (org) return limitOfBudgets.refusal(c, owner)
	return owner === PLATFORM ? invalid([{ path, message: must.org_id }]) : notFound('Org')
}

type Change = z.infer<typeof UpdateBudget>

/** Changes a budget of the owner and returns it. Throws 400 for what can't change, 403 for one of the platform, and 404. */
export async function updateBudget(c: WorkContext, owner: string, id: string, change: Change) {
	const where = ownBudget(owner, id)
	const { scope: _, subject: __, unit: ___, window: ____, ...changed } = change
	const { stored } = await write(
		c,
		{
			fits: ensureExists(c, budgets, allOf(where, ...staying(change))),
			stored: c.var.db
				.update(budgets)
				.set(changing(budgets, changed, { updated_at: now() }))
				.where(where)
				.returning(),
		},
		{
			audit: { ...auditOf('update', owner, id), where },
			duplicate,
			otherwise: () => refusal(c, owner, id, change),
		},
	)
	return stored[0] && toBudget(stored[0])
}

/** Deletes a budget of the owner. Throws 403 for one of the platform, and 404. */
export async function deleteBudget(c: WorkContext, owner: string, id: string): Promise<void> {
	const where = ownBudget(owner, id)
	await write(
		c,
		{ found: ensureExists(c, budgets, where), remove: c.var.db.delete(budgets).where(where) },
		{ audit: { ...auditOf('delete', owner, id), where }, otherwise: () => refusal(c, owner, id, {}) },
	)
}

/** Whether the budget has what a change gives of the fields that can't change. */
const staying = (change: Change): SQL[] =>
	FIXED.flatMap((field) => {
		const given = change[field]
		if (given === undefined) return []
		const is = sql`${budgets[field]} IS ${given}`
		return [
			field === 'subject' && given
				? sql`(${is} OR ${budgets.scope} = 'model' AND ${budgets.subject} IS ${caseless(given)})`
				: is,
		]
	})

async function refusal({ var: { db } }: WorkContext, owner: string, id: string, change: Change): Promise<ApiError> {
	const [known] = await db.select().from(budgets).where(visibleBudget(owner, id)).limit(1)
	if (!known) return notFound('Budget')
	if (known.owner !== owner) return decided(forbidden('budgets.of_platform'), `budget:${id}`)
	return invalid(fixedIn('', known, change))
}
