import { useNavigate, useSearch } from '@tanstack/react-router'
import fields from './field.module.css'
import styles from './select-filter.module.css'

interface SelectFilterProps {
	/** The parameter of the address. */
	name: string
	label: string
	options: readonly { value: string | undefined; label: string }[]
}

/** One of many values of a filter. `Choice` is for a few. */
export function SelectFilter({ name, label, options }: SelectFilterProps) {
	const navigate = useNavigate()
	const search = useSearch({ strict: false }) as Record<string, string | undefined>
	const choose = (value: string) =>
		void navigate({
			to: '.',
			search: (old: object) => ({ ...old, [name]: value || undefined, cursor: undefined }),
		})
	return (
		<span className={styles.frame}>
			<select
				className={fields.select}
				aria-label={label}
				value={search[name] ?? ''}
				onChange={(event) => choose(event.target.value)}
			>
				{options.map(({ value, label: text }) => (
					<option key={text} value={value ?? ''}>
						{text}
					</option>
				))}
			</select>
		</span>
	)
}
