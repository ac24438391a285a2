import type { Schema } from '../api.ts'
import { Sentence } from '../change/sentences/use-sentences.tsx'
import { actionText } from '../text/en/actions.ts'
import { auditLogs as t } from '../text/en/audit-logs.ts'
import { Badge } from '../ui/badge.tsx'
import styles from './audit-logs.module.css'

/** What a row of the log is about: its sentence, and below it the kind of change that the filter knows. */
export const ChangeCell = ({ row }: { row: Schema<'OrgAuditLog'> }) => (
	<span className={styles.change}>
		<span>
			<Sentence change={row} />
		</span>
		<span className={styles.action}>
			<span>{actionText(row.action)}</span> {row.reverts && <Badge tone="accent">{t.revert_of}</Badge>}
			{row.reverted_by && <Badge>{t.reverted}</Badge>}
		</span>
	</span>
)
