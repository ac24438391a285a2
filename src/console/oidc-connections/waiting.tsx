import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { oidcConnections } from '../text/en/oidc-connections.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/page.tsx'
import { DateOf } from '../ui/time.tsx'
import { callsOf, type Connection } from './calls.ts'

const t = oidcConnections.waiting

/** That the connection waits until somebody who decides confirms it; nothing if it doesn't. */
export function Waiting({ connection, mayEdit }: { connection: Connection; mayEdit: boolean }) {
	const ask = useAsk()
	const { id, org_id, name, waits_since } = connection
	const confirm = useChange({
		send: (_: null, headers) => callsOf(org_id).confirm(id, headers),
		refreshes: ['oidc-connections'],
		done: t.done(name),
	})
	if (waits_since === null) return null
	return (
		<Panel
			title={t.title}
			hint={t.hint}
			actions={
				mayEdit && (
					<Button
						icon="check"
						onClick={() => ask({ title: t.ask(name), body: t.body, action: t.action, change: confirm, input: null })}
					>
						{t.action}
					</Button>
				)
			}
		>
			<p>
				{t.since} <DateOf time={waits_since} />
			</p>
		</Panel>
	)
}
