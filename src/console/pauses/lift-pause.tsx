import { api, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { pauses } from '../text/en/pauses.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { usePausedName } from './named.ts'

const t = pauses.lift

interface LiftPauseProps {
	pause: Schema<'Pause'>
	/** With its label, outside of a row. */
	isButton?: boolean
}

export function LiftPause({ pause, isButton = false }: LiftPauseProps) {
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
	const start = () => ask({ title: t.title(what), body: t.body, action: t.action, change: lift, input: null })
	return isButton ? (
		<Button icon="play" onClick={start}>
			{t.button}
		</Button>
	) : (
		<IconButton icon="play" label={t.label(what)} onClick={start} />
	)
}
