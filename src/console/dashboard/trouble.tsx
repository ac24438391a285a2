import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { stateOf } from '../health/jobs.ts'
import { healthQuery } from '../health/read.ts'
import { dashboard } from '../text/en/dashboard.ts'
import { punctuation } from '../text/en/language.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './trouble.module.css'

const t = dashboard.trouble

/** What's wrong with the platform, if anything is. It stands beside the title, so what shows before it's known doesn't move. */
export function Trouble() {
	const { data } = useQuery({ ...healthQuery, staleTime: 30_000 })
	const { alerts = [], jobs = [] } = data?.ready ?? {}
	const late = jobs.filter((job) => ['late', 'failed'].includes(stateOf(job))).map(({ name }) => name)
	const said = [data?.reason && t.not_ready(data.reason), ...alerts.map(({ message }) => message)].filter(Boolean)
	const [first = late.length > 0 && t.jobs(late.join(punctuation.list)), ...others] = said
	if (!first) return null
	return (
		<Link to="/health" className={styles.trouble} title={[first, ...others].join('\n')}>
			<Icon name="alert" />
			<span>{first}</span>
			{others.length > 0 && <span>{t.more(others.length)}</span>}
		</Link>
	)
}
