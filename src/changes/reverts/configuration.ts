import { eq, sql } from 'drizzle-orm'
import { forgetPrincipals } from '../../identity/principals/principal.ts'
import { forgetFlags } from '../../plans/feature-flags/evaluate.ts'
import { forgetOffered } from '../../providers/llm-providers/discovery.ts'
import { GROUPS } from '../../providers/tool-providers/catalogue.ts'
import { changeGroups } from '../../providers/tool-providers/change.ts'
import { forgetGateway } from '../../traffic/gateway/current.ts'
import { configurationRevisions } from '../configuration/table.ts'
import type { Reverter } from './reverter.ts'
import type { Kept } from './rows.ts'

/**
 * How an apply of the configuration document is set back: the rows of every section that it touched, each as the reverter of
 * its own table does it. The state that the log shows is the newest revision, since a revert makes none.
 */
export function configurationReverter(slices: Record<string, Reverter>): Reverter {
	const tables = new Map<Kept['table'], Kept>()
	for (const { tables: own } of Object.values(slices)) for (const kept of own) tables.set(kept.table, kept)
	return {
		tables: [...tables.values()],
		secrets: true,
		permission: ({ org_id }) => (org_id === null ? 'platform_admin' : 'data.secrets'),
		shown: ({ target_id }) => ({
			target: configurationRevisions,
			state: sql`(SELECT json_object('revision', max(r.number)) FROM ${configurationRevisions} r WHERE ${eq(sql`r.owner`, target_id)})`,
		}),
		locksOut: true,
		events: (c, change) => slices.tool_providers?.events?.(c, change),
		commit: (c, { target_id: owner }, changes, options) =>
			changeGroups(c, { groups: GROUPS.map((group) => ({ owner, group })), changes, options }),
		after: (c) => {
			forgetFlags(c)
			forgetOffered(c)
			forgetPrincipals(c)
			forgetGateway(c)
		},
	}
}
