import { useState } from 'react'
import type { Reply, Schema } from '../api.ts'
import { passkeyOptions } from '../calls/token.ts'
import { factors as t } from '../text/en/factors.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { AppCodeField } from './fields.tsx'
import { canUsePasskeys, proofByPasskey } from './passkey.ts'
import { Sent } from './stage.tsx'
import styles from './factor.module.css'

export type Answer = Pick<Schema<'SecondFactor'>, 'credential' | 'totp' | 'recovery_code'>

/** What a response asks for that wants another proof than a password. */
export interface AskedFactor {
	challenge: string
	methods: string[]
	passkey?: PublicKeyCredentialRequestOptionsJSON
}

/** The second factor that a response asks for; undefined if it asks for none. */
export function askedFactorIn({ error }: Reply<unknown>): AskedFactor | undefined {
	const { details } = (error ?? {}) as { details?: { reason?: string } & AskedFactor }
	return details?.reason === 'auth.second_factor' ? details : undefined
}

interface FactorProps<T> {
	asked: AskedFactor
	submit: string
	onAnswer: (answer: Answer) => Promise<Reply<T>>
	onDone?: () => void
}

/** A second factor: the passkey by a button, or a code. People without their device use a recovery code. */
export function Factor<T>({ asked: { methods, passkey }, submit, onAnswer, onDone }: FactorProps<T>) {
	const hasPasskey = passkey !== undefined && methods.includes('passkey') && canUsePasskeys()
	const codes = methods.filter((method) => method !== 'passkey')
	const [method, setMethod] = useState(hasPasskey ? 'passkey' : codes[0])
	const others = [...(hasPasskey ? ['passkey'] : []), ...codes].filter((one) => one !== method)
	return (
		<>
			{method === 'passkey' && passkey && (
				<Sent
					submit={t.passkey.submit}
					onSubmit={async () => onAnswer({ credential: await proofByPasskey(passkey) })}
					{...(onDone && { onDone })}
				>
					<p>{t.passkey.hint}</p>
				</Sent>
			)}
			{method === 'totp' && (
				<Sent
					key="totp"
					submit={submit}
					onSubmit={(values) => onAnswer({ totp: values.text('totp').replaceAll(' ', '') })}
					{...(onDone && { onDone })}
				>
					<AppCodeField />
				</Sent>
			)}
			{method === 'recovery_code' && (
				<Sent
					key="recovery_code"
					submit={submit}
					onSubmit={(values) => onAnswer({ recovery_code: values.text('recovery_code') })}
					{...(onDone && { onDone })}
				>
					<TextField
						name="recovery_code"
						label={t.recovery_code.label}
						hint={t.recovery_code.hint}
						autoComplete="off"
						autoCapitalize="none"
						required
					/>
				</Sent>
			)}
			{method === undefined && <p>{t.none}</p>}
			{others.length > 0 && (
				<div className={styles.others}>
					{others.map((other) => (
						<Button key={other} kind="quiet" onClick={() => setMethod(other)}>
							{t.instead[other as keyof typeof t.instead]}
						</Button>
					))}
				</div>
			)}
		</>
	)
}

/** Signing in with a passkey alone: that of anyone whose the browser has. */
export const ByPasskey = <T,>({ onAnswer }: { onAnswer: (answer: Schema<'LogInByPasskey'>) => Promise<Reply<T>> }) =>
	canUsePasskeys() && (
		<Sent
			submit={t.by_passkey}
			kind="plain"
			onSubmit={async () => {
				const options = await passkeyOptions()
				return options.data ? onAnswer({ credential: await proofByPasskey(options.data) }) : options
			}}
		/>
	)
