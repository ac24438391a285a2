import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, useSearch } from '@tanstack/react-router'
import { answered, api, type Schema } from '../api.ts'
import { accessLog } from '../text/en/access-log.ts'
import { terms } from '../text/en/terms.ts'
import { Failure, Notice, Warning } from '../ui/failure.tsx'
import { Bars } from '../ui/figures.tsx'
import { ago, number, percent } from '../ui/format.ts'
import { Columns, PageSkeleton, Panel, Stack } from '../ui/page.tsx'
import { type FilterName, type Filters, queryOf } from './filters.ts'
import { MinuteChart } from './minute-chart.tsx'

const t = accessLog.charts

const REFRESH_MS = 15_000
const MOST = 12

const facetsQuery = (filters: Filters) => {
	const query = queryOf(filters)
	return {
		queryKey: ['access-log', 'facets', query],
		queryFn: async () => {
			const { data, response } = await answered(api.GET('/v1/admin/access-log/facets', { params: { query } }))
			return { facets: data as Schema<'AccessLogFacets'>, lost: Number(response.headers.get('X-Log-Lost') ?? 0) }
		},
	}
}

/** The recent log, counted. A bar adds its value to the filters. */
export function Charts() {
	const { view: _v, cursor: _c, entry: _e, from, to, ...filters } = useSearch({ from: '/access-log' })
	const { data, error, refetch } = useQuery({
		...facetsQuery(filters),
		refetchInterval: REFRESH_MS,
		placeholderData: keepPreviousData,
		retry: false,
	})
	if (error) return <Failure refusal={error} onRetry={() => void refetch()} />
	if (!data) return <PageSkeleton />
	const { facets, lost } = data
	const { entry_count, oldest_at, minutes } = facets
	return (
		<>
			{lost > 0 && <Warning text={accessLog.lost(number(lost))} />}
			{(from ?? to) && <Warning text={t.times_ignored} />}
			<Panel title={t.minutes} hint={t.minutes_hint}>
				<MinuteChart minutes={minutes} />
				<p>{oldest_at ? t.of(number(entry_count), ago(oldest_at)) : t.none}</p>
			</Panel>
			<Columns>
				<Stack>
					<FacetPanel
						title={terms.status}
						values={facets.status_classes}
						name="status_class"
						labelOf={(value) => t.classes[value] ?? value}
					/>
					<FacetPanel title={t.ua_types} values={facets.ua_types} name="ua_type" />
					<FacetPanel title={t.countries} values={facets.countries} name="country" />
				</Stack>
				<FacetPanel title={t.paths} values={facets.paths} name="path" />
			</Columns>
		</>
	)
}

interface FacetPanelProps {
	title: string
	values: { value: string | null; count: number }[]
	/** The filter that a bar sets. */
	name: FilterName
	labelOf?: (value: string) => string
}

function FacetPanel({ title, values, name, labelOf = (value) => value }: FacetPanelProps) {
	const sum = values.reduce((total, { count }) => total + count, 0)
	const shareOf = (count: number) => percent(count / sum)
	const linkTo = (value: string): LinkProps => ({
		to: '/access-log',
		search: (search) => ({ ...search, [name]: value, cursor: undefined }),
	})
	return (
		<Panel title={title}>
			{sum === 0 ? (
				<Notice icon="activity" title={accessLog.empty} />
			) : (
				<Bars
					label={title}
					bars={values.slice(0, MOST).map(({ value, count }) => ({
						name: value === null ? t.unknown : labelOf(value),
						value: count,
						text: t.value(number(count), shareOf(count)),
						...(value !== null ? { link: linkTo(value) } : {}),
					}))}
				/>
			)}
		</Panel>
	)
}
