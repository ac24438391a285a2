import { api, type Schema, type Tagged } from '../api.ts'
import { changed, useChange } from '../change/change.ts'
import { EditForm } from '../change/edit-form.tsx'
import { useEdit } from '../change/edit.ts'
import { orgs as t } from '../text/en/orgs.ts'
import { terms } from '../text/en/terms.ts'
import { TextField } from '../ui/field.tsx'

/** Renames an org unless somebody else changed it since it was read. */
export function RenameForm({ org: read, onClose }: { org: Tagged<Schema<'OrgWithMembers'>>; onClose: () => void }) {
	const edit = useEdit(read)
	const org = edit.value
	const save = useChange({
		send: (body: Schema<'UpdateOrg'>, headers) =>
			api.PATCH('/v1/admin/orgs/{org_id}', { params: { path: { org_id: org.id } }, body, headers }),
		edit,
		done: t.rename.done,
		onDone: onClose,
	})
	return (
		<EditForm
			title={terms.name}
			edit={edit}
			labels={{ name: terms.name }}
			onSubmit={(form) => void save.run(changed(org, { name: form.text('name') }))}
			change={save}
			onClose={onClose}
		>
			<TextField name="name" label={terms.name} defaultValue={org.name} />
		</EditForm>
	)
}
