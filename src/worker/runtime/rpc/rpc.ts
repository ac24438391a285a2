import { WorkerEntrypoint } from 'cloudflare:workers'
import type * as z from 'zod'
import { acceptReports } from '../../billing/run-reports/accept.ts'
import type { AcceptedReports } from '../../billing/run-reports/schema.ts'
import { reportRuns } from '../../billing/runs/report.ts'
import { type ReportedRuns, RunReports } from '../../billing/runs/schema.ts'
import type { WorkContext } from '../../context.ts'
import { doubted, unlessDoubted } from '../../ground/db/copies.ts'
import type { Database } from '../../ground/db/database.ts'
import { invalidFields } from '../../ground/http/contract.ts'
import { type ApiError, apiErrorIn, internalError, errorMessage, notFound } from '../../ground/http/errors.ts'
import { reference } from '../../ground/http/fields.ts'
import { isObject } from '../../ground/http/json-input.ts'
import { errorName, logError, logRepeated } from '../../ground/http/log.ts'
import { describe } from '../../ground/http/refusals.ts'
import { countRequest, countUnavailable } from '../../ground/metrics/counters.ts'
import { writePoint } from '../../ground/metrics/points.ts'
import { systemContext } from '../../ground/write/system.ts'
import { effectiveEntitlements } from '../../plans/entitlements/effective.ts'
import { flagValues } from '../../plans/feature-flags/evaluate.ts'
import { type ModelResolution, resolveModelWithKey } from '../../providers/llm-providers/resolve.ts'
import { listRuntimeMcp, type RuntimeMcpList } from '../../providers/mcp-configs/open.ts'
import { beginRun, progressRun } from '../../spending/admission/admit.ts'
import { isResolved, type NotResolved, resolveAll } from '../../spending/admission/resolve.ts'
import { BeginRun, type BegunRun, type ProgressedRun, ProgressRun } from '../../spending/admission/schema.ts'
import type { PolledRequest } from '../../spending/requests/schema.ts'
import { BINDING } from '../../spending/requests/state.ts'
import { type ResolvedTool, toolWithCredentials } from './tool.ts'

/** An HTTP error. RPC returns it as a value, because an exception loses its class on the way to the caller. */
interface Refusal {
	error: string
	message: string
	details: Record<string, unknown>
}

export type ResolvedModel = (ModelResolution & { api_key: string | null }) | Refusal

/** RPC has no caller with an org, so each run names its own. */
const RpcBegin = BeginRun.extend({ org_id: reference('org') })
const RpcProgress = ProgressRun.safeExtend({ org_id: reference('org'), run_id: BeginRun.shape.run_id })

/** Whoever holds the binding, for an org. */
const callerFor = ({ org_id }: { org_id: string }) => ({ org_id, api_key_id: null, asked_by: BINDING })

/** A run that has begun, with what it asked for and the credentials of it. */
type Begun = Pick<z.infer<typeof BegunRun>, 'run' | 'hold' | 'budgets' | 'terms' | 'flags' | 'entitlements'> & {
	model?: Awaited<ReturnType<typeof resolveModelWithKey>> | NotResolved | undefined
	tools?: (ResolvedTool | NotResolved)[] | undefined
	mcp?: RuntimeMcpList | NotResolved | undefined
}

/**
 * What the agent runtime asks for, as RPC for Workers that bind this one. It returns what HTTP returns, plus the decrypted
 * credentials that must never cross HTTP. Whoever holds the binding is trusted with every org.
 */
export class Runtime extends WorkerEntrypoint<Env> {
	/** The provider of a tool group for an org with its credentials, or `tool.not_configured` with the skipped providers. */
	resolveTool(org_id: string, group: string): Promise<ResolvedTool | Refusal> {
		return this.answer((c) => toolWithCredentials(c, org_id, group))
	}

	/** The model that an org's request gets with the provider's key, or the error when no model fits. */
	resolveModel(
		org_id: string,
		selector: string | undefined,
		context: Record<string, unknown> = {},
	): Promise<ResolvedModel> {
		return this.answer((c) => resolveModelWithKey(c, { org_id, selector, context }))
	}

	/** An org's active MCP configs with their tokens and environments, and the ones that it doesn't get, or `run.paused`. `ids` picks some. */
	listMcp(org_id: string, ids?: string[]): Promise<RuntimeMcpList | Refusal> {
		return this.answer((c) => listRuntimeMcp(this.env, c.var.db, org_id, ids))
	}

	/** An org's effective entitlement. Null for a key that nothing grants. */
	entitlement(org_id: string, key: string) {
		return this.answer(
			async (c) => ofOrg(await effectiveEntitlements(c, org_id)).find((value) => value.key === key) ?? null,
		)
	}

