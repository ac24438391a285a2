import { api, type Schema, tagged, type Tagged } from '../api.ts'
import { changed, useChange } from '../change/change.ts'
import { EditForm } from '../change/edit-form.tsx'
import { useEdit } from '../change/edit.ts'
import { localesFor } from '../session/language.ts'
import { users as t } from '../text/en/users.ts'
import { CheckField, SelectField, TextField } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'

interface ProfileFormProps {
	user: Tagged<Schema<'UserWithOrgs'>>
	onClose: () => void
}

/** Changes a user unless somebody else changed them since they were read. */
export function ProfileForm({ user: read, onClose }: ProfileFormProps) {
	const params = { path: { user_id: read.value.id } }
	const edit = useEdit(read, {
		members: ['last_login_at'],
		read: () => tagged(api.GET('/v1/admin/users/{user_id}', { params })),
	})
	const user = edit.value
	const save = useChange({
		send: (body: Schema<'UpdateUser'>, headers) => api.PATCH('/v1/admin/users/{user_id}', { params, body, headers }),
		edit,
		done: t.profile.saved,
		onDone: onClose,
	})
	const submit = (form: Values) =>
		void save.run(
			changed(user, {
				username: form.text('username'),
				email: form.textOrNull('email'),
				email_verified: form.checked('email_verified'),
				locale: form.text('locale'),
				timezone: form.text('timezone'),
			}),
		)
	return (
		<EditForm title={t.profile.title} edit={edit} labels={t.fields} onSubmit={submit} change={save} onClose={onClose}>
			<TextField name="username" label={t.fields.username} defaultValue={user.username} />
			<TextField
				name="email"
				label={t.fields.email}
				hint={t.fields.email_hint}
				type="email"
				defaultValue={user.email ?? ''}
			/>
			<CheckField name="email_verified" label={t.fields.email_verified} defaultChecked={user.email_verified} />
			<SelectField
				name="locale"
				label={t.fields.locale}
				hint={t.fields.locale_hint}
				options={localesFor(user.locale)}
				defaultValue={user.locale}
			/>
			<TextField name="timezone" label={t.fields.timezone} defaultValue={user.timezone} />
		</EditForm>
	)
}
