import { useName } from '../names/name.tsx'
import { common } from '../text/en/common.ts'
import { palette } from '../text/en/palette.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'

const t = palette.elsewhere

interface ElsewhereProps {
	org_id: string
	/** What is there, if it has a name. */
	title?: string
	onGo: () => void
	onClose: () => void
}

/** Asks before a tab goes to another org. */
export function Elsewhere({ org_id, title, onGo, onClose }: ElsewhereProps) {
	const org = useName(org_id) ?? org_id
	const go = () => {
		onClose()
		onGo()
	}
	return (
		<Dialog title={t.title(org)} hint={t.hint(title ?? t.this, org)} onClose={onClose}>
			<DialogActions>
				<Button onClick={onClose}>{common.cancel}</Button>
				<Button kind="primary" onClick={go}>
					{t.action(org)}
				</Button>
			</DialogActions>
		</Dialog>
	)
}
