import type { Schema } from '../api.ts'
import { EntitlementField } from '../plans/sold-with.tsx'
import type { Scope } from '../session/scope.ts'
import { llmModels } from '../text/en/llm-providers.ts'
import { CheckField, TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import { typedList } from '../ui/format.ts'
import { JsonField } from '../ui/json-field.tsx'
import { ConditionField } from './condition-field.tsx'
import { PRICES, quoted, storedPrice } from './prices.ts'
import styles from './model-fields.module.css'

const t = llmModels.fields

type Fields = Omit<Schema<'LlmModel'>, 'id' | 'provider_id'>

/** A model's defaults. */
export const NEW: Fields = {
	model: '',
	priority: 0,
	is_default: false,
	tags: [],
	when: {},
	advanced_json: {},
	multiplier: 1,
	cost_per_1k_input: 0,
	cost_per_1k_output: 0,
	cost_per_1k_cache_write: null,
	cost_per_1k_cache_read: null,
	entitlement: null,
}

const NUMBERS = [...PRICES, 'multiplier'] as const

/** A model's fields. */
export const ModelFields = ({ model, scope }: { model: Fields; scope: Scope }) => (
	<>
		<TextField name="model" label={t.model} hint={t.model_hint} defaultValue={model.model} />
		<CheckField name="is_default" label={t.is_default} hint={t.is_default_hint} defaultChecked={model.is_default} />
		<TextField name="priority" label={t.priority} hint={t.priority_hint} type="number" defaultValue={model.priority} />
		<ConditionField when={model.when} />
		<div className={styles.pairs}>
			{NUMBERS.map((name) => (
				<TextField
					key={name}
					name={name}
					label={t[name]}
					type="number"
					min="0"
					step="any"
					defaultValue={quoted(model)[name] ?? ''}
				/>
			))}
		</div>
		{scope === 'platform' && <EntitlementField entitlement={model.entitlement} />}
		<TextField name="tags" label={t.tags} hint={t.tags_hint} defaultValue={typedList(model.tags)} />
		<JsonField name="advanced_json" label={t.advanced_json} hint={t.advanced_json_hint} value={model.advanced_json} />
	</>
)

/** The fields' values, without the JSON. */
export const modelIn = (form: Values, scope: Scope) => ({
	...(scope === 'platform' && { entitlement: form.textOrNull('entitlement') }),
	model: form.text('model'),
	is_default: form.checked('is_default'),
	priority: numberIn(form, 'priority') as number,
	tags: form
		.text('tags')
		.split(',')
		.map((tag) => tag.trim())
		.filter((tag) => tag !== ''),
	multiplier: numberIn(form, 'multiplier') as number,
	cost_per_1k_input: storedPrice(numberIn(form, 'cost_per_1k_input')) as number,
	cost_per_1k_output: storedPrice(numberIn(form, 'cost_per_1k_output')) as number,
	cost_per_1k_cache_write: storedPrice(numberIn(form, 'cost_per_1k_cache_write')),
	cost_per_1k_cache_read: storedPrice(numberIn(form, 'cost_per_1k_cache_read')),
})

/** Null for an empty field. The API refuses that if it needs a number. */
function numberIn(form: Values, name: keyof Fields): number | null {
	const text = form.text(name)
	return text === '' ? null : Number(text)
}
