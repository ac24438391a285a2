import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { Refusal, type Reply } from '../api.ts'
import { confirmReset, logIn, logInByPasskey, logInWithFactor, requestReset } from '../calls/token.ts'
import { factors } from '../text/en/factors.ts'
import { reset } from '../text/en/reset.ts'
import { signIn as t } from '../text/en/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import { later } from '../ui/loading.ts'
import { type AskedFactor, askedFactorIn, ByPasskey, Factor } from './factor.tsx'
import { LoginField, PasswordField } from './fields.tsx'
import { Providers } from './providers.tsx'
import { Sent, Stage } from './stage.tsx'

const Enrol = later(() => import('./enrol.tsx'))

/** The token for adding a second factor that a response has; undefined if it asks for none. */
function enrolmentIn({ error }: Reply<unknown>): string | undefined {
	const { reason, details } = new Refusal(401, error)
	return reason === 'auth.second_factor_required' ? (details.enrolment_token as string) : undefined
}

/** The connections that a response wants somebody to sign in through. */
function requiredIn({ error }: Reply<unknown>): string[] | undefined {
	const { reason, details } = new Refusal(401, error)
	return reason === 'oidc.required' ? (details.connection_ids as string[]) : undefined
}

type Step = 'sign-in' | 'request' | 'confirm'

/** Why a provider's sign-in was refused, as the address says. */
const refusedHere = () => {
	const reason = new URLSearchParams(location.search).get('refused')
	return reason !== null && reason in factors.refused
		? factors.refused[reason as keyof typeof factors.refused]
		: undefined
}

/** Signing in, and setting a new password with a code. */
export function LogIn({ hint, onRegister }: { hint?: string; onRegister?: () => void }) {
	const [step, setStep] = useState<Step>('sign-in')
	const [isChanged, setIsChanged] = useState(false)
	const [login, setLogin] = useState('')
	const [asked, setAsked] = useState<AskedFactor>()
	const [enrolment, setEnrolment] = useState<{ token: string; logInAgain: () => Promise<Reply<unknown>> }>()
	const [required, setRequired] = useState<string[]>()
	const [refused] = useState(refusedHere)
	useEffect(() => {
		document.title = t.title
	}, [])
	const toSignIn = (done = false) => {
		setIsChanged(done)
		setStep('sign-in')
	}
	if (asked)
		return (
			<Stage title={factors.title} hint={factors.hint}>
				<Factor
					asked={asked}
					submit={t.submit}
					onAnswer={(answer) => logInWithFactor({ challenge: asked.challenge, ...answer })}
				/>
				<Button kind="quiet" onClick={() => setAsked(undefined)}>
					{t.back}
				</Button>
			</Stage>
		)
	if (enrolment)
		return (
			<Suspense>
				<Enrol token={enrolment.token} onAdded={enrolment.logInAgain} onBack={() => setEnrolment(undefined)} />
			</Suspense>
		)
	return (
		<>
			{step === 'sign-in' && (
				<Stage title={t.title} hint={isChanged ? reset.confirm.done : (refused ?? hint)}>
					<Sent
						submit={t.submit}
						onSubmit={async (values) => {
							const attempt = async () => {
								const reply = await logIn(values.text('login'), values.exact('password'))
								setAsked(askedFactorIn(reply))
								return reply
							}
							const reply = await attempt()
							const token = enrolmentIn(reply)
							setEnrolment(token === undefined ? undefined : { token, logInAgain: attempt })
							setRequired(requiredIn(reply))
							return reply
						}}
					>
						<LoginField defaultValue={login} onBlur={(event) => setLogin(event.target.value)} />
						<PasswordField />
					</Sent>
					<ByPasskey onAnswer={logInByPasskey} />
					<Providers login={login} required={required} />
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
				<Stage title={reset.request.title} hint={reset.request.hint}>
					<Sent
						submit={reset.request.submit}
						onSubmit={(values) => {
							setLogin(values.text('login'))
							return requestReset(values.text('login'))
						}}
						onDone={() => setStep('confirm')}
					>
						<LoginField defaultValue={login} />
					</Sent>
					<Button kind="quiet" onClick={() => setStep('confirm')}>
						{reset.request.have}
					</Button>
					<Button kind="quiet" onClick={() => toSignIn()}>
						{t.back}
					</Button>
				</Stage>
			)}
			{step === 'confirm' && (
				<Stage title={reset.confirm.title} hint={reset.confirm.hint}>
					<Sent
						submit={reset.confirm.submit}
						onSubmit={(values) =>
							confirmReset({
								token: values.text('token'),
								password: values.exact('password'),
								delete_api_keys: values.checked('delete_api_keys'),
							})
						}
						onDone={() => toSignIn(true)}
					>
						<TextField name="token" label={reset.confirm.code} autoComplete="one-time-code" required />
						<TextField
							name="password"
							label={reset.confirm.password}
							hint={reset.confirm.password_hint}
							type="password"
							autoComplete="new-password"
							required
						/>
						<CheckField name="delete_api_keys" label={reset.confirm.keys} hint={reset.confirm.keys_hint} />
					</Sent>
					<Button kind="quiet" onClick={() => toSignIn()}>
						{t.back}
					</Button>
				</Stage>
			)}
		</>
	)
}
