import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, data } from '../api.ts'
import { CreditsFigure } from '../credits/credits-figure.tsx'
import { Entitlements } from '../entitlements/entitlements.tsx'
import { useName } from '../names.tsx'
import { useIsOperator, useMe } from '../session/session.ts'
import { dashboard as t } from '../text/en/dashboard.ts'
import { Figure, Figures } from '../ui/figures.tsx'
import { Choice, PlatformOrOrg } from '../ui/filters.tsx'
import { compact, compactUsd, number, usd } from '../ui/format.ts'
import { Columns, Page } from '../ui/page.tsx'
import { Ledger } from './ledger.tsx'
import { FailedRuns } from './platform-panels.tsx'
import { ModelsPanel, UsagePanel } from './usage-panels.tsx'
import { dailyUsage, MEASURES, sumOf } from './usage.ts'

const PERIODS = [7, 30, 90]
const USUAL = 30

/** The platform for its admins, your org for everybody else. */
export function Dashboard() {
	const { days = String(USUAL), of } = useSearch({ from: '/' })
	const { org_id } = useMe()
	const isOperator = useIsOperator()
	const isOfOrg = !isOperator || of === 'org'
	const scope = isOfOrg ? org_id : undefined
	const org = useName(org_id) ?? org_id
	const { data: usage, error } = useQuery({
		queryKey: ['usage', scope, days],
		queryFn: () => dailyUsage(scope, Number(days)),
		placeholderData: (old) => old,
	})
	return (
		<Page
			title={t.title}
			hint={isOfOrg ? t.hint.org(org) : t.hint.platform}
			actions={
				<>
					{isOperator && <PlatformOrOrg {...t.of} />}
					<Choice
						name="days"
						label={t.days.label}
						options={PERIODS.map((count) => ({
							value: count === USUAL ? undefined : String(count),
							label: t.days.option(count),
						}))}
					/>
				</>
			}
		>
			<Figures>
				<Figure
					label={t.runs}
					value={usage && compact(sumOf(usage, MEASURES.runs))}
					hint={usage && t.runs_today(number(usage.at(-1)?.run_count ?? 0))}
					trend={usage?.map(MEASURES.runs)}
				/>
				<Figure
					label={t.cost}
					value={usage && compactUsd(sumOf(usage, MEASURES.cost))}
					hint={usage && t.cost_per_run(usd(sumOf(usage, MEASURES.cost) / Math.max(1, sumOf(usage, MEASURES.runs))))}
					trend={usage?.map(MEASURES.cost)}
				/>
				<Figure
					label={t.tokens}
					value={usage && compact(sumOf(usage, MEASURES.tokens))}
					hint={
						usage &&
						t.tokens_hint(
							compact(sumOf(usage, (day) => day.input_tokens)),
							compact(sumOf(usage, (day) => day.output_tokens)),
						)
					}
					trend={usage?.map(MEASURES.tokens)}
				/>
				{isOfOrg ? <CreditsFigure org_id={org_id} /> : <ActiveUsers />}
			</Figures>
			<Columns kind="wide-first">
				<UsagePanel usage={usage} error={error} />
				<ModelsPanel org_id={scope} />
			</Columns>
			{isOfOrg ? (
				<Columns>
					<Ledger />
					<Entitlements org_id={org_id} />
				</Columns>
			) : (
				<FailedRuns />
			)}
		</Page>
	)
}

function ActiveUsers() {
	const { data: numbers } = useQuery({ queryKey: ['dashboard'], queryFn: () => data(api.GET('/v1/admin/dashboard')) })
	return (
		<Figure
			label={t.active_users}
			value={numbers && compact(numbers.active_users_30d)}
			hint={numbers && t.active_users_hint(compact(numbers.total_users), compact(numbers.active_orgs))}
		/>
	)
}
