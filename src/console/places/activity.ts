import { shell as t } from '../text/en/shell.ts'
import type { Place } from './place.ts'

export const activity: Place[] = [
	{
		to: '/access-log',
		label: t.places.access_log,
		icon: 'activity',
		access: 'platform.read',
		also: t.also.access_log,
		chapter: 'access-log',
	},
	{
		to: '/trace',
		label: t.places.traces,
		icon: 'story',
		access: 'org.settings',
		also: t.also.traces,
		chapter: 'traces',
		finds: {
			trace: ({ id }) => ({ to: '/trace/$trace_id', params: { trace_id: id } }),
		},
	},
	{
		to: '/audit-logs',
		label: t.places.audit_logs,
		icon: 'audit',
		access: 'platform.read',
		also: t.also.audit_logs,
		chapter: 'audit-logs',
		guide: 'changes',
		finds: {
			// The subtitle of an audit row is its target. The list of that has the row.
			audit_log: ({ id, subtitle }) => ({ to: '/audit-logs', search: { target_id: subtitle ?? undefined, row: id } }),
		},
		linkOf: ({ topic, target_id, audit_id }) =>
			topic === 'change' && target_id !== undefined && { to: '/audit-logs', search: { target_id, row: audit_id } },
	},
	{
		to: '/health',
		label: t.places.health,
		icon: 'health',
		access: 'platform.read',
		also: t.also.health,
		chapter: 'health',
		linkOf: ({ type }) => type === 'platform.alert' && { to: '/health' },
	},
]
