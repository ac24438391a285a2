import { orgs } from '../text/en/orgs.ts'
import { Dialog } from '../ui/dialog.tsx'
import { AdjustForm } from './adjust-form.tsx'

interface AdjustDialogProps {
	org_id: string
	org: string
	onClose: () => void
}

export const AdjustDialog = ({ org_id, org, onClose }: AdjustDialogProps) => (
	<Dialog title={orgs.figures.adjust_title(org)} onClose={onClose}>
		<AdjustForm org_id={org_id} org={org} onDone={onClose} />
	</Dialog>
)
