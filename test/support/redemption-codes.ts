import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { as } from './api.ts'
import { signAccessToken } from './program.ts'
import { admin, unique, user } from './world.ts'

export const PATH = '/v1/admin/redemption-codes'

export interface Code {
	id: string
	code: string
	type: string
	batch_id: string
}

/** Makes a batch of codes. */
export const batch = async (fields: object = {}, headers: Record<string, string> = {}) =>
	(await admin()).post(`${PATH}/batch`, { count: 1, type: 'credits', value: '100', ...fields }, { headers })
export const made = async (fields: object = {}): Promise<Code[]> => {
	const { status, body } = await batch(fields)
	expect(status).toBe(201)
	return body
}
/** One page of the codes that match the filters. */
export const list = async (filters: Record<string, string>): Promise<Code[]> => {
	const query = new URLSearchParams({ limit: '200', ...filters }).toString()
	const { status, body } = await (await admin()).get(`${PATH}?${query}`)
	expect(status).toBe(200)
	return body
}
export const audited = async (target_id: string) =>
	(await (await admin()).get(`/v1/admin/audit-logs?target_id=${target_id}`)).body

/** Callers for `count` new orgs, all the same user, because signing in is slow by design and a token is cheap. */
export async function manyOrgs(count: number) {
	const { user_id, token } = await user('member-of-many')
	const { sid } = JSON.parse(atob((token as string).split('.')[1] as string)) as { sid: string }
	const ids = JSON.stringify(Array.from({ length: count }, () => unique('org_many')))
	await env.DB.batch([
		env.DB.prepare(
			"INSERT INTO orgs (id, name, created_at) SELECT value, value, '2026-11-01T00:00:00.000Z' FROM json_each(?)",
		).bind(ids),
		env.DB.prepare(
			"INSERT INTO memberships (org_id, user_id, role, created_at) SELECT value, ?, 'member', '' FROM json_each(?)",
		).bind(user_id, ids),
	])
	const tokenOf = (org_id: string) => signAccessToken(env, { sub: user_id, org_id, sid })
	const sign = async (org_id: string) => ({ org_id, user_id, ...as(await tokenOf(org_id)) })
	return Promise.all((JSON.parse(ids) as string[]).map(sign))
}
