import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { account } from '../text/en/account.ts'
import { CheckField, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

const t = account.password

/** Changes the password, which takes the old one. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
	const change = useChange({
		send: (body: Schema<'ChangePassword'>, headers) => api.POST('/v1/me/password', { body, headers }),
		done: t.done,
		onDone: onClose,
	})
	return (
		<FormDialog
			title={t.title}
			change={change}
			onSubmit={(form) =>
				void change.run({
					old_password: form.exact('old_password'),
					new_password: form.exact('new_password'),
					delete_api_keys: form.checked('delete_api_keys'),
				})
			}
			action={t.submit}
			onClose={onClose}
		>
			<TextField name="old_password" label={t.old} type="password" autoComplete="current-password" required />
			<TextField name="new_password" label={t.new} hint={t.hint} type="password" autoComplete="new-password" required />
			<CheckField name="delete_api_keys" label={t.keys} hint={t.keys_hint} />
		</FormDialog>
	)
}
