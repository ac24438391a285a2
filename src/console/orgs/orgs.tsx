import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, type Page as Rows, page, type Schema } from '../api.ts'
import { List } from '../lists/list.tsx'
import type { Held } from '../search.ts'
import { orgDeletions } from '../text/en/org-deletions.ts'
import { orgs as t } from '../text/en/orgs.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Choice, SearchBox } from '../ui/filters.tsx'
import { number } from '../ui/format.ts'
import { rowsPerPage } from '../ui/pages.ts'
import { Person } from '../ui/person.tsx'
import type { Column } from '../ui/table.tsx'
import { DateOf } from '../ui/time.tsx'
import { CreateOrg } from './create-org.tsx'
import type { SEARCH } from './search.ts'

type Row = Pick<Schema<'ListedOrg'>, 'id' | 'name'> &
	Partial<Omit<Schema<'ListedOrg'>, 'id' | 'name'>> &
	Partial<Pick<Schema<'OrgBalance'>, 'balance' | 'held' | 'available'>>

const NAME: Column<Row> = { title: terms.org, cell: ({ name }) => <Person name={name} /> }

const BY_AGE: Column<Row>[] = [
	NAME,
	{
		title: terms.members,
		cell: ({ member_count }) => member_count !== undefined && number(member_count),
		from: 'medium',
		align: 'end',
	},
	{ title: terms.plan, cell: ({ plan }) => plan?.display_name ?? <Badge tone="normal">{terms.none}</Badge> },
	{
		title: terms.created,
		cell: ({ created_at }) => created_at && <DateOf time={created_at} />,
		from: 'medium',
		align: 'end',
	},
]

const BY_BALANCE: Column<Row>[] = [
	NAME,
	{
		title: terms.credits,
		cell: ({ balance }) => balance !== undefined && number(balance),
		align: 'end',
		sort: { up: 'lowest', down: 'highest' },
	},
	{ title: terms.held, cell: ({ held }) => (held ? number(held) : '–'), align: 'end', from: 'medium' },
	{
		title: terms.available,
		cell: ({ available }) => (typeof available === 'number' ? number(available) : t.unbounded),
		align: 'end',
		from: 'medium',
	},
]

/** All orgs, or all balances: the API has one list for each order. */
async function orgsOf({ q, cursor, order }: Held<typeof SEARCH>): Promise<Rows<Row>> {
	if (order === undefined || order === 'ownerless') {
		const query = { q, without_owner: order && ('true' as const), cursor, limit: rowsPerPage() }
		return page(api.GET('/v1/admin/orgs', { params: { query } }))
	}
	const { rows, ...rest } = await page(
		api.GET('/v1/admin/credits/balances', { params: { query: { order, cursor, limit: rowsPerPage() } } }),
	)
	return {
		rows: rows.map(({ org_id, org_name, ...account }) => ({ id: org_id, name: org_name || t.deleted, ...account })),
		...rest,
	}
}

export function Orgs() {
	const search = useSearch({ from: '/orgs' })
	const navigate = useNavigate()
	return (
		<List
			hint={t.hint}
			query={{
				queryKey: ['orgs', search],
				queryFn: () => orgsOf(search),
			}}
			columns={search.order && search.order !== 'ownerless' ? BY_BALANCE : BY_AGE}
			keyOf={({ id }) => id}
			linkOf={({ id }) => ({ to: '/orgs/$org_id', params: { org_id: id } })}
			expected={25}
			isClose={search.order !== undefined && search.order !== 'ownerless'}
			empty={{ icon: 'org', title: t.empty, hint: t.empty_hint }}
			tools={
				<>
					{!search.order && <SearchBox label={t.search} />}
					{!search.q && (
						<Choice
							name="order"
							label={t.order.label}
							options={[
								{ value: undefined, label: t.order.newest },
								{ value: 'lowest', label: t.order.lowest },
								{ value: 'highest', label: t.order.highest },
								{ value: 'ownerless', label: t.order.ownerless },
							]}
						/>
					)}
				</>
			}
			actions={<Button onClick={() => void navigate({ to: '/orgs/deleted' })}>{orgDeletions.list.title}</Button>}
			create={{ label: terms.new_org, form: CreateOrg, needs: ['people.write'] }}
		/>
	)
}
