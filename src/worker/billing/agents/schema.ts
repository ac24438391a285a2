import * as z from 'zod'
import { doc } from '#doc'
import { DAY_MS } from '../../ground/db/columns.ts'
import { refusing, said } from '../../ground/http/field-codes.ts'
import { id, named, reference, text, timestamp } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { BACKWARD, date, isForward, runCount, usd } from '../usage/schema.ts'

/** For how many days the runs of an agent are kept, and how many a list may cover. */
export const AGENT_DAYS = 90
/** How many days a list covers by default, up to today. */
const BY_DEFAULT = 30

const SHORT_PAGES =
	'A page looks at 600 names at most, and adds up 80 agents over 30 days, or as many over others. So it may be shorter than `limit`, or empty, while `Next-Cursor` says that more follow.'

const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const OrgAgentFields = PageQuery.extend({
	start: date()
		.optional()
		.meta(doc({ description: `The first day, together with \`end\`. By default the last 30 days. ${SHORT_PAGES}` })),
	end: z.optional(date()).meta(doc({ description: 'The last day.', example: '2026-11-30' })),
	q: z.optional(text(128)).meta(
		doc({
			description: `Only agents whose name contains this, in upper or lower case. ${SHORT_PAGES}`,
			example: 'research',
		}),
	),
	agent_id: text(128)
		.optional()
		.meta(doc({ description: 'Only the agent with exactly this name.', example: 'research-agent' })),
})

type Period = Pick<z.infer<typeof OrgAgentFields>, 'start' | 'end'>

/** The days that a query means, both included. */
export const rangeOf = ({ start, end }: Period) => ({
	start: start ?? dayAt(Date.now() - (BY_DEFAULT - 1) * DAY_MS),
	end: end ?? dayAt(Date.now()),
})

const isWhole = ({ start, end }: Period) => (start === undefined) === (end === undefined)
const WHOLE = { path: ['end'], error: must.with_start }
const isShort = ({ start, end }: Period) =>
	!start || !end || (Date.parse(end) - Date.parse(start)) / DAY_MS < AGENT_DAYS
const LONG = { path: ['end'], ...refusing(said('days_after_start', { most: AGENT_DAYS })) }

const ofDays = <S extends typeof OrgAgentFields>(schema: S): S =>
	schema.refine(isWhole, WHOLE).refine(isForward, BACKWARD).refine(isShort, LONG)

export const OrgAgentQuery = ofDays(OrgAgentFields)

export const AgentQuery = ofDays(OrgAgentFields.extend({ org_id: reference('org').optional() }))

const ofEachDay = (numbers: z.ZodType, what: string, example: number[]) =>
	z.array(numbers).meta(doc({ description: `${what} of each day from \`start\` to \`end\`.`, example }))

export const Agent = named('Agent', {
	org_id: id('org'),
	agent_id: z.nullable(z.string()).meta(
		doc({
			example: 'research-agent',
			description:
				'The name that the runs gave. Null for all names beyond those that are kept apart, 1,000 of an org in 30 days.',
		}),
	),
	run_count: runCount().meta(doc({ description: 'Runs that ended in the period.' })),
	failed_run_count: z.int().meta(doc({ example: 1 })),
	cost_usd: usd(),
	credits_used: z.int().meta(doc({ example: 42 })),
	last_run_at: timestamp().meta(doc({ description: 'When the last of them ended.' })),
	last_failed_at: timestamp()
		.nullable()
		.meta(doc({ description: 'When the last one that failed ended. Null if none did.' })),
	last_failed_run_id: z.nullable(z.string()).meta(doc({ example: 'run_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	daily_run_count: ofEachDay(z.int(), 'The runs', [0, 4, 6]),
	daily_cost_usd: ofEachDay(z.number(), 'The cost', [0, 0.12, 0.3]),
})
