import { WorkerEntrypoint } from 'cloudflare:workers'
import { systemContext } from '../db/system.ts'
import { effectiveEntitlements } from '../entitlement-overrides/effective.ts'
import { flagValues } from '../feature-flags/evaluate.ts'
import { isGroup } from '../tool-providers/catalogue.ts'
import {
	type Credentials,
	credentialsOf,
	forgetTools,
	type Resolution,
	resolveTool,
} from '../tool-providers/resolve.ts'

export type ResolvedTool =
	| ({
			group_name: string
			provider_name: string
			scope: 'org' | 'platform' | 'legacy'
			skipped: Resolution['skipped']
	  } & Credentials)
	| { error: 'tool.not_configured'; details: { group_name: string; skipped: Resolution['skipped'] } }

/**
 * What the agent runtime asks on every run, as RPC for Workers bound to this one: the same answers as over HTTP, and the
 * decrypted credentials that must never cross HTTP. Whoever holds the binding is trusted with every org.
 */
export class Runtime extends WorkerEntrypoint<Env> {
	/** The provider of a tool group for an org, with its credentials; or `tool.not_configured` and what was passed over. */
	async resolveTool(org_id: string, group: string): Promise<ResolvedTool> {
		if (!isGroup(group)) return { error: 'tool.not_configured', details: { group_name: group, skipped: [] } }
		const reader = { env: this.env, db: this.db(), waitUntil: (work: Promise<unknown>) => this.ctx.waitUntil(work) }
		// A credential may have gone since the choice was kept: then one more look, past everything that is kept.
		for (const isLast of [false, true]) {
			const resolution = await resolveTool(reader, org_id, group, isLast)
			const { chosen, skipped } = resolution
			if (!chosen) return { error: 'tool.not_configured', details: { group_name: group, skipped } }
			const credentials = await credentialsOf(reader, org_id, resolution)
			if (credentials) return { group_name: group, ...chosen, ...credentials, skipped }
			forgetTools()
		}
		return { error: 'tool.not_configured', details: { group_name: group, skipped: [] } }
	}

	/** An org's effective entitlement; null for a key that nothing grants, or an unknown org. */
	async entitlement(org_id: string, key: string) {
		return (await effectiveEntitlements(this.db(), org_id))?.find((value) => value.key === key) ?? null
	}

	/** A flag's value for an org; null for an unknown flag or org. No D1 call while it is warm. */
	async flag(org_id: string, key: string) {
		return (await flagValues(this.db(), org_id))?.get(key) ?? null
	}

	private db = () => systemContext(this.env).var.db
}
