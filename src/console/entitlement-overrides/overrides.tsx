import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, page, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { entitlementName } from '../change/entitlement-name.ts'
import { Only } from '../change/only.tsx'
import { ListPanel } from '../lists/list.tsx'
import { UserName } from '../names/user-name.tsx'
import { EntitlementName, EntitlementValue } from '../plans/entitlement-value.tsx'
import { useMay } from '../session/session.ts'
import { entitlements } from '../text/en/entitlements.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { rowsPerPage } from '../ui/pages.ts'
import { actionsColumn, type Column, RowActions } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { SetOverride } from './set-override.tsx'

const t = entitlements.overrides

type Override = Schema<'EntitlementOverride'>

interface OfOrg {
	org: { id: string; name: string }
}

const COLUMNS: Column<Override>[] = [
	{ title: terms.entitlement, cell: EntitlementName },
	{ title: terms.value, cell: EntitlementValue, align: 'end' },
	{ title: terms.reason, cell: ({ reason }) => reason || '–', from: 'medium' },
	{ title: t.columns.by, cell: ({ created_by_user_id }) => <UserName user_id={created_by_user_id} />, from: 'wide' },
	{ title: terms.expires, cell: ({ expires_at }) => <Expiry time={expires_at} />, from: 'medium', align: 'end' },
]

const actionsOf = (org: OfOrg['org']): Column<Override> =>
	actionsColumn((override) => <Actions org={org} override={override} />)

function Expiry({ time }: { time: string | null }) {
	const [now] = useState(() => Date.now())
	if (time !== null && Date.parse(time) <= now) return <Badge tone="warn">{terms.expired}</Badge>
	return <Ago time={time} />
}

/** The values that are set for one org. */
export function Overrides({ org }: OfOrg) {
	const { cursor } = useSearch({ from: '/orgs/$org_id' })
	const mayChange = useMay('people.write', 'money.write')
	const read = useQuery({
		queryKey: ['entitlement-overrides', org.id, cursor],
		queryFn: () =>
			page(
				api.GET('/v1/entitlement-overrides', { params: { query: { org_id: org.id, cursor, limit: rowsPerPage() } } }),
			),
	})
	const add = (
		<Only needs={['people.write', 'money.write']}>
			<DialogButton icon="plus" renderDialog={(onClose) => <SetOverride org_id={org.id} onClose={onClose} />}>
				{t.add}
			</DialogButton>
		</Only>
	)
	return (
		<ListPanel
			title={t.title}
			hint={t.hint}
			actions={add}
			read={read}
			columns={mayChange ? [...COLUMNS, actionsOf(org)] : COLUMNS}
			keyOf={({ id }) => id}
			expected={2}
			empty={{ icon: 'plan', title: t.empty, hint: t.empty_hint }}
		/>
	)
}

function Actions({ org, override }: OfOrg & { override: Override }) {
	const ask = useAsk()
	const [isChanging, setIsChanging] = useState(false)
	const { id } = override
	const name = entitlementName(override.key)
	const remove = useChange({
		send: (_: null, headers) =>
			api.DELETE('/v1/entitlement-overrides/{id}', {
				params: { path: { id }, query: { org_id: org.id } },
				headers,
			}),
		done: t.remove.done(name),
		canUndo: true,
	})
	return (
		<RowActions>
			<IconButton icon="edit" label={t.change(name)} onClick={() => setIsChanging(true)} />
			<IconButton
				icon="trash"
				label={t.remove.label(name)}
				onClick={() =>
					ask({
						title: t.remove.title(name, org.name),
						body: t.remove.body,
						action: terms.delete,
						isDanger: true,
						change: remove,
						input: null,
					})
				}
			/>
			{isChanging && <SetOverride org_id={org.id} entitlement={override} onClose={() => setIsChanging(false)} />}
		</RowActions>
	)
}
