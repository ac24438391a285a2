import { useQuery } from '@tanstack/react-query'
import { api, data, type Schema } from '../api.ts'
import { useName } from '../names.tsx'
import { nameOf, type Scope } from '../pauses/named.ts'
import { useIsOperator, useMe } from '../session/session.ts'
import { needsText } from '../text/en/roles.ts'
import { codes, reasons } from '../text/en/why-reasons.ts'
import { why as t, type Why } from '../text/en/why.ts'
import { words } from '../ui/format.ts'

export type Refused = Schema<'AccessLogEntry'>

/** What decided, as `kind:id`. The subject of a pause is what follows its scope. */
export function deciderOf({ decided_by }: Refused): { kind: string; id: string; scope?: Scope } {
	const [, kind = '', id = ''] = /^([^:]+):(.*)$/s.exec(decided_by ?? '') ?? []
	const [, scope = '', subject = ''] = /^([^:]+):(.*)$/s.exec(id) ?? []
	return kind === 'pause' ? { kind, scope: scope as Scope, id: subject } : { kind, id }
}

/** The org whose rules, limits or credits decided. */
export const orgOf = (request: Refused): string | null => {
	const { kind, id } = deciderOf(request)
	return kind === 'credits' || kind === 'ip_rules' ? id : request.org_id
}

/** Why a request was refused, and what would let it through, with names. Null if nothing was wrong with it. */
export function useWhy(request: Refused): Why | null {
	const { error, reason, client_ip, risk_score, risk_reasons } = request
	const { kind, id, scope } = deciderOf(request)
	const org_id = orgOf(request)
	const org = useNameOr(org_id) ?? t.the_org
	const name = useNamed(kind, id, org_id) ?? id
	if (error === null) return null
	if (kind === 'permission') return t.by.permission(id, needsText([id]))
	if (kind === 'role') return t.by.role(org)
	if (kind === 'ip_rule') return t.by.ip_rule(name, org, client_ip)
	if (kind === 'ip_rules') return t.by.ip_rules(org, client_ip)
	if (kind === 'gateway') return t.by.gateway(String(risk_score), risk_reasons.map(words).join(', '))
	if (kind === 'limit') return t.by.limit(id, org)
	if (kind === 'budget') return reason ? t.by.platform_budget(name) : t.by.budget(name)
	if (kind === 'credits') return t.by.credits(org)
	if (kind === 'pause' && scope) return t.by.pause(nameOf({ scope, subject: name }))
	if (kind === 'rate_limit') return t.by.rate_limit(id)
	return (reason && reasons[reason]) || (codes[error] ?? null)
}

/** The name of an ID, and nothing for none. */
function useNameOr(id: string | null): string | undefined {
	const me = useMe()
	const name = useName(id ?? me.id)
	return id === null ? undefined : (name ?? id)
}

/** The name of what decided. An org reads its own rules and budgets, because only operators may look up names. */
function useNamed(kind: string, id: string, org_id: string | null): string | undefined {
	const isOperator = useIsOperator()
	const hasName = kind === 'ip_rule' || kind === 'budget' || kind === 'pause'
	const looked = useNameOr(hasName && id !== '' ? id : null)
	const { data: own } = useQuery({
		queryKey: ['why', kind, id],
		queryFn: async () =>
			kind === 'budget'
				? (await data(api.GET('/v1/orgs/{org_id}/budgets/{budget_id}', budgetAt(org_id ?? '', id)))).name
				: (await data(api.GET('/v1/ip-rules/{rule_id}', { params: { path: { rule_id: id } } }))).cidr,
		enabled: !isOperator && (kind === 'ip_rule' || (kind === 'budget' && org_id !== null)),
		retry: false,
	})
	return own ?? looked
}

const budgetAt = (org_id: string, budget_id: string) => ({ params: { path: { org_id, budget_id } } })
