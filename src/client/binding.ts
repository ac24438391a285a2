import type { Answer, Ask, Transport } from './transport.ts'

/** The `Runtime` entrypoint of the Worker, as `env.PLINTH` has it. */
export interface RuntimeBinding {
	resolveModel(org_id: string, selector: string | undefined, context?: object): Promise<unknown>
	resolveTool(org_id: string, group: string): Promise<unknown>
	listMcp(org_id: string, ids?: string[]): Promise<unknown>
	flag(org_id: string, key: string): Promise<unknown>
	entitlement(org_id: string, key: string): Promise<unknown>
	begin(run: object): Promise<unknown>
	progress(run: object): Promise<unknown>
	/** An older Plinth has none, and opens no requests. */
	request?(id: string): Promise<unknown>
	reportRuns(reports: object[], options?: { async?: boolean }): Promise<unknown>
}

/** The statuses that the codes of errors have over HTTP. */
const STATUSES: Record<string, number> = {
	'validation.error': 400,
	'auth.unauthorized': 401,
	'budget.exceeded': 402,
	'credits.insufficient': 402,
	'auth.forbidden': 403,
	'run.paused': 403,
	not_found: 404,
	conflict: 409,
	'tool.not_configured': 409,
	payload_too_large: 413,
	rate_limit: 429,
	unavailable: 503,
}

/** Asks the Worker of the same account over its binding, which needs no key and seals nothing. */
export const overBinding = (binding: RuntimeBinding): Transport => ({
	isSealed: false,
	async send(ask) {
		const body = await call(binding, ask)
		return { ...judged(body, ask), date: undefined, retry_after_ms: undefined, stale_since: null }
	},
})

function call(binding: RuntimeBinding, ask: Ask): Promise<unknown> {
	switch (ask.to) {
		case 'model':
			return binding.resolveModel(ask.input.org_id, ask.input.selector, ask.input.context)
		case 'tool':
			return binding.resolveTool(ask.input.org_id, ask.input.group)
		case 'mcp':
			return binding.listMcp(ask.input.org_id, ask.input.ids)
		case 'flag':
			return binding.flag(ask.input.org_id, ask.input.key)
		case 'entitlement':
			return binding.entitlement(ask.input.org_id, ask.input.key)
		case 'begin':
			return binding.begin(ask.input)
		case 'progress':
			return binding.progress(ask.input)
		case 'request':
			return binding.request?.(ask.input.id) ?? Promise.resolve(null)
		case 'runs':
		default:
			return binding.reportRuns(ask.input, { async: ask.isAsync })
	}
}

function judged(body: unknown, ask: Ask): Pick<Answer, 'status' | 'body'> {
	if (ask.to === 'flag' && body === null)
		return { status: 404, body: { error: 'not_found', message: 'Feature flag not found', details: {} } }
	const { error } = (body ?? {}) as { error?: unknown }
	return { status: typeof error === 'string' ? (STATUSES[error] ?? 500) : 200, body }
}
