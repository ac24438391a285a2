import { Link } from '@tanstack/react-router'
import { Only } from '../change/only.tsx'
import { orgs } from '../text/en/orgs.ts'
import { DialogButton } from '../ui/dialog-button.tsx'
import { AdjustDialog } from './adjust-dialog.tsx'
import styles from './credits-actions.module.css'

const t = orgs.figures

/** What an operator can do with the credits of an org, where they see them. */
export function CreditsActions({ org_id, org }: { org_id: string; org: string }) {
	return (
		<span className={styles.row}>
			<Link to="/credits/$org_id" params={{ org_id }}>
				{t.transactions}
			</Link>
			<Only needs={['money.write']}>
				<DialogButton renderDialog={(onClose) => <AdjustDialog org_id={org_id} org={org} onClose={onClose} />}>
					{t.adjust}
				</DialogButton>
			</Only>
		</span>
	)
}