	/** A flag's value for an org. Null for an unknown flag. No D1 call while it's cached. */
	flag(org_id: string, key: string) {
		return this.answer(async (c) => ofOrg(await flagValues(c.var.db, org_id)).get(key) ?? null)
	}

	/**
	 * Begins a run, as `POST /v1/runtime/runs/begin` does, with its `org_id`. The model, tools and MCP servers that it asks for bring
	 * their credentials. Returns where the run stands, or the HTTP error.
	 */
	begin(input: z.input<typeof RpcBegin>): Promise<Begun | Refusal> {
		return this.answer(async (c) => {
			const run = parsed(RpcBegin, input)
			const asked = await resolveAll(c, run.org_id, run, {
				model: (org_id, selector, context) => resolveModelWithKey(c, { org_id, selector, context }),
				tool: (org_id, group) => toolWithCredentials(c, org_id, group),
				mcp: (org_id) => listRuntimeMcp(this.env, c.var.db, org_id),
			})
			const model = isResolved(asked.model) ? asked.model : undefined
			const { isNew: _, ...begun } = await beginRun(c, run, callerFor(run), model)
			return { ...begun, ...asked }
		})
	}

	/** Says what a run has spent, as `POST /v1/runtime/runs/{run_id}/progress` does, with its `org_id` and `run_id`. */
	progress(input: z.input<typeof RpcProgress>): Promise<z.infer<typeof ProgressedRun> | Refusal> {
		return this.answer((c) => {
			const { run_id, ...run } = parsed(RpcProgress, input)
			return progressRun(c, run_id, run, callerFor(run))
		})
	}

	/** How a request of a run stands that asked over RPC, as `GET /v1/runtime/requests/{id}` returns it. */
	request(id: string): Promise<z.infer<typeof PolledRequest> | Refusal> {
		return this.answer(async (c) => (await import('../../spending/requests/poll.ts')).pollRequest(c, id, BINDING))
	}

	/**
	 * Takes one report of a run or a list of up to 100, each with its `org_id`, as `POST /v1/runtime/runs` does. Returns the
	 * runs as they are now, or the HTTP error. With `async` a queue takes the reports, and the result is how many it took.
	 */
	reportRuns(
		reports: z.input<typeof RunReports> | z.input<typeof RunReports>[number],
		options: { async?: boolean } = {},
	): Promise<z.infer<typeof ReportedRuns> | z.infer<typeof AcceptedReports> | Refusal> {
		return this.answer(async (c) => {
			const data = parsed(RunReports, [reports].flat())
			return options.async ? acceptReports(this.env, data) : reportRuns(c, data)
		})
	}

	/** The result of `work`, or the error that HTTP would return. An error of ours may be the cause of Drizzle's, which has the SQL. */
	private async answer<T>(work: (c: WorkContext) => Promise<T>): Promise<Marked<T> | Refusal> {
		const c = systemContext(this.env, (after) => this.ctx.waitUntil(after))
		const startedAt = Date.now()
		let refusal: ApiError | undefined
		try {
			return marked(await work(c), c.var.database)
		} catch (error) {
			const ours = apiErrorIn(error)
			if (!ours) logError({ trace_id: c.var.trace_id, rpc: true, ...describe(error) })
			else if (ours.status >= 500) logRepeated(errorName(ours), { refused: errorName(ours), rpc: true })
			refusal = ours ? unlessDoubted(ours, c.var.database) : internalError()
			const { code, details, reason } = refusal
			if (refusal.status === 503) countUnavailable(reason ?? code)
			return { error: code, message: await errorMessage(refusal), details }
		} finally {
			countRequest('rpc', refusal?.status ?? 200, Date.now() - startedAt)
			writePoint(this.env, '')
		}
	}
}

/** What was read of an org. Throws 404 for an org that doesn't exist or is deleted. */
function ofOrg<T>(found: T | undefined): T {
	if (found === undefined) throw notFound('Org')
	return found
}

/** With the time when what answers was read, if D1 doesn't answer. */
type Marked<T> = T extends readonly unknown[] | null ? T : T & { stale_since?: string }

/** Throws 503 for a null or an error that only a copy says. */
function marked<T>(value: T, { stale_since, is_doubtful }: Database): Marked<T> {
	const since = stale_since()
	const saysNo = value === null || (isObject(value) && 'error' in value)
	if (saysNo && is_doubtful()) throw doubted()
	return (since !== undefined && isObject(value) ? { ...value, stale_since: since } : value) as Marked<T>
}

/** The input as the schema reads it, or the 400 that HTTP would return. */
function parsed<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
	const { data, error } = schema.safeParse(input)
	if (error) throw invalidFields(error.issues)
	return data
}
