import { hasSecret } from '../../write/entry.ts'
import type { Plan } from './plan.ts'
import type { State } from './state.ts'

// A revision keeps which secrets its document has, and nothing of their texts. The vault keeps a replaced secret for 30 days, so a
// restore finds it by its id, whatever call has replaced it.

/** The ids of secrets, by where a document has them. */
export type SecretIds = Record<string, string>

/** Names a secret by where a document has it. */
export const secretName = (section: string, entry: string, field: string) => JSON.stringify([section, entry, field])

/** The ids of the secrets that are stored. */
export function storedSecretIds({ sections }: Pick<State, 'sections'>): SecretIds {
	const found: SecretIds = {}
	for (const [section, entries] of sections)
		for (const [entry, { secrets }] of entries)
			for (const [field, { sealed }] of secrets)
				if (sealed.secret_id !== null) found[secretName(section, entry, field)] = sealed.secret_id
	return found
}

/** The same after an apply. `fresh` are the secrets that it seals. */
export function secretIdsAfter({ state, changes }: Pick<Plan, 'state' | 'changes'>, fresh: SecretIds): SecretIds {
	const ids = storedSecretIds(state)
	for (const [section, list] of changes)
		for (const { key, after, stored } of list)
			for (const field of stored?.secrets.keys() ?? [])
				if (after === null || !hasSecret(after, field)) delete ids[secretName(section, key, field)]
	return { ...ids, ...fresh }
}
