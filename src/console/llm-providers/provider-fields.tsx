import type { Schema } from '../api.ts'
import { llmProviders } from '../text/en/llm-providers.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import { JsonField } from '../ui/json-field.tsx'
import { SecretField } from '../ui/secret-field.tsx'

const t = llmProviders.fields

type Provider = Schema<'LlmProvider'>

const KINDS = (['vendor_a', 'vendor_b'] as const).map((value) => ({ value, label: llmProviders.kinds[value] }))
const MODES = [
	{ value: '', label: t.no_mode },
	...(['auto', 'responses', 'chat_completions'] as const).map((value) => ({
		value,
		label: llmProviders.modes[value],
	})),
]

/** A provider's fields, for a new one and for an existing one. */
export const ProviderFields = ({ provider }: { provider?: Provider }) => (
	<>
		<TextField name="name" label={t.name} hint={t.name_hint} defaultValue={provider?.name} />
		<SelectField name="provider" label={t.provider} options={KINDS} defaultValue={provider?.provider} />
		<SecretField name="api_key" label={t.api_key} {...(provider ? { isSet: true, mask: provider.key_prefix } : {})} />
		<TextField
			name="base_url"
			label={t.base_url}
			hint={t.base_url_hint}
			type="url"
			defaultValue={provider?.base_url ?? ''}
			placeholder="https://"
		/>
		<SelectField
			name="vendor_a_api_mode"
			label={t.vendor_a_api_mode}
			hint={t.vendor_a_api_mode_hint}
			options={MODES}
			defaultValue={provider?.vendor_a_api_mode ?? ''}
		/>
		<JsonField
			name="advanced_json"
			label={t.advanced_json}
			hint={t.advanced_json_hint}
			value={provider?.advanced_json ?? null}
		/>
	</>
)

/** The fields' values, without the key and the JSON. */
export const providerIn = (form: Values) => ({
	name: form.text('name'),
	provider: form.text('provider') as Provider['provider'],
	base_url: form.textOrNull('base_url'),
	vendor_a_api_mode: form.textOrNull('vendor_a_api_mode') as Provider['vendor_a_api_mode'],
})
