import { type ReactNode, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import styles from './section.module.css'

const KEY = 'plinth.folded'

const foldedNow = () => new Set((localStorage.getItem(KEY) ?? '').split('\n').filter(Boolean))

interface SectionProps {
	/** Its name in this browser, whatever its title's language. */
	name: string
	title: string
	/** It has the open place, so it doesn't fold. */
	isCurrent: boolean
	children: ReactNode
}

/** A section of the sidebar. The browser remembers which ones are folded. */
export function Section({ name, title, isCurrent, children }: SectionProps) {
	const [isFolded, setIsFolded] = useState(() => foldedNow().has(name))
	const isOpen = isCurrent || !isFolded
	const turn = () => {
		const folded = foldedNow()
		if (isOpen) folded.add(name)
		else folded.delete(name)
		localStorage.setItem(KEY, [...folded].join('\n'))
		setIsFolded(isOpen)
	}
	return (
		<>
			<h2>
				<button
					type="button"
					className={styles.title}
					aria-expanded={isOpen}
					aria-disabled={isCurrent}
					onClick={isCurrent ? undefined : turn}
				>
					{title}
					{!isCurrent && <Icon name="forward" />}
				</button>
			</h2>
			{isOpen && children}
		</>
	)
}
