import { type ReactNode, useEffect, useState } from 'react'
import { type Reply, answered, type Refusal } from '../api.ts'
import { signIn as t } from '../text/en/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { confirmReset, logIn, requestReset } from './token.ts'
import styles from './sign-in.module.css'

type Step = 'sign-in' | 'request' | 'confirm'

/** Signing in, and setting a new password with a code. It's shown in place of the screen, so a deep link needs no redirect. */
export default function SignIn() {
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
		<main className={styles.page}>
			<div className={styles.box}>
				<svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
					<rect width="32" height="32" rx="7" />
					<path d="M8 8h16v3H8zM11 12.5h3v7h-3zM18 12.5h3v7h-3zM9 21h14v1.5H9zM7 23.5h18V26H7z" />
				</svg>
				{step === 'sign-in' && (
					<Stage title={t.title} hint={isChanged ? t.confirm.done : undefined}>
						<Sent submit={t.submit} onSubmit={(values) => logIn(values.text('login'), values.exact('password'))}>
							<TextField name="login" label={t.login} autoComplete="username" autoCapitalize="none" required />
							<TextField name="password" label={t.password} type="password" autoComplete="current-password" required />
						</Sent>
						<Button kind="quiet" onClick={() => setStep('request')}>
							{t.forgot}
						</Button>
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
			</div>
		</main>
	)
}

const Stage = ({ title, hint, children }: { title: string; hint?: string | undefined; children: ReactNode }) => (
	<>
		<div className={styles.titles}>
			<h1>{title}</h1>
			{hint && <p role="status">{hint}</p>}
		</div>
		{children}
	</>
)

interface SentProps {
	submit: string
	onSubmit: (values: Values) => Promise<Reply<unknown>>
	onDone?: () => void
	children: ReactNode
}

/** A form whose call needs no token. */
function Sent({ submit, onSubmit, onDone, children }: SentProps) {
	const [isRunning, setIsRunning] = useState(false)
	const [refusal, setRefusal] = useState<Refusal>()
	const send = async (values: Values) => {
		setIsRunning(true)
		setRefusal(undefined)
		try {
			await answered(onSubmit(values))
			onDone?.()
		} catch (error) {
			setRefusal(error as Refusal)
		}
		setIsRunning(false)
	}
	return (
		<Form
			onSubmit={(values) => void send(values)}
			refusal={refusal}
			actions={
				<Button kind="primary" submit isBusy={isRunning}>
					{submit}
				</Button>
			}
		>
			{children}
		</Form>
	)
}
