import { useId } from 'react'
import styles from './segments.module.css'

interface SegmentsProps<Value extends string> {
	label: string
	value: Value
	/** `lang` is the language of the label, if it's another one than the page's. */
	options: readonly { value: Value; label: string; lang?: string }[]
	onChoose: (value: Value) => void
}

/** One of a few values that doesn't belong in the address. */
export function Segments<Value extends string>({ label, value, options, onChoose }: SegmentsProps<Value>) {
	const name = useId()
	return (
		<fieldset className={styles.segments}>
			<legend className="unseen">{label}</legend>
			{options.map((option) => (
				<label key={option.value}>
					<input type="radio" name={name} checked={option.value === value} onChange={() => onChoose(option.value)} />
					<span lang={option.lang}>{option.label}</span>
				</label>
			))}
		</fieldset>
	)
}
