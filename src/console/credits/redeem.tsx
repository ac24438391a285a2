import { api } from '../api.ts'
import { useChange } from '../change/change.ts'
import { credits } from '../text/en/credits.ts'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { number } from '../ui/format.ts'

const t = credits.redeem

/** Redeems a code. */
export function Redeem({ org, onClose }: { org: string; onClose: () => void }) {
	const redeem = useChange({
		send: (code: string, headers) => api.POST('/v1/me/redeem', { body: { code }, headers }),
		done: ({ type, value }) => (type === 'credits' ? t.credits(number(Number(value))) : t.other(type, value)),
		onDone: onClose,
	})
	return (
		<FormDialog
			title={t.title}
			hint={t.hint(org)}
			change={redeem}
			onSubmit={(form) => void redeem.run(form.text('code'))}
			action={t.submit}
			onClose={onClose}
		>
			<TextField name="code" label={t.code} hint={t.code_hint} placeholder="XXXX-XXXX-XXXX-XXXX" />
		</FormDialog>
	)
}
