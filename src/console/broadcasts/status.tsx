import type { Schema } from '../api.ts'
import { OrgName } from '../names/org-name.tsx'
import { broadcasts as t } from '../text/en/broadcasts.ts'
import { Badge } from '../ui/badge.tsx'

export type Broadcast = Schema<'Broadcast'>

const TONES = {
	pending: 'accent',
	sending: 'accent',
	completed: 'normal',
	failed: 'bad',
	cancelled: 'neutral',
} as const

export const StatusBadge = ({ status }: Pick<Broadcast, 'status'>) => (
	<Badge tone={TONES[status]}>{t.states[status]}</Badge>
)

/** Whether its numbers can still change. */
export const isOpen = ({ status }: Pick<Broadcast, 'status'>) => status === 'pending' || status === 'sending'

export const Target = ({ target_id }: Pick<Broadcast, 'target_id'>) =>
	target_id === null ? t.everybody : <OrgName org_id={target_id} />
