import type { WorkContext } from '../../context.ts'
import { forbidden, invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import type { Audit } from '../../ground/write/audit.ts'
import { openOrg } from '../../tenancy/orgs/access.ts'
import { throughConnection } from '../requirements/refusals.ts'
import { connectionsFor, type Demands, type SignedInBy } from '../requirements/required.ts'
import { sessions } from './table.ts'

// Which org a session acts in: one of the user's own, or any org for an operator.

interface Choice {
	/** The orgs of the user, oldest membership first. */
	memberOf: readonly (Demands & { is_operator: number })[]
	wanted: string | undefined
	/** The org that the session acts in so far. */
	active_org_id?: string
	by: SignedInBy
}

interface Chosen {
	org_id: string
	/** Whether an operator begins to act in an org they don't belong to. The audit log must show it. */
	isEntered: boolean
}

/**
 * The org to act in: `wanted`, else the active one while the user may act there, else the first of the user's own that they may
 * sign in to like this. Throws 400 for an org the user may not act in, 403 for a user without an org, 401 if they have to sign in
 * through a connection. One D1 call when an operator enters a foreign org or stays in one, otherwise none.
 */
export async function chooseOrg(c: WorkContext, choice: Choice): Promise<Chosen> {
	const chosen = await chosenOf(c, choice)
	const connection_ids = connectionsFor(choice.memberOf, chosen.org_id, choice.by)
	if (connection_ids) throw throughConnection(connection_ids)
	return chosen
}

async function chosenOf(c: WorkContext, { memberOf, wanted, active_org_id, by }: Choice): Promise<Chosen> {
	const isOperator = memberOf[0]?.is_operator === 1
	const isMember = (org_id: string | undefined) => memberOf.some((row) => row.org_id === org_id)
	const stays = wanted === undefined || wanted === active_org_id
	if (stays && active_org_id !== undefined) {
		const mayStay = isMember(active_org_id) || (isOperator && (await exists(c, active_org_id)))
		if (mayStay) return { org_id: active_org_id, isEntered: false }
	}
	if (wanted === undefined) {
		const open = memberOf.find(({ org_id }) => !connectionsFor(memberOf, org_id, by))
		const first = (open ?? memberOf[0])?.org_id
		if (!first) throw forbidden('auth.no_org')
		return { org_id: first, isEntered: false }
	}
	if (isMember(wanted)) return { org_id: wanted, isEntered: false }
	if (!isOperator) throw invalid([{ path: 'org_id', message: must.own_org }])
	if (!(await exists(c, wanted))) throw invalid([{ path: 'org_id', message: must.org_id }])
	return { org_id: wanted, isEntered: true }
}

/** Whether an org exists. If it's deleted before the batch runs, the session's tokens are a 401. */
async function exists({ var: { db } }: WorkContext, org_id: string): Promise<boolean> {
	const [org] = await openOrg(db, { org_id })
	return org !== undefined
}

/** The audit row of an operator who begins to act in a foreign org. */
export const actInAudit = (sid: string, actor_user_id: string, org_id: string): Audit => ({
	action: 'sessions.act_in',
	target: sessions,
	target_id: sid,
	actor_user_id,
	org_id,
})
