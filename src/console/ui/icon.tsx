import { createElement } from 'react'
import * as ICONS from './icons.ts'
import styles from './icon.module.css'

export type IconName = keyof typeof ICONS

/** A drawing in the color of the text. It says nothing to screen readers: the control around it has a name. */
export const Icon = ({ name }: { name: IconName }) => (
	<svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
		{/* oxlint-disable-next-line import/namespace -- the names are those of the namespace */}
		{ICONS[name].map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
	</svg>
)
