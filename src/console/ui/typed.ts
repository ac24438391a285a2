// What the fields of a form hold, and putting it there.

/** What somebody typed into a form. */
export interface Typed {
	path: string
	label: string | undefined
	isInDialog: boolean
	/** By the names of the fields. */
	values: Record<string, string>
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The content of a form, one line for each value. */
export const entriesOf = (form: HTMLFormElement | null): string[] =>
	form ? [...new FormData(form)].map((entry) => JSON.stringify(entry)).toSorted() : []

const isField = (element: Element): element is Field =>
	element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement

const isBox = (field: Field): field is HTMLInputElement =>
	field instanceof HTMLInputElement && field.type === 'checkbox'

/** A secret isn't shown to anybody, and what a hidden field holds was chosen from what its user may see. */
const mayMove = ({ name, type, form }: Field) =>
	name !== '' &&
	!['password', 'hidden', 'file', 'radio'].includes(type) &&
	!(form?.elements.namedItem(name) instanceof RadioNodeList)

const valueOf = (field: Field) => (isBox(field) ? (field.checked ? field.value : '') : field.value)

/** The values that differ from how the form started. */
export function typedIn(form: HTMLFormElement, start: readonly string[]): Record<string, string> {
	const had = new Map(start.map((line) => JSON.parse(line) as [string, string]))
	const fields = [...form.elements].filter(isField).filter(mayMove)
	return Object.fromEntries(
		fields.flatMap((field) => (valueOf(field) === (had.get(field.name) ?? '') ? [] : [[field.name, valueOf(field)]])),
	)
}

/** Fills fields as if somebody typed, so anyone who keeps their values hears of it. One choice can bring more fields. */
export function fill(form: HTMLFormElement, values: Record<string, string>, isLast = false) {
	for (const field of [...form.elements].filter(isField)) {
		const value = values[field.name]
		if (value === undefined || valueOf(field) === value) continue
		if (isBox(field)) field.click()
		else type(field, value)
	}
	if (!isLast) requestAnimationFrame(() => fill(form, values, true))
}

/** React only hears of a value that was set past its own property. */
function type(field: Field, value: string) {
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
	field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
