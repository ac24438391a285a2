import type { Context } from 'hono'
import { Hono } from 'hono'
import type { App, SignedIn } from '../../context.ts'
import { requires } from '../../http/access.ts'
import { body, refuses, returns } from '../../http/contract.ts'
import { conflict } from '../../http/errors.ts'
import { resolveModel } from '../../providers/llm-providers/resolve.ts'
import { listRuntimeMcp } from '../../providers/mcp-configs/open.ts'
import { isGroup } from '../../providers/tool-providers/catalogue.ts'
import { resolveToolSealed } from '../../providers/tool-providers/resolve.ts'
import { beginRun, progressRun } from './admit.ts'
import { isResolved, resolveAll } from './resolve.ts'
import { BeginRun, BegunRun, ProgressedRun, ProgressRun } from './schema.ts'

export const admissionRoutes = new Hono<App>()

const STOPS = [
	{ status: 403, code: 'run.paused' },
	{ status: 402, code: 'budget.exceeded' },
	{ status: 402, code: 'credits.insufficient' },
] as const

admissionRoutes.post(
	'/runs/begin',
	requires('runtime.report'),
	body(BeginRun),
	returns([201, 200], BegunRun, 'Begin a run: may it start, and with what?', { isAudited: false }),
	refuses('runs.other_org', 'run.ended', ...STOPS),
	async (c) => {
		const input = c.req.valid('json')
		const asked = await resolveAll(c, input.org_id ?? c.var.principal.org_id, input, withoutCredentials(c))
		const { isNew, ...begun } = await beginRun(
			c,
			input,
			c.var.principal,
			isResolved(asked.model) ? asked.model : undefined,
		)
		return c.json({ ...begun, ...asked }, isNew ? 201 : 200)
	},
)

admissionRoutes.post(
	'/runs/:run_id/progress',
	requires('runtime.report'),
	body(ProgressRun),
	returns(200, ProgressedRun, 'Say what a run has spent, and ask whether it may continue', { isAudited: false }),
	refuses('runs.other_org', 'run.ended', 'run.not_begun', ...STOPS),
	async (c) => c.json(await progressRun(c, c.req.param('run_id'), c.req.valid('json'), c.var.principal)),
)

/** The single calls as HTTP answers them. */
const withoutCredentials = (c: Context<SignedIn>) => ({
	model: (org_id: string, selector: string | undefined, context: Record<string, unknown>) =>
		resolveModel(c, { org_id, selector, context }),
	tool: async (org_id: string, group: string) => {
		const none = { chosen: null, skipped: [] }
		const { chosen, skipped } = isGroup(group) ? await resolveToolSealed(c, org_id, group) : none
		if (chosen) return { group_name: group, ...chosen, skipped }
		throw conflict('No provider is configured for this tool group', {
			reason: 'tool.not_configured',
			group_name: group,
			skipped,
		})
	},
	mcp: async (org_id: string) => {
		const { servers, skipped } = await listRuntimeMcp(c.env, c.var.db, org_id)
		return { servers: servers.map(({ env: _, bearer_token: __, ...server }) => server), skipped }
	},
})
