import { Refusal } from '../api.ts'
import { unlimited as t } from '../text/en/entitlement-keys.ts'
import { useDraft } from '../ui/draft.ts'
import { CheckField, TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'

/** What `GET /v1/entitlement-keys` says of a key whose 0 lifts the limit. */
const LIFTS = 'No limit'

/** Keys that only agents read aren't in that list. The API reads them by their prefix. */
export const isLimit = (key: string, zero_means?: string | null) =>
	zero_means === LIFTS || /^(limit|quota)\.[^.]/.test(key)

export const isUnlimited = (value: string) => /^-?\d+$/.test(value.trim()) && Number(value) <= 0

/** What the box stores. */
const NONE = '0'

/** Names the fields of a form whose limit is typed. */
const TYPED = 'typed_limits'

interface LimitFieldProps {
	name: string
	label: string
	hint?: string | undefined
	value: string
	/** The box is ticked, so nobody typed the value. */
	isBoxed: boolean
	onChange: (value: string, isBoxed: boolean) => void
}

/** A limit, or a box that lifts it. A typed 0 looks like the opposite of what it does. Whoever types a limit unticks the box. */
export function LimitField({ name, label, hint, value, isBoxed, onChange }: LimitFieldProps) {
	return (
		<div>
			{isBoxed ? <input type="hidden" name={name} value={value} /> : <input type="hidden" name={TYPED} value={name} />}
			<TextField
				name={name}
				label={label}
				hint={hint}
				value={isBoxed ? '' : value}
				placeholder={isBoxed ? t.label : undefined}
				inputMode="numeric"
				onChange={({ target }) => onChange(target.value, false)}
			/>
			<CheckField
				name={`${name}.unlimited`}
				label={t.label}
				checked={isBoxed}
				onChange={({ target }) => onChange(target.checked ? NONE : '', target.checked)}
			/>
		</div>
	)
}

interface StoredLimitFieldProps extends Pick<LimitFieldProps, 'name' | 'label' | 'hint'> {
	stored: string
}

/** The same for a stored limit, which keeps its own draft. */
export function StoredLimitField({ stored, ...field }: StoredLimitFieldProps) {
	const [draft, setDraft] = useDraft({ value: stored, isBoxed: isUnlimited(stored) })
	return <LimitField {...field} {...draft} onChange={(value, isBoxed) => setDraft({ value, isBoxed })} />
}

/** Refuses the limits of 0 that somebody typed into a form. An empty one would be 0 too. */
export function refusalOfZero(form: Values, message: string = t.typed_zero): Refusal | undefined {
	const typed = form.all(TYPED).filter((name) => form.text(name) === '' || isUnlimited(form.text(name)))
	const fields = typed.map((path) => ({ path, message }))
	return fields.length > 0 ? new Refusal(400, { error: 'validation.error', details: { fields } }) : undefined
}
