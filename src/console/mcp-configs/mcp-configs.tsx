import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { List } from '../lists/list.tsx'
import { AskOwners } from '../names/people.tsx'
import { SoldWith } from '../plans/sold-with.tsx'
import { neededIn, useScope } from '../session/scope.ts'
import { useMay } from '../session/session.ts'
import { layers } from '../text/en/layers.ts'
import { mcpConfigs as t } from '../text/en/mcp-configs.ts'
import { terms } from '../text/en/terms.ts'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { ActiveBadge } from './active-badge.tsx'
import { CreateConfig } from './create-config.tsx'

const COLUMNS: Column<Schema<'McpConfig'>>[] = [
	{ title: terms.name, cell: ({ name }) => name },
	{ title: t.columns.transport, cell: ({ transport }) => t.transports[transport], from: 'medium' },
	{ title: t.columns.target, cell: targetOf, from: 'wide', isLong: true },
	{ title: terms.status, cell: ({ is_active }) => <ActiveBadge isActive={is_active} /> },
	{ title: terms.updated, cell: ({ updated_at }) => <Ago time={updated_at} />, from: 'medium', align: 'end' },
]

const SOLD: Column<Schema<'McpConfig'>> = {
	title: layers.sold,
	cell: ({ entitlement }) => <SoldWith entitlement={entitlement} />,
	from: 'medium',
}

export function McpConfigs() {
	const { cursor } = useSearch({ from: '/mcp-configs' })
	const scope = useScope()
	const needs = neededIn(scope)
	const mayEdit = useMay(...needs)
	return (
		<List
			hint={t.hint[scope]}
			query={{
				queryKey: ['mcp-configs', scope, { cursor }],
				queryFn: () => page(api.GET('/v1/mcp-configs', { params: { query: { scope, cursor, limit: rowsPerPage() } } })),
			}}
			columns={scope === 'platform' ? [...COLUMNS, SOLD] : COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ id }) => ({ to: '/mcp-configs/$config_id', params: { config_id: id } })}
			expected={3}
			empty={{
				icon: 'server',
				title: t.empty,
				hint: mayEdit ? (
					t.empty_hint
				) : scope === 'platform' ? undefined : (
					<>
						{t.empty_read_only} <AskOwners />
					</>
				),
			}}
			create={{ label: t.create.action, form: CreateConfig, needs }}
		/>
	)
}

function targetOf({ transport, url, command, args }: Schema<'McpConfig'>) {
	return transport === 'stdio' ? [command, ...args].join(' ') : (url ?? '–')
}
