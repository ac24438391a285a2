import { featureFlags as t } from '../text/en/feature-flags.ts'
import { Badge } from '../ui/badge.tsx'

export const ValueBadge = ({ isOn }: { isOn: boolean }) => (
	<Badge tone={isOn ? 'neutral' : 'normal'}>{isOn ? t.on : t.off}</Badge>
)
