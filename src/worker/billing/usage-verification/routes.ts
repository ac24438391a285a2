import { requires } from '../../ground/http/access.ts'
import { body, returns, routes } from '../../ground/http/contract.ts'
import { UsageVerification, VerifyUsage } from './schema.ts'

export const usageVerificationRoutes = routes()

usageVerificationRoutes.post(
	'/verify',
	requires('platform.read'),
	body(VerifyUsage),
	returns(200, UsageVerification, 'Compare the usage of a day with the sum of its runs', { changes: false }),
	async (c) => {
		const { verifyUsage } = await import('./verify.ts')
		return c.json(await verifyUsage(c.var.db, c.req.valid('json').date))
	},
)
