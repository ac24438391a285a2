import { useRef, useState } from 'react'
import { api, type Schema } from '../api.ts'
import { Asked } from '../change/asked.tsx'
import { useChange } from '../change/change.ts'
import { users } from '../text/en/users.ts'
import { ResetCode } from './reset-code.tsx'

const t = users.reset

interface ResetPasswordProps {
	user_id: string
	name: string
	onClose: () => void
}

/** Asks before it creates a reset code, and shows the code. */
export function ResetPassword({ user_id, name, onClose }: ResetPasswordProps) {
	const [code, setCode] = useState<Schema<'ResetToken'>>()
	// The question closes itself when it was answered. Then the code stays.
	const isMade = useRef(false)
	const reset = useChange({
		send: (_: null, headers) =>
			api.POST('/v1/admin/users/{user_id}/password-reset', { params: { path: { user_id } }, headers }),
		onDone: (made) => {
			isMade.current = made.token !== undefined
			setCode(made)
		},
	})
	if (code?.token) return <ResetCode code={{ ...code, token: code.token }} name={name} onClose={onClose} />
	return (
		<Asked
			question={{
				title: t.ask(name),
				body: t.ask_body,
				action: t.action,
				hasNoPreview: true,
				change: reset,
				input: null,
			}}
			onClose={() => !isMade.current && onClose()}
		/>
	)
}
