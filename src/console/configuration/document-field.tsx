import { useId, useRef } from 'react'
import { configuration } from '../text/en/configuration.ts'
import { useFieldError } from '../ui/field.tsx'
import { number } from '../ui/format.ts'
import fields from '../ui/field.module.css'
import styles from './document-field.module.css'

interface DocumentFieldProps {
	label: string
	value: string
	/** Read-only if left out. */
	onChange?: (text: string) => void
}

/** A JSON text with line numbers. The errors of the field `document` show below it. */
export function DocumentField({ label, value, onChange }: DocumentFieldProps) {
	const id = useId()
	const error = useFieldError('document')
	const numbers = useRef<HTMLPreElement>(null)
	const lines = value.split('\n').length
	return (
		<div className={styles.field}>
			<label className="unseen" htmlFor={id}>
				{label}
			</label>
			<div className={styles.frame} data-invalid={error ? true : undefined}>
				<pre ref={numbers} className={styles.numbers} aria-hidden="true">
					{Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
				</pre>
				<textarea
					id={id}
					name="document"
					className={styles.text}
					value={value}
					readOnly={!onChange}
					onChange={(event) => onChange?.(event.target.value)}
					onScroll={({ currentTarget }) => numbers.current?.scrollTo({ top: currentTarget.scrollTop })}
					aria-invalid={error ? true : undefined}
					aria-describedby={`${id}-text`}
					spellCheck={false}
					autoComplete="off"
					wrap="off"
					rows={24}
				/>
			</div>
			<p id={`${id}-text`} className={error ? fields.error : fields.hint} role={error ? 'alert' : undefined}>
				{error ?? configuration.document.lines(number(lines))}
			</p>
		</div>
	)
}
