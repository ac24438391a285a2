import type { Schema } from '../api.ts'
import { users } from '../text/en/users.ts'
import { Badge } from '../ui/badge.tsx'

const TONES = { active: 'normal', suspended: 'bad', deleted: 'neutral' } as const

export const StatusBadge = ({ status }: { status: Schema<'User'>['status'] }) => (
	<Badge tone={TONES[status]}>{users.status[status].toLowerCase()}</Badge>
)
