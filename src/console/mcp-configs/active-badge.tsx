import { mcpConfigs as t } from '../text/en/mcp-configs.ts'
import { Badge } from '../ui/badge.tsx'

export const ActiveBadge = ({ isActive }: { isActive: boolean }) => (
	<Badge tone={isActive ? 'good' : 'neutral'}>{isActive ? t.active : t.inactive}</Badge>
)
