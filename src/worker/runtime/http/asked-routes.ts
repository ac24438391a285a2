import { signedIn } from '../../ground/http/access.ts'
import { refuses, returns, routes } from '../../ground/http/contract.ts'
import { PolledRequest } from '../../spending/requests/schema.ts'
import { askedByOf } from '../../spending/requests/state.ts'
import { serves } from '../../tenancy/principals/runtime-orgs.ts'

/** Loads with the first poll: most runs never ask. */
const polling = () => import('../../spending/requests/poll.ts')

/** What an account asked for. Nobody else finds it here. */
export const askedRoutes = routes()

askedRoutes.get(
	'/:request_id',
	signedIn(),
	returns(200, PolledRequest, 'Read how your own request stands', { isTagged: false }),
	async (c) => {
		const { principal } = c.var
		const isServed = (org_id: string) => serves(principal, org_id)
		const { pollRequest } = await polling()
		return c.json(await pollRequest(c, c.req.param('request_id'), askedByOf(principal), isServed))
	},
)

askedRoutes.delete(
	'/:request_id',
	signedIn(),
	returns(204, undefined, 'Withdraw your own request', {
		changes: 'own_requests',
		isAudited: false,
		isMatched: false,
	}),
	refuses('request.decided'),
	async (c) => {
		await (await polling()).withdrawRequest(c, c.req.param('request_id'), askedByOf(c.var.principal))
		return c.body(null, 204)
	},
)
