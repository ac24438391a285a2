import { orgExports as t } from '../text/en/org-exports.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import type { OrgExport } from './read.ts'

const TONES: Record<OrgExport['status'], Tone> = {
	running: 'accent',
	completed: 'normal',
	failed: 'bad',
	expired: 'neutral',
}

export const Status = ({ of: { status } }: { of: OrgExport }) => (
	<Badge tone={TONES[status]}>{t.statuses[status]}</Badge>
)
