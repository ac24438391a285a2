import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { ListPanel } from '../lists/list.tsx'
import { useName } from '../names/name.tsx'
import { OrgName } from '../names/org-name.tsx'
import { useMay } from '../session/session.ts'
import { featureFlags } from '../text/en/feature-flags.ts'
import { terms } from '../text/en/terms.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { rowsPerPage } from '../ui/pages.ts'
import { actionsColumn, type Column, RowActions } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { AddOverride } from './add-override.tsx'
import { ValueBadge } from './value-badge.tsx'

const t = featureFlags.overrides

type Override = Schema<'FeatureFlagOverride'>

const COLUMNS: Column<Override>[] = [
	{ title: terms.org, cell: ({ org_id }) => <OrgName org_id={org_id} /> },
	{ title: terms.value, cell: ({ enabled }) => <ValueBadge isOn={enabled} /> },
	{ title: terms.since, cell: ({ created_at }) => <Ago time={created_at} />, from: 'medium', align: 'end' },
]

const ACTIONS: Column<Override> = actionsColumn((override) => <Actions override={override} />)

/** The orgs that get a different value than the default. */
export function Overrides({ flag_key }: { flag_key: string }) {
	const { cursor } = useSearch({ from: '/feature-flags/$key' })
	const mayChange = useMay('platform.write')
	const read = useQuery({
		queryKey: ['feature-flags', flag_key, 'overrides', cursor],
		queryFn: () =>
			page(
				api.GET('/v1/feature-flags/{key}/org-overrides', {
					params: { path: { key: flag_key }, query: { cursor, limit: rowsPerPage() } },
				}),
			),
	})
	const add = (
		<Only needs={['platform.write']}>
			<DialogButton icon="plus" renderDialog={(onClose) => <AddOverride flag_key={flag_key} onClose={onClose} />}>
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
			columns={mayChange ? [...COLUMNS, ACTIONS] : COLUMNS}
			keyOf={({ org_id }) => org_id}
			expected={3}
			empty={{ icon: 'org', title: t.empty, hint: t.empty_hint }}
		/>
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
