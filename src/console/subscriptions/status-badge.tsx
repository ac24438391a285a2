import type { Schema } from '../api.ts'
import { Badge } from '../ui/badge.tsx'

const TONES = { active: 'good', cancelled: 'warn', expired: 'neutral' } as const

export const StatusBadge = ({ status }: { status: Schema<'Subscription'>['status'] }) => (
	<Badge tone={TONES[status]}>{status}</Badge>
)
