import { configEntries } from '../text/en/config-entries.ts'
import { TextField } from '../ui/field.tsx'
import { SecretField } from '../ui/secret-field.tsx'

const t = configEntries.fields

/** Names of keys whose values the API never returns. */
const SECRET = /(_key|secret|token|password)$/

/** An entry's value. A secret is hidden while you type it. */
export const ValueField = ({ config_key, value, hint }: { config_key: string; value?: string | null; hint?: string }) =>
	SECRET.test(config_key) ? (
		<SecretField name="value" label={t.value} {...(value === undefined ? {} : { isSet: true })} />
	) : (
		<TextField name="value" label={t.value} defaultValue={value ?? ''} {...(hint && { hint })} />
	)
