import type { Schema } from '../api.ts'
import { runs as t } from '../text/en/runs.ts'
import { Badge } from '../ui/badge.tsx'

export type Status = Schema<'Run'>['status']

const TONES = { queued: 'neutral', running: 'accent', completed: 'normal', failed: 'bad', cancelled: 'warn' } as const

export const StatusBadge = ({ status }: { status: Status }) => (
	<Badge tone={TONES[status]}>{t.status[status].toLowerCase()}</Badge>
)

/** Whether a run is still in progress, so somebody may be waiting for it. */
export const isGoingOn = (status: Status) => status === 'queued' || status === 'running'
