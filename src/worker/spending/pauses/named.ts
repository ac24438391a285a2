import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { now, orgIdOf, PLATFORM } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { type FieldError, invalid } from '../../ground/http/errors.ts'
import { meaningOf, said } from '../../ground/http/field-codes.ts'
import { nonBlankText } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { subjectOf } from '../../traffic/pauses/subject.ts'
import { PAUSE_SCOPES, pauses } from '../../traffic/pauses/table.ts'

type Scope = (typeof PAUSE_SCOPES)[number]

/** What a path names: the pause of one subject, by its owner. */
export interface Named {
	/** An org's id, or `platform`. */
	owner: string
	scope: Scope
	subject: string
}

const OF_ORG: readonly Scope[] = ['org', 'user', 'agent', 'model', 'api_key']

/** The pause that a path names. Throws 400 for a scope or a subject that the owner can't pause. */
export function named(owner: string, scope: string, subject: string): Named {
	const scopes = owner === PLATFORM ? PAUSE_SCOPES : OF_ORG
	const known = scopes.find((one) => one === scope)
	if (!known) throw invalid([{ path: 'scope', ...said('one_of', { allowed: scopes }) }])
	const wrong = subjectError(owner, known, subject)
	if (wrong) throw invalid([{ path: 'subject', ...wrong }])
	return { owner, scope: known, subject: subjectOf(known, subject) }
}

function subjectError(owner: string, scope: Scope, subject: string): Omit<FieldError, 'path'> | undefined {
	if (scope === 'platform') return subject === 'all' ? undefined : { message: must.all }
	if (scope === 'org' && owner !== PLATFORM && subject !== owner) return { message: must.own_org_id }
	const max = scope === 'model' ? 256 : 128
	const [issue] = nonBlankText(max).safeParse(subject).error?.issues ?? []
	return issue && meaningOf(issue)
}

export const rowOf = ({ owner, scope, subject }: Named): SQL =>
	allOf(eq(pauses.owner, owner), eq(pauses.scope, scope), eq(pauses.subject, subject))

/** Whether a pause isn't over by the clock. */
export const isLive = (at = now()) => or(isNull(pauses.until), gt(pauses.until, at)) as SQL

export const liveRowOf = (pause: Named) => and(rowOf(pause), isLive()) as SQL

/** A pause as it's returned. */
export const toPause = ({ owner, ...row }: typeof pauses.$inferSelect) => ({
	org_id: orgIdOf(owner),
	...row,
})

/**
 * What people call a subject, as an expression: the name of an org, a user or an API key, and any other as it is. Runtimes also name
 * users that Plinth doesn't know.
 */
export const subjectName = (scope: SQL, subject: SQL): SQL<string> => sql`coalesce(CASE ${scope}
	WHEN 'org' THEN (SELECT nullif(o.name, '') FROM orgs o WHERE o.id = ${subject})
	WHEN 'user' THEN (SELECT n.username FROM users n WHERE n.id = ${subject})
	WHEN 'api_key' THEN (SELECT k.name FROM api_keys k WHERE k.id = ${subject})
END, ${subject})`
