import { Link, useSearch } from '@tanstack/react-router'
import { useName } from '../names/name.tsx'
import { useScope } from '../session/scope.ts'
import { punctuation } from '../text/en/language.ts'
import { runs } from '../text/en/runs.ts'
import { isExact } from '../ui/exact.ts'
import { exactOf, momentOf } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './chosen-filters.module.css'

const t = runs.filters

/** The filters in the address that the toolbar has no control for. Each is a link that removes it. */
export function ChosenFilters() {
	const isOfPlatform = useScope() === 'platform'
	const { org_id, model, user_id, agent_id, from, to } = useSearch({ from: '/runs' })
	return (
		<>
			{isOfPlatform && org_id && <Named name="org_id" label={t.org} id={org_id} />}
			{model && <Chosen name="model" label={t.model} value={model} />}
			{user_id && <Named name="user_id" label={t.user} id={user_id} />}
			{agent_id && <Chosen name="agent_id" label={t.agent} value={agent_id} />}
			{from && <Chosen name="from" label={t.from} value={momentText(from)} />}
			{to && <Chosen name="to" label={t.to} value={momentText(to)} />}
		</>
	)
}

const momentText = (iso: string) => (isExact() ? exactOf(iso) : momentOf(iso))

/** An org or a user by its name, if it has one. */
function Named({ name, label, id }: { name: string; label: string; id: string }) {
	return <Chosen name={name} label={label} value={useName(id) ?? id} />
}

const Chosen = ({ name, label, value }: { name: string; label: string; value: string }) => (
	<Link
		from="/runs"
		to="."
		search={(search) => ({ ...search, [name]: undefined, cursor: undefined })}
		className={styles.chosen}
		aria-label={t.remove(`${label}${punctuation.colon}${value}`)}
	>
		{label}
		{punctuation.colon}
		<strong>{value}</strong>
		<Icon name="close" />
	</Link>
)
