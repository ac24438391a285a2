import { useQuery } from '@tanstack/react-query'
import { api, data, type Schema } from '../api.ts'
import { entitlementName } from '../change/entitlement-name.ts'
import { useName } from '../names/name.tsx'
import { nameOf, type Scope } from '../pauses/named.ts'
import { type Permission, useIsOperator, useMe } from '../session/session.ts'
import { apiKeys } from '../text/en/keys.ts'
import { needsText } from '../text/en/roles.ts'
import { errorText } from '../text/en/why-reasons.ts'
import { why as t, type Why } from '../text/en/why.ts'
import { named } from '../ui/said.tsx'
import { risksOf } from './risks.ts'

export type Refused = Schema<'AccessLogEntry'>

/** What decided, as `kind:id`. The subject of a pause is what follows its scope. */
export function deciderOf({ decided_by }: Refused): { kind: string; id: string; scope?: Scope } {
	const [, kind = '', id = ''] = /^([^:]+):(.*)$/s.exec(decided_by ?? '') ?? []
	const [, scope = '', subject = ''] = /^([^:]+):(.*)$/s.exec(id) ?? []
	return kind === 'pause' ? { kind, scope: scope as Scope, id: subject } : { kind, id }
}

/** The org whose rules, limits or credits decided. A path can name another one than the caller acted in. */
export function orgOf(request: Refused): string | null {
	const { kind, id } = deciderOf(request)
	if (kind === 'credits' || kind === 'ip_rules') return id
	const [, inPath] = /\/orgs\/(org_\w+)/.exec(request.path) ?? []
	return kind !== 'ip_rule' && inPath ? inPath : request.org_id
}

/** Why a request was refused, and what would let it through, with names. Null if nothing was wrong with it. */
export function useWhy(request: Refused): Why | null {
	const { error, reason, client_ip, risk_score, risk_reasons, identity_type } = request
	const { kind, id, scope } = deciderOf(request)
	const org = named(useNameOr(orgOf(request)) ?? t.the_org)
	const name = named(useNamed(request))
	const isOperator = useIsOperator()
	const isElsewhere = useIsOfPlatform(request) === true && !isOperator
	const { data: text = null } = useQuery({
		queryKey: ['why', 'text', error, reason],
		queryFn: async () => (error && (await errorText(error, reason))) || null,
		staleTime: Infinity,
	})
	if (error === null) return null
	if (kind === 'permission') {
		const permission = apiKeys.scopes[id as Permission] ?? id
		const isProgram = identity_type === 'service'
		return isProgram ? t.by.permission_of_program(permission, id) : t.by.permission(permission, id, needsText([id]))
	}
	if (kind === 'role') return t.by.role(org)
	if (kind === 'ip_rule') return t.by.ip_rule(name, org, client_ip)
	if (kind === 'ip_rules') return t.by.ip_rules(org, client_ip)
	if (kind === 'gateway') return t.by.gateway(String(risk_score), risksOf(risk_reasons))
	if (kind === 'limit') return t.by.limit(entitlementName(id), org)
	if (kind === 'budget') return reason || isElsewhere ? t.by.platform_budget(name) : t.by.budget(name)
	if (kind === 'credits') return t.by.credits(org)
	if (kind === 'pause' && scope)
		return (isElsewhere ? t.by.platform_pause : t.by.pause)(nameOf({ scope, subject: name }))
	if (kind === 'rate_limit') return t.by.rate_limit(id)
	return text
}

/** The name of an ID, and nothing for none. */
function useNameOr(id: string | null): string | undefined {
	const me = useMe()
	const name = useName(id ?? me.id)
	return id === null ? undefined : (name ?? id)
}

/** The name of what decided. An org reads its own rules and budgets, because only operators may look up names. */
function useNamed(request: Refused): string {
	const { kind, id } = deciderOf(request)
	const isOperator = useIsOperator()
	const hasName = kind === 'ip_rule' || kind === 'budget' || kind === 'pause'
	const looked = useNameOr(hasName && id !== '' ? id : null)
	const { data: rule } = useQuery({
		queryKey: ['why', 'ip_rule', id],
		queryFn: () => data(api.GET('/v1/ip-rules/{rule_id}', { params: { path: { rule_id: id } } })),
		enabled: !isOperator && kind === 'ip_rule',
		retry: false,
	})
	const { data: budget } = useQuery({ ...budgetQuery(request), enabled: !isOperator && kind === 'budget' })
	return rule?.cidr ?? budget?.name ?? looked ?? id
}

const budgetQuery = (request: Refused) => {
	const budget_id = deciderOf(request).id
	const path = { org_id: orgOf(request) ?? '', budget_id }
	return {
		queryKey: ['why', 'budget', budget_id],
		queryFn: () => data(api.GET('/v1/orgs/{org_id}/budgets/{budget_id}', { params: { path } })),
		retry: false,
	}
}

/**
 * Whether the platform set the pause or the budget that decided, and not the org. Undefined while that's unknown. A runtime of the
 * platform begins the runs of many orgs, and the log doesn't say of which one. So for operators a budget is the platform's if the
 * platform has it.
 */
export function useIsOfPlatform(request: Refused): boolean | undefined {
	const { kind, scope, id } = deciderOf(request)
	const org_id = orgOf(request)
	const isOperator = useIsOperator()
	const isAlways = scope === 'platform' || scope === 'provider'
	const { data: isOwnPause } = useQuery({
		queryKey: ['why', 'pause', org_id, scope, id],
		queryFn: async () => {
			const path = { org_id: org_id ?? '', scope: scope ?? '', subject: id }
			return (await api.GET('/v1/orgs/{org_id}/pauses/{scope}/{subject}', { params: { path } })).response.ok
		},
		enabled: scope !== undefined && !isAlways && org_id !== null,
	})
	const { data: isPlatformBudget } = useQuery({
		queryKey: ['why', 'budget', 'platform', id],
		queryFn: async () =>
			(await api.GET('/v1/admin/budgets/{budget_id}', { params: { path: { budget_id: id } } })).response.ok,
		enabled: isOperator && kind === 'budget',
	})
	const { data: budget } = useQuery({ ...budgetQuery(request), enabled: !isOperator && kind === 'budget' })
	if (kind === 'budget') return isOperator ? isPlatformBudget : budget && budget.set_by === 'platform'
	return isAlways || (isOwnPause === undefined ? undefined : !isOwnPause)
}
