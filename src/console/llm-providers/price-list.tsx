import { useQuery } from '@tanstack/react-query'
import { api, page, type Schema } from '../api.ts'
import { ListPanel } from '../lists/list.tsx'
import { SoldWith } from '../plans/sold-with.tsx'
import { layers } from '../text/en/layers.ts'
import { models } from '../text/en/models.ts'
import { Badge } from '../ui/badge.tsx'
import { amount } from '../ui/format.ts'
import type { Column } from '../ui/table.tsx'
import { TwoLines } from '../ui/two-lines.tsx'
import { conditionOf } from './model-text.ts'

const t = models.offers

type Offer = Schema<'EffectiveModel'>
type Price = NonNullable<Offer['price']>

const pair = (first: number | null, second: number | null) =>
	first === null && second === null
		? '–'
		: [first, second].map((price) => (price === null ? '–' : amount(price))).join(' / ')

const priceOf =
	(of: (price: Price) => string) =>
	({ price, is_priced }: Offer) =>
		price ? of(price) : is_priced ? '–' : <Badge>{models.no_price}</Badge>

/** The API's page size. The file has all of them. */
const MOST = 200

const COLUMNS: Column<Offer>[] = [
	{
		title: models.columns.model,
		cell: ({ selector, is_default, scope, when }) => (
			<TwoLines
				name={
					<>
						{selector} {is_default && <Badge tone="accent">{models.default}</Badge>}
					</>
				}
				below={Object.keys(when).length > 0 ? conditionOf(when) : layers.of[scope]}
			/>
		),
	},
	{ title: models.columns.credits, cell: priceOf(({ input, output }) => pair(input, output)), align: 'end' },
	{
		title: t.cache,
		cell: priceOf(({ cache_read, cache_write }) => pair(cache_read, cache_write)),
		from: 'wide',
		align: 'end',
	},
	{ title: t.usable, cell: (offer) => <Usable offer={offer} /> },
]

/** Whether the org can use a model, or which plan would let it. */
const Usable = ({ offer: { is_entitled, entitlement } }: { offer: Offer }) =>
	is_entitled ? (
		t.yes
	) : (
		<span>
			{t.needs} <SoldWith entitlement={entitlement} />
		</span>
	)

interface PriceListProps {
	org_id: string
	/** Another org's, for operators. */
	isOfOther?: boolean
}

/** What an org's runs can use and what it costs in credits: its own models, then the platform's, with those that a plan would add. */
export function PriceList({ org_id, isOfOther = false }: PriceListProps) {
	const query = { limit: MOST, ...(isOfOther && { org_id }) }
	const read = useQuery({
		queryKey: ['llm-providers', 'effective', org_id],
		queryFn: () => page(api.GET('/v1/llm-providers/effective', { params: { query } })),
	})
	return (
		<ListPanel
			title={models.title}
			hint={t.hint}
			read={read}
			columns={COLUMNS}
			keyOf={({ scope, selector }) => `${scope} ${selector}`}
			expected={4}
			empty={{ icon: 'models', title: models.empty, hint: isOfOther ? undefined : models.empty_hint }}
		/>
	)
}
