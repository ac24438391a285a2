import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { signIn as t } from '../text/en/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import { Sent, Stage } from './stage.tsx'
import { confirmReset, logIn, requestReset } from './token.ts'

type Step = 'sign-in' | 'request' | 'confirm'

/** Signing in, and setting a new password with a code. */
export function LogIn({ hint, onRegister }: { hint?: string; onRegister?: () => void }) {
	const [step, setStep] = useState<Step>('sign-in')
	const [isChanged, setIsChanged] = useState(false)
	useEffect(() => {
		document.title = t.title
	}, [])
	const toSignIn = (done = false) => {
		setIsChanged(done)
		setStep('sign-in')
	}
	return (
		<>
			{step === 'sign-in' && (
				<Stage title={t.title} hint={isChanged ? t.confirm.done : hint}>
					<Sent submit={t.submit} onSubmit={(values) => logIn(values.text('login'), values.exact('password'))}>
						<TextField name="login" label={t.login} autoComplete="username" autoCapitalize="none" required />
						<TextField name="password" label={t.password} type="password" autoComplete="current-password" required />
					</Sent>
					<Button kind="quiet" onClick={() => setStep('request')}>
						{t.forgot}
					</Button>
					{onRegister ? (
						<Button kind="quiet" onClick={onRegister}>
							{t.register}
						</Button>
					) : (
						<Link to="/register">{t.register}</Link>
					)}
				</Stage>
			)}
			{step === 'request' && (
				<Stage title={t.request.title} hint={t.request.hint}>
					<Sent
						submit={t.request.submit}
						onSubmit={(values) => requestReset(values.text('login'))}
						onDone={() => setStep('confirm')}
					>
						<TextField name="login" label={t.login} autoComplete="username" autoCapitalize="none" required />
					</Sent>
					<Button kind="quiet" onClick={() => setStep('confirm')}>
						{t.request.have}
					</Button>
					<Button kind="quiet" onClick={() => toSignIn()}>
						{t.back}
					</Button>
				</Stage>
			)}
			{step === 'confirm' && (
				<Stage title={t.confirm.title} hint={t.confirm.hint}>
					<Sent
						submit={t.confirm.submit}
						onSubmit={(values) =>
							confirmReset({
								token: values.text('token'),
								password: values.exact('password'),
								delete_api_keys: values.checked('delete_api_keys'),
							})
						}
						onDone={() => toSignIn(true)}
					>
						<TextField name="token" label={t.confirm.code} autoComplete="one-time-code" required />
						<TextField
							name="password"
							label={t.confirm.password}
							hint={t.confirm.password_hint}
							type="password"
							autoComplete="new-password"
							required
						/>
						<CheckField name="delete_api_keys" label={t.confirm.keys} hint={t.confirm.keys_hint} />
					</Sent>
					<Button kind="quiet" onClick={() => toSignIn()}>
						{t.back}
					</Button>
				</Stage>
			)}
		</>
	)
}
