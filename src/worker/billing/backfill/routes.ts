import { dear, requires } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { write } from '../../ground/write/write.ts'
import { auditOfMany, ensureEnabled, refusal } from '../../webhooks/deliveries/send-again.ts'
import { BackfillDeliveries, BackfilledDeliveries } from './schema.ts'

export const backfillRoutes = routes()

backfillRoutes.post(
	'/:endpoint_id/backfill',
	requires('org.settings'),
	dear('org'),
	body(BackfillDeliveries),
	returns(200, BackfilledDeliveries, 'Send the events of runs that ended before the endpoint subscribed'),
	refuses('webhook_endpoints.disabled'),
	async (c) => {
		const endpoint = { org_id: c.var.principal.org_id, endpoint_id: c.req.param('endpoint_id') }
		const period = c.req.valid('json')
		const { backfillOf } = await import('./backfill.ts')
		const { place, response, ...statements } = await backfillOf(c, endpoint, period)
		const parts = { enabled: ensureEnabled(c, endpoint), ...statements }
		const { counts } = await write(c, parts, {
			audit: auditOfMany('backfill', endpoint, period),
			response: { status: 200, body: response },
			otherwise: () => refusal(c, endpoint, 'Webhook endpoint'),
		})
		return c.json({ ...place, backfilled: counts[0]?.backfilled ?? 0 })
	},
)
