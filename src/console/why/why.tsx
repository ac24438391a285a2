import { Link, type LinkProps } from '@tanstack/react-router'
import { useName } from '../names.tsx'
import { type Permission, useIsOperator, useMay, useMe } from '../session/session.ts'
import { needsText } from '../text/en/roles.ts'
import { why as t } from '../text/en/why.ts'
import { Icon } from '../ui/icon.tsx'
import { deciderOf, orgOf, type Refused, useWhy } from './use-why.ts'
import styles from './why.module.css'

/** Why a request was refused or failed, what would let it through, and where that is changed. */
export function Why({ request }: { request: Refused }) {
	const why = useWhy(request)
	const isOperator = useIsOperator()
	if (!why) return null
	const { error, reason, status_code } = request
	const isFailure = status_code >= 500
	const [what, way] = why
	return (
		<section className={styles.why} aria-label={isFailure ? t.failed : t.refused}>
			<h3>{isFailure ? t.failed : t.refused}</h3>
			<p className={styles.what}>{what}</p>
			<h3>{isFailure ? t.next : t.way}</h3>
			<p>{way}</p>
			{error === 'internal_error' && <p>{t.trace}</p>}
			<Where request={request} />
			<p className={styles.codes}>
				<code>{error}</code>
				{reason && <code>{reason}</code>}
				{isOperator && (
					<Link to="/access-log" search={reason ? { reason } : { error: error ?? undefined }}>
						{t.same}
					</Link>
				)}
			</p>
		</section>
	)
}

/** Why, in a line. */
export const WhyLine = ({ request }: { request: Refused }) => <>{useWhy(request)?.[0]}</>

interface Place {
	link: LinkProps
	label: string
	/** Who may change it there. */
	needs?: readonly [Permission, ...Permission[]]
	/** Members of the org see it too. */
	isOfOrg?: boolean
}

/** Where what decided is shown and changed. Who may not change it reads which role may. */
function Where({ request }: { request: Refused }) {
	const me = useMe()
	const isOperator = useIsOperator()
	const org_id = orgOf(request)
	const org = useName(org_id ?? me.id)
	const place = placeOf(request, (org_id === null ? undefined : org) ?? t.the_org, org_id === me.org_id)
	const mayChange = useMay(...(place?.needs ?? (['platform.read'] as const)))
	if (!place) return null
	return (
		<p className={styles.where}>
			{(isOperator || place.isOfOrg) && (
				<Link {...place.link}>
					{place.label}
					<Icon name="forward" />
				</Link>
			)}
			{place.needs && !mayChange && <span>{needsText(place.needs)}</span>}
		</p>
	)
}

const OF_ORG: readonly string[] = ['org.settings', 'data.secrets']

function placeOf(request: Refused, org: string, isHere: boolean): Place | null {
	const { kind, id, scope } = deciderOf(request)
	const { client_ip, user_id, username, identity_type, status_code } = request
	const org_id = orgOf(request)
	const members: Place | null = org_id
		? { link: ofOrg(org_id, 'members'), label: t.links.members(org), needs: ['people.write', 'org.settings'] }
		: null
	if (kind === 'permission' && !OF_ORG.includes(id) && user_id && identity_type !== 'service')
		return {
			link: { to: '/users/$user_id', params: { user_id } },
			label: t.links.user(username ?? t.the_caller),
			needs: ['platform_admin'],
		}
	if (kind === 'permission' || kind === 'role') return members
	if (kind === 'ip_rule' || kind === 'ip_rules')
		return isHere
			? {
					link: { to: '/ip-rules', search: { ip: client_ip } },
					label: t.links.rules,
					needs: ['org.settings'],
					isOfOrg: true,
				}
			: members
	if (kind === 'gateway') return { link: { to: '/gateway-config' }, label: t.links.gateway, needs: ['platform.write'] }
	if (kind === 'limit' && org_id)
		return { link: ofOrg(org_id, 'plan'), label: t.links.plan(org), needs: ['people.write', 'money.write'] }
	if (kind === 'budget')
		return {
			link: { to: '/budgets/$budget_id', params: { budget_id: id }, search: { org_id: org_id ?? undefined } },
			label: t.links.budget,
			needs: ['money.write', 'org.settings'],
			isOfOrg: true,
		}
	if (kind === 'credits' && org_id)
		return {
			link: { to: '/credits/$org_id', params: { org_id } },
			label: t.links.credits(org),
			needs: ['money.write'],
		}
	if (kind === 'pause')
		return {
			link: { to: '/pauses', search: { whose: scope === 'platform' || !isHere ? undefined : 'org' } },
			label: t.links.pauses,
			needs: ['platform.write', 'org.settings'],
			isOfOrg: true,
		}
	return status_code >= 500 ? { link: { to: '/health' }, label: t.links.health } : null
}

const ofOrg = (org_id: string, tab: 'members' | 'plan'): LinkProps => ({
	to: '/orgs/$org_id',
	params: { org_id },
	search: { tab },
})
