import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, tagged } from '../api.ts'
import { danger, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import type { Scope } from '../session/scope.ts'
import { toolProviders as t } from '../text/en/tool-providers.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { RowActions } from '../ui/table.tsx'
import { Credential } from './credential.tsx'
import { fullOf, type ToolProvider } from './layer.ts'

/** What you can do with a provider in its layer. A change only applies to the state that's on screen. */
export function ProviderActions({ provider, scope }: { provider: ToolProvider; scope: Scope }) {
	const { group_name: group, provider_name, is_active, key_prefix } = provider
	const name = fullOf(provider)
	const ask = useAsk()
	const [isSetting, setIsSetting] = useState(false)
	const params = { path: { group, provider: provider_name }, query: { scope } }
	const { data: current } = useQuery({
		queryKey: ['tool-providers', scope, provider_name],
		queryFn: () => tagged(api.GET('/v1/tool-providers/{group}/{provider}', { params })),
	})
	const etag = current?.etag
	const activate = useChange({
		send: (_: null, headers) => api.PUT('/v1/tool-providers/{group}/{provider}/activate', { params, headers }),
		etag,
		done: t.activate.done(name),
		canUndo: true,
	})
	const deactivate = useChange({
		send: (_: null, headers) => api.PUT('/v1/tool-providers/{group}/{provider}/deactivate', { params, headers }),
		etag,
		done: t.deactivate.done(name),
		canUndo: true,
	})
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/tool-providers/{group}/{provider}/credential', { params, headers }),
		etag,
		done: t.remove.done(name),
		canUndo: true,
	})
	const { action, title, body } = is_active ? t.deactivate : t.activate
	const askToTurn = () =>
		ask({
			title: title(name),
			body: body[scope],
			action,
			isDanger: is_active,
			change: is_active ? deactivate : activate,
			input: null,
		})
	const askToRemove = () => ask({ ...danger(t.remove, name), change: remove })
	return (
		<RowActions>
			<Button kind="quiet" disabled={!current} onClick={askToTurn}>
				{action}
			</Button>
			<Menu trigger={<IconButton icon="more" label={t.actions_of(name)} />}>
				<MenuItem icon="key" onClick={() => setIsSetting(true)}>
					{t.credential.action}
				</MenuItem>
				<MenuSeparator />
				<MenuItem icon="trash" isDanger disabled={!key_prefix} onClick={askToRemove}>
					{t.remove.action}
				</MenuItem>
			</Menu>
			{isSetting && current && <Credential provider={current} scope={scope} onClose={() => setIsSetting(false)} />}
		</RowActions>
	)
}
