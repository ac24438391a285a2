import { factors } from '../text/en/factors.ts'
import { signIn as t } from '../text/en/sign-in.ts'
import { TextField } from '../ui/field.tsx'

type More = Partial<Parameters<typeof TextField>[0]>

/** A login, as password managers know it. */
export const LoginField = (more: More) => (
	<TextField name="login" label={t.login} autoComplete="username" autoCapitalize="none" required {...more} />
)

/** The password of somebody who signs in. */
export const PasswordField = () => (
	<TextField name="password" label={t.password} type="password" autoComplete="current-password" required />
)

/** A code of an authenticator app. */
export const AppCodeField = (more: More) => (
	<TextField
		name="totp"
		label={factors.totp.label}
		hint={factors.totp.hint}
		inputMode="numeric"
		autoComplete="one-time-code"
		required
		{...more}
	/>
)
