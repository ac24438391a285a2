import type { ReactNode } from 'react'
import styles from './meter.module.css'

interface MeterProps {
	used: number
	held?: number
	limit: number
	/** The same in words, and more. */
	children: ReactNode
}

/** A bar of what's used and what's held of a limit. The words next to it say the same. */
export function Meter({ used, held = 0, limit, children }: MeterProps) {
	const share = (amount: number) => (limit > 0 ? Math.min(1, amount / limit) * 100 : 100)
	const taken = share(used + held)
	return (
		<span className={styles.meter} data-full={used + held >= limit || undefined}>
			<svg width="100%" height="6" aria-hidden="true">
				<rect className={styles.track} width="100%" height="6" rx="3" />
				{taken > 0 && <rect className={styles.held} width={`${Math.max(taken, 1)}%`} height="6" rx="3" />}
				{used > 0 && <rect className={styles.used} width={`${Math.max(share(used), 1)}%`} height="6" rx="3" />}
			</svg>
			<span className={styles.words}>{children}</span>
		</span>
	)
}
