import { api } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { useMe } from '../session/session.ts'
import { useSwitchOrg } from '../session/switch-org.ts'
import { yourOrg } from '../text/en/your-org.ts'
import { Button } from '../ui/button.tsx'

const t = yourOrg.leave

/** Leaves an org. Anyone who acts in it continues in another one of theirs. If they can't leave, the preview says why. */
export function Leave({ org: { org_id, name } }: { org: { org_id: string; name: string } }) {
	const ask = useAsk()
	const me = useMe()
	const switchOrg = useSwitchOrg()
	const next = me.orgs.find((one) => one.org_id !== org_id)
	const leave = useChange({
		send: (_: null, headers) => api.DELETE('/v1/me/orgs/{org_id}', { params: { path: { org_id } }, headers }),
		done: t.done(name),
		onDone: () => void (me.org_id === org_id && next && switchOrg(next.org_id)),
	})
	return (
		<Button
			kind="quiet"
			aria-label={t.label(name)}
			onClick={() =>
				ask({
					title: t.title(name),
					body: null,
					means: t.means,
					action: t.action,
					isDanger: true,
					change: leave,
					input: null,
				})
			}
		>
			{t.action}
		</Button>
	)
}
