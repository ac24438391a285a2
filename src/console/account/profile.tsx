import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api, type Reply, type Schema, tagged, type Tagged } from '../api.ts'
import { changed, useChange } from '../change/change.ts'
import { Conflict } from '../change/conflict.tsx'
import { useEdit } from '../change/edit.ts'
import { forgetChoice, localesFor } from '../session/language.ts'
import type { Me } from '../session/session.ts'
import { account } from '../text/en/account.ts'
import { common } from '../text/en/common.ts'
import { users } from '../text/en/users.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Panel, PanelSkeleton } from '../ui/page.tsx'

const t = account.profile

// Only people have an account.
const readMe = () => tagged(api.GET('/v1/me') as Promise<Reply<Me>>)

/** The user's name, language and time zone. */
export function Profile() {
	const { data: me, error, refetch } = useQuery({ queryKey: ['me', 'tagged'], queryFn: readMe })
	return (
		<Panel title={t.title}>
			{me ? (
				<ProfileForm me={me} />
			) : error ? (
				<Failure refusal={error} onRetry={() => void refetch()} />
			) : (
				<PanelSkeleton />
			)}
		</Panel>
	)
}

function ProfileForm({ me: read }: { me: Tagged<Me> }) {
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
	})
	return (
		<Form
			label={t.title}
			edit={edit}
			onSubmit={(form) =>
				void save.run(
					changed(me, {
						username: form.text('username'),
						locale: form.text('locale'),
						timezone: form.text('timezone'),
					}),
				)
			}
			refusal={save.refusal}
			actions={
				<Button kind="primary" submit isBusy={save.isRunning}>
					{common.save}
				</Button>
			}
		>
			<Conflict edit={edit} labels={users.fields} />
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
		</Form>
	)
}
