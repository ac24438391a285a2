import { type Api, type Reply, send } from './api.ts'
import { address, admin, type Caller, PASSWORD, signIn, unique, user } from './world.ts'

/** An address that nobody has. */
export const invited = (stem = 'invited') => `${unique(stem)}@example.com`

export const pathOf = (org_id: string) => `/v1/orgs/${org_id}/invitations`

/** Invites an address into the org in which the caller is. */
export const invite = (inviter: Pick<Caller, 'post' | 'org_id'>, fields: object = {}, options: object = {}) =>
	inviter.post(pathOf(inviter.org_id), { email: invited(), role: 'member', ...fields }, options)

export const offer = (token: string): Promise<Reply> => send('GET', `/v1/invitations/${token}`)

export const accept = (who: Api, token: string): Promise<Reply> => who.post(`/v1/invitations/${token}/accept`)

/** Registers a stranger with an invitation. */
export function registerWith(invitation_token: string, fields: object = {}) {
	const login = unique('joined')
	return send('POST', '/v1/auth/register', {
		body: { login, password: PASSWORD, email: `${login}@example.com`, invitation_token, ...fields },
		headers: { 'CF-Connecting-IP': address() },
	})
}

/** Makes a user a member of an org, or gives them another role. */
export const put = async (org_id: string, { user_id }: Pick<Caller, 'user_id'>, role: string) =>
	(await admin()).put(`/v1/admin/orgs/${org_id}/members/${user_id}`, { role })

/** A user with a role in an org of somebody else, who acts there. */
export async function memberOf(org_id: string, role: string): Promise<Caller> {
	const one = await user(role)
	await put(org_id, one, role)
	return { ...one, ...(await signIn(one.login, org_id)), org_id }
}

/** The role of each member, by user. */
export async function rolesIn(org_id: string): Promise<Record<string, string>> {
	const { body } = await (await admin()).get(`/v1/admin/orgs/${org_id}`)
	return Object.fromEntries(body.members.map(({ user_id, role }: Record<string, string>) => [user_id, role]))
}
