import type { LinkProps } from '@tanstack/react-router'
import type { Permission } from '../session/session.ts'
import { why } from '../text/en/why.ts'
import { deciderOf, orgOf, type Refused } from './use-why.ts'

const t = why.links

/** Where what decided is shown and changed. */
export interface Place {
	link: LinkProps
	label: string
	/** Who may change it there. */
	needs?: readonly [Permission, ...Permission[]]
	/** Members of the org see it too. */
	isOfOrg?: boolean
	/** The org that a tab has to act in first, because it only shows its own. */
	org_id?: string
}

interface Reader {
	/** The org's name. */
	org: string
	/** Whether the reader acts in the org. */
	isHere: boolean
	isOperator: boolean
	/** Whether the platform set the pause or the budget, and not the org. */
	isOfPlatform: boolean
}

const OF_ORG: readonly string[] = ['org.settings', 'data.secrets']

/** Null if nothing that can be changed decided. */
export function placeOf(request: Refused, reader: Reader): Place | null {
	const { kind, id } = deciderOf(request)
	const { user_id, username, identity_type, status_code } = request
	const org_id = orgOf(request)
	const { org, isOfPlatform } = reader
	if (kind === 'permission' && identity_type === 'service')
		return {
			link: { to: '/service-accounts', search: { org_id: org_id ?? undefined } },
			label: t.programs,
			needs: OF_ORG.includes(id) ? ['org.settings'] : ['platform_admin'],
		}
	if (kind === 'permission' && !OF_ORG.includes(id) && user_id)
		return {
			link: { to: '/users/$user_id', params: { user_id } },
			label: t.user(username ?? why.the_caller),
			needs: ['platform_admin'],
		}
	if (kind === 'gateway') return { link: { to: '/gateway-config' }, label: t.gateway, needs: ['platform.write'] }
	if (kind === 'pause') return pausesOf(org_id, reader)
	if (status_code >= 500) return { link: { to: '/health' }, label: t.health }
	if (!org_id) return null
	if (kind === 'permission' || kind === 'role') return membersOf(org_id, reader)
	if (kind === 'ip_rule' || kind === 'ip_rules') return rulesOf(org_id, request, reader)
	if (kind === 'limit') return { ...ofOrg(org_id, 'plan'), label: t.plan(org), needs: ['people.write', 'money.write'] }
	if (kind === 'budget')
		return {
			link: {
				to: '/budgets/$budget_id',
				params: { budget_id: id },
				search: { org_id: isOfPlatform && reader.isOperator ? undefined : org_id, of: undefined },
			},
			label: t.budget,
			needs: isOfPlatform ? ['money.write'] : ['money.write', 'org.settings'],
			isOfOrg: true,
		}
	return kind === 'credits' ? creditsOf(org_id, reader) : null
}

const ofOrg = (org_id: string, tab: 'members' | 'plan') => ({
	link: { to: '/orgs/$org_id', params: { org_id }, search: { tab } } satisfies LinkProps as LinkProps,
})

function membersOf(org_id: string, { org, isHere, isOperator }: Reader): Place {
	const own: LinkProps = { to: '/your-org', search: { tab: 'members' } }
	return {
		...(isHere && !isOperator ? { link: own, isOfOrg: true } : ofOrg(org_id, 'members')),
		label: t.members(org),
		needs: ['people.write', 'org.settings'],
	}
}

/** Only people who act in an org see its rules. */
const rulesOf = (org_id: string, { client_ip }: Refused, { org, isHere }: Reader): Place => ({
	link: { to: '/ip-rules', search: { ip: client_ip } },
	label: t.rules(org),
	needs: ['org.settings'],
	isOfOrg: true,
	...(!isHere && { org_id }),
})

function pausesOf(org_id: string | null, { org, isHere, isOperator, isOfPlatform }: Reader): Place {
	if (isOfPlatform || !org_id)
		return { link: { to: '/pauses', search: { of: undefined } }, label: t.pauses, needs: ['platform.write'] }
	return {
		link: { to: '/pauses', search: { of: isOperator ? 'org' : undefined } },
		label: t.pauses_of(org),
		needs: ['org.settings'],
		isOfOrg: true,
		...(!isHere && { org_id }),
	}
}

/** Everybody in the org may redeem a code there. */
const creditsOf = (org_id: string, { org, isHere, isOperator }: Reader): Place =>
	isHere && !isOperator
		? { link: { to: '/credits' }, label: t.credits(org), isOfOrg: true }
		: { link: { to: '/credits/$org_id', params: { org_id } }, label: t.credits(org), needs: ['money.write'] }
