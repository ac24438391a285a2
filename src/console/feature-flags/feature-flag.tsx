import { useNavigate, useParams } from '@tanstack/react-router'
import { api, tagged } from '../api.ts'
import { History } from '../audit-logs/history.tsx'
import { removal, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { featureFlags as t } from '../text/en/feature-flags.ts'
import { terms } from '../text/en/terms.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Columns, Facts, Page, Panel, Stack } from '../ui/page.tsx'
import { DateOf } from '../ui/time.tsx'
import { Overrides } from './overrides.tsx'
import { ValueBadge } from './value-badge.tsx'

export function FeatureFlag() {
	const { key } = useParams({ from: '/feature-flags/$key' })
	const ask = useAsk()
	const navigate = useNavigate()
	const params = { path: { key } }
	const [flag, instead] = useDetail({
		queryKey: ['feature-flags', key],
		queryFn: () => tagged(api.GET('/v1/feature-flags/{key}', { params })),
	})
	const turn = useChange({
		send: (body: { default_value: boolean }, headers) =>
			api.PATCH('/v1/feature-flags/{key}', { params, body, headers }),
		etag: flag?.etag,
		done: (_, { default_value }) => t.turn.done(key, default_value),
		canUndo: true,
	})
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/feature-flags/{key}', { params, headers }),
		done: terms.deleted(key),
		canUndo: true,
		onDone: () => void navigate({ to: '/feature-flags' }),
	})
	if (!flag) return instead
	const { description, default_value: isOn, created_at } = flag.value
	const askToTurn = () =>
		ask({
			title: t.turn.title(key, !isOn),
			body: t.turn.body,
			action: t.turn.action(!isOn),
			change: turn,
			input: { default_value: !isOn },
		})
	const askToRemove = () => ask({ ...removal(t.remove, key), change: remove })
	return (
		<Page
			title={key}
			mark={<ValueBadge isOn={isOn} />}
			actions={
				<Only needs={['platform.write']}>
					<Button onClick={askToTurn}>{t.turn.action(!isOn)}</Button>
					<Menu trigger={<IconButton icon="more" label={terms.actions} />}>
						<MenuItem icon="trash" isDanger onClick={askToRemove}>
							{terms.delete}
						</MenuItem>
					</Menu>
				</Only>
			}
		>
			<Columns kind="wide-first">
				<Stack>
					<Overrides flag_key={key} />
					<History target_id={flag.value.id} />
				</Stack>
				<Panel title={terms.about}>
					<Facts
						facts={[
							[terms.key, <Id key="key" text={key} what={terms.key} />],
							[terms.description, description || '–'],
							[terms.default_value, <ValueBadge key="value" isOn={isOn} />],
							[terms.created, <DateOf key="created" time={created_at} />],
						]}
					/>
				</Panel>
			</Columns>
		</Page>
	)
}
