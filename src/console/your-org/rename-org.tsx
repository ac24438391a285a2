import { useQuery } from '@tanstack/react-query'
import { api, type Schema, tagged, type Tagged } from '../api.ts'
import { useChange } from '../change/change.ts'
import { EditForm } from '../change/edit-form.tsx'
import { useEdit } from '../change/edit.ts'
import { terms } from '../text/en/terms.ts'
import { yourOrg } from '../text/en/your-org.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { TextField } from '../ui/field.tsx'
import { PanelSkeleton } from '../ui/page.tsx'

const t = yourOrg.rename

interface Props {
	org_id: string
	onClose: () => void
}

/** Renames the org, unless somebody else changed it meanwhile. */
export function RenameOrg({ org_id, onClose }: Props) {
	const { data: read, error } = useQuery({
		queryKey: ['your-org', org_id, 'tagged'],
		queryFn: () => tagged(api.GET('/v1/orgs/{org_id}', { params: { path: { org_id } } })),
	})
	return (
		<Dialog title={t.title} hint={t.hint} onClose={onClose}>
			{read ? <Renaming org={read} onClose={onClose} /> : error ? <Failure refusal={error} /> : <PanelSkeleton />}
		</Dialog>
	)
}

function Renaming({ org: read, onClose }: { org: Tagged<Schema<'OwnOrg'>> } & Pick<Props, 'onClose'>) {
	const edit = useEdit(read)
	const org = edit.value
	const save = useChange({
		send: (body: Schema<'UpdateOwnOrg'>, headers) =>
			api.PATCH('/v1/orgs/{org_id}', { params: { path: { org_id: org.id } }, body, headers }),
		edit,
		done: ({ name }) => t.done(name),
		onDone: onClose,
	})
	return (
		<EditForm
			title={t.title}
			change={save}
			onSubmit={(form) => void save.run({ name: form.text('name') })}
			action={terms.rename}
			onClose={onClose}
			edit={edit}
			labels={{ name: terms.name }}
		>
			<TextField name="name" label={terms.name} defaultValue={org.name} />
		</EditForm>
	)
}
