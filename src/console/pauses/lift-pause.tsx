import { api, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { pauses } from '../text/en/pauses.ts'
import { IconButton } from '../ui/button.tsx'
import { usePausedName } from './named.ts'

const t = pauses.lift

export function LiftPause({ pause }: { pause: Schema<'Pause'> }) {
	const ask = useAsk()
	const { org_id, scope, subject } = pause
	const what = usePausedName(pause)
	const lift = useChange({
		send: (_: null, headers) =>
			org_id === null
				? api.DELETE('/v1/admin/pauses/{scope}/{subject}', { params: { path: { scope, subject } }, headers })
				: api.DELETE('/v1/orgs/{org_id}/pauses/{scope}/{subject}', {
						params: { path: { org_id, scope, subject } },
						headers,
					}),
		done: t.done(what),
		canUndo: true,
	})
	return (
		<IconButton
			icon="play"
			label={t.label(what)}
			onClick={() => ask({ title: t.title(what), body: t.body, action: t.action, change: lift, input: null })}
		/>
	)
}
