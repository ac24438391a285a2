import { hasSecret } from '../../ground/write/entry.ts'
import type { Plan } from './plan.ts'
import type { State } from './state.ts'

// A revision stores the ids of its document's secrets, and nothing of their texts. The vault keeps a replaced secret for 30
// days, so a restore finds it by its id, whichever call replaced it.

export type SecretIds = Record<string, string>

export const secretName = (section: string, entry: string, field: string) => JSON.stringify([section, entry, field])

export function storedSecretIds({ sections }: Pick<State, 'sections'>): SecretIds {
	const found: SecretIds = {}
	for (const [section, entries] of sections)
		for (const [entry, { secrets }] of entries)
			for (const [field, { sealed }] of secrets)
				if (sealed.secret_id !== null) found[secretName(section, entry, field)] = sealed.secret_id
	return found
}

/** The ids of the secrets after an apply. `fresh` are the ones that it seals. */
export function secretIdsAfter({ state, changes }: Pick<Plan, 'state' | 'changes'>, fresh: SecretIds): SecretIds {
	const ids = storedSecretIds(state)
	for (const [section, list] of changes)
		for (const { key, after, stored } of list)
			for (const field of stored?.secrets.keys() ?? [])
				if (after === null || !hasSecret(after, field)) delete ids[secretName(section, key, field)]
	return { ...ids, ...fresh }
}
