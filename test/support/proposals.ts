import { expect } from 'vitest'
import { as, type Reply } from './api.ts'
import { operator } from './operators.ts'
import { PERMISSIONS } from './program.ts'
import { admin, type Caller, create, unique, user } from './world.ts'

/** A key of the user that proposes, with these scopes. */
export async function proposer(owner: Pick<Caller, 'post'>, scopes: readonly string[] = PERMISSIONS) {
	const { status, body } = await owner.post('/v1/api-keys', { name: unique('agent'), scopes, mode: 'propose' })
	expect(status).toBe(201)
	return { ...as(body.key), id: body.id as string, path: `/v1/api-keys/${body.id}` }
}

/** The request of a reply that must be a proposal. */
export function proposed({ status, body }: Reply) {
	expect({ status, body }).toMatchObject({ status: 202, body: { request: { kind: 'change', state: 'open' } } })
	return body.request as { id: string; hash: string; org_id: string | null }
}

/** The address of a request, where it's decided. */
export const placeOf = ({ id, org_id }: { id: string; org_id: string | null }) =>
	org_id === null ? `/v1/admin/requests/${id}` : `/v1/orgs/${org_id}/requests/${id}`

/** A proposed subscription to a plan that grants 10 credits a month, another admin to grant it, and how the plan grants a million. */
export async function aboutCredits() {
	const [root, other, { org_id }] = [await admin(), await operator(['admin']), await user()]
	const grants = (value: string) => ({
		entitlements: [{ key: 'credits.monthly_grant', value, value_type: 'integer' }],
	})
	const plan = await create.plan(grants('10'))
	const period = { current_period_start: '2026-01-01T00:00:00Z', current_period_end: '2099-01-01T00:00:00Z' }
	const key = await proposer(root)
	return {
		other,
		org_id,
		request: proposed(await key.post('/v1/subscriptions', { org_id, plan_id: plan.id, ...period })),
		raise: async () => expect((await root.patch(`/v1/plans/${plan.id}`, grants('1000000'))).status).toBe(200),
		balance: async () => (await root.get(`/v1/admin/credits?org_id=${org_id}`)).body.balance as number,
	}
}
