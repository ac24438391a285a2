import type { Call } from './call.ts'
import { element } from './dom.ts'
import { DRY_RUN, type Operation, type Parameter, takesDryRun } from './operations.ts'
import { t } from './texts.ts'

/** The form of a call. `request` reads it. */
export interface CallForm {
	form: HTMLFormElement
	button: HTMLButtonElement
	request: () => [path: string, call: Call]
}

type Field = HTMLInputElement | HTMLSelectElement

/** An operation's form. Required fields start with the example's values; optional ones show them as hints. */
export function formOf(operation: Operation): CallForm {
	const { id, method, path, parameters, body } = operation
	const fields = parameters
		.filter(({ name }) => name !== DRY_RUN)
		.map((parameter) => ({ parameter, ...fieldOf(id, parameter) }))
	const text = body === undefined ? undefined : bodyField(id, body)
	const dryRun = takesDryRun(operation) ? element('input', { type: 'checkbox', checked: true }) : undefined
	const button = element('button', { type: 'submit' })
	const name = () => {
		if (dryRun?.checked) return t.send_dry_run
		return dryRun ? t.send_write : t.send
	}
	const rename = () => button.replaceChildren(name())
	rename()
	dryRun?.addEventListener('change', rename)
	const form = element(
		'form',
		{},
		...fields.map(({ label }) => label),
		...(text ? [text.label] : []),
		...(dryRun ? [element('label', { class: 'check' }, dryRun, t.dry_run)] : []),
		button,
	)
	const valuesOf = (where: string) =>
		fields.flatMap(({ parameter, field }): [string, string][] =>
			parameter.in === where && field.value !== '' ? [[parameter.name, field.value]] : [],
		)
	return {
		form,
		button,
		request() {
			const inPath = new Map(valuesOf('path'))
			const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath.get(name) ?? ''))
			const query = new URLSearchParams(valuesOf('query')).toString()
			const headers = {
				...Object.fromEntries(valuesOf('header')),
				...(dryRun?.checked ? { [DRY_RUN]: 'true' } : {}),
				...(text?.field.value ? { 'Content-Type': 'application/json' } : {}),
			}
			return [query ? `${filled}?${query}` : filled, { method, headers, body: text?.field.value || null }]
		},
	}
}

function fieldOf(
	id: string,
	{ name, in: where, required = false, example, schema }: Parameter,
): { field: Field; label: HTMLLabelElement } {
	const known = String(example ?? schema.examples?.[0] ?? schema.default ?? '')
	const marks = { id: `${id}-${where}-${name}`, name, required, autocomplete: 'off', spellcheck: 'false' }
	const field = schema.enum
		? element(
				'select',
				marks,
				...(required ? [] : [element('option', { value: '' }, t.unset)]),
				...schema.enum.map((one) => element('option', { value: String(one) }, String(one))),
			)
		: element('input', { ...marks, ...(required ? { value: known } : { placeholder: known }) })
	const kind = element('span', { class: 'type' }, t.where[where] ?? where)
	return { field, label: element('label', {}, element('span', {}, element('code', {}, name), ' ', kind), field) }
}

const MAX_ROWS = 18

function bodyField(id: string, example: string) {
	const rows = Math.min(example.split('\n').length, MAX_ROWS)
	const field = element(
		'textarea',
		{ id: `${id}-body`, rows: String(rows), spellcheck: 'false', autocapitalize: 'none' },
		example,
	)
	return { field, label: element('label', {}, element('span', {}, t.body), field) }
}
