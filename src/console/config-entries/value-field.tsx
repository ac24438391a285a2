import { configEntries } from '../text/en/config-entries.ts'
import { TextField } from '../ui/field.tsx'
import { SecretField } from '../ui/secret-field.tsx'

const t = configEntries.fields

/** The names of keys whose values the API never shows. */
const SECRET = /(_key|secret|token|password)$/

/** The value of an entry. That of a secret is hidden while it is typed. */
export const ValueField = ({ config_key, value }: { config_key: string; value?: string | null }) =>
	SECRET.test(config_key) ? (
		<SecretField name="value" label={t.value} {...(value === undefined ? {} : { isSet: true })} />
	) : (
		<TextField name="value" label={t.value} defaultValue={value ?? ''} />
	)
