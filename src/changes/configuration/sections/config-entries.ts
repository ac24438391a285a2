import * as z from 'zod'
import { dottedKey } from '../../../http/fields.ts'
import { checked, isWriteOnly } from '../../../providers/config-entries/rules.ts'
import { PutConfigEntry } from '../../../providers/config-entries/schema.ts'
import { configEntries, entryPlace } from '../../../providers/config-entries/table.ts'
import { GROUPS } from '../../../providers/tool-providers/catalogue.ts'
import { legacyKeys } from '../../../providers/tool-providers/group-state.ts'
import { secretField } from '../secret.ts'
import { type Change, type Entries, keepsSecret, type Redirect, type Section, type Stored } from '../section.ts'
import { byId } from './by-id.ts'

type ConfigEntry = typeof configEntries.$inferSelect

const { value } = PutConfigEntry.shape

const PlainEntry = z.object({ value })
const SecretEntry = z.object({ value: secretField(value) })

const secretsOf = (key: string) => (isWriteOnly(key) ? (['value'] as const) : [])

export const configEntriesSection: Section = {
	name: 'config_entries',
	key: dottedKey(),
	entry: (key) => (isWriteOnly(key) ? SecretEntry : PlainEntry),
	check: (env, key, item) => (isWriteOnly(key) ? item : { ...item, value: checked(env, key, item.value as string) }),
	secrets: {
		of: secretsOf,
		required: secretsOf,
		place: ({ key }) => entryPlace(key as string),
		ofRow: ({ key }) => entryPlace(key as string),
		check: checked,
	},
	tables: [byId(configEntries, configEntries.key, ['value', 'updated_at'])],
	read: (db) => [db.select().from(configEntries)],
	stored: ([rows]) => (rows as ConfigEntry[]).map((row) => ({ key: row.key, item: { value: row.value }, row })),
	toRow: ({ key, item, at }) => ({ key, value: isWriteOnly(key) ? null : item.value, updated_at: at }),
	redirects: (_env, changes, before, after) =>
		GROUPS.flatMap((group) => {
			const keys = legacyKeys(group)
			if (!changes.some(({ key }) => key === keys.provider || key === keys.base_url)) return []
			if (!isKept(keys.api_key, changes, before, after)) return []
			const [from, to] = [
				destination(keys, (key) => before.get(key)?.item.value),
				destination(keys, (key) => after.get(key)?.value),
			]
			return to === undefined || to === from ? [] : [redirectOf(keys.base_url, `the legacy entries of ${group}`, to)]
		}),
}

/** Where a legacy key goes: to the base URL, else to the default address of its provider, else nowhere. */
function destination({ provider, base_url }: ReturnType<typeof legacyKeys>, valueOf: (key: string) => unknown) {
	const [url, name] = [valueOf(base_url), valueOf(provider)]
	if (typeof url === 'string') return url
	return typeof name === 'string' ? `the default address of ${name}` : undefined
}

const redirectOf = (key: string, holder: string, to: string): Redirect => ({
	key,
	holder,
	host: URL.parse(to)?.host ?? to,
})

function isKept(key: string, changes: Change[], before: ReadonlyMap<string, Stored>, after: Entries): boolean {
	const change = changes.find((one) => one.key === key)
	if (change) return keepsSecret(change, 'value')
	return before.get(key)?.secrets.has('value') === true && after.has(key)
}
