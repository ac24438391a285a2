import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, data, type Schema } from '../api.ts'
import { SoldWith } from '../plans/sold-with.tsx'
import { models as t } from '../text/en/models.ts'
import { Badge } from '../ui/badge.tsx'
import { Notice } from '../ui/failure.tsx'
import { amount } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { TwoLines } from '../ui/two-lines.tsx'
import { cachePricesOf, COMMAND, creditsOf, hasPrice, pricesOf } from './prices.ts'
import styles from './platform-prices.module.css'

interface Row extends Schema<'LlmModel'> {
	selector: string
	isPriced: boolean
}

/** The API's page size. */
const MOST = 200

/** The usual credits for a US dollar; undefined while it loads. */
function useRate(): number | undefined {
	const { data: keys } = useQuery({
		queryKey: ['entitlement-keys'],
		queryFn: () => data(api.GET('/v1/entitlement-keys')),
	})
	const rate = keys?.find(({ key }) => key === 'credits.per_usd')?.default
	return rate === undefined ? undefined : Number(rate)
}

const NAME: Column<Row> = {
	title: t.columns.model,
	cell: ({ selector, is_default, entitlement }) => (
		<TwoLines
			name={
				<>
					{selector} {is_default && <Badge tone="accent">{t.default}</Badge>}
				</>
			}
			below={<SoldWith entitlement={entitlement} />}
		/>
	),
}

const PRICES: Column<Row>[] = [
	{ title: t.columns.usd, cell: (row) => (row.isPriced ? pricesOf(row) : <NoPrice />), align: 'end' },
	{ title: t.columns.cache, cell: cachePricesOf, from: 'wide', align: 'end' },
	{ title: t.columns.margin, cell: ({ multiplier }) => `× ${amount(multiplier)}`, from: 'medium', align: 'end' },
]

const creditsAt = (rate: number | undefined): Column<Row> => ({
	title: t.columns.credits,
	cell: (row) => (!row.isPriced ? '–' : rate === undefined ? '…' : creditsOf(row, rate)),
	from: 'medium',
	align: 'end',
})

const NoPrice = () => <Badge tone="warn">{t.no_price}</Badge>

/** The models of the platform: what they cost, what an org pays, and which plans they come with. */
export function PlatformPrices() {
	const rate = useRate()
	const {
		data: providers,
		error,
		refetch,
	} = useQuery({
		queryKey: ['llm-providers', 'all', 'platform'],
		queryFn: () => data(api.GET('/v1/llm-providers', { params: { query: { scope: 'platform', limit: MOST } } })),
	})
	const rows = providers?.flatMap(({ name, models }) =>
		models.map((model) => ({ ...model, selector: `${name}^${model.model}`, isPriced: hasPrice(model, 'platform') })),
	)
	const unpriced = rows?.filter(({ isPriced }) => !isPriced) ?? []
	return (
		<Panel title={t.title} hint={rate !== undefined && t.hint_platform(amount(rate))} noPadding>
			{unpriced.length > 0 && <Unpriced rows={unpriced} />}
			<Table
				label={t.title}
				columns={[NAME, ...PRICES, creditsAt(rate)]}
				rows={rows}
				keyOf={({ id }) => id}
				linkOf={({ provider_id }) => linkTo(provider_id)}
				error={error}
				onRetry={() => void refetch()}
				expected={3}
				empty={<Notice icon="models" title={t.empty} hint={t.empty_platform} />}
			/>
		</Panel>
	)
}

const linkTo = (provider_id: string) => ({ to: '/llm-providers/$provider_id', params: { provider_id } }) as const

/** That the tokens of some models cost nothing, and where to change that. */
const Unpriced = ({ rows }: { rows: Row[] }) => (
	<div className={styles.unpriced}>
		<p>
			<strong>{t.unpriced.title(rows.length)}</strong> {t.unpriced.text(COMMAND)}
		</p>
		<ul>
			{rows.slice(0, NAMED).map(({ id, provider_id, selector }) => (
				<li key={id}>
					<Link {...linkTo(provider_id)}>{t.unpriced.set(selector)}</Link>
				</li>
			))}
		</ul>
	</div>
)

/** More links than that would be the list again. */
const NAMED = 5
