import { requires } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { BeginRun, BegunRun, ProgressedRun, ProgressRun } from '../../spending/admission/schema.ts'
import { asking } from './routes.ts'

export const admissionRoutes = routes()

const STOPS = [
	{ status: 403, code: 'run.paused' },
	{ status: 402, code: 'budget.exceeded' },
	{ status: 402, code: 'credits.insufficient' },
] as const

admissionRoutes.post(
	'/runs/begin',
	requires('runtime.report'),
	body(BeginRun),
	returns([201, 200], BegunRun, 'Start a run: may it start, and with what?', { isAudited: false }),
	refuses(
		404,
		'runs.other_org',
		'run.ended',
		'model.unpriced',
		'runtime.no_encryption_key',
		'runtime.too_large',
		...STOPS,
	),
	async (c) => (await asking()).begin(c, c.req.valid('json')),
)

admissionRoutes.post(
	'/runs/:run_id/progress',
	requires('runtime.report'),
	body(ProgressRun),
	returns(200, ProgressedRun, 'Say what a run has spent, and ask whether it may continue', { isAudited: false }),
	refuses('runs.other_org', 'run.ended', 'run.not_begun', ...STOPS),
	async (c) => c.json(await (await asking()).progress(c, c.req.param('run_id'), c.req.valid('json'))),
)
