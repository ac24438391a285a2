import { useState } from 'react'
import { logOut, renew, renewByPasskey, renewWithFactor } from '../calls/token.ts'
import { signIn as t } from '../text/en/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useLeave } from '../ui/leaving.tsx'
import { type AskedFactor, askedFactorIn, ByPasskey, Factor } from './factor.tsx'
import { LoginField, PasswordField } from './fields.tsx'
import { useMe } from './session.ts'
import { Sent } from './stage.tsx'
import styles from './renewal.module.css'

/** Signing in again over the page of a session that ended. The page stays as it is, and its calls wait. */
export function Renewal() {
	const { email } = useMe()
	const leave = useLeave()
	const [asked, setAsked] = useState<AskedFactor>()
	return (
		<Dialog title={t.ended.title} hint={t.ended.hint} onClose={() => undefined} isAbove isFirm>
			{asked && (
				<Factor
					asked={asked}
					submit={t.submit}
					onAnswer={(answer) => renewWithFactor({ challenge: asked.challenge, ...answer })}
				/>
			)}
			{!asked && (
				<Sent
					submit={t.submit}
					onSubmit={async (values) => {
						const reply = await renew(values.text('login'), values.exact('password'))
						setAsked(askedFactorIn(reply))
						return reply
					}}
				>
					<LoginField defaultValue={email ?? ''} />
					<PasswordField />
				</Sent>
			)}
			{!asked && <ByPasskey onAnswer={renewByPasskey} />}
			<div className={styles.foot}>
				<a href="/console/" target="_blank" rel="noreferrer">
					{t.ended.otherwise}
				</a>
				<Button kind="quiet" onClick={() => leave(() => void logOut())}>
					{t.ended.leave}
				</Button>
			</div>
		</Dialog>
	)
}
