import { useState } from 'react'
import type { Reply } from '../api.ts'
import { enrolling } from '../calls/token.ts'
import { enrol } from '../text/en/enrol.ts'
import { signIn } from '../text/en/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { AppCodeField } from './fields.tsx'
import { canUsePasskeys, newPasskey } from './passkey.ts'
import { Sent, Stage } from './stage.tsx'
import styles from './enrol.module.css'

interface EnrolProps {
	/** The token of the 401 that asked for a second factor. */
	token: string
	/** Logs in again, now that there's a factor to ask for. */
	onAdded: () => Promise<Reply<unknown>>
	onBack: () => void
}

/** Adding the second factor that somebody needs to log in. */
export default function Enrol({ token, onAdded, onBack }: EnrolProps) {
	const [key, setKey] = useState<{ secret: string; otpauth_uri: string }>()
	const calls = enrolling(token)
	if (key)
		return (
			<Stage title={enrol.app} hint={enrol.app_hint}>
				<p className={styles.key}>
					<code>{key.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
					<a href={key.otpauth_uri}>{enrol.open}</a>
				</p>
				<Sent
					submit={enrol.submit}
					onSubmit={async (values) => {
						const reply = await calls.enableApp(values.text('totp').replaceAll(' ', ''))
						return reply.data ? onAdded() : reply
					}}
				>
					<AppCodeField />
				</Sent>
				<Button kind="quiet" onClick={() => setKey(undefined)}>
					{signIn.back}
				</Button>
			</Stage>
		)
	return (
		<Stage title={enrol.title} hint={enrol.hint}>
			{canUsePasskeys() && (
				<Sent
					submit={enrol.passkey}
					onSubmit={async () => {
						const options = await calls.passkeyOptions()
						if (!options.data) return options
						const credential = await newPasskey(options.data)
						const reply = await calls.addPasskey({ name: enrol.passkey_name, credential })
						return reply.data ? onAdded() : reply
					}}
				/>
			)}
			<Sent
				submit={enrol.use_app}
				kind={canUsePasskeys() ? 'plain' : 'primary'}
				onSubmit={async () => {
					const reply = await calls.appKey()
					if (reply.data && 'secret' in reply.data) setKey(reply.data)
					return reply
				}}
			/>
			<Button kind="quiet" onClick={onBack}>
				{signIn.back}
			</Button>
		</Stage>
	)
}
