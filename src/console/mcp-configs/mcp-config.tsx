import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, type Schema, tagged } from '../api.ts'
import { History } from '../audit-logs/history.tsx'
import { removal, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Editable } from '../change/editable.tsx'
import { Only } from '../change/only.tsx'
import { SoldWith } from '../plans/sold-with.tsx'
import { neededIn, type Scope, useScope } from '../session/scope.ts'
import { useMay } from '../session/session.ts'
import { common } from '../text/en/common.ts'
import { layers } from '../text/en/layers.ts'
import { mcpConfigs as t } from '../text/en/mcp-configs.ts'
import { terms } from '../text/en/terms.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Columns, Facts, Page, Stack } from '../ui/page.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { ActiveBadge } from './active-badge.tsx'
import { ConfigForm } from './config-form.tsx'
import { Connection } from './connection.tsx'

export function McpConfig() {
	const { config_id } = useParams({ from: '/mcp-configs/$config_id' })
	const ask = useAsk()
	const navigate = useNavigate()
	const scope = useScope()
	const needs = neededIn(scope)
	const mayEdit = useMay(...needs)
	const params = { path: { config_id }, query: { scope } }
	const [config, instead] = useDetail({
		queryKey: ['mcp-configs', config_id, scope],
		queryFn: () => tagged(api.GET('/v1/mcp-configs/{config_id}', { params })),
	})
	const name = config?.value.name ?? ''
	const turn = useChange({
		send: (body: { is_active: boolean }, headers) =>
			api.PATCH('/v1/mcp-configs/{config_id}', { params, body, headers }),
		etag: config?.etag,
		done: (_, { is_active }) => t.turn.done(name, is_active),
		canUndo: true,
	})
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/mcp-configs/{config_id}', { params, headers }),
		etag: config?.etag,
		done: terms.deleted(name),
		canUndo: true,
		onDone: () => void navigate({ to: '/mcp-configs', ignoreBlocker: true }),
	})
	if (!config) return instead
	const { is_active: isOn } = config.value
	const askToTurn = () =>
		ask({
			title: t.turn.title(name, !isOn),
			body: t.turn.body(!isOn),
			action: t.turn.action(!isOn),
			isDanger: isOn,
			change: turn,
			input: { is_active: !isOn },
		})
	const askToRemove = () => ask({ ...removal(t.remove, name), change: remove })
	return (
		<Page
			title={name}
			mark={<ActiveBadge isActive={isOn} />}
			actions={
				<Only needs={needs}>
					<Button onClick={askToTurn}>{t.turn.action(!isOn)}</Button>
					<Menu trigger={<IconButton icon="more" label={terms.actions} />}>
						<MenuItem icon="trash" isDanger onClick={askToRemove}>
							{t.remove.action}
						</MenuItem>
					</Menu>
				</Only>
			}
		>
			<Columns>
				<Stack>
					{mayEdit && <Connection key={config_id} config={config.value} scope={scope} />}
					<History target_id={config_id} />
				</Stack>
				<Editable
					title={terms.about}
					needs={needs}
					renderForm={(onClose) => <ConfigForm config={config} scope={scope} onClose={onClose} />}
				>
					<About config={config.value} scope={scope} />
				</Editable>
			</Columns>
		</Page>
	)
}

function About({ config, scope }: { config: Schema<'McpConfig'>; scope: Scope }) {
	const { id, transport, url, command, args, cwd, inherit_parent_env, has_auth, created_at, updated_at } = config
	const target: [string, ReactNode][] =
		transport === 'stdio'
			? [
					[t.fields.command, <code key="command">{command}</code>],
					[t.fields.args, args.length > 0 ? <code key="args">{args.join(' ')}</code> : '–'],
					[t.fields.cwd, cwd ?? '–'],
					[t.facts.inherits, inherit_parent_env ? common.yes : common.no],
				]
			: [
					[t.fields.url, url ?? '–'],
					[t.facts.token, has_auth ? t.facts.set : t.facts.not_set],
				]
	return (
		<Facts
			facts={[
				[terms.id, <Id key="id" text={id} />],
				[t.fields.transport, t.transports[transport]],
				...target,
				...(scope === 'platform'
					? [[layers.sold, <SoldWith key="sold" entitlement={config.entitlement} />] as [string, ReactNode]]
					: []),
				[terms.created, <DateOf key="created" time={created_at} />],
				[terms.updated, <Ago key="changed" time={updated_at} />],
			]}
		/>
	)
}
