import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './banner.module.css'

/** A line across the page, above what it's about. */
export const Banner = ({
	icon,
	role,
	children,
}: {
	icon: IconName
	role?: 'status' | 'alert'
	children: ReactNode
}) => (
	<div className={styles.banner} role={role}>
		<Icon name={icon} />
		{children}
	</div>
)
