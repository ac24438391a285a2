import { PLACES } from './icons-of-places.ts'
import { SIGNS } from './icons-of-signs.ts'
import styles from './icon.module.css'

const SHAPES = { ...SIGNS, ...PLACES }

export type IconName = keyof typeof SHAPES

/** A drawing of 16 by 16 in the colour of the text. It says nothing to screen readers: the control around it has a name. */
export const Icon = ({ name }: { name: IconName }) => (
	<svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
		<path d={SHAPES[name]} />
	</svg>
)
