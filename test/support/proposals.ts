import { expect } from 'vitest'
import { as, type Reply } from './api.ts'
import { PERMISSIONS } from './program.ts'
import { type Caller, unique } from './world.ts'

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
