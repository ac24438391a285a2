import { Link, useSearch } from '@tanstack/react-router'
import { useName } from '../names.tsx'
import { runs } from '../text/en/runs.ts'
import { dateOf, timeOf } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './chosen-filters.module.css'

const t = runs.filters

/** The filters in the address that the toolbar has no control for. Each is a link that removes it. */
export function ChosenFilters() {
	const { org_id, model, from, to } = useSearch({ from: '/runs' })
	return (
		<>
			{org_id && <Org org_id={org_id} />}
			{model && <Chosen name="model" label={t.model} value={model} />}
			{from && <Chosen name="from" label={t.from} value={momentText(from)} />}
			{to && <Chosen name="to" label={t.to} value={momentText(to)} />}
		</>
	)
}

const momentText = (iso: string) => `${dateOf(iso)}, ${timeOf(iso)}`

function Org({ org_id }: { org_id: string }) {
	return <Chosen name="org_id" label={t.org} value={useName(org_id) ?? org_id} />
}

const Chosen = ({ name, label, value }: { name: string; label: string; value: string }) => (
	<Link
		from="/runs"
		to="."
		search={(search) => ({ ...search, [name]: undefined, cursor: undefined })}
		className={styles.chosen}
		aria-label={t.remove(`${label}: ${value}`)}
	>
		{label}: <strong>{value}</strong>
		<Icon name="close" />
	</Link>
)
