import { anyone } from '../../ground/http/access.ts'
import { refuses, returns, routes } from '../../ground/http/contract.ts'
import { notFound, unauthorized } from '../../ground/http/errors.ts'
import { isSameText } from '../../keys/auth/tokens.ts'

export const metricsRoutes = routes()

metricsRoutes.get(
	'/',
	anyone('metrics_token'),
	returns(200, undefined, 'Read the metrics of this instance in the text format of Prometheus', {
		contentType: 'text/plain',
	}),
	refuses(401, 404),
	async (c) => {
		const { METRICS_TOKEN: expected } = c.env
		if (!expected) throw notFound('Path')
		if (!isSameText(/^bearer +(.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '', expected))
			throw unauthorized()
		const { metricsOf, CONTENT_TYPE } = await import('./read.ts')
		return c.body(await metricsOf(c.env), 200, { 'Content-Type': CONTENT_TYPE })
	},
)
