import { expect } from 'vitest'
import { type Api, as } from './api.ts'
import { unique } from './world.ts'

/** The path of an org's service accounts, or of one of them. */
export const at = (org_id: string, id = '') => `/v1/orgs/${org_id}/service-accounts${id && `/${id}`}`

/** A service account of the org, a key of it, and a client that uses the key. */
export async function serviceOf(maker: Api, org_id: string, fields: object = { role: 'admin' }) {
	const { status, body } = await maker.post(at(org_id), { name: unique('service'), ...fields })
	expect(status).toBe(201)
	const path = at(org_id, body.id)
	const key = await maker.post(`${path}/keys`, { name: 'First' })
	expect(key.status).toBe(201)
	return { id: body.id as string, path, key_id: key.body.id as string, ...as(key.body.key) }
}
