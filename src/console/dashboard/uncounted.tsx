import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, data, type Schema } from '../api.ts'
import { useMay } from '../session/session.ts'
import { dashboard } from '../text/en/dashboard.ts'
import { number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import type { Days } from '../usage/period.ts'
import type { RunLink } from './links.ts'
import styles from './uncounted.module.css'

const t = dashboard.uncounted

/** More would be a list. */
const NAMED = 3

/** The most first. */
function byModel(days: Schema<'DayPricing'>[]): [model: string, runs: number][] {
	const runs = new Map<string, number>()
	for (const { model, uncounted_run_count: more } of days) if (more) runs.set(model, (runs.get(model) ?? 0) + more)
	return [...runs].toSorted(([, a], [, b]) => b - a)
}

/** The runs of each model that used tokens and counted nothing, because nobody reported a cost or set a price; undefined while it loads. */
export function useUncounted(org_id: string | undefined, days: Days) {
	const mayRead = useMay('org.settings', 'platform.read')
	const {
		data: pricing,
		isLoading,
		failureCount,
	} = useQuery({
		queryKey: ['usage', 'pricing', org_id, days],
		queryFn: () =>
			data(
				org_id === undefined
					? api.GET('/v1/admin/usage/pricing', { params: { query: days } })
					: api.GET('/v1/orgs/{org_id}/usage/pricing', { params: { path: { org_id }, query: days } }),
			),
		enabled: mayRead,
		placeholderData: (old) => old,
	})
	return isLoading && failureCount === 0 ? undefined : byModel(pricing ?? [])
}

interface UncountedProps {
	models: NonNullable<ReturnType<typeof useUncounted>>
	linkTo: RunLink
}

/** That runs counted nothing. It leads to them, and to the prices. */
export function Uncounted({ models, linkTo }: UncountedProps) {
	return (
		<p className={styles.uncounted}>
			<Icon name="alert" />
			<span>
				{t.runs(number(models.reduce((sum, [, runs]) => sum + runs, 0)))}{' '}
				{models.slice(0, NAMED).map(([model, runs]) => (
					<Link key={model} {...linkTo({ model })}>
						{t.model(model, number(runs))}
					</Link>
				))}
			</span>
			<Link to="/llm-providers">{t.prices}</Link>
		</p>
	)
}
