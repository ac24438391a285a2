import type { WorkContext } from '../../context.ts'
import { readTogether } from '../../ground/db/reading.ts'
import { open } from '../../ground/secrets/vault.ts'
import { isGroup } from '../../providers/tool-providers/catalogue.ts'
import { resolveToolSealed, type ToolResolution } from '../../providers/tool-providers/resolve.ts'
import { pausesOf, refusePaused } from '../../traffic/pauses/current.ts'

export type ResolvedTool =
	| {
			group_name: string
			provider_name: string
			scope: 'org' | 'platform' | 'legacy'
			api_key: string | null
			base_url: string | null
			skipped: ToolResolution['skipped']
	  }
	| { error: 'tool.not_configured'; details: { group_name: string; skipped: ToolResolution['skipped'] } }

/** The provider of a tool group for an org with its credentials in the clear, or why there is none. */
export async function toolWithCredentials(c: WorkContext, org_id: string, group: string): Promise<ResolvedTool> {
	const none = { error: 'tool.not_configured' as const, details: { group_name: group, skipped: [] } }
	if (!isGroup(group)) {
		const [paused] = await readTogether(c.var.db, [pausesOf(org_id)])
		refusePaused(paused)
		return none
	}
	const { chosen, skipped, base_url, key } = await resolveToolSealed(c, org_id, group)
	if (!chosen) return { ...none, details: { group_name: group, skipped } }
	return { group_name: group, ...chosen, api_key: key ? await open(c.env, key) : null, base_url, skipped }
}
