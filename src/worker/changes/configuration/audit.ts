import { type SQL, sql } from 'drizzle-orm'
import { orgIdOf } from '../../ground/db/columns.ts'
import type { Audit } from '../../ground/write/audit.ts'
import { type Change } from '../../ground/write/entry.ts'
import type { Touched } from '../../ground/write/undo.ts'
import { KINDS } from '../kinds.ts'
import type { Plan } from './plan.ts'
import { configurationRevisions } from './table.ts'

const kindOf = (section: string) => KINDS.find(({ name }) => name === section)

/** In characters. The revision has the whole document. */
const MAX_KEPT = 65_536

/**
 * The audit row of an apply: the entries that it changes, before and after, without secrets. The revision before this one has
 * the whole state before it.
 */
export function auditOf(
	{ state, changes, hash, redirects }: Plan,
	number: number,
	kind: 'apply' | 'restore',
	undo: Touched[],
): Audit {
	const { owner } = state
	const before = sideOf({ revision: number - 1, hash: state.hash }, changes, 'before')
	const after = sideOf({ revision: number, hash }, changes, 'after')
	return {
		action: `configuration_revisions.${kind}` as const,
		target: configurationRevisions,
		target_id: owner,
		kept: keptState(owner, number, { before, after }),
		org_id: orgIdOf(owner),
		kinds: [...changes].flatMap(([section, list]) => {
			const configured = kindOf(section)
			return configured ? [{ kind: configured, keys: list.map(({ key }) => key) }] : []
		}),
		undo,
		urls: redirects.map(({ address }) => address),
	}
}

/** The state before or after the change, as the batch sees it: the revision only exists after the change. */
const keptState = (owner: string, number: number, { before, after }: Record<'before' | 'after', string>): SQL =>
	sql`iif(EXISTS (SELECT 1 FROM configuration_revisions r WHERE r.owner = ${owner} AND r.number = ${number}), ${after}, ${before})`

function sideOf(facts: object, changes: Plan['changes'], side: 'before' | 'after'): string {
	const entries = [...changes].flatMap(([section, list]) => list.map((change) => keptEntry(section, change, side)))
	const text = JSON.stringify({ ...facts, entries })
	return text.length > MAX_KEPT ? JSON.stringify({ ...facts, entry_count: entries.length }) : text
}

function keptEntry(section: string, change: Change, side: 'before' | 'after') {
	const item = change[side]
	const { key, item: entry } = kindOf(section)?.masked?.(change.key, item) ?? { key: change.key, item }
	return { section, key, entry }
}
