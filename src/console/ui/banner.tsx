import type { ReactNode } from 'react'
import { classes } from './class.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './banner.module.css'

/** A line across the page, above what it's about. */
export const Banner = ({
	icon,
	role,
	isKept = false,
	children,
}: {
	icon: IconName
	role?: 'status' | 'alert'
	/** It stays in sight when the page is scrolled. */
	isKept?: boolean
	children: ReactNode
}) => (
	<div className={classes(styles.banner, isKept && styles.kept)} role={role}>
		<Icon name={icon} />
		{children}
	</div>
)
