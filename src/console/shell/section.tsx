import { type ReactNode, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import styles from './section.module.css'

const KEY = 'plinth.closed'

const closedNow = () => new Set((localStorage.getItem(KEY) ?? '').split('\n').filter(Boolean))

interface SectionProps {
	/** Its name in this browser, whatever its title's language. */
	name: string
	title: string
	/** It has the open place, so it stays open. */
	isCurrent: boolean
	children: ReactNode
}

/** A section of the sidebar. The browser remembers which ones are closed. */
export function Section({ name, title, isCurrent, children }: SectionProps) {
	const [isClosed, setIsClosed] = useState(() => closedNow().has(name))
	const isOpen = isCurrent || !isClosed
	const turn = () => {
		const closed = closedNow()
		if (isOpen) closed.add(name)
		else closed.delete(name)
		localStorage.setItem(KEY, [...closed].join('\n'))
		setIsClosed(isOpen)
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
