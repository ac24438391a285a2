import { useState } from 'react'
import { api } from '../api.ts'
import { useChange } from '../change/change.ts'
import { account } from '../text/en/account.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

const t = account.verify

/** Requests an email with a code, and accepts the code. */
export function VerifyEmail() {
	const [isOpen, setIsOpen] = useState(false)
	const close = () => setIsOpen(false)
	const ask = useChange({
		send: (_: null, headers) => api.POST('/v1/me/email/verification', { headers }),
		done: t.asked,
		onDone: () => setIsOpen(true),
	})
	const confirm = useChange({
		send: (token: string, headers) => api.POST('/v1/auth/email/verification/confirm', { body: { token }, headers }),
		done: t.done,
		onDone: close,
	})
	return (
		<>
			{ask.refusal && <Failure refusal={ask.refusal} isInline />}
			<div>
				<Button isBusy={ask.isRunning} onClick={() => ask.runOrTell(null)}>
					{t.ask}
				</Button>
			</div>
			{isOpen && (
				<FormDialog
					title={t.title}
					hint={t.hint}
					change={confirm}
					onSubmit={(form) => void confirm.run(form.text('token'))}
					action={t.submit}
					onClose={close}
				>
					<TextField name="token" label={t.code} autoComplete="one-time-code" />
				</FormDialog>
			)}
		</>
	)
}
