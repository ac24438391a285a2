import { eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Caller } from '../../context.ts'
import { newId, now, orgIdOf, PLATFORM } from '../../ground/db/columns.ts'
import { allOf, countOf } from '../../ground/db/state.ts'
import { invalid, taken } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import type { AfterCommitHook } from '../../ground/write/after-commit.ts'
import type { Configured, Limit } from '../../ground/write/configured.ts'
import type { Change } from '../../ground/write/entry.ts'
import type { Followed } from '../../ground/write/following.ts'
import { changedRows } from '../../ground/write/kept-rows.ts'
import { auditStates } from '../../ground/write/table.ts'
import { statesOf } from '../../ground/write/undo.ts'
import { limitedBy } from '../../plans/entitlements/limits.ts'
import { AT_ONCE, selectDue, signalDue } from '../../webhooks/endpoints/signal.ts'
import { heldOf, raisedOf, STATE, takenBy } from './live.ts'
import { windowOf } from './match.ts'
import { Budget, BUDGET, BudgetName, fitting } from './schema.ts'
import { budgets } from './table.ts'

type Row = typeof budgets.$inferSelect

const ofOrg = limitedBy('limit.budgets', budgets, (org_id) => countOf(budgets, eq(budgets.owner, org_id)))

/** How many budgets an org may make. The platform has no limit. */
export const limitOfBudgets: Limit = {
	...ofOrg,
	holds: (owner, more) => (owner === PLATFORM ? sql`1` : ofOrg.holds(owner, more)),
}

/** The scopes whose subjects have the same name in every instance. */
const NAMED = ['agent', 'model']

const BudgetEntry = fitting(z.object(BUDGET)).superRefine(({ scope, subject }, context) => {
	if (subject === null || NAMED.includes(scope) || scope === 'run') return
	context.addIssue({
		code: 'custom',
		path: ['subject'],
		message: must.null_in_documents,
	})
})

/** What can't change in a budget: its states have counted by it. */
export const FIXED = ['scope', 'subject', 'unit', 'window'] as const

export const duplicate = () => taken('A budget with this name already exists', 'name')

/** A document says nothing of one instance: no id of a user, of an API key or of an org. */
const IN_DOCUMENTS = sql`((${budgets.subject} IS NULL OR ${budgets.scope} IN ('agent', 'model')) AND (${budgets.owner} <> 'platform' OR ${budgets.org_id} IS NULL))`

export const configuredBudgets: Configured = {
	name: 'budgets',
	called: ['Budget', 'name'],
	of: 'both',
	writers: { platform: ['money.write'], org: ['org.settings'] },
	key: BudgetName,
	entry: () => BudgetEntry,
	document: {
		lackedBy: ['platform', 'org'],
		entry: Budget.pick({
			scope: true,
			subject: true,
			unit: true,
			limit: true,
			window: true,
			mode: true,
			alerts: true,
			expires_at: true,
		}),
		by: 'By name. Budgets of one user, API key or org are left out.',
	},
	rows: {
		table: budgets,
		owner: budgets.owner,
		moving: { updated_at: now },
		// A trigger sets it when the row is inserted. A budget that comes back counts like a new one.
		loose: ['counts_since'],
		renewed: { updated_at: now, counts_since: now },
		among: IN_DOCUMENTS,
	},
	stored: ({ name, scope, subject, unit, limit, window, mode, alerts, expires_at }: Row) => ({
		key: name,
		item: { scope, subject, unit, limit, window, mode, alerts, expires_at },
	}),
	toRow: ({ owner, key, item, stored, at }) => ({
		id: stored?.row.id ?? newId('bud'),
		owner,
		org_id: orgIdOf(owner),
		name: key,
		...item,
		counts_since: stored?.row.counts_since ?? at,
		created_at: stored?.row.created_at ?? at,
		updated_at: at,
	}),
	limits: [limitOfBudgets],
	affects: ({ audit_id }) => ({ used_up: { from: usedUp(audit_id), name: sql.raw('u.subject') } }),
	warnings: requirePossible,
	hooks: (change) => [signalCrossed(change)],
}

/** Who has used up a budget that a change made or changed, in the windows that run: their next run would be refused. */
function usedUp(audit_id: string): SQL {
	const changed = sql`b.id IN (SELECT ${budgets.id} FROM ${changedRows(audit_id, budgets)})`
	return sql`(SELECT s.subject FROM budgets b CROSS JOIN budget_states s WHERE ${changed} AND s.budget_id = b.id
		AND s.window_start = ${windowOf(now())} AND s.used + ${heldOf(STATE, now())} >= b."limit" + ${raisedOf(now())}
		UNION ALL SELECT l.subject FROM budgets b CROSS JOIN budget_holds l WHERE ${changed} AND b.scope = 'run' AND l.budget_id = b.id
		AND ${takenBy('l', now())} > b."limit" ORDER BY 1) u`
}

/** Throws 400 for a change of what can't change, and for a new budget whose name one has that documents leave alone. */
async function requirePossible({ var: { db } }: Caller, changes: Change[], owner: string) {
	const moved = changes.flatMap(({ key, before, after }) =>
		before && after ? fixedIn(`budgets.${key}.`, before, after) : [],
	)
	if (moved.length > 0) throw invalid(moved)
	const names = changes.filter(({ action }) => action === 'create').map(({ key }) => key)
	if (names.length === 0) return []
	const taken = await db
		.select({ name: budgets.name })
		.from(budgets)
		.where(
			allOf(
				eq(budgets.owner, owner),
				sql`NOT ${IN_DOCUMENTS}`,
				sql`${budgets.name} IN (SELECT value FROM json_each(${JSON.stringify(names)}))`,
			),
		)
	const wrong = taken.map(({ name }) => ({
		path: `budgets.${name}`,
		message: must.budget_name_kept,
	}))
	if (wrong.length > 0) throw invalid(wrong)
	return []
}

/** The fields of a budget that would change and can't. */
export const fixedIn = (path: string, before: Record<string, unknown>, after: Record<string, unknown>) =>
	FIXED.filter((field) => after[field] !== undefined && after[field] !== before[field]).map((field) => ({
		path: `${path}${field}`,
		message: must.budget_fixed,
	}))

/** Signals the endpoints of a budget that a change made cross a threshold. The alerts have the time of the changed rows. */
function signalCrossed({ audit_id }: Followed): AfterCommitHook {
	const changed_at = sql`(SELECT min(${auditStates.after} ->> '$.updated_at') FROM ${auditStates} WHERE ${statesOf(audit_id, budgets)})`
	return { ...(signalDue as AfterCommitHook), read: ({ var: { db } }) => selectDue(db, changed_at, AT_ONCE) }
}
