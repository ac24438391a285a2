import { useNavigate } from '@tanstack/react-router'
import { joining } from '../text/en/joining.ts'
import { TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import { LoginField } from './fields.tsx'
import { localeOf, spoken } from './language.ts'
import { enter, register } from './registering.ts'
import { Sent } from './stage.tsx'

const t = joining.register

interface RegisterFormProps {
	submit: string
	/** The token of an invitation, which needs no code. */
	token?: string
	/** The code of the link that led here. */
	code?: string | undefined
}

/** Creates an account and signs in. */
export function RegisterForm({ submit, token, code }: RegisterFormProps) {
	const navigate = useNavigate()
	const send = (form: Values) => {
		const [username, invite_code] = [form.text('username'), form.text('invite_code')]
		return register({
			login: form.text('login'),
			email: form.text('email'),
			password: form.exact('password'),
			locale: localeOf(spoken),
			...(username ? { username } : {}),
			...(invite_code ? { invite_code } : {}),
			...(token ? { invitation_token: token } : {}),
		})
	}
	return (
		<Sent
			submit={submit}
			isTransient={false}
			onSubmit={send}
			onDone={async ({ data: registered }) => {
				if (!registered) return
				await enter(registered)
				// The address must not keep a used token.
				await navigate({ to: token ? '/your-org' : '/', replace: true })
			}}
		>
			<LoginField label={t.login} hint={t.login_hint} />
			<TextField name="email" label={t.email} type="email" autoComplete="email" required />
			<TextField name="username" label={t.username} hint={t.username_hint} autoComplete="name" maxLength={128} />
			<TextField
				name="password"
				label={t.password}
				hint={t.password_hint}
				type="password"
				autoComplete="new-password"
				required
			/>
			{!token && <TextField name="invite_code" label={t.code} hint={t.code_hint} defaultValue={code} maxLength={64} />}
		</Sent>
	)
}
