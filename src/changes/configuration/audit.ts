import { type SQL, sql } from 'drizzle-orm'
import { maskedUrl } from '../../outbound/masked.ts'
import { PLATFORM } from '../../tenancy/orgs/table.ts'
import type { Audit } from '../../write/audit.ts'
import type { Plan } from './plan.ts'
import type { Kind } from './revisions.ts'
import type { Change, Item } from './section.ts'
import { configurationRevisions } from './table.ts'

/** In characters. The revision has the whole document. */
const MAX_KEPT = 65_536

/**
 * The audit row of an apply: the entries that it changes, before and after it, without secrets. The revision before this one has
 * the whole state before it.
 */
export function auditOf({ state, changes, hash, redirects }: Plan, number: number, { kind }: Kind): Audit {
	const { owner } = state
	const before = sideOf({ revision: number - 1, hash: state.hash }, changes, 'before')
	const after = sideOf({ revision: number, hash }, changes, 'after')
	return {
		action: `configuration_revisions.${redirects.length > 0 ? 'redirect' : kind}`,
		target: configurationRevisions,
		target_id: owner,
		kept: keptState(owner, number, { before, after }),
		org_id: owner === PLATFORM ? null : owner,
	}
}

/** The state before the change or after it, as the batch sees it: the revision exists after the change alone. */
const keptState = (owner: string, number: number, { before, after }: Record<'before' | 'after', string>): SQL =>
	sql`iif(EXISTS (SELECT 1 FROM configuration_revisions r WHERE r.owner = ${owner} AND r.number = ${number}), ${after}, ${before})`

function sideOf(facts: object, changes: Plan['changes'], side: 'before' | 'after'): string {
	const entries = [...changes].flatMap(([section, list]) => list.map((change) => keptEntry(section, change, side)))
	const text = JSON.stringify({ ...facts, entries })
	return text.length > MAX_KEPT ? JSON.stringify({ ...facts, entry_count: entries.length }) : text
}

/** The values of a URL's query stay out, as in the audit rows of the slices. */
function keptEntry(section: string, change: Change, side: 'before' | 'after') {
	const item = change[side]
	return {
		section,
		key: section === 'webhook_endpoints' ? maskedUrl(change.key) : change.key,
		entry: item && section === 'mcp_configs' ? withMaskedUrl(item) : item,
	}
}

const withMaskedUrl = (item: Item): Item =>
	typeof item.url === 'string' ? { ...item, url: maskedUrl(item.url) } : item
