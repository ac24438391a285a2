import { api, type Schema, type Tagged } from '../api.ts'
import { changed, useChange } from '../change/change.ts'
import { Conflict } from '../change/conflict.tsx'
import { useEdit } from '../change/edit.ts'
import { common } from '../text/en/common.ts'
import { orgs as t } from '../text/en/orgs.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

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
		<Form
			label={t.rename.title}
			edit={edit}
			onSubmit={(form) => void save.run(changed(org, { name: form.text('name') }))}
			refusal={save.refusal}
			actions={
				<>
					<Button onClick={onClose}>{common.cancel}</Button>
					<Button kind="primary" submit isBusy={save.isRunning}>
						{common.save}
					</Button>
				</>
			}
		>
			<Conflict edit={edit} labels={{ name: t.rename.field }} />
			<TextField name="name" label={t.rename.field} defaultValue={org.name} />
		</Form>
	)
}
