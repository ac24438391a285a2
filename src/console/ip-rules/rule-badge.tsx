import type { Schema } from '../api.ts'
import { ipRules as t } from '../text/en/ip-rules.ts'
import { Badge } from '../ui/badge.tsx'

export const RuleBadge = ({ type }: { type: Schema<'IpRule'>['type'] }) => (
	<Badge tone={type === 'blocklist' ? 'bad' : 'normal'}>{t.types[type]}</Badge>
)
