import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { IdFilter } from '../names/id-filter.tsx'
import { useName } from '../names/name.tsx'
import { useScope } from '../session/scope.ts'
import { useMe } from '../session/session.ts'
import { dashboard as t } from '../text/en/dashboard.ts'
import { terms } from '../text/en/terms.ts'
import { Choice } from '../ui/filters.tsx'
import { day } from '../ui/format.ts'
import { later, laterOf } from '../ui/loading.ts'
import { Columns, Page, Panel, PanelSkeleton } from '../ui/page.tsx'
import { PeriodFilter } from '../ui/period-filter.tsx'
import { comparedDays, lengthOf, type Period, periodOf, PERIODS, USUAL } from '../usage/period.ts'
import { usageOf } from '../usage/usage.ts'
import { FailedRuns } from './failed-runs.tsx'
import { UsageFigures } from './figures.tsx'
import { Ledger } from './ledger.tsx'
import { useRunLink } from './links.ts'
import { useHasNoRuns, useSteps } from './start.ts'
import { Trouble } from './trouble.tsx'
import { Uncounted, useUncounted } from './uncounted.tsx'
import { UsagePanel } from './usage-panel.tsx'

// Most visits are to an instance that is set up.
const FirstSteps = later(() => import('./first-steps.tsx'))
// The numbers and their chart come first.
const Ahead = later(() => import('./ahead.tsx'))
const CostBy = laterOf(async () => (await import('./cost-by.tsx')).CostBy)
const Entitlements = laterOf(async () => (await import('../entitlements/entitlements.tsx')).Entitlements)

/** The platform for operators, your org for everybody else. */
export function Dashboard() {
	const { period: name = USUAL, from, to, org_id: asked } = useSearch({ from: '/' })
	const { org_id: mine } = useMe()
	const isOfPlatform = useScope() === 'platform'
	const isOfOrg = !isOfPlatform || asked !== undefined
	const org_id = isOfPlatform ? asked : mine
	const org = useName(org_id ?? mine) ?? org_id
	const [areOpen, closeSteps] = useSteps()
	const hasSteps = areOpen && !isOfOrg
	const isEmpty = useHasNoRuns(hasSteps)
	const period = periodOf(name, { from, to })
	return (
		<Page
			title={t.title}
			mark={!isOfOrg && <Trouble />}
			hint={hintOf(period, isOfOrg ? org : undefined)}
			actions={
				<>
					{isOfPlatform && asked !== undefined && <IdFilter name="org_id" id={asked} label={terms.org} />}
					<Choice
						of="days"
						name="period"
						label={t.period.label}
						options={PERIODS.map((value) => ({
							value: value === USUAL ? undefined : value,
							label: t.period[value],
						}))}
					/>
					{name === 'own' && <PeriodFilter {...t.own} />}
				</>
			}
		>
			{hasSteps && (
				<Suspense>
					<FirstSteps onClose={closeSteps} />
				</Suspense>
			)}
			{!isEmpty && <Numbers org_id={org_id} period={period} />}
		</Page>
	)
}

/** The days, and those they're compared with. */
function hintOf(period: Period, org: string | undefined): string {
	const [start, end] = [day(period.days.start), day(period.days.end)]
	const before = comparedDays(period)
	const isOver = period.finished === lengthOf(period.days)
	const compared = before && (isOver ? t.compared : t.compared_open)(day(before.start), day(before.end))
	return [org === undefined ? t.days(start, end) : t.org_days(org, start, end), compared].filter(Boolean).join(' ')
}

const Loading = () => (
	<Panel>
		<PanelSkeleton />
	</Panel>
)

/** What was used, what's coming, what it cost, and what failed. */
function Numbers({ org_id, period }: { org_id: string | undefined; period: Period }) {
	const { org_id: mine } = useMe()
	const linkTo = useRunLink(org_id, period.days)
	const { data: usage, error } = useQuery({
		queryKey: ['usage', org_id, period],
		queryFn: () => usageOf(org_id, period),
		placeholderData: (old) => old,
	})
	const uncounted = useUncounted(org_id, period.days)
	const figures = <UsageFigures usage={usage} period={period} org_id={org_id} linkTo={linkTo} />
	// A line that came later would push down what follows.
	if (!uncounted)
		return (
			<>
				{figures}
				<Loading />
			</>
		)
	return (
		<>
			{figures}
			{uncounted.length > 0 && linkTo && <Uncounted models={uncounted} linkTo={linkTo} />}
			<UsagePanel usage={usage} error={error} period={period} linkTo={linkTo} />
			<Suspense fallback={<Loading />}>
				<Ahead org_id={org_id} />
			</Suspense>
			<Columns>
				<Suspense fallback={<Loading />}>
					<CostBy org_id={org_id} period={period} linkTo={linkTo} />
				</Suspense>
				{linkTo && <FailedRuns org_id={org_id} linkTo={linkTo} />}
			</Columns>
			{org_id === mine && (
				<Columns>
					<Ledger />
					<Suspense fallback={<Loading />}>
						<Entitlements org_id={org_id} isShort />
					</Suspense>
				</Columns>
			)}
		</>
	)
}
