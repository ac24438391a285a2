import { Link, useSearch } from '@tanstack/react-router'
import { accessLog } from '../text/en/access-log.ts'
import { lists } from '../text/en/list.ts'
import { Chosen, MoreFilters } from '../ui/more-filters.tsx'
import { textOf } from './clock.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import { NAMES } from './filters.ts'
import styles from './access-log.module.css'

/** The button that opens all filters, those that are set, and what removes all of them. */
export function FilterBar() {
	const search = useSearch({ from: '/access-log' })
	const active = NAMES.flatMap((name) => {
		const value = search[name]
		return value === undefined ? [] : [{ name, value: name === 'from' || name === 'to' ? textOf(value) : value }]
	})
	return (
		<MoreFilters form={FilterDialog}>
			{active.map(({ name, value }) => (
				<Chosen key={name} of={name} label={accessLog.fields[name]} value={value} />
			))}
			{active.length > 1 && (
				<Link to="/access-log" search={({ view, console }) => ({ view, console })} className={styles.reset}>
					{lists.filters.clear}
				</Link>
			)}
		</MoreFilters>
	)
}
