import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { newId } from '../../../db/columns.ts'
import { CreateIpRule } from '../../../traffic/ip-rules/schema.ts'
import { ipRules } from '../../../traffic/ip-rules/table.ts'
import type { Section } from '../section.ts'
import { byId } from './by-id.ts'

type Rule = typeof ipRules.$inferSelect

const { type, cidr, note } = CreateIpRule.shape

/** `<type> <network>` with the network in canonical form. */
const RuleKey = z.string().transform((key, context) => {
	const space = key.indexOf(' ')
	const [kind, network] = [type.safeParse(key.slice(0, space)), cidr.safeParse(key.slice(space + 1))]
	if (kind.success && network.success) return `${kind.data} ${network.data}`
	context.addIssue('Must be allowlist or blocklist, a space, and a network in CIDR notation')
	return z.NEVER
})

const RuleEntry = z.object({ note })

/** The type and the network of a key. */
export const ruleOf = (key: string) => key.split(' ') as [Rule['type'], string]

export const ipRulesSection: Section = {
	name: 'ip_rules',
	key: RuleKey,
	entry: () => RuleEntry,
	tables: [byId(ipRules, ipRules.id, ['note'])],
	read: (db, owner) => [db.select().from(ipRules).where(eq(ipRules.org_id, owner))],
	stored: ([rows]) =>
		(rows as Rule[]).map((row) => ({ key: `${row.type} ${row.cidr}`, item: { note: row.note }, row })),
	toRow: ({ owner, key, item, stored, at }) => {
		const [type, cidr] = ruleOf(key)
		const { id = newId('ipr'), created_at = at } = stored?.row ?? {}
		return { id, org_id: owner, type, cidr, ...item, created_at }
	},
}
