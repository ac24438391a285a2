import { useId } from 'react'
import styles from './file-field.module.css'

interface FileFieldProps {
	label: string
	hint: string
	onChoose: (file: File) => void
}

/** Picks a CSV file. */
export function FileField({ label, hint, onChoose }: FileFieldProps) {
	const id = useId()
	return (
		<div className={styles.field}>
			<label htmlFor={id}>{label}</label>
			<input
				id={id}
				type="file"
				accept=".csv,.tsv,.txt,text/csv"
				aria-describedby={`${id}-hint`}
				onChange={({ target }) => {
					const [file] = target.files ?? []
					if (file) onChoose(file)
					// The same file can be chosen again after it was mended.
					target.value = ''
				}}
			/>
			<p id={`${id}-hint`} className={styles.hint}>
				{hint}
			</p>
		</div>
	)
}
