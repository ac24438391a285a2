import {
	type ChangeEvent,
	type ChangeEventHandler,
	createContext,
	type InputHTMLAttributes,
	type KeyboardEvent,
	type ReactNode,
	type Ref,
	type SelectHTMLAttributes,
	type TextareaHTMLAttributes,
	useContext,
	useId,
} from 'react'
import { punctuation } from '../text/en/language.ts'
import { useDraft } from './draft.ts'
import { Said } from './said.tsx'
import styles from './field.module.css'

const Errors = createContext<Record<string, string>>({})

export const FieldErrors = Errors.Provider

/** The API's text for a wrong field of the form around. A text for a part of the field names the part. */
export function useFieldError(name: string): string | undefined {
	const errors = useContext(Errors)
	const inside = Object.entries(errors).find(([path]) => path.startsWith(`${name}.`))
	return errors[name] ?? (inside && `${inside[0].slice(name.length + 1)}${punctuation.colon}${inside[1]}`)
}

interface Labeled {
	name: string
	label: string
	/** What the user should know before they type. */
	hint?: ReactNode
}

interface Aria {
	id: string
	'aria-invalid': true | undefined
	'aria-describedby': string | undefined
}

/** A label, a control, its hint and the API's error text for it. */
function Field({ name, label, hint, children }: Labeled & { children: (aria: Aria) => ReactNode }) {
	const id = useId()
	const error = useFieldError(name)
	return (
		<div className={styles.field}>
			<label className={styles.label} htmlFor={id}>
				{label}
			</label>
			{children({
				id,
				'aria-invalid': error ? true : undefined,
				'aria-describedby': error || hint ? `${id}-text` : undefined,
			})}
			{(error ?? hint) && (
				<p id={`${id}-text`} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
					{error ?? (typeof hint === 'string' ? <Said text={hint} /> : hint)}
				</p>
			)}
		</div>
	)
}

type Content = string | number | readonly string[] | undefined

interface Held<Control> {
	value?: Content
	defaultValue?: Content
	onChange?: ChangeEventHandler<Control> | undefined
}

/** What a control holds: the text of its form's owner, or its own draft of `defaultValue`. */
function useText<Control extends { value: string }>({ value, defaultValue = '', onChange }: Held<Control>) {
	const [text, setText] = useDraft(String(defaultValue))
	return {
		value: value === undefined ? text : String(value),
		onChange(event: ChangeEvent<Control>) {
			setText(event.target.value)
			onChange?.(event)
		},
	}
}

type Text = Labeled &
	Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'name'> & { ref?: Ref<HTMLInputElement> }

export function TextField({ name, label, hint, defaultValue, ...rest }: Text) {
	const text = useText({ ...rest, defaultValue })
	return (
		<Field name={name} label={label} hint={hint}>
			{(aria) => (
				<input
					autoComplete="off"
					spellCheck={false}
					{...rest}
					{...text}
					{...aria}
					name={name}
					className={styles.input}
				/>
			)}
		</Field>
	)
}

type Long = Labeled & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id' | 'name'>

/** Enter makes a line here, so with Ctrl or ⌘ it does what it does in a short field. */
function onKeyDown({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) {
	if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
}

export function LongTextField({ name, label, hint, rows = 4, defaultValue, ...rest }: Long) {
	const text = useText({ ...rest, defaultValue })
	const own = { rows, name, onKeyDown, className: styles.long }
	return (
		<Field name={name} label={label} hint={hint}>
			{(aria) => <textarea {...rest} {...text} {...aria} {...own} />}
		</Field>
	)
}

interface Option {
	value: string
	label: string
}

type Choice = Labeled &
	Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'id' | 'name'> & { options: readonly Option[] }

/** One of a few values. */
export function SelectField({ name, label, hint, options, defaultValue, ...rest }: Choice) {
	const text = useText({ ...rest, defaultValue })
	return (
		<Field name={name} label={label} hint={hint}>
			{(aria) => (
				<select {...rest} {...text} {...aria} name={name} className={styles.select}>
					{options.map(({ value, label: option }) => (
						<option key={value} value={value}>
							{option}
						</option>
					))}
				</select>
			)}
		</Field>
	)
}

type Check = Labeled & Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'name' | 'type'>

/** A yes-or-no choice that's saved with its form. */
export function CheckField({ name, label, hint, defaultChecked = false, checked, onChange, ...rest }: Check) {
	const id = useId()
	const [isOn, setIsOn] = useDraft(defaultChecked)
	const error = useFieldError(name)
	return (
		<div className={styles.check}>
			<input
				{...rest}
				id={id}
				type="checkbox"
				name={name}
				checked={checked ?? isOn}
				onChange={(event) => {
					setIsOn(event.target.checked)
					onChange?.(event)
				}}
				aria-invalid={error ? true : undefined}
				aria-describedby={error || hint ? `${id}-text` : undefined}
			/>
			<div>
				<label htmlFor={id}>{label}</label>
				{(error ?? hint) && (
					<p id={`${id}-text`} className={error ? styles.error : styles.hint}>
						{error ?? (typeof hint === 'string' ? <Said text={hint} /> : hint)}
					</p>
				)}
			</div>
		</div>
	)
}
