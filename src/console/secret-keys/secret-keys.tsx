import { useQuery } from '@tanstack/react-query'
import { api, data, type Schema } from '../api.ts'
import { secretKeys as t } from '../text/en/keys.ts'
import { shell } from '../text/en/shell.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Id } from '../ui/copy.tsx'
import { Notice } from '../ui/failure.tsx'
import { Figure, Figures } from '../ui/figures.tsx'
import { number } from '../ui/format.ts'
import { Columns, Facts, Page, Panel, Stack } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import styles from './secret-keys.module.css'

type SecretKey = Schema<'SecretKey'>

const COLUMNS: Column<SecretKey>[] = [
	{ title: terms.secret, cell: ({ key_id }) => <Id text={key_id} what={terms.secret} /> },
	{ title: terms.status, cell: (key) => <State secretKey={key} /> },
	{ title: t.columns.secrets, cell: ({ secret_count }) => number(secret_count), align: 'end' },
]

const State = ({ secretKey: { is_current, is_known } }: { secretKey: SecretKey }) =>
	is_known ? (
		<Badge tone={is_current ? 'normal' : 'warn'}>{is_current ? t.current : t.older}</Badge>
	) : (
		<Badge tone="bad">{t.unknown}</Badge>
	)

/** The job works every minute. */
const POLL_MS = 15_000

/** The ring of keys that seal secrets, and how far sealing again under the current one has come. */
export function SecretKeys() {
	const {
		data: keys,
		error,
		refetch,
	} = useQuery({
		queryKey: ['secret-keys'],
		queryFn: () => data(api.GET('/v1/admin/secret-keys')),
		refetchInterval: ({ state }) => (countOf(state.data, isWaiting) ? POLL_MS : false),
	})
	const [sealed, waiting, lost] = [countOf(keys, () => true), countOf(keys, isWaiting), countOf(keys, isLost)]
	const { figures } = t
	return (
		<Page hint={t.hint}>
			<Figures>
				<Figure label={figures.sealed} value={shown(sealed)} hint={figures.sealed_hint} />
				<Figure
					label={figures.waiting}
					value={shown(waiting)}
					hint={waiting ? figures.waiting_hint : figures.waiting_none}
				/>
				<Figure label={figures.lost} value={shown(lost)} hint={lost ? figures.lost_hint : figures.lost_none} />
			</Figures>
			<Columns kind="wide-first">
				<Panel noPadding>
					<Table
						label={shell.places.secret_keys}
						columns={COLUMNS}
						rows={keys}
						keyOf={({ key_id }) => key_id}
						error={error}
						onRetry={() => void refetch()}
						expected={2}
						empty={<Notice icon="key" title={t.empty} hint={t.empty_hint} />}
					/>
				</Panel>
				<Stack>
					<Job />
					<Panel title={t.rotate.title}>
						<ol className={styles.steps}>
							{t.rotate.steps.map((step) => (
								<li key={step}>{step}</li>
							))}
						</ol>
					</Panel>
				</Stack>
			</Columns>
		</Page>
	)
}

const isWaiting = ({ is_current, is_known }: SecretKey) => is_known && !is_current
const isLost = ({ is_known }: SecretKey) => !is_known

const shown = (count: number | undefined) => (count === undefined ? undefined : number(count))

/** How many secrets the keys of a kind encrypt. Undefined while loading. */
const countOf = (keys: SecretKey[] | undefined, isOfKind: (key: SecretKey) => boolean): number | undefined =>
	keys?.filter(isOfKind).reduce((sum, { secret_count }) => sum + secret_count, 0)

/** The OpenAPI document doesn't have this parameter. */
const VERBOSE = '/readyz?verbose' as '/readyz'

/** The last run of the job that seals again. */
function Job() {
	const { data: ready } = useQuery({
		queryKey: ['readyz'],
		queryFn: () => data(api.GET(VERBOSE)),
		refetchInterval: POLL_MS,
	})
	const job = ready?.jobs?.find(({ name }) => name === 'reseal')
	if (!ready) return null
	const isRunning = job && (job.last_finished_at ?? '') < (job.last_started_at ?? '')
	return (
		<Panel title={t.job.title}>
			{job ? (
				<Facts
					facts={[
						[t.job.last, <Ago key="last" time={job.last_started_at} />],
						[
							terms.result,
							<Badge key="result" tone={job.last_error ? 'bad' : 'normal'}>
								{isRunning ? t.job.running : (job.last_error ?? t.job.ok)}
							</Badge>,
						],
					]}
				/>
			) : (
				<p>{t.job.none}</p>
			)}
		</Panel>
	)
}
