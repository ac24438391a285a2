import styles from './progress-bar.module.css'

interface ProgressBarProps {
	label: string
	/** How much there is to do; undefined while nobody knows. */
	total: number | undefined
	done: number
	/** How far it is, in a sentence. */
	text: string
	/** There's nothing to measure any longer, only the sentence. */
	hasNoBar?: boolean
}

/** How far something has come. */
export const ProgressBar = ({ label, total, done, text, hasNoBar = false }: ProgressBarProps) => (
	<div className={styles.progress}>
		{!hasNoBar && (
			<progress
				aria-label={label}
				max={total === undefined ? undefined : Math.max(total, 1)}
				value={total === undefined ? undefined : total === 0 ? 1 : done}
			/>
		)}
		<p aria-live="polite">{text}</p>
	</div>
)
