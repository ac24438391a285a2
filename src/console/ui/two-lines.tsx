import type { ReactNode } from 'react'
import styles from './two-lines.module.css'

/** What a row is about, and below it what tells it from the others. */
export const TwoLines = ({ name, below }: { name: ReactNode; below: ReactNode }) => (
	<span className={styles.lines} data-lines>
		<span>{name}</span>
		<span className={styles.below}>{below}</span>
	</span>
)
