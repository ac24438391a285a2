import { comparison as t } from '../text/en/common.ts'
import { classes } from './class.ts'
import { number } from './format.ts'
import styles from './delta.module.css'

interface DeltaProps {
	/** Null if it's unknown. */
	now: number | null
	before: number | null
	/** Whether that's bad news. Most changes are neither good nor bad. */
	isBad?: boolean
}

/** How a number compares with before, in a word. Nothing if one of them is unknown. */
export function Delta({ now, before, isBad = false }: DeltaProps) {
	if (now === null || before === null) return null
	if (before === 0) return now === 0 ? t.same : t.none_before
	const percent = Math.round((now / before - 1) * 100)
	if (percent === 0) return t.same
	return (
		<span className={classes(styles.delta, isBad && styles.bad)}>
			{percent > 0 ? t.more(number(percent)) : t.less(number(-percent))}
		</span>
	)
}
