import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { Refusal } from '../api.ts'
import { common } from '../text/en/common.ts'
import { SavesOf } from './draft.ts'
import { useFormDraft } from './drafts.ts'
import { Failure } from './failure.tsx'
import { FieldErrors } from './field.tsx'
import { typedNumber } from './format.ts'
import styles from './form.module.css'

export interface FormProps {
	/** Gets what the fields hold. Field names are those of the API. */
	onSubmit: (values: Values) => void
	/** What it edits, from `useEdit`. */
	edit?: { form: RefObject<HTMLFormElement | null>; saves: number; isDraft: () => boolean }
	/** It only looks something up or signs in, so leaving it loses nothing. */
	isTransient?: boolean
	/** Whether something would be lost, if its fields don't know. */
	isDraft?: () => boolean
	/** The refusal of the last attempt. Field errors show at their fields, anything else above the buttons. */
	refusal?: Refusal | undefined
	/** The buttons. */
	actions: ReactNode
	children: ReactNode
	label?: string
}

/** A form that keeps what was typed, whatever the API responds. Leaving it asks first. */
export function Form({
	onSubmit,
	edit,
	isTransient = false,
	isDraft = edit?.isDraft,
	refusal,
	actions,
	children,
	label,
}: FormProps) {
	const own = useRef<HTMLFormElement>(null)
	const form = edit?.form ?? own
	const draft = useFormDraft({ form, label, isDraft, isTransient })
	const errors = useMemo(() => refusal?.fields ?? {}, [refusal])
	useEffect(() => {
		if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
	}, [refusal, form])
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault()
		draft.send()
		onSubmit(new Values(new FormData(event.currentTarget)))
	}
	return (
		<form
			ref={form}
			className={styles.form}
			onSubmit={submit}
			onInputCapture={draft.touch}
			onPointerDownCapture={draft.touch}
			onKeyDownCapture={({ key }: KeyboardEvent) => key !== 'Tab' && draft.touch()}
			data-transient={isTransient || undefined}
			noValidate
			aria-label={label}
		>
			{draft.isTaken && <p role="status">{common.taken_draft}</p>}
			<FieldErrors value={errors}>
				<SavesOf value={edit?.saves ?? 0}>{children}</SavesOf>
			</FieldErrors>
			{refusal && !isShownAtFields(refusal) && <Failure refusal={refusal} isInline />}
			<div className={styles.actions}>{actions}</div>
		</form>
	)
}

/** Short fields that belong together, side by side where there's room. */
export const FieldRow = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>

const isShownAtFields = ({ fields }: Refusal) =>
	Object.keys(fields).length > 0 && Object.keys(fields).every((path) => hasField(path) || hasField(path.split('.')[0]))

const hasField = (name = '') => document.getElementsByName(name).length > 0

/** The values of a form's fields. */
export class Values {
	readonly #form: FormData

	constructor(form: FormData) {
		this.#form = form
	}

	/** A field's text, trimmed. */
	text(name: string): string {
		return this.exact(name).trim()
	}

	/** The text as it was typed. For passwords. */
	exact(name: string): string {
		const value = this.#form.get(name)
		return typeof value === 'string' ? value : ''
	}

	/** The texts of all fields with a name. */
	all(name: string): string[] {
		return this.#form.getAll(name).map(String)
	}

	/** Null if the field is empty. */
	textOrNull(name: string): string | null {
		return this.text(name) || null
	}

	number(name: string): number {
		return typedNumber(this.text(name))
	}

	checked(name: string): boolean {
		return this.#form.get(name) !== null
	}
}
