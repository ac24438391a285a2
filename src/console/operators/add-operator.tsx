import { useState } from 'react'
import { useName } from '../names/name.tsx'
import { UserField } from '../names/user-field.tsx'
import { common } from '../text/en/common.ts'
import { operators } from '../text/en/operators.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { RolesDialog } from './roles-dialog.tsx'

const t = operators.add

/** Asks who becomes an operator. Whoever is chosen gets their roles right away. */
export function AddOperator({ onClose }: { onClose: () => void }) {
	const [id, setId] = useState<string | null>(null)
	const name = useName(id ?? '')
	if (id) return <RolesDialog user={{ id, username: name ?? id }} onClose={onClose} />
	return (
		<Dialog title={t.action} hint={t.hint} onClose={onClose}>
			<UserField name="user_id" label={t.user} onChoose={setId} />
			<DialogActions>
				<Button onClick={onClose}>{common.cancel}</Button>
			</DialogActions>
		</Dialog>
	)
}
