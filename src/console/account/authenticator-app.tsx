import { Suspense, useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { waysIn } from '../text/en/ways-in.ts'
import { Button } from '../ui/button.tsx'
import { later } from '../ui/loading.ts'
import { DateOf } from '../ui/time.tsx'
import { Way } from './way.tsx'

const t = waysIn.totp

const AddApp = later(() => import('./add-app.tsx'))

/** The authenticator app: adding one, and removing it. */
export function AuthenticatorApp({ since }: { since: string | null }) {
	const ask = useAsk()
	const [key, setKey] = useState<Schema<'TotpOptions'>>()
	const start = useChange({
		send: (_: null) => api.POST('/v1/me/totp/options'),
		refreshes: [],
		onDone: setKey,
	})
	const { action, title, body, done } = t.remove
	const remove = useChange({ send: (_: null, headers) => api.DELETE('/v1/me/totp', { headers }), done })
	return (
		<Way
			name={t.name}
			state={
				since ? (
					<>
						{t.since} <DateOf time={since} />
					</>
				) : (
					t.none
				)
			}
		>
			{since ? (
				<Button onClick={() => ask({ title, body, action, isDanger: true, change: remove, input: null })}>
					{action}
				</Button>
			) : (
				<Button isBusy={start.isRunning} onClick={() => start.runOrTell(null)}>
					{t.add.action}
				</Button>
			)}
			{key && (
				<Suspense>
					<AddApp authenticator={key} onClose={() => setKey(undefined)} />
				</Suspense>
			)}
		</Way>
	)
}
