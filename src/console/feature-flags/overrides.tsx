import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, page, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { useName } from '../names.tsx'
import { OrgName } from '../orgs/org-name.tsx'
import { featureFlags } from '../text/en/feature-flags.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Panel } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { type Column, RowActions, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { AddOverride } from './add-override.tsx'
import { ValueBadge } from './value-badge.tsx'

const t = featureFlags.overrides

type Override = Schema<'FeatureFlagOverride'>

const COLUMNS: Column<Override>[] = [
	{ title: t.org, cell: ({ org_id }) => <OrgName org_id={org_id} /> },
	{ title: t.value, cell: ({ enabled }) => <ValueBadge isOn={enabled} /> },
	{ title: t.since, cell: ({ created_at }) => <Ago time={created_at} />, from: 'medium', isAtEnd: true },
	{ title: t.actions, isUntitled: true, cell: (override) => <Actions override={override} />, isAtEnd: true },
]

/** The orgs that get another value than the default. */
export function Overrides({ flag_key }: { flag_key: string }) {
	const { cursor } = useSearch({ from: '/feature-flags/$key' })
	const [isAdding, setIsAdding] = useState(false)
	const { data, error, refetch } = useQuery({
		queryKey: ['feature-flags', flag_key, 'overrides', cursor],
		queryFn: () =>
			page(
				api.GET('/v1/feature-flags/{key}/org-overrides', {
					params: { path: { key: flag_key }, query: { cursor, limit: 25 } },
				}),
			),
	})
	const add = (
		<Button icon="plus" onClick={() => setIsAdding(true)}>
			{t.add}
		</Button>
	)
	return (
		<Panel title={t.title} hint={t.hint} actions={add} isFlush>
			<Table
				label={t.title}
				columns={COLUMNS}
				rows={data?.rows}
				keyOf={({ org_id }) => org_id}
				error={error}
				onRetry={() => void refetch()}
				expected={3}
				empty={<Notice icon="org" title={t.empty} hint={t.empty_hint} />}
			/>
			<Paging next={data?.next} />
			{isAdding && <AddOverride flag_key={flag_key} onClose={() => setIsAdding(false)} />}
		</Panel>
	)
}

function Actions({ override: { flag_key, org_id, enabled } }: { override: Override }) {
	const name = useName(org_id) ?? org_id
	const put = useChange({
		send: (body: Schema<'PutFeatureFlagOverride'>, headers) =>
			api.POST('/v1/feature-flags/{key}/org-overrides', { params: { path: { key: flag_key } }, body, headers }),
		done: t.done,
		canUndo: true,
	})
	const remove = useChange({
		send: (_: null, headers) =>
			api.DELETE('/v1/feature-flags/{key}/org-overrides/{org_id}', {
				params: { path: { key: flag_key, org_id } },
				headers,
			}),
		done: t.removed,
		canUndo: true,
	})
	return (
		<RowActions>
			<Button kind="quiet" isBusy={put.isRunning} onClick={() => put.runOrTell({ org_id, enabled: !enabled })}>
				{t.flip(!enabled)}
			</Button>
			<IconButton
				icon="trash"
				label={t.remove(name)}
				disabled={remove.isRunning}
				onClick={() => remove.runOrTell(null)}
			/>
		</RowActions>
	)
}
