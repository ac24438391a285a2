import { expect } from 'vitest'
import { admin } from './world.ts'

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
