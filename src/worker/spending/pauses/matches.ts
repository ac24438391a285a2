import { type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { caseless } from '../../ground/http/selector.ts'
import { baseUrlOf } from '../../providers/llm-providers/base-url.ts'
import { PROVIDER_KINDS } from '../../providers/llm-providers/table.ts'
import { providerNames } from '../../traffic/pauses/subject.ts'
import type { Named } from './named.ts'

// Subjects are texts that nobody looks up, so a pause can have one that matches nothing, by a typo or after a rename. It's kept, and
// anyone who sets it learns so. We considered refusing it, but a pause may come before the first run of an agent.

/** What a pause's subject may name. Only providers and models have more than an id. */
interface Candidate {
	id: string
	name: string
	provider: (typeof PROVIDER_KINDS)[number]
	base_url: string | null
}

/** More than anybody has to know. */
const MOST = 1_000

/** SQLite compares ASCII in one case. Names with other characters are compared by `isMatch`. */
const mayBe = (name: string, subject: string) =>
	sql`(lower(trim(${sql.raw(name)})) = lower(${subject}) OR ${sql.raw(name)} GLOB '*[^ -~]*')`

/** Whether Plinth knows what the subject may name. Only runs name agents, and users and keys of a runtime's own. */
const isKnown = ({ scope, subject }: Named): boolean =>
	scope === 'model' || scope === 'provider' || (scope === 'user' && subject.startsWith('usr_'))

/** The query for what the subject may name, of an org or of all. */
export const selectCandidates = (c: WorkContext, pause: Named) =>
	isKnown(pause) &&
	c.var.db
		.select({
			id: sql<string>`c.id`.as('id'),
			name: sql<string>`c.name`.as('name'),
			provider: sql<Candidate['provider']>`c.provider`.as('provider'),
			base_url: sql<string | null>`c.base_url`.as('base_url'),
		})
		.from(sql`(SELECT * FROM (${among(c.env, pause)}) LIMIT ${MOST}) c`)

function among(env: Env, { owner, scope, subject }: Named): SQL {
	if (scope === 'user')
		return sql`SELECT id, username AS name, NULL AS provider, NULL AS base_url FROM users WHERE id = ${subject}`
	if (scope === 'model')
		return sql`SELECT m.id, m.model AS name, p.provider, NULL AS base_url FROM llm_providers p JOIN llm_models m ON m.provider_id = p.id
			WHERE ${owner === PLATFORM ? sql`1` : sql`p.org_id IN (${owner}, 'platform')`} AND ${mayBe('m.model', subject)}`
	const isHostOf = (provider: Candidate['provider']) =>
		providerNames(asProvider(env, { id: '', name: '', provider, base_url: null })).includes(subject)
	const byDefault = JSON.stringify(PROVIDER_KINDS.filter(isHostOf))
	return sql`SELECT p.id, p.name, p.provider, p.base_url FROM llm_providers p
		WHERE p.id = ${subject} OR p.provider = ${subject} OR instr(p.base_url, ${subject}) > 0 OR ${mayBe('p.name', subject)}
		OR p.base_url IS NULL AND p.provider IN (SELECT value FROM json_each(${byDefault}))`
}

const asProvider = (env: Env, { id, name, provider, base_url }: Candidate) => ({
	provider_name: name,
	provider,
	provider_id: id,
	base_url: baseUrlOf(env, { provider, base_url }),
})

/** How many of the candidates the subject names, as runs are compared with it. Undefined if Plinth can't know. */
export const matchesOf = (env: Env, pause: Named, candidates: Candidate[] = []): number | undefined =>
	isKnown(pause)
		? candidates.filter((one) => {
				if (pause.scope === 'model') return caseless(one.name) === pause.subject
				return pause.scope !== 'provider' || providerNames(asProvider(env, one)).includes(pause.subject)
			}).length
		: undefined
