import { isDefault } from '../../plans/entitlements/effective.ts'
import { invalid } from '../../http/errors.ts'
import { dottedKey } from '../../http/fields.ts'
import { storedBaseUrl } from '../../outbound/input.ts'
import { secretInput } from '../../secrets/input.ts'
import { TOOL_CATALOGUE, type Group, isGroup } from '../tool-providers/catalogue.ts'
import { legacyKeys } from '../tool-providers/group-state.ts'

// What a configuration entry may hold. Any dotted key may be set; the legacy tool entries and the defaults of entitlements
// are checked as what they are.

/** Whether the value is kept as a secret and never shown. */
export const isWriteOnly = (key: string) => key.endsWith('api_key')

/** The tool group that a legacy entry configures. */
export function groupOf(key: string): Group | undefined {
	const group = key.split('.')[0] as string
	return isGroup(group) && Object.values(legacyKeys(group)).includes(key) ? group : undefined
}

/** The value as it is stored; throws the 400 that names what is wrong. */
export function checked(env: Env, key: string, value: string): string {
	if (!dottedKey().safeParse(key).success) throw invalid([{ path: 'key', message: 'Is not a dotted key' }])
	if (isWriteOnly(key)) {
		const secret = secretInput().safeParse(value)
		if (secret.success) return secret.data
		throw invalid([{ path: 'value', message: secret.error.issues[0]?.message ?? 'Is not a key' }])
	}
	const group = groupOf(key)
	if (group && key === `${group}.provider`) {
		const isKnown = TOOL_CATALOGUE.some((entry) => entry.group_name === group && entry.provider_name === value)
		if (!isKnown) throw invalid([{ path: 'value', message: 'Is not a provider of this group' }])
	}
	if (isDefault(key) && !(/^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value))))
		throw invalid([{ path: 'value', message: 'Must be an integer from 0 to 2^53 - 1' }])
	if (group && key === `${group}.base_url`) return storedBaseUrl(env, 'value', value)
	return value
}
