import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { api, page, type Schema } from '../api.ts'
import { Only } from '../change/only.tsx'
import { ListPanel } from '../lists/list.tsx'
import { AskOwners } from '../names/people.tsx'
import { neededIn, useScope } from '../session/scope.ts'
import { useMay, useMe } from '../session/session.ts'
import { bills } from '../text/en/bills.ts'
import { llmProviders as t, playground } from '../text/en/llm-providers.ts'
import { models } from '../text/en/models.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/filters.tsx'
import { laterOf } from '../ui/loading.ts'
import { Page, PanelSkeleton, Toolbar } from '../ui/page.tsx'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { DateOf } from '../ui/time.tsx'
import { CreateProvider } from './create-provider.tsx'
import { PlatformPrices } from './platform-prices.tsx'
import { PriceList } from './price-list.tsx'

const COLUMNS: Column<Schema<'LlmProvider'>>[] = [
	{ title: terms.name, cell: ({ name }) => name },
	{ title: t.columns.kind, cell: ({ provider }) => t.kinds[provider], from: 'medium' },
	{ title: t.columns.models, cell: ({ models: own }) => own.length, align: 'end' },
	{
		title: t.columns.default,
		cell: ({ models: own }) => own.find(({ is_default }) => is_default)?.model ?? '–',
		from: 'medium',
	},
	{ title: terms.secret, cell: ({ key_prefix }) => <code>{key_prefix}</code>, from: 'wide' },
	{ title: terms.created, cell: ({ created_at }) => <DateOf time={created_at} />, from: 'wide', align: 'end' },
]

const BillComparison = laterOf(async () => (await import('../bills/bill-comparison.tsx')).BillComparison)

/** The models with their prices, and for operators whether these add up to what vendors bill. */
export function LlmProviders() {
	const { tab } = useSearch({ from: '/llm-providers' })
	if (useScope() === 'org') return <Sold />
	if (tab !== 'compare') return <Sold tabs={<Tabs />} />
	return (
		<Page title={models.page} hint={bills.hint}>
			<Toolbar>
				<Tabs />
			</Toolbar>
			<Suspense fallback={<PanelSkeleton />}>
				<BillComparison />
			</Suspense>
		</Page>
	)
}

const Tabs = () => (
	<Choice
		of="parts"
		name="tab"
		label={models.tabs.label}
		options={[
			{ value: undefined, label: models.tabs.prices },
			{ value: 'compare', label: models.tabs.compare },
		]}
	/>
)

/** The models of a layer with their prices, and the accounts at vendors that they're called with. */
function Sold({ tabs }: { tabs?: ReactNode }) {
	const { cursor } = useSearch({ from: '/llm-providers' })
	const { org_id: mine } = useMe()
	const scope = useScope()
	const needs = neededIn(scope)
	const mayEdit = useMay(...needs)
	const navigate = useNavigate()
	const [isCreating, setIsCreating] = useState(false)
	const read = useQuery({
		queryKey: ['llm-providers', scope, { cursor }],
		queryFn: () => page(api.GET('/v1/llm-providers', { params: { query: { scope, cursor, limit: rowsPerPage() } } })),
		placeholderData: keepPreviousData,
	})
	const create = (
		<Button kind="primary" icon="plus" onClick={() => setIsCreating(true)}>
			{t.create.action}
		</Button>
	)
	return (
		<Page
			title={models.page}
			hint={models.hint_page[scope]}
			actions={
				<>
					<Button icon="play" onClick={() => void navigate({ to: '/llm-providers/resolve' })}>
						{playground.action}
					</Button>
					<Only needs={needs}>{create}</Only>
				</>
			}
		>
			{tabs && <Toolbar>{tabs}</Toolbar>}
			{scope === 'platform' ? <PlatformPrices /> : <PriceList org_id={mine} />}
			<ListPanel
				title={t.title}
				hint={t.hint[scope]}
				read={read}
				columns={COLUMNS}
				keyOf={({ id }) => id}
				linkOf={({ id }) => ({
					to: '/llm-providers/$provider_id',
					params: { provider_id: id },
				})}
				expected={3}
				empty={{
					icon: 'models',
					title: t.empty,
					hint: mayEdit ? (
						t.empty_hint
					) : scope === 'org' ? (
						<>
							{t.empty_read_only} <AskOwners />
						</>
					) : undefined,
					children: mayEdit && create,
				}}
			/>
			{isCreating && <CreateProvider onClose={() => setIsCreating(false)} />}
		</Page>
	)
}
