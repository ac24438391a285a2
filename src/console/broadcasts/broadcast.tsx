import { useNavigate, useParams } from '@tanstack/react-router'
import { api, tagged } from '../api.ts'
import { removal, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { UserLink } from '../names/user-name.tsx'
import { broadcasts as t } from '../text/en/broadcasts.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { number } from '../ui/format.ts'
import { Json } from '../ui/json.tsx'
import { Columns, Facts, Page, Panel, Stack } from '../ui/page.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { MessagePreview } from './message-preview.tsx'
import { Progress } from './progress.tsx'
import { isOpen, StatusBadge, Target } from './status.tsx'

const POLL_MS = 1_000

/** One broadcast. While it's being sent, its numbers are read every second. */
export function Broadcast() {
	const { broadcast_id } = useParams({ from: '/broadcasts/$broadcast_id' })
	const ask = useAsk()
	const navigate = useNavigate()
	const params = { path: { broadcast_id } }
	const [found, instead] = useDetail({
		queryKey: ['broadcasts', broadcast_id],
		queryFn: () => tagged(api.GET('/v1/admin/notifications/broadcasts/{broadcast_id}', { params })),
		refetchInterval: ({ state }) => state.data && isOpen(state.data.value) && POLL_MS,
	})
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/admin/notifications/broadcasts/{broadcast_id}', { params, headers }),
		done: t.remove.done,
		onDone: () => void navigate({ to: '/broadcasts' }),
	})
	if (!found) return instead
	const { id, title, body, type, payload, status, target_id, sent_count, created_at, created_by } = found.value
	const askToRemove = () =>
		ask({
			...removal({ ...t.remove, body: t.remove.body(number(sent_count)) }, title),
			hasNoPreview: true,
			change: remove,
		})
	const hasPayload = Object.keys(payload).length > 0
	return (
		<Page
			title={title}
			mark={<StatusBadge status={status} />}
			actions={
				<Only needs={target_id === 'all' ? ['platform.write'] : ['people.write', 'platform.write']}>
					<Button icon="trash" onClick={askToRemove}>
						{terms.delete}
					</Button>
				</Only>
			}
		>
			<Columns>
				<Stack>
					<Panel title={t.one.progress}>
						<Progress broadcast={found.value} />
					</Panel>
					<Panel title={terms.preview} noPadding>
						<MessagePreview title={title} body={body} time={<Ago time={created_at} />} />
					</Panel>
				</Stack>
				<Panel title={terms.about}>
					<Facts
						facts={[
							[t.one.target, <Target key="target" target_id={target_id} />],
							[terms.type, <code key="type">{type}</code>],
							[terms.created, <DateOf key="made" time={created_at} />],
							[t.one.by, <UserLink key="by" user_id={created_by} />],
							[terms.id, <Id key="id" text={id} />],
						]}
					/>
					{hasPayload && <Json value={payload} label={t.one.payload} />}
				</Panel>
			</Columns>
		</Page>
	)
}
