import { useKnownKeys } from '../plans/known-keys.tsx'
import { isLimit, StoredLimitField } from '../plans/unlimited.tsx'
import { configEntries } from '../text/en/config-entries.ts'
import { TextField } from '../ui/field.tsx'
import { SecretField } from '../ui/secret-field.tsx'

const t = configEntries.fields

/** Names of keys whose values the API never returns. */
const SECRET = /(_key|secret|token|password)$/

interface ValueFieldProps {
	config_key: string
	value?: string | null
	hint?: string
}

/** An entry's value. A secret is hidden while you type it, and the default of a limit has a box that lifts it. */
export function ValueField({ config_key, value, hint }: ValueFieldProps) {
	const known = useKnownKeys().find(({ key }) => key === config_key)
	if (SECRET.test(config_key))
		return <SecretField name="value" label={t.value} {...(value === undefined ? {} : { isSet: true })} />
	if (isLimit(config_key, known?.zero_means))
		return <StoredLimitField name="value" label={t.value} hint={hint} stored={value ?? ''} />
	return <TextField name="value" label={t.value} defaultValue={value ?? ''} {...(hint && { hint })} />
}
