import type { ReactNode } from 'react'
import { classes } from './class.ts'
import styles from './badge.module.css'

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'neutral'

/** A state in a word. The word says it all, and the color only helps the eye. */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
	<span className={classes(styles.badge, styles[tone])}>{children}</span>
)
