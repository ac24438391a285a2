import { useChange } from '../change/change.ts'
import { requests } from '../text/en/requests.ts'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { declineRequest, type Owner, type Request } from './read.ts'
import { titleOf } from './words.tsx'

const t = requests.decline

export function Decline({ request, owner, onClose }: { request: Request; owner: Owner; onClose: () => void }) {
	const decline = useChange({
		send: (reason: string | null, headers) => declineRequest(owner, request.id, { reason }, headers),
		done: t.done,
		onDone: onClose,
	})
	return (
		<FormDialog
			title={t.title}
			hint={titleOf(request)}
			change={decline}
			onSubmit={(form) => void decline.run(form.textOrNull('reason'))}
			action={t.action}
			onClose={onClose}
		>
			<TextField name="reason" label={requests.reason} hint={requests.reason_hint} maxLength={500} />
		</FormDialog>
	)
}
