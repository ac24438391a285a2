import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Schema, type Tagged } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { terms } from '../text/en/terms.ts'
import { webhookEndpoints as t } from '../text/en/webhook-endpoints.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Backfill } from './backfill.tsx'
import { Recover } from './recover.tsx'

/** What you can do with an endpoint. A disabled one can't be tested or recover anything. */
export function EndpointActions({
	endpoint: { value: endpoint, etag },
}: {
	endpoint: Tagged<Schema<'WebhookEndpoint'>>
}) {
	const { id: endpoint_id, url, enabled } = endpoint
	const ask = useAsk()
	const navigate = useNavigate()
	const [isRecovering, setIsRecovering] = useState(false)
	const [isBackfilling, setIsBackfilling] = useState(false)
	const params = { path: { endpoint_id } }
	const test = useChange({
		send: (_: null, headers) => api.POST('/v1/webhook-endpoints/{endpoint_id}/test', { params, headers }),
		done: t.test.done,
		onDone: ({ id: delivery_id }) =>
			void navigate({
				to: '/webhook-endpoints/$endpoint_id/deliveries/$delivery_id',
				params: { endpoint_id, delivery_id },
			}),
	})
	const turn = useChange({
		send: (body: { enabled: boolean }, headers) =>
			api.PATCH('/v1/webhook-endpoints/{endpoint_id}', { params, body, headers }),
		etag,
		done: (_, input) => t.turn.done(input.enabled),
		canUndo: true,
	})
	const rotate = useChange({
		send: (_: null, headers) => api.POST('/v1/webhook-endpoints/{endpoint_id}/rotate-key', { params, headers }),
		done: t.rotate.done,
		canUndo: true,
	})
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/webhook-endpoints/{endpoint_id}', { params, headers }),
		etag,
		done: t.remove.done,
		canUndo: true,
		onDone: () => void navigate({ to: '/webhook-endpoints', ignoreBlocker: true }),
	})
	const askToTurn = () =>
		ask({
			title: t.turn.title(!enabled),
			body: t.turn.body(!enabled),
			action: t.turn.action(!enabled),
			isDanger: enabled,
			change: turn,
			input: { enabled: !enabled },
		})
	const askToRotate = () => ask({ ...t.rotate, isDanger: true, change: rotate, input: null })
	const askToRemove = () => ask({ ...t.remove, isDanger: true, typed: hostOf(url), change: remove, input: null })
	return (
		<>
			<Button icon="play" disabled={!enabled} isBusy={test.isRunning} onClick={() => test.runOrTell(null)}>
				{t.test.action}
			</Button>
			<Button onClick={askToTurn}>{t.turn.action(!enabled)}</Button>
			<Menu trigger={<IconButton icon="more" label={terms.actions} />}>
				<MenuItem icon="refresh" disabled={!enabled} onClick={() => setIsRecovering(true)}>
					{t.recover.action}
				</MenuItem>
				<MenuItem icon="clock" disabled={!enabled} onClick={() => setIsBackfilling(true)}>
					{t.backfill.action}
				</MenuItem>
				<MenuItem icon="key" onClick={askToRotate}>
					{t.rotate.action}
				</MenuItem>
				<MenuSeparator />
				<MenuItem icon="trash" isDanger onClick={askToRemove}>
					{t.remove.action}
				</MenuItem>
			</Menu>
			{isRecovering && <Recover endpoint_id={endpoint_id} onClose={() => setIsRecovering(false)} />}
			{isBackfilling && <Backfill endpoint_id={endpoint_id} onClose={() => setIsBackfilling(false)} />}
		</>
	)
}

/** What you type to delete an endpoint, because the whole URL can be very long. */
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)
