import * as z from 'zod'
import { doc } from '#doc'
import { id, named, reference, timestamp } from '../../ground/http/fields.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { PERIOD } from '../../ground/http/period.ts'
import { REJECTED_BECAUSE } from './table.ts'

export const AcceptedReports = named('AcceptedReports', {
	accepted: z.int().meta(doc({ description: 'The number of reports that the queue accepted.', example: 100 })),
})

export const RejectedReport = named('RejectedReport', {
	id: id('rej'),
	run_id: z.string().meta(doc({ example: 'run_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	org_id: z.string().meta(doc({ description: 'As the report names it.', example: 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	reason: z.enum(REJECTED_BECAUSE).meta(
		doc({
			description:
				'`runs.other_org`: a run of another org has this id. `runs.unknown_org`: there is no such org, or it is deleted. `runs.not_written`: every try to write the report failed.',
			example: 'runs.other_org',
		}),
	),
	report: z.record(z.string(), z.unknown()).meta(doc({ description: 'The report.', example: { status: 'completed' } })),
	created_at: timestamp().meta(doc({ description: 'When the report was accepted.' })),
})

export const RejectedReportQuery = PageQuery.extend({ org_id: reference('org').optional(), ...PERIOD })
