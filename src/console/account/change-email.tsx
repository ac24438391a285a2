import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { account } from '../text/en/account.ts'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

const t = account.email

/** Changes the address, which resets the password: so it takes the password, or another proof of who is there. */
export function ChangeEmail({ email, onClose }: { email: string | null; onClose: () => void }) {
	const save = useChange({
		send: (body: Schema<'UpdateMe'>, headers) => api.PATCH('/v1/me', { body, headers }),
		done: (me) => t.done(me.email),
		onDone: onClose,
	})
	return (
		<FormDialog
			title={t.title}
			hint={t.hint}
			change={save}
			onSubmit={(form) =>
				void save.run({ email: form.textOrNull('email'), password: form.exact('password') || undefined })
			}
			action={t.submit}
			onClose={onClose}
		>
			<TextField
				name="email"
				label={t.field}
				hint={t.field_hint}
				type="email"
				autoComplete="email"
				defaultValue={email ?? ''}
			/>
			<TextField
				name="password"
				label={t.password}
				hint={t.password_hint}
				type="password"
				autoComplete="current-password"
			/>
		</FormDialog>
	)
}
