import type { ReactNode } from 'react'
import { llmModels } from '../text/en/llm-providers.ts'
import { Button } from '../ui/button.tsx'
import styles from './condition-field.module.css'

interface LinesProps {
	title: string
	hint: ReactNode
	/** What the API said about them as a whole. */
	error: string | undefined
	onAdd: () => void
	children: ReactNode
}

/** A field of as many lines as somebody adds. */
export const Lines = ({ title, hint, error, onAdd, children }: LinesProps) => (
	<fieldset className={styles.condition}>
		<legend>{title}</legend>
		<p className={styles.hint}>{hint}</p>
		{children}
		{error && (
			<p className={styles.error} role="alert">
				{error}
			</p>
		)}
		<div>
			<Button icon="plus" onClick={onAdd}>
				{llmModels.condition.add}
			</Button>
		</div>
	</fieldset>
)
