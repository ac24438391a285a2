import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { newId } from '../../ground/db/columns.ts'
import { must } from '../../ground/http/must.ts'
import { admits, compile } from '../../ground/networks/rules.ts'
import type { Configured } from '../../ground/write/configured.ts'
import { atMost } from '../../ground/write/guards.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { isExempt } from '../../tenancy/principals/permissions.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { CreateIpRule, IpRule } from './schema.ts'
import { ensureCallerAdmitted, selfLockout } from './self-lockout.ts'
import { ipRules, toRule } from './table.ts'

/** The middleware compiles an org's rules after every change, and every read of a principal includes their text. */
const MAX_RULES = 1_000

/** The maximum number of an org's rules. They're counted in the compiled text, which is a single row. */
export const roomForRules = atMost(
	MAX_RULES,
	ipRules,
	(org_id) => sql`(SELECT coalesce(json_array_length(${orgs.ip_rules}), 0) FROM ${orgs} WHERE ${eq(orgs.id, org_id)})`,
	'ip_rules.too_many',
)

type Rule = typeof ipRules.$inferSelect

const { type, cidr, note } = CreateIpRule.shape

/** `<type> <network>` with the network in canonical form. */
const RuleKey = z.string().transform((key, context) => {
	const space = key.indexOf(' ')
	const [kind, network] = [type.safeParse(key.slice(0, space)), cidr.safeParse(key.slice(space + 1))]
	if (kind.success && network.success) return `${kind.data} ${network.data}`
	context.addIssue(must.ip_rule)
	return z.NEVER
})

/** The type and the network of a key. */
const ruleOf = (key: string) => key.split(' ') as [Rule['type'], string]

export const configuredIpRules: Configured = {
	name: 'ip_rules',
	called: ['IP rule', 'cidr'],
	of: 'org',
	writers: { org: ['org.settings'] },
	key: RuleKey,
	entry: () => z.object({ note }),
	document: { entry: IpRule.pick({ note: true }), by: 'By type and network: `allowlist 203.0.113.0/24`.' },
	rows: { table: ipRules, owner: ipRules.org_id },
	stored: (row: Rule) => ({ key: `${row.type} ${row.cidr}`, item: { note: toRule(row).note } }),
	toRow: ({ owner, key, item, stored, at }) => {
		const [type, cidr] = ruleOf(key)
		const { id = newId('ipr'), created_at = at } = stored?.row ?? {}
		return { id, org_id: owner, type, cidr, ...item, created_at }
	},
	limits: [roomForRules],
	lockout: {
		guard: ensureCallerAdmitted,
		refusal: selfLockout,
		isBy: ({ var: { principal, client_address } }, entries) => {
			if (isExempt(principal) || entries.size === 0) return false
			return !admits(compile(JSON.stringify([...entries.keys()].map(ruleOf))), client_address)
		},
		warning: ({ var: { client_address } }) =>
			`These rules do not admit your own address, ${client_address}. The apply needs ?confirm=true.`,
	},
	forget: [forgetPrincipals],
	confirmable: ['POST /v1/ip-rules', 'DELETE /v1/ip-rules/:rule_id'],
}
