import type { ReactNode } from 'react'
import styles from './way.module.css'

/** A way in: its name, how it stands, and the button that changes it. */
export const Way = ({ name, state, children }: { name: string; state: ReactNode; children?: ReactNode }) => (
	<div className={styles.way}>
		<div className={styles.text}>
			<h3>{name}</h3>
			<p>{state}</p>
		</div>
		{children && <div className={styles.actions}>{children}</div>}
	</div>
)
