import { api, data, type Schema } from '../api.ts'
import { switchOrg } from '../calls/token.ts'

type Registered = Schema<'Registered'>

export const register = (body: Schema<'Register'>) => api.POST('/v1/auth/register', { body })

/** Signs in the person who has just registered: in the org that they were invited into, or else in their own. */
export async function enter({ access_token, org_id }: Registered): Promise<void> {
	const headers = { Authorization: `Bearer ${access_token}` }
	const orgs = await data(api.GET('/v1/me/orgs', { headers }))
	const joined = orgs.find((one) => one.org_id !== org_id)
	// The registration has set the refresh cookie.
	await switchOrg(joined?.org_id ?? org_id)
}

export type Offer = Schema<'InvitationOffer'>

/** What an invitation offers. It keeps for a moment, since signing in shows it again. */
export const offerQuery = (token: string) => ({
	queryKey: ['offer', token],
	queryFn: () => data(api.GET('/v1/invitations/{token}', { params: { path: { token } } })),
	retry: false,
})
