import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { configEntries } from '../config-entries/table.ts'
import type { Database } from '../../db/database.ts'
import { CATALOGUE, type Group, missingOf } from './catalogue.ts'
import { toolGroups, toolProviders } from './table.ts'
import { PLATFORM } from '../../identity/orgs/table.ts'

export interface Candidate {
	provider_name: string
	missing: ('api_key' | 'base_url')[]
}

/** What a group comes to at one layer, as KV keeps it. Without secrets, and explicit about "none". */
export interface GroupState {
	generation: number
	active: Candidate | null
	/** From the legacy configuration entries; only at the platform's layer. */
	legacy: Candidate | null
}

/** The legacy entries of a group, by which a platform was configured before providers could be activated. */
export const legacyKeys = (group: Group) => [`${group}.provider`, `${group}.base_url`, `${group}.api_key`]

/** Reads a group at the given layers from D1, in one call. */
export async function readGroupStates(
	db: Database['reader'],
	owners: string[],
	group: Group,
): Promise<Map<string, GroupState>> {
	const [groups, active, entries] = await db.batch([
		db
			.select({ owner: toolGroups.owner, generation: toolGroups.generation })
			.from(toolGroups)
			.where(and(inArray(toolGroups.owner, owners), eq(toolGroups.group_name, group))),
		db
			.select({
				owner: toolProviders.owner,
				provider_name: toolProviders.provider_name,
				key_prefix: toolProviders.key_prefix,
				base_url: toolProviders.base_url,
			})
			.from(toolProviders)
			.where(
				and(
					inArray(toolProviders.owner, owners),
					eq(toolProviders.group_name, group),
					// Spelt out for the partial index, which a bound parameter would not match.
					sql`${toolProviders.is_active} = 1`,
				),
			),
		db
			.select({ key: configEntries.key, value: configEntries.value })
			.from(configEntries)
			.where(or(...legacyKeys(group).map((key) => eq(configEntries.key, key)))),
	])
	const legacy = legacyOf(entries, group)
	return new Map(
		owners.map((owner): [string, GroupState] => {
			const row = active.find((candidate) => candidate.owner === owner)
			return [
				owner,
				{
					generation: groups.find((state) => state.owner === owner)?.generation ?? 0,
					active: row ? candidateOf(row) : null,
					legacy: owner === PLATFORM ? legacy : null,
				},
			]
		}),
	)
}

function candidateOf(row: {
	provider_name: string
	key_prefix: string | null
	base_url: string | null
}): Candidate | null {
	const entry = CATALOGUE.find(({ provider_name }) => provider_name === row.provider_name)
	return entry ? { provider_name: row.provider_name, missing: missingOf(entry, row) } : null
}

function legacyOf(entries: { key: string; value: string | null }[], group: Group): Candidate | null {
	const [provider, base_url, api_key] = legacyKeys(group).map((key) => entries.find((entry) => entry.key === key))
	if (!provider?.value) return null
	return candidateOf({
		provider_name: provider.value,
		key_prefix: api_key ? '****' : null,
		base_url: base_url?.value ?? null,
	})
}
