import * as z from 'zod'
import { doc } from '#doc'
import { LedgerEntry } from '../../billing/credits/schema.ts'
import { id, named, timestamp } from '../../ground/http/fields.ts'
import { OrgAuditLog } from '../../people/audit-logs/schema.ts'
import { AccessLogEntry } from '../../traffic/access-log/schema.ts'
import { Delivery } from '../../webhooks/deliveries/schema.ts'

const TraceEvent = named('TraceEvent', {
	id: id('evt'),
	org_id: id('org'),
	type: z.string().meta(doc({ example: 'run.completed' })),
	created_at: timestamp(),
	deliveries: z.array(Delivery.extend({ endpoint_id: id('whe') })),
})

export const Trace = named('Trace', {
	trace_id: z.string().meta(doc({ example: '4bf92f3577b34da6a3ce929d0e0e4736' })),
	requests: z
		.nullable(z.array(AccessLogEntry))
		.meta(doc({ description: "Newest first. Null if the access log isn't available." })),
	audit_logs: z.array(OrgAuditLog).meta(doc({ description: 'Oldest first.' })),
	ledger_entries: z.array(LedgerEntry).meta(doc({ description: 'By org, oldest first.' })),
	events: z.array(TraceEvent).meta(doc({ description: 'Oldest first.' })),
})
