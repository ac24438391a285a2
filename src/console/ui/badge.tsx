import type { ReactNode } from 'react'
import { classes } from './class.ts'
import styles from './badge.module.css'

export type Tone = 'normal' | 'good' | 'warn' | 'bad' | 'accent' | 'neutral'

interface BadgeProps {
	/** `normal` for what most rows say: it has no color and no frame, so the others stand out. `good` for what was just found out. */
	tone?: Tone
	/** A name that a program reads, so its first letter stays small. */
	isCode?: boolean
	children: ReactNode
}

/** A state in a word. The word says it all, and the color only helps the eye. */
export const Badge = ({ tone = 'neutral', isCode = false, children }: BadgeProps) => (
	<span className={classes(styles.badge, styles[tone], isCode && styles.code)}>{children}</span>
)
