import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { oidcConnections } from '../text/en/oidc-connections.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/page.tsx'
import { callsOf, type Connection, type Update } from './calls.ts'

const t = oidcConnections.required

/** How long its maker has to sign in through it. */
const TRIAL_S = 600

interface RequiredProps {
	connection: Connection
	etag: string | undefined
	mayEdit: boolean
}

/** Whether people have to sign in through the connection. */
export function Required({ connection, etag, mayEdit }: RequiredProps) {
	const ask = useAsk()
	const { id, org_id, name, is_active, is_required } = connection
	const send = (body: Update, headers: Record<string, string>) => callsOf(org_id).change(id, body, headers)
	const require = useChange({ send, etag, trial_s: TRIAL_S })
	const lift = useChange({ send, etag, done: t.lifted })
	const { action, title, body } = is_required ? t.lift : t.require
	return (
		<Panel
			title={t.title}
			hint={t.hint}
			actions={
				mayEdit &&
				is_active && (
					<Button
						onClick={() =>
							ask({
								title: title(name),
								body,
								action,
								change: is_required ? lift : require,
								input: { is_required: !is_required },
							})
						}
					>
						{action}
					</Button>
				)
			}
		>
			<p>{is_required ? t.on(org_id === null) : t.off}</p>
		</Panel>
	)
}
