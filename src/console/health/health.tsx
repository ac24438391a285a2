import { useQuery } from '@tanstack/react-query'
import { answered, api, type Schema } from '../api.ts'
import { health as t } from '../text/en/health.ts'
import { punctuation } from '../text/en/language.ts'
import { terms } from '../text/en/terms.ts'
import { Failure, Notice, Warning } from '../ui/failure.tsx'
import { Figure, Figures } from '../ui/figures.tsx'
import { compact, number, percent } from '../ui/format.ts'
import { Page, Panel } from '../ui/page.tsx'
import { Said } from '../ui/said.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { COLUMNS } from './job-columns.tsx'
import { type Job, stateOf, worstFirst } from './jobs.ts'
import { healthQuery } from './read.ts'

const REFRESH_MS = 10_000

/** Whether the platform is ready, and which of its jobs are stuck. */
export function Health() {
	const { data, error, refetch } = useQuery({ ...healthQuery, refetchInterval: REFRESH_MS })
	if (error && !data) return <Failure refusal={error} onRetry={() => void refetch()} isPage />
	const jobs = data?.ready?.jobs
	return (
		<Page hint={`${t.hint} ${t.read}`}>
			{data?.reason && <Warning text={`${t.state.not_ready}${punctuation.colon}${data.reason}.`} />}
			<Figures>
				<Figure
					label={t.state.label}
					value={data && (data.ready ? t.state.ready : t.state.not_ready)}
					hint={data?.ready && t.state.schema(Number.parseInt(data.ready.schema_version, 10))}
				/>
				<JobsFigure jobs={jobs} />
				<Traffic />
			</Figures>
			{data?.ready?.alerts && <Alerts alerts={data.ready.alerts} />}
			{!data?.reason && (
				<Panel title={t.jobs.title} hint={t.jobs.hint} noPadding>
					<Table
						label={t.jobs.title}
						columns={COLUMNS}
						rows={jobs && worstFirst(jobs)}
						keyOf={({ name }) => name}
						expected={17}
						empty={<Notice icon="clock" title={t.jobs.empty} hint={t.jobs.empty_hint} />}
					/>
				</Panel>
			)}
		</Page>
	)
}

type Alert = NonNullable<Schema<'Ready'>['alerts']>[number]

const ALERT_COLUMNS: Column<Alert>[] = [
	{ title: t.alerts.columns.message, cell: ({ message }) => <Said text={message} />, isLong: true },
	{ title: t.alerts.columns.name, cell: ({ name }) => <code>{name}</code>, from: 'medium' },
	{ title: terms.since, cell: ({ opened_at }) => <Ago time={opened_at} />, align: 'end' },
]

const Alerts = ({ alerts }: { alerts: Alert[] }) => (
	<Panel title={t.alerts.title} hint={t.alerts.hint} noPadding>
		<Table
			label={t.alerts.title}
			columns={ALERT_COLUMNS}
			rows={alerts}
			keyOf={({ id }) => id}
			empty={<Notice icon="check" title={t.alerts.none} hint={t.alerts.none_hint} />}
		/>
	</Panel>
)

function JobsFigure({ jobs }: { jobs: Job[] | undefined }) {
	const count = (state: string) => jobs?.filter((job) => stateOf(job) === state).length ?? 0
	const [late, failed] = [count('late'), count('failed')]
	const problems = [late > 0 && t.jobs.late(late), failed > 0 && t.jobs.failed(failed)]
		.filter(Boolean)
		.join(punctuation.list)
	return (
		<Figure
			label={t.jobs.figure}
			value={jobs && t.jobs.on_time(jobs.length - late - failed, jobs.length)}
			hint={problems || t.jobs.all_good}
		/>
	)
}

const sum = (values: { count: number }[]) => values.reduce((total, { count }) => total + count, 0)

/** What the recent log says about requests. */
function Traffic() {
	const { data, error } = useQuery({
		queryKey: ['access-log', 'facets', 'all'],
		queryFn: async () => {
			const { data: facets, response } = await answered(api.GET('/v1/admin/access-log/facets'))
			return { ...(facets as Schema<'AccessLogFacets'>), lost: Number(response.headers.get('X-Log-Lost') ?? 0) }
		},
		refetchInterval: REFRESH_MS,
		retry: false,
	})
	if (error && !data) return <Figure label={t.traffic.requests} value="–" hint={t.traffic.unknown} />
	const failed = sum(data?.status_classes.filter(({ value }) => value === '5xx') ?? [])
	const share = data ? percent(failed / Math.max(1, data.entry_count)) : ''
	return (
		<>
			<Figure
				label={t.traffic.requests}
				value={data && compact(sum(data.minutes))}
				hint={data && t.traffic.requests_hint(number(data.entry_count))}
				trend={data?.minutes.map(({ count }) => count)}
			/>
			<Figure
				label={t.traffic.failed}
				value={data && compact(failed)}
				hint={data && (data.lost > 0 ? t.traffic.lost(number(data.lost)) : t.traffic.failed_hint(share))}
			/>
		</>
	)
}
