import type { Schema } from '../api.ts'
import { subscriptions as t } from '../text/en/subscriptions.ts'
import { Badge } from '../ui/badge.tsx'

const TONES = { active: 'normal', cancelled: 'warn', expired: 'neutral' } as const

/** The status. An active one whose period lies ahead says so instead. */
export const StatusBadge = ({ status, starts }: Pick<Schema<'Subscription'>, 'status' | 'starts'>) =>
	status === 'active' && starts === 'later' ? (
		<Badge tone="accent">{t.later}</Badge>
	) : (
		<Badge tone={TONES[status]}>{t.status[status].toLowerCase()}</Badge>
	)
