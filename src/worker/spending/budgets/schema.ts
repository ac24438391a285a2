import * as z from 'zod'
import { doc } from '#doc'
import { id, nonBlankText, reference, text, timestamp, timestampInput, withDefault } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { caseless } from '../../ground/http/selector.ts'
import { MODES, SCOPES, UNITS, WINDOWS } from './table.ts'

const FIELDS = {
	scope: z.enum(SCOPES).meta(doc({ example: 'agent' })),
	unit: z.enum(UNITS).meta(doc({ description: 'What it counts. `tokens` are input and output together.' })),
	limit: z
		.int()
		.min(0)
		.meta(doc({ example: 5000 })),
	window: z.enum(WINDOWS).meta(doc({ description: 'In UTC. A week begins on Monday.', example: 'month' })),
	mode: z.enum(MODES).meta(doc({ description: '`observe` counts and alerts, and never refuses.' })),
}

const ALERTS = doc({ description: 'Percentages of the limit, each told once for a subject and window.', example: [80] })

export const Budget = z
	.object({
		id: id('bud'),
		org_id: z.nullable(id('org')).meta(doc({ description: 'Null for each org separately.' })),
		name: z.string().meta(doc({ example: 'Each agent' })),
		scope: FIELDS.scope,
		subject: z.nullable(z.string()).meta(doc({ description: 'Null for each subject separately.', example: null })),
		unit: FIELDS.unit,
		limit: FIELDS.limit,
		window: FIELDS.window,
		mode: FIELDS.mode,
		alerts: z.array(z.int()).meta(ALERTS),
		expires_at: timestamp().nullable(),
		set_by: z.enum(['platform', 'org']),
		counts_since: timestamp().meta(doc({ description: 'Runs that began earlier do not count.' })),
		created_at: timestamp(),
		updated_at: timestamp(),
	})
	.meta(doc({ id: 'Budget' }))

export const BudgetName = nonBlankText(128)
	.trim()
	.meta(doc({ example: 'Each agent' }))

const Alerts = z
	.array(z.int().min(1).max(100))
	.max(5)
	.refine((list) => list.every((percent, index) => index === 0 || percent > (list[index - 1] as number)), must.rising)
	.meta(ALERTS)

/** A user, an API key, an agent, a model or an org, by whatever the runs call it. */
const Subject = text(128).min(1)

/** What a budget has besides its name. `fitting` holds the fields to each other. */
export const BUDGET = {
	scope: FIELDS.scope,
	subject: Subject.nullable()
		.default(null)
		.meta(
			doc({
				description:
					'Null for each subject separately. A user or an agent is not looked up. A model has no provider, and is compared in lower case.',
				example: null,
			}),
		),
	unit: FIELDS.unit,
	limit: FIELDS.limit,
	window: FIELDS.window,
	mode: withDefault(FIELDS.mode, 'enforce'),
	alerts: withDefault(Alerts, []),
	expires_at: timestampInput().nullable().default(null),
}

/** A budget of one run bounds each of them, from its beginning to its end. A model has the name that all its spellings share. */
export const fitting = <S extends z.ZodType<{ scope: string; subject: string | null; window: string }>>(schema: S) =>
	schema
		.superRefine(({ scope, subject, window }, context) => {
			if (scope !== 'run') return
			const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
			if (subject !== null) wrong('subject', must.null_for_each_run)
			if (window !== 'total') wrong('window', must.total_for_run)
		})
		.overwrite((budget) =>
			budget.scope === 'model' && budget.subject ? { ...budget, subject: caseless(budget.subject) } : budget,
		)

const OrgFields = z.object({ name: BudgetName, ...BUDGET })

export const CreateBudget = fitting(OrgFields).meta(doc({ id: 'CreateBudget' }))

const OrgId = reference('org')
	.nullable()
	.default(null)
	.meta(doc({ description: 'The only org that it applies to. Without one it applies to each org separately.' }))

export const CreatePlatformBudget = fitting(OrgFields.extend({ org_id: OrgId })).meta(
	doc({ id: 'CreatePlatformBudget' }),
)

const Subjects = Subject.nullable().meta(doc({ example: null }))

export const UpdateBudget = z
	.object({
		name: BudgetName,
		limit: FIELDS.limit,
		mode: FIELDS.mode,
		alerts: Alerts,
		expires_at: timestampInput().nullable(),
		scope: FIELDS.scope,
		subject: Subjects,
		unit: FIELDS.unit,
		window: FIELDS.window,
	})
	.partial()
	.meta(
		doc({
			id: 'UpdateBudget',
			description: 'Scope, subject, unit and window cannot change. They may be given as they are.',
			example: { limit: 8000 },
		}),
	)

const amount = (description: string, example: number) => z.int().meta(doc({ description, example }))

export const BudgetState = z
	.object({
		subject: z
			.string()
			.meta(doc({ description: 'Whom it bounds; the run for a budget of runs.', example: 'researcher' })),
		org_id: id('org'),
		window_start: z.nullable(timestamp()).meta(doc({ description: 'Null for a total.' })),
		resets_at: timestamp().nullable(),
		used: amount('What ended runs took.', 4100),
		held: amount('What live runs count for.', 150),
		raised: amount('By how much people let the limit be exceeded.', 0),
		remaining: amount('Of the limit and what it is raised by. Never below 0.', 750),
		refused: amount('How often it refused, or would have. Of a budget of runs, whether.', 0),
		exceeded_at: timestamp().nullable(),
	})
	.meta(doc({ id: 'BudgetState' }))

const SIMULATED = { ...BUDGET, name: BudgetName.optional() }

const Days = z
	.int()
	.min(1)
	.max(30)
	.meta(doc({ example: 7 }))

const EXAMPLE = { scope: 'user', unit: 'credits', limit: 500, window: 'day' }

export const SimulateBudget = z
	.object({ budget: fitting(z.object(SIMULATED)), days: Days })
	.meta(doc({ id: 'SimulateBudget', example: { budget: EXAMPLE, days: 7 } }))

export const SimulatePlatformBudget = z
	.object({ budget: fitting(z.object({ ...SIMULATED, org_id: reference('org') })), days: Days })
	.meta(
		doc({
			id: 'SimulatePlatformBudget',
			example: { budget: { ...EXAMPLE, org_id: 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S' }, days: 7 },
		}),
	)

export const BudgetSimulation = z
	.object({
		runs: amount('The ended runs that it would have counted.', 412),
		would_refuse: amount('How many of them it would have refused.', 3),
		subjects: z
			.array(
				z.object({
					subject: z.string().meta(doc({ example: 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
					would_refuse: z.int().meta(doc({ example: 2 })),
					peak: amount('The most that was used in a window.', 498),
				}),
			)
			.meta(doc({ description: 'At most 1,000, those with the most refusals first.' })),
		is_cut: z.boolean().meta(doc({ description: 'Whether there are older runs in these days that it left out.' })),
	})
	.meta(doc({ id: 'BudgetSimulation' }))
