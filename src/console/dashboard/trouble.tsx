import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { stateOf } from '../health/jobs.ts'
import { healthQuery, type Readiness } from '../health/read.ts'
import { dashboard } from '../text/en/dashboard.ts'
import { punctuation } from '../text/en/language.ts'
import { terms } from '../text/en/terms.ts'
import { Icon } from '../ui/icon.tsx'
import { PanelSkeleton } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import styles from './trouble.module.css'

const t = dashboard.trouble

/** What's wrong with the platform, if anything is. What stands below it loads meanwhile, and shows once it can't be moved. */
export function Trouble({ children }: { children: ReactNode }) {
	const { data, isPending } = useQuery({ ...healthQuery, staleTime: 30_000 })
	return (
		<>
			{isPending ? <PanelSkeleton /> : <Wrong data={data} />}
			<div className={styles.below} hidden={isPending}>
				{children}
			</div>
		</>
	)
}

function Wrong({ data }: { data: Readiness | undefined }) {
	const late = data?.ready?.jobs?.filter((job) => ['late', 'failed'].includes(stateOf(job))) ?? []
	const alerts = data?.ready?.alerts ?? []
	if (!data?.reason && late.length === 0 && alerts.length === 0) return null
	return (
		<section className={styles.trouble} aria-label={t.title}>
			<Icon name="alert" />
			<ul>
				{data?.reason && <li>{t.not_ready(data.reason)}</li>}
				{alerts.map(({ id, message, opened_at }) => (
					<li key={id}>
						{message}{' '}
						<span className={styles.since}>
							{terms.since} <Ago time={opened_at} />
						</span>
					</li>
				))}
				{alerts.length === 0 && late.length > 0 && (
					<li>{t.jobs(late.map(({ name }) => name).join(punctuation.list))}</li>
				)}
			</ul>
			<Link to="/health">{t.more}</Link>
		</section>
	)
}
