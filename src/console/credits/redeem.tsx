import { api } from '../api.ts'
import { useChange } from '../change/change.ts'
import { common } from '../text/en/common.ts'
import { credits } from '../text/en/credits.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { number } from '../ui/format.ts'

const t = credits.redeem

/** Trades a code for what it holds. */
export function Redeem({ org, onClose }: { org: string; onClose: () => void }) {
	const redeem = useChange({
		send: (code: string, headers) => api.POST('/v1/me/redeem', { body: { code }, headers }),
		done: ({ type, value }) => (type === 'credits' ? t.credits(number(Number(value))) : t.other(type, value)),
		onDone: onClose,
	})
	return (
		<Dialog title={t.title} hint={t.hint(org)} onClose={onClose}>
			<Form
				label={t.title}
				onSubmit={(form) => void redeem.run(form.text('code'))}
				refusal={redeem.refusal}
				actions={
					<>
						<Button onClick={onClose}>{common.cancel}</Button>
						<Button kind="primary" submit isBusy={redeem.isRunning}>
							{t.submit}
						</Button>
					</>
				}
			>
				<TextField name="code" label={t.code} hint={t.code_hint} placeholder="XXXX-XXXX-XXXX-XXXX" />
			</Form>
		</Dialog>
	)
}
