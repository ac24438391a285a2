import { expect } from 'vitest'
import { admin, type Caller, signIn, user } from './world.ts'

/** The user, signed in again: their first platform role ended their sessions. */
export const again = async (one: Caller): Promise<Caller> => ({ ...one, ...(await signIn(one.login)) })

/** A user with these platform roles, acting in `org_id`, or in their own org. */
export async function operator(roles: string[], org_id?: string): Promise<Caller> {
	const one = await user(roles.join('-'))
	const given = await (await admin()).put(`/v1/admin/users/${one.user_id}/roles`, { roles })
	expect(given.status).toBe(200)
	return { ...one, ...(await signIn(one.login, org_id)), org_id: org_id ?? one.org_id }
}
