import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, data, page, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { ListPanel } from '../lists/list.tsx'
import { useMay } from '../session/session.ts'
import { orgs } from '../text/en/orgs.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { actionsColumn, type Column, RowActions } from '../ui/table.tsx'
import { ValueBadge } from './value-badge.tsx'

const t = orgs.flags

interface OrgFlag {
	org_id: string
	key: string
	isOn: boolean
	isOverride: boolean
}

const COLUMNS: Column<OrgFlag>[] = [
	{ title: t.key, cell: ({ key }) => <code>{key}</code> },
	{ title: terms.value, cell: ({ isOn }) => <ValueBadge isOn={isOn} /> },
	{
		title: t.source,
		cell: ({ isOverride }) => (
			<Badge tone={isOverride ? 'accent' : 'normal'}>{isOverride ? t.override : t.default}</Badge>
		),
		from: 'medium',
	},
]

const ACTIONS: Column<OrgFlag> = actionsColumn((flag) => <Actions flag={flag} />)

/** On a phone the button says whether the flag is on, and the value has no room beside it. */
const onPhone = (column: Column<OrgFlag>): Column<OrgFlag> =>
	column.title === terms.value ? { ...column, from: 'medium' } : column

/** The flags as an org gets them. Its configuration has its overrides, in one call. */
export function OrgFlags({ org_id }: { org_id: string }) {
	const { cursor } = useSearch({ from: '/orgs/$org_id' })
	const mayChange = useMay('platform.write')
	const read = useQuery({
		queryKey: ['feature-flags', 'of', org_id, cursor],
		queryFn: async () => {
			const [flags, own] = await Promise.all([
				page(api.GET('/v1/feature-flags', { params: { query: { cursor, limit: 50 } } })),
				data(api.GET('/v1/orgs/{org_id}/config', { params: { path: { org_id } } })),
			])
			const { feature_flag_overrides: overrides } = own
			return {
				...flags,
				rows: flags.rows.map(({ key, default_value }): OrgFlag => {
					const override = overrides[key]
					return { org_id, key, isOn: override?.enabled ?? default_value, isOverride: override !== undefined }
				}),
			}
		},
	})
	return (
		<ListPanel
			title={t.title}
			hint={t.hint}
			actions={<Only needs={['platform.write']} />}
			read={read}
			columns={mayChange ? [...COLUMNS.map(onPhone), ACTIONS] : COLUMNS}
			keyOf={({ key }) => key}
			linkOf={({ key }) => ({ to: '/feature-flags/$key', params: { key } })}
			expected={4}
			isDense
			empty={{ icon: 'flag', title: t.empty }}
		/>
	)
}

function Actions({ flag: { org_id, key, isOn, isOverride } }: { flag: OrgFlag }) {
	const put = useChange({
		send: (body: Schema<'PutFeatureFlagOverride'>, headers) =>
			api.POST('/v1/feature-flags/{key}/org-overrides', { params: { path: { key } }, body, headers }),
		done: t.done(key),
		canUndo: true,
	})
	const remove = useChange({
		send: (_: null, headers) =>
			api.DELETE('/v1/feature-flags/{key}/org-overrides/{org_id}', { params: { path: { key, org_id } }, headers }),
		done: t.removed(key),
		canUndo: true,
	})
	return (
		<RowActions>
			{isOverride && (
				<Button
					kind="quiet"
					aria-label={t.reset_label(key)}
					isBusy={remove.isRunning}
					onClick={() => remove.runOrTell(null)}
				>
					{t.reset}
				</Button>
			)}
			<Button
				kind="quiet"
				aria-label={t.set_label(key, !isOn)}
				isBusy={put.isRunning}
				onClick={() => put.runOrTell({ org_id, enabled: !isOn })}
			>
				{t.set(!isOn)}
			</Button>
		</RowActions>
	)
}
