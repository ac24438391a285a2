import { admits, compile } from '../../networks/rules.ts'
import { TOOL_CATALOGUE, missingOf } from '../../providers/tool-providers/catalogue.ts'
import { isExempt } from '../../tenancy/principals/permissions.ts'
import type { PlanUse } from './plan-use.ts'
import { type Caller, type Change, type Entries, hasSecret, type Redirect } from './section.ts'
import { ruleOf } from './sections/ip-rules.ts'

export const WARNINGS = ['deletion', 'incomplete', 'lockout', 'override', 'redirect', 'subscription'] as const

/** What an operator should know before an apply. */
export interface Warning {
	reason: (typeof WARNINGS)[number]
	section: string
	/** The entry; null for the section as a whole. */
	key: string | null
	message: string
}

interface Applied {
	changes: ReadonlyMap<string, Change[]>
	after: ReadonlyMap<string, Entries>
}

interface Facts extends Applied {
	redirects: (Redirect & { section: string })[]
	use: PlanUse
}

/** How many keys a message names. */
const MAX_NAMED = 10

const listed = (keys: string[]) =>
	keys.length > MAX_NAMED
		? `${keys.slice(0, MAX_NAMED).join(', ')} and ${keys.length - MAX_NAMED} more`
		: keys.join(', ')

/** The warnings of a plan, in the order of its sections. */
export function warningsOf(c: Caller, facts: Facts): Warning[] {
	const { changes, redirects, use } = facts
	return [
		...[...changes].flatMap(([section, list]) => deletionsIn(section, list)),
		...(changes.get('plans') ?? []).flatMap(({ action, key }) => {
			const active = use.get(key)?.active ?? 0
			if (action !== 'update' || active === 0) return []
			const message = `${active} active subscription${active === 1 ? ' has' : 's have'} this plan and get${active === 1 ? 's' : ''} its new entitlements at once.`
			return [{ reason: 'subscription' as const, section: 'plans', key, message }]
		}),
		...(changes.get('tool_providers') ?? []).flatMap(incompleteIn),
		...redirects.map(({ section, key, holder, host }) => ({
			reason: 'redirect' as const,
			section,
			key,
			message: `The stored key of ${holder} will be sent to ${host}.`,
		})),
		...(locksOut(c, facts)
			? [
					{
						reason: 'lockout' as const,
						section: 'ip_rules',
						key: null,
						message: `These rules do not admit your own address, ${c.var.client_address}. The apply needs ?confirm=true.`,
					},
				]
			: []),
	]
}

function deletionsIn(section: string, changes: Change[]): Warning[] {
	const keys = changes.filter(({ action }) => action === 'delete').map(({ key }) => key)
	if (keys.length === 0) return []
	const entries = `${keys.length} ${keys.length === 1 ? 'entry' : 'entries'}`
	const also = section === 'feature_flags' ? ' The overrides of these flags in all orgs go as well.' : ''
	const message = `This deletes ${entries} of ${section}: ${listed(keys)}.${also}`
	return [{ reason: 'deletion', section, key: null, message }]
}

/** An active provider that lacks what it needs is skipped by every resolution. */
function incompleteIn({ key, after }: Change): Warning[] {
	const entry = TOOL_CATALOGUE.find(({ provider_name }) => provider_name === key)
	if (!entry || after?.is_active !== true) return []
	const stored = { key_prefix: hasSecret(after, 'api_key') ? '' : null, base_url: after.base_url as string | null }
	const missing = missingOf(entry, stored)
	if (missing.length === 0) return []
	const message = `${key} is active but has no ${missing.join(' and no ')}, so no run will get it.`
	return [{ reason: 'incomplete', section: 'tool_providers', key, message }]
}

/** Whether the rules after an apply do not admit its caller. */
export function locksOut({ var: { principal, client_address } }: Caller, { changes, after }: Applied) {
	if (!changes.has('ip_rules') || isExempt(principal)) return false
	const rules = [...(after.get('ip_rules')?.keys() ?? [])].map(ruleOf)
	return rules.length > 0 && !admits(compile(JSON.stringify(rules)), client_address)
}
