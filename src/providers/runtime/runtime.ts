import { WorkerEntrypoint } from 'cloudflare:workers'
import type * as z from 'zod'
import { acceptReports } from '../../billing/run-reports/accept.ts'
import type { AcceptedReports } from '../../billing/run-reports/schema.ts'
import { reportRuns } from '../../billing/runs/report.ts'
import { type ReportedRuns, RunReports } from '../../billing/runs/schema.ts'
import { invalidFields } from '../../http/contract.ts'
import { ApiError } from '../../http/errors.ts'
import { effectiveEntitlements } from '../../plans/entitlements/effective.ts'
import { flagValues } from '../../plans/feature-flags/evaluate.ts'
import { openAt } from '../../secrets/vault.ts'
import { systemContext } from '../../write/system.ts'
import { type ModelResolution, resolveModel } from '../llm-providers/resolve.ts'
import { llmKeyPlace } from '../llm-providers/table.ts'
import { listRuntimeMcp, type RuntimeMcpList } from '../mcp-configs/open.ts'
import { isGroup } from '../tool-providers/catalogue.ts'
import {
	type Credentials,
	credentialsOf,
	forgetTools,
	resolveTool,
	resolveToolFromD1,
	type ToolResolution,
} from '../tool-providers/resolve.ts'

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

function toRefusal(error: unknown): Refusal {
	if (error instanceof ApiError) return { error: error.code, message: error.message, details: error.details }
	throw error
}

/**
 * What the agent runtime asks for, as RPC for Workers that bind this one. It returns what HTTP returns, plus the decrypted
 * credentials that must never cross HTTP. Whoever holds the binding is trusted with every org.
 */
export class Runtime extends WorkerEntrypoint<Env> {
	/** The provider of a tool group for an org with its credentials, or `tool.not_configured` with the skipped providers. */
	async resolveTool(org_id: string, group: string): Promise<ResolvedTool> {
		if (!isGroup(group)) return { error: 'tool.not_configured', details: { group_name: group, skipped: [] } }
		const c = this.context()
		// The credential may have been deleted since the choice was cached. Then the second round asks D1.
		for (const resolve of [resolveTool, resolveToolFromD1]) {
			const resolution = await resolve(c, org_id, group)
			const { chosen, skipped } = resolution
			if (!chosen) return { error: 'tool.not_configured', details: { group_name: group, skipped } }
			const credentials = await credentialsOf(c, org_id, resolution)
			if (credentials) return { group_name: group, ...chosen, ...credentials, skipped }
			forgetTools()
		}
		return { error: 'tool.not_configured', details: { group_name: group, skipped: [] } }
	}

	/** The model that an org's request gets with the provider's key, or the error when no model fits. */
	async resolveModel(
		org_id: string,
		selector: string | undefined,
		context: Record<string, unknown> = {},
	): Promise<ResolvedModel> {
		const c = this.context()
		try {
			const resolution = await resolveModel(c, { org_id, selector, context })
			const api_key = await openAt(this.env, c.var.db, llmKeyPlace(resolution.provider_id))
			return { ...resolution, api_key: api_key ?? null }
		} catch (error) {
			return toRefusal(error)
		}
	}

	/** An org's active MCP configs with their tokens and environments, and the ones that it doesn't get. */
	async listMcp(org_id: string): Promise<RuntimeMcpList> {
		return listRuntimeMcp(this.env, this.context().var.db, org_id)
	}

	/** An org's effective entitlement. Null for a key that nothing grants, or an unknown org. */
	async entitlement(org_id: string, key: string) {
		return (await effectiveEntitlements(this.context(), org_id))?.find((value) => value.key === key) ?? null
	}

	/** A flag's value for an org. Null for an unknown flag or org. No D1 call while it's cached. */
	async flag(org_id: string, key: string) {
		return (await flagValues(this.context().var.db, org_id))?.get(key) ?? null
	}

	/**
	 * Takes one report of a run or a list of up to 100, each with its `org_id`, as `POST /v1/runtime/runs` does. Returns the
	 * runs as they are now, or the HTTP error. With `async` a queue takes the reports, and the result is how many it took.
	 */
	async reportRuns(
		reports: z.input<typeof RunReports> | z.input<typeof RunReports>[number],
		options: { async?: boolean } = {},
	): Promise<z.infer<typeof ReportedRuns> | z.infer<typeof AcceptedReports> | Refusal> {
		try {
			const { data, error } = RunReports.safeParse([reports].flat())
			if (!data) throw invalidFields(error.issues)
			return await (options.async ? acceptReports(this.env, data) : reportRuns(this.context(), data))
		} catch (error) {
			return toRefusal(error)
		}
	}

	private context = () => systemContext(this.env, (work) => this.ctx.waitUntil(work))
}
