import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { BatchResponse } from 'drizzle-orm/batch'
import { PLATFORM } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { configEntries } from '../../ground/db/table.ts'
import { TOOL_CATALOGUE, type Group, missingOf } from './catalogue.ts'
import { toolGroups, toolProviders } from './table.ts'

export interface Candidate {
	provider_name: string
	missing: ('api_key' | 'base_url')[]
}

/** A group's state at one layer, as stored in KV. It contains no secret, and says `null` for "none". */
export interface GroupState {
	generation: number
	active: Candidate | null
	/** What the legacy configuration entries name. Only the platform's layer has it. */
	legacy: Candidate | null
}

/** The legacy entries of a group (spec 4.1 rule 4). They configure the platform where no provider is active. */
export const legacyKeys = (group: Group) => ({
	provider: `${group}.provider`,
	base_url: `${group}.base_url`,
	api_key: `${group}.api_key`,
})

/** What says a group's state at the given layers: its generations, its active providers and the legacy entries. */
export const groupStatements = (db: Database['reader'], owners: string[], group: Group) =>
	[
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
					// A literal, because SQLite doesn't use the partial index for a bound parameter.
					sql`${toolProviders.is_active} = 1`,
				),
			),
		db
			.select({ key: configEntries.key, value: configEntries.value })
			.from(configEntries)
			.where(or(...Object.values(legacyKeys(group)).map((key) => eq(configEntries.key, key)))),
	] as const

export type GroupRows = BatchResponse<ReturnType<typeof groupStatements>>

/** The states that the rows of `groupStatements` say, by layer. */
export function statesIn(
	[groups, active, entries]: GroupRows,
	owners: string[],
	group: Group,
): Map<string, GroupState> {
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
	const entry = TOOL_CATALOGUE.find(({ provider_name }) => provider_name === row.provider_name)
	return entry ? { provider_name: row.provider_name, missing: missingOf(entry, row) } : null
}

function legacyOf(entries: { key: string; value: string | null }[], group: Group): Candidate | null {
	const keys = legacyKeys(group)
	const find = (key: string) => entries.find((entry) => entry.key === key)
	const [provider, base_url, api_key] = [find(keys.provider), find(keys.base_url), find(keys.api_key)]
	if (!provider?.value) return null
	return candidateOf({
		provider_name: provider.value,
		key_prefix: api_key ? '****' : null,
		base_url: base_url?.value ?? null,
	})
}
