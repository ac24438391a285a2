import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { accessLog } from '../text/en/access-log.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Clock } from './clock.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import { NAMES } from './filters.ts'
import styles from './access-log.module.css'

const t = accessLog.filters

/** The active filters, each with a link that removes it, and the button that opens all of them. */
export function FilterBar() {
	const search = useSearch({ from: '/access-log' })
	const [isOpen, setIsOpen] = useState(false)
	const active = NAMES.flatMap((name) => {
		const value = search[name]
		return value === undefined ? [] : [{ name, value, label: accessLog.fields[name] }]
	})
	return (
		<>
			<Button icon="filter" onClick={() => setIsOpen(true)}>
				{t.action}
			</Button>
			{active.length > 0 && (
				<ul className={styles.chips} aria-label={t.active}>
					{active.map(({ name, value, label }) => (
						<li key={name}>
							<span>{label}</span>
							<strong>{name === 'from' || name === 'to' ? <Clock time={value} /> : value}</strong>
							<Link
								to="/access-log"
								search={(old) => ({ ...old, [name]: undefined, cursor: undefined })}
								aria-label={t.remove(label)}
								title={t.remove(label)}
							>
								<Icon name="close" />
							</Link>
						</li>
					))}
				</ul>
			)}
			{active.length > 1 && (
				<Link
					to="/access-log"
					search={(search) => ({ view: search.view, console: search.console })}
					className={styles.reset}
				>
					{t.reset}
				</Link>
			)}
			{isOpen && <FilterDialog onClose={() => setIsOpen(false)} />}
		</>
	)
}
