import type { ReactNode } from 'react'
import { utcOf } from './format.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './timeline.module.css'

export interface Told {
	key: string
	at: string
	icon: IconName
	kind: string
	/** How long after the first it was. */
	later: string
	what: ReactNode
}

/** What happened, below each other on one axis. */
export const TimelineOf = ({ moments }: { moments: readonly Told[] }) => (
	<ol className={styles.timeline}>
		{moments.map(({ key, at, icon, kind, later, what }) => (
			<li key={key} className={styles.moment}>
				<span className={styles.sign}>
					<Icon name={icon} />
				</span>
				<div className={styles.what}>
					<p className={styles.kind}>
						{kind}
						<time dateTime={at} title={utcOf(at)}>
							{later}
						</time>
					</p>
					{what}
				</div>
			</li>
		))}
	</ol>
)
