import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Entitlements } from '../entitlements/entitlements.tsx'
import { useName } from '../names/name.tsx'
import { useScope } from '../session/scope.ts'
import { useMe } from '../session/session.ts'
import { dashboard as t } from '../text/en/dashboard.ts'
import { Choice } from '../ui/filters.tsx'
import { day } from '../ui/format.ts'
import { later } from '../ui/loading.ts'
import { Columns, Page } from '../ui/page.tsx'
import { comparedDays, lengthOf, type Period, periodOf, PERIODS, USUAL } from '../usage/period.ts'
import { usageOf } from '../usage/usage.ts'
import { FailedRuns } from './failed-runs.tsx'
import { UsageFigures } from './figures.tsx'
import { Ledger } from './ledger.tsx'
import { useRunLink } from './links.ts'
import { useHasNoRuns, useSteps } from './start.ts'
import { Trouble } from './trouble.tsx'
import { Uncounted } from './uncounted.tsx'
import { ModelsPanel, UsagePanel } from './usage-panels.tsx'

// Most visits are to an instance that is set up.
const FirstSteps = later(() => import('./first-steps.tsx'))

/** The platform for operators, your org for everybody else. */
export function Dashboard() {
	const { period: name = USUAL } = useSearch({ from: '/' })
	const { org_id: mine } = useMe()
	const isOfOrg = useScope() === 'org'
	const org_id = isOfOrg ? mine : undefined
	const org = useName(mine) ?? mine
	const [areOpen, closeSteps] = useSteps()
	const hasSteps = areOpen && !isOfOrg
	const isEmpty = useHasNoRuns(hasSteps)
	const period = periodOf(name)
	return (
		<Page
			title={t.title}
			hint={hintOf(period, isOfOrg ? org : undefined)}
			actions={
				<Choice
					name="period"
					label={t.period.label}
					options={PERIODS.map((value) => ({
						value: value === USUAL ? undefined : value,
						label: t.period[value],
					}))}
				/>
			}
		>
			{!isOfOrg && <Trouble />}
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

/** What was used, which models cost it, and what failed. */
function Numbers({ org_id, period }: { org_id: string | undefined; period: Period }) {
	const linkTo = useRunLink(org_id, period.days)
	const { data: usage, error } = useQuery({
		queryKey: ['usage', org_id, period],
		queryFn: () => usageOf(org_id, period),
		placeholderData: (old) => old,
	})
	return (
		<>
			<UsageFigures usage={usage} period={period} org_id={org_id} linkTo={linkTo} />
			<Columns kind="wide-first">
				<UsagePanel usage={usage} error={error} period={period} linkTo={linkTo} />
				<ModelsPanel org_id={org_id} period={period} linkTo={linkTo} />
			</Columns>
			<Uncounted org_id={org_id} days={period.days} linkTo={linkTo} />
			{linkTo && <FailedRuns org_id={org_id} linkTo={linkTo} />}
			{org_id && (
				<Columns>
					<Ledger />
					<Entitlements org_id={org_id} isShort />
				</Columns>
			)}
		</>
	)
}
