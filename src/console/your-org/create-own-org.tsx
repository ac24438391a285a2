import { useNavigate } from '@tanstack/react-router'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { useSwitchOrg } from '../session/switch-org.ts'
import { terms } from '../text/en/terms.ts'
import { yourOrg } from '../text/en/your-org.ts'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useLeave } from '../ui/leaving.tsx'

const t = yourOrg.create

/** Creates an org of one's own and switches to it: the next step is to invite somebody. */
export function CreateOwnOrg({ onClose }: { onClose: () => void }) {
	const navigate = useNavigate()
	const switchOrg = useSwitchOrg()
	const leave = useLeave()
	const create = useChange({
		send: (body: Schema<'CreateOwnOrg'>, headers) => api.POST('/v1/orgs', { body, headers }),
		done: ({ name }) => terms.created_it(name),
		onDone: ({ id }) => {
			onClose()
			leave(() =>
				navigate({ to: '/your-org', search: { tab: 'members' }, ignoreBlocker: true }).then(() => switchOrg(id)),
			)
		},
	})
	return (
		<FormDialog
			title={terms.new_org}
			hint={t.hint}
			change={create}
			onSubmit={(form) => void create.run({ name: form.text('name') })}
			onClose={onClose}
		>
			<TextField name="name" label={terms.name} />
		</FormDialog>
	)
}
