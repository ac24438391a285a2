import type { Schema } from '../api.ts'
import { webhookEndpoints as t } from '../text/en/webhook-endpoints.ts'
import { Badge } from '../ui/badge.tsx'
import { percent } from '../ui/format.ts'

export const EnabledBadge = ({ isEnabled }: { isEnabled: boolean }) => (
	<Badge tone={isEnabled ? 'normal' : 'bad'}>{isEnabled ? t.enabled : t.disabled}</Badge>
)

/** The share of attempts that succeeded, in percent. */
export const rateOf = ({ success_rate }: Schema<'WebhookEndpoint'>) =>
	success_rate === null ? '–' : percent(Math.floor(success_rate * 1000) / 1000)
