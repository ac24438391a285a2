import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { account } from '../text/en/account.ts'
import { Button } from '../ui/button.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'

const t = account.password

export function PasswordForm() {
	// A new form is empty.
	const [changes, setChanges] = useState(0)
	const change = useChange({
		send: (body: Schema<'ChangePassword'>, headers) => api.POST('/v1/me/password', { body, headers }),
		done: t.done,
		onDone: () => setChanges((count) => count + 1),
	})
	const submit = (form: Values) =>
		void change.run({
			old_password: form.exact('old_password'),
			new_password: form.exact('new_password'),
			delete_api_keys: form.checked('delete_api_keys'),
		})
	return (
		<Form
			key={changes}
			label={t.title}
			onSubmit={submit}
			refusal={change.refusal}
			actions={
				<Button submit isBusy={change.isRunning}>
					{t.submit}
				</Button>
			}
		>
			<TextField name="old_password" label={t.old} type="password" autoComplete="current-password" />
			<TextField name="new_password" label={t.new} hint={t.hint} type="password" autoComplete="new-password" />
			<CheckField name="delete_api_keys" label={t.keys} hint={t.keys_hint} />
		</Form>
	)
}
