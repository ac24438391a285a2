import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api, type Reply, type Schema, tagged, type Tagged } from '../api.ts'
import { changed, useChange } from '../change/change.ts'
import { EditForm } from '../change/edit-form.tsx'
import { useEdit } from '../change/edit.ts'
import { forgetChoice, localesFor } from '../session/language.ts'
import type { Me } from '../session/session.ts'
import { account } from '../text/en/account.ts'
import { users } from '../text/en/users.ts'
import { Failure } from '../ui/failure.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { PanelSkeleton } from '../ui/page.tsx'

const t = account.profile

// Only people have an account.
const readMe = () => tagged(api.GET('/v1/me') as Promise<Reply<Me>>)

/** Changes the user's name, language and time zone. */
export function ProfileForm({ onClose }: { onClose: () => void }) {
	const { data: me, error, refetch } = useQuery({ queryKey: ['me', 'tagged'], queryFn: readMe })
	if (me) return <Fields me={me} onClose={onClose} />
	return error ? <Failure refusal={error} onRetry={() => void refetch()} /> : <PanelSkeleton />
}

function Fields({ me: read, onClose }: { me: Tagged<Me>; onClose: () => void }) {
	const zones = useId()
	const edit = useEdit(read, { members: ['last_login_at'], read: readMe })
	const me = edit.value
	const save = useChange({
		send: (body: Schema<'UpdateMe'>, headers) => api.PATCH('/v1/me', { body, headers }),
		edit,
		done: (_, { locale }) => {
			if (locale !== undefined) forgetChoice()
			return t.saved
		},
		onDone: onClose,
	})
	return (
		<EditForm
			title={t.title}
			edit={edit}
			labels={users.fields}
			onSubmit={(form) =>
				void save.run(
					changed(me, {
						username: form.text('username'),
						locale: form.text('locale'),
						timezone: form.text('timezone'),
					}),
				)
			}
			change={save}
			onClose={onClose}
		>
			<TextField name="username" label={users.fields.username} autoComplete="name" defaultValue={me.username} />
			<SelectField
				name="locale"
				label={users.fields.locale}
				hint={users.fields.locale_hint}
				options={localesFor(me.locale)}
				defaultValue={me.locale}
			/>
			<TextField
				name="timezone"
				label={users.fields.timezone}
				hint={t.timezone_hint}
				list={zones}
				defaultValue={me.timezone}
			/>
			<datalist id={zones}>
				{Intl.supportedValuesOf('timeZone').map((zone) => (
					<option key={zone}>{zone}</option>
				))}
			</datalist>
		</EditForm>
	)
}
