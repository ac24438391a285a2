import * as z from 'zod'
import { newId } from '../../ground/db/columns.ts'
import { must } from '../../ground/http/must.ts'
import { admits, compile } from '../../ground/networks/rules.ts'
import type { Configured } from '../../ground/write/configured.ts'
import { isExempt } from '../../tenancy/principals/permissions.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { roomForRules } from './room.ts'
import { CreateIpRule, IpRule } from './schema.ts'
import { ensureCallerAdmitted, selfLockout } from './self-lockout.ts'
import { ipRules, toRule } from './table.ts'

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
