import { WorkerEntrypoint } from 'cloudflare:workers'
import type * as z from 'zod'
import { acceptReports } from '../../billing/run-reports/accept.ts'
import type { AcceptedReports } from '../../billing/run-reports/schema.ts'
import { reportRuns } from '../../billing/runs/report.ts'
import { type ReportedRuns, RunReports } from '../../billing/runs/schema.ts'
import type { WorkContext } from '../../context.ts'
import { invalidFields } from '../../http/contract.ts'
import { type ApiError, apiErrorIn, internalError } from '../../http/errors.ts'
import { errorName, logError, logRepeated } from '../../http/log.ts'
import { describe } from '../../http/refusals.ts'
import { countRequest, countUnavailable } from '../../metrics/counters.ts'
import { writePoint } from '../../metrics/points.ts'
import { effectiveEntitlements } from '../../plans/entitlements/effective.ts'
import { flagValues } from '../../plans/feature-flags/evaluate.ts'
import { type ModelResolution, resolveModel } from '../../providers/llm-providers/resolve.ts'
import { llmKeyPlace } from '../../providers/llm-providers/table.ts'
import { listRuntimeMcp, type RuntimeMcpList } from '../../providers/mcp-configs/open.ts'
import { isGroup } from '../../providers/tool-providers/catalogue.ts'
import {
	type Credentials,
	credentialsOf,
	forgetTools,
	resolveTool,
	resolveToolFromD1,
	type ToolResolution,
} from '../../providers/tool-providers/resolve.ts'
import { openAt } from '../../secrets/vault.ts'
import { systemContext } from '../../write/system.ts'

export type ResolvedTool =
	| ({
			group_name: string
			provider_name: string
			scope: 'org' | 'platform' | 'legacy'
			skipped: ToolResolution['skipped']
	  } & Credentials)
	| { error: 'tool.not_configured'; details: { group_name: string; skipped: ToolResolution['skipped'] } }

/** An HTTP error. RPC returns it as a value, because an exception loses its class on the way to the caller. */
interface Refusal {
	error: string
	message: string
	details: Record<string, unknown>
}

export type ResolvedModel = (ModelResolution & { api_key: string | null }) | Refusal

/**
 * What the agent runtime asks for, as RPC for Workers that bind this one. It returns what HTTP returns, plus the decrypted
 * credentials that must never cross HTTP. Whoever holds the binding is trusted with every org.
 */
export class Runtime extends WorkerEntrypoint<Env> {
	/** The provider of a tool group for an org with its credentials, or `tool.not_configured` with the skipped providers. */
	resolveTool(org_id: string, group: string): Promise<ResolvedTool | Refusal> {
		const none = { error: 'tool.not_configured' as const, details: { group_name: group, skipped: [] } }
		return this.answer(async (c) => {
			if (!isGroup(group)) return none
			// The credential may have been deleted since the choice was cached. Then the second round asks D1.
			for (const resolve of [resolveTool, resolveToolFromD1]) {
				const resolution = await resolve(c, org_id, group)
				const { chosen, skipped } = resolution
				if (!chosen) return { ...none, details: { group_name: group, skipped } }
				const credentials = await credentialsOf(c, org_id, resolution)
				if (credentials) return { group_name: group, ...chosen, ...credentials, skipped }
				forgetTools()
			}
			return none
		})
	}

	/** The model that an org's request gets with the provider's key, or the error when no model fits. */
	resolveModel(
		org_id: string,
		selector: string | undefined,
		context: Record<string, unknown> = {},
	): Promise<ResolvedModel> {
		return this.answer(async (c) => {
			const resolution = await resolveModel(c, { org_id, selector, context })
			const api_key = await openAt(this.env, c.var.db, llmKeyPlace(resolution.provider_id))
			return { ...resolution, api_key: api_key ?? null }
		})
	}

	/** An org's active MCP configs with their tokens and environments, and the ones that it doesn't get. */
	listMcp(org_id: string): Promise<RuntimeMcpList | Refusal> {
		return this.answer((c) => listRuntimeMcp(this.env, c.var.db, org_id))
	}

	/** An org's effective entitlement. Null for a key that nothing grants, or an unknown org. */
	entitlement(org_id: string, key: string) {
		return this.answer(
			async (c) => (await effectiveEntitlements(c, org_id))?.find((value) => value.key === key) ?? null,
		)
	}

	/** A flag's value for an org. Null for an unknown flag or org. No D1 call while it's cached. */
	flag(org_id: string, key: string) {
		return this.answer(async (c) => (await flagValues(c.var.db, org_id))?.get(key) ?? null)
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
			const { data, error } = RunReports.safeParse([reports].flat())
			if (!data) throw invalidFields(error.issues)
			return options.async ? acceptReports(this.env, data) : reportRuns(c, data)
		})
	}

	/** The result of `work`, or the error that HTTP would return. An error of ours may be the cause of Drizzle's, which has the SQL. */
	private async answer<T>(work: (c: WorkContext) => Promise<T>): Promise<T | Refusal> {
		const c = systemContext(this.env, (after) => this.ctx.waitUntil(after))
		const startedAt = Date.now()
		let refusal: ApiError | undefined
		try {
			return await work(c)
		} catch (error) {
			const ours = apiErrorIn(error)
			if (!ours) logError({ trace_id: c.var.trace_id, rpc: true, ...describe(error) })
			else if (ours.status >= 500) logRepeated(errorName(ours), { refused: errorName(ours), rpc: true })
			refusal = ours ?? internalError()
			const { code, message, details, reason } = refusal
			if (refusal.status === 503) countUnavailable(reason ?? code)
			return { error: code, message, details }
		} finally {
			countRequest('rpc', refusal?.status ?? 200, Date.now() - startedAt)
			writePoint(this.env, '')
		}
	}
}
