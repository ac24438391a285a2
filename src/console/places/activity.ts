import { place } from './place.ts'

export const activity = [
	place('/access-log', { icon: 'activity', access: 'platform.read' }),
	place('/trace', {
		name: 'traces',
		icon: 'story',
		access: 'org.settings',
		chapter: 'traces',
		finds: { trace: ({ id }) => ({ to: '/trace/$trace_id', params: { trace_id: id } }) },
	}),
	place('/audit-logs', {
		icon: 'audit',
		access: 'platform.read',
		guide: 'changes',
		finds: {
			// The subtitle of an audit row is its target. The list of that has the row.
			audit_log: ({ id, subtitle }) => ({ to: '/audit-logs', search: { target_id: subtitle ?? undefined, row: id } }),
		},
		linkOf: ({ topic, target_id, audit_id }) =>
			topic === 'change' && target_id !== undefined && { to: '/audit-logs', search: { target_id, row: audit_id } },
	}),
	place('/health', {
		icon: 'health',
		access: 'platform.read',
		linkOf: ({ type }) => type === 'platform.alert' && { to: '/health' },
	}),
]
