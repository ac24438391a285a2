import type { Schema } from '../api.ts'
import { deliveries as t } from '../text/en/webhook-endpoints.ts'
import { Badge } from '../ui/badge.tsx'

type Status = Schema<'Delivery'>['status']

const TONES = { pending: 'accent', delivered: 'normal', failed: 'warn', dead: 'bad', skipped: 'neutral' } as const

export const DeliveryStatus = ({ status }: { status: Status }) => (
	<Badge tone={TONES[status]}>{t.status[status].toLowerCase()}</Badge>
)

/** Why an attempt failed, in words. */
export const causeOf = (error: string) =>
	error.startsWith('status.') ? t.ok(error.slice('status.'.length)) : (t.errors[error] ?? error)
