import { mcpConfigs as t } from '../text/en/mcp-configs.ts'
import { Badge } from '../ui/badge.tsx'

export const ActiveBadge = ({ isActive }: { isActive: boolean }) => (
	<Badge tone={isActive ? 'normal' : 'neutral'}>{isActive ? t.active : t.inactive}</Badge>
)
