import { eq, type SQL, sql } from 'drizzle-orm'
import { type Caller, keyRedirect } from '../../messages/notices/redirect.ts'
import { legacyKeys } from '../tool-providers/group-state.ts'
import { groupOf } from './rules.ts'
import { configEntries } from './table.ts'

interface EntryWrite {
	key: string
	/** Null when the entry is deleted. */
	value: string | null
	/** The audit action of the same write when it moves no key. */
	otherwise?: string
}

interface Move {
	moved: SQL
	/** Where the key goes after the write. */
	host: string | SQL
}

/** The redirect of a legacy key that a write of an entry may be; undefined for an entry that moves no key. */
export function redirectBy(c: Caller, { key, value, otherwise = verbOf(value) }: EntryWrite) {
	const group = groupOf(key)
	if (!group) return undefined
	const keys = legacyKeys(group)
	const move =
		key === keys.base_url ? byBaseUrl(keys, value) : key === keys.provider ? byProvider(keys, value) : undefined
	if (!move) return undefined
	return keyRedirect(c, {
		table: configEntries,
		where: eq(configEntries.key, keys.api_key),
		...move,
		otherwise,
		holder: `the legacy entries of ${group}`,
		org_id: null,
		payload: { key },
	})
}

const verbOf = (value: string | null) => (value === null ? 'config_entries.delete' : 'config_entries.put')

type Keys = ReturnType<typeof legacyKeys>

/**
 * A base URL moves the key to itself, with or without a provider. Its deletion moves the key to the provider's default address.
 * Without a provider the key then goes nowhere, and a provider that is set later is the redirect.
 */
function byBaseUrl({ provider, base_url }: Keys, value: string | null): Move {
	if (value !== null) return { moved: sql`${valueOf(base_url)} IS NOT ${value}`, host: new URL(value).host }
	return {
		moved: sql`${valueOf(base_url)} IS NOT NULL AND ${valueOf(provider)} IS NOT NULL`,
		host: sql`'the default address of ' || ${valueOf(provider)}`,
	}
}

/** A provider moves the key to its default address, unless a base URL says where the key goes. */
function byProvider({ provider, base_url }: Keys, value: string | null): Move | undefined {
	if (value === null) return undefined
	return {
		moved: sql`${valueOf(base_url)} IS NULL AND ${valueOf(provider)} IS NOT ${value}`,
		host: `the default address of ${value}`,
	}
}

const valueOf = (key: string) =>
	sql`(SELECT ${configEntries.value} FROM ${configEntries} WHERE ${eq(configEntries.key, key)})`
