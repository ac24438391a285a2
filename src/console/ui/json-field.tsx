import type { ReactNode } from 'react'
import { Refusal } from '../api.ts'
import { common as t } from '../text/en/common.ts'
import { LongTextField } from './field.tsx'
import type { Values } from './form.tsx'
import styles from './json-field.module.css'

interface JsonFieldProps {
	name: string
	label: string
	hint?: ReactNode
	value?: object | null
	rows?: number
}

/** A JSON object as text. Read it with `objectsIn`. */
export const JsonField = ({ name, label, hint, value, rows = 3 }: JsonFieldProps) => (
	<div className={styles.json}>
		<LongTextField
			name={name}
			label={label}
			hint={hint}
			rows={rows}
			spellCheck={false}
			defaultValue={value && Object.keys(value).length > 0 ? JSON.stringify(value, null, 2) : ''}
			placeholder="{}"
		/>
	</div>
)

/** A free object, as the generated types have it. */
type FreeObject = Record<string, never>

type Objects<Name extends string> = Record<Name, FreeObject | null>

/** The values of JSON fields, null for empty ones; or the refusal that names the fields without a JSON object. */
export function objectsIn<const Name extends string>(form: Values, names: readonly Name[]): Objects<Name> | Refusal {
	const read = names.map((name) => [name, objectOf(form.text(name))] as const)
	const wrong = read.filter(([, value]) => value === undefined)
	if (wrong.length === 0) return Object.fromEntries(read) as Objects<Name>
	const fields = wrong.map(([path]) => ({ path, message: t.not_an_object }))
	return new Refusal(400, { error: 'validation.error', message: t.not_an_object, details: { fields } })
}

/** Undefined if the text isn't a JSON object. */
export function objectOf(text: string): FreeObject | null | undefined {
	if (text === '') return null
	try {
		const value: unknown = JSON.parse(text)
		return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FreeObject) : undefined
	} catch {
		return undefined
	}
}
