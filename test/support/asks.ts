import { expect } from 'vitest'
import { spender } from './admission.ts'
import { type Api, as } from './api.ts'
import { serviceOf } from './service-accounts.ts'
import { unique, user } from './world.ts'

export const ASK = { reason: 'The last two chapters are left.' }

/** An org of a user whose runtime, a service account, runs what it asks for. */
export async function asking({
	balance = 10_000,
	isSubscribed = true,
}: { balance?: number; isSubscribed?: boolean } = {}) {
	const owner = await user('owner')
	const { org_id } = owner
	const made = await spender({ balance, overdraft: null, org_id, isSubscribed })
	const service = await serviceOf(made.root, org_id, { scopes: ['runtime.report'] })
	const at = `/v1/orgs/${org_id}/requests`
	const begin = (fields: object = {}, by: Api = service) =>
		by.post('/v1/runtime/runs/begin', { run_id: unique('run'), org_id, ...fields })
	const progress = (run_id: string, fields: object = {}, by: Api = service) =>
		by.post(`/v1/runtime/runs/${run_id}/progress`, { org_id, ...fields })
	return {
		...made,
		owner,
		service,
		at,
		begin,
		progress,
		poll: (id: string, by: Api = service) => by.get(`/v1/runtime/requests/${id}`),
		/** A beginning that a budget refuses, and its request. */
		ask: async (fields: object = {}, by?: Api) => {
			const { status, body } = await begin({ ask: ASK, ...fields }, by)
			expect([status, body.error]).toEqual([402, 'budget.exceeded'])
			return body.details.request as { id: string; state: string; expires_at: string; poll_after_s: number }
		},
		read: async (id: string) => (await owner.get(`${at}/${id}`)).body,
		grant: (id: string, fields: object, by: Api = owner) => by.post(`${at}/${id}/grant`, fields),
		decline: (id: string, fields: object = {}, by: Api = owner) => by.post(`${at}/${id}/decline`, fields),
	}
}

/** A caller with a key of the user. */
export const keyOf = async (by: Api, scopes: string[]) =>
	as((await by.post('/v1/api-keys', { name: unique('key'), scopes })).body.key)

type Org = Awaited<ReturnType<typeof asking>>

export const statesOf = async ({ owner, org_id }: Org, budget_id: string) =>
	(await owner.get(`/v1/orgs/${org_id}/budgets/${budget_id}/states`)).body

/** Grants what is asked for now. Its `audit_id` is what a revert takes. */
export const grantNow = async ({ read, grant }: Org, id: string, fields: object) => {
	const { status, body, headers } = await grant(id, { hash: (await read(id)).hash, ...fields })
	expect(status, JSON.stringify(body)).toBe(200)
	return { ...body, audit_id: headers.get('Audit-Id') as string }
}
