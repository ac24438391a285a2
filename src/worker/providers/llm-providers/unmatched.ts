import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { doc } from '#doc'
import type { WorkContext } from '../../context.ts'
import { now, orgIdOf, PLATFORM } from '../../ground/db/columns.ts'
import { id } from '../../ground/http/fields.ts'
import { caseless } from '../../ground/http/selector.ts'
import { PROVIDER_KINDS } from './table.ts'

// Pauses and budgets name models and providers by text, so they stay with the name when something is renamed. Anyone who renames it learns
// which of them then match nothing. A name that another org still uses keeps the platform's.

/** What a rename leaves behind. */
export const Unmatched = z
	.object({
		pauses: z
			.array(
				z.object({
					org_id: id('org').nullable(),
					scope: z.enum(['provider', 'model']),
					subject: z.string().meta(doc({ example: 'gpt-5-mini' })),
				}),
			)
			.meta(doc({ description: 'The pauses, those of the platform with a null `org_id`.' })),
		budgets: z
			.array(z.object({ id: id('bud'), name: z.string().meta(doc({ example: 'Small models' })) }))
			.meta(doc({ description: "The budgets, the org's and the platform's." })),
	})
	.meta(
		doc({
			id: 'Unmatched',
			description: 'The pauses and budgets that match nothing since this rename. Absent if there are none.',
		}),
	)

type Unmatched = z.infer<typeof Unmatched>
type Caller = WorkContext & { var: { owner: string } }

interface Named {
	kind: 'pause' | 'budget'
	owner: string
	id: string
	subject: string
	name: string
}

/** The statements of a rename, of what is named `name` in `before`: the old name, who names it, and what else is called so. */
export function renaming(c: Caller, scope: 'provider' | 'model', before: SQL) {
	const { db, owner: org_id } = c.var
	const isLive = sql`(p.until IS NULL OR p.until > ${now()})`
	const naming =
		scope === 'model'
			? sql`SELECT 'pause' AS kind, p.owner, '' AS id, p.subject, '' AS name FROM pauses p WHERE p.owner = ${org_id} AND p.scope = 'model' AND ${isLive}
				UNION ALL SELECT 'budget', b.owner, b.id, b.subject, b.name FROM budgets b WHERE b.org_id = ${org_id} AND b.scope = 'model' AND b.subject IS NOT NULL`
			: sql`SELECT 'pause' AS kind, p.owner, '' AS id, p.subject, '' AS name FROM pauses p WHERE p.owner = ${PLATFORM} AND p.scope = 'provider' AND ${isLive}`
	const others =
		scope === 'model'
			? sql`SELECT m.model AS name FROM llm_providers p JOIN llm_models m ON m.provider_id = p.id WHERE p.org_id = ${org_id}`
			: sql`SELECT name FROM llm_providers WHERE lower(name) IN (SELECT p.subject FROM pauses p WHERE p.owner = ${PLATFORM} AND p.scope = 'provider')`
	return {
		old_name: db.select({ name: sql<string>`name`.as('name') }).from(sql`(${before})`),
		named: db
			.select({
				kind: sql<Named['kind']>`kind`.as('kind'),
				owner: sql<string>`owner`.as('owner'),
				id: sql<string>`id`.as('id'),
				subject: sql<string>`subject`.as('subject'),
				name: sql<string>`name`.as('name'),
			})
			.from(sql`(${naming})`),
		others: db.select({ name: sql<string>`name`.as('name') }).from(sql`(${others})`),
	}
}

/** What these statements found; nothing for a change that renames nothing. */
interface Renamed {
	old_name?: { name: string }[] | undefined
	named?: Named[] | undefined
	others?: { name: string }[] | undefined
}

/** Which pauses and budgets match nothing after the rename. A dry run says so in sentences too. */
export function unmatchedIn(
	{ var: { dry_run } }: WorkContext,
	scope: 'provider' | 'model',
	{ old_name = [], named = [], others = [] }: Renamed,
): { unmatched?: Unmatched } {
	const key = caseless(old_name[0]?.name ?? '')
	const isStill = PROVIDER_KINDS.some((kind) => kind === key) || others.some(({ name }) => caseless(name) === key)
	const left = isStill ? [] : named.filter(({ subject }) => caseless(subject) === key)
	if (left.length === 0) return {}
	const pauses = left.filter(({ kind }) => kind === 'pause')
	const budgets = left.filter(({ kind }) => kind === 'budget')
	for (const { subject } of pauses) dry_run?.effects.push({ code: 'pause_loses_match', values: { subject } })
	for (const { name } of budgets) dry_run?.effects.push({ code: 'budget_loses_match', values: { name } })
	return {
		unmatched: {
			pauses: pauses.map(({ owner, subject }) => ({ org_id: orgIdOf(owner), scope, subject })),
			budgets: budgets.map(({ id, name }) => ({ id, name })),
		},
	}
}
