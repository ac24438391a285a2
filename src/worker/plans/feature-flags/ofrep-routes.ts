import { signedIn } from '../../ground/http/access.ts'
import { bodyText } from '../../ground/http/body-text.ts'
import { body, returns, routes } from '../../ground/http/contract.ts'
import { etagOf, taggedText } from '../../ground/http/etag.ts'
import { flagValues, NO_FLAGS } from './evaluate.ts'
import { bulkOf, flagNotFound, toOfrep } from './ofrep.ts'
import { OfrepBulkEvaluated, OfrepEvaluate, OfrepEvaluated } from './schema.ts'

export const ofrepRoutes = routes()

ofrepRoutes.post(
	'/',
	signedIn(),
	body(OfrepEvaluate),
	returns(200, OfrepBulkEvaluated, "Evaluate every flag for the caller's org (OFREP)", {
		changes: false,
		isTagged: true,
	}),
	async (c) => {
		const { org_id } = c.get('principal')
		const { text, fingerprint } = bulkOf((await flagValues(c.get('db'), org_id)) ?? NO_FLAGS)
		// The context changes no value, but providers cache values for each context, so the tag covers it.
		return taggedText(c, text, etagOf(`${org_id}\n${await bodyText(c)}\n${fingerprint}`))
	},
)

ofrepRoutes.post(
	'/:key',
	signedIn(),
	body(OfrepEvaluate),
	returns(200, OfrepEvaluated, "Evaluate one flag for the caller's org (OFREP)", { changes: false }),
	async (c) => {
		const key = c.req.param('key')
		const evaluation = (await flagValues(c.var.db, c.var.principal.org_id))?.get(key)
		if (!evaluation) throw flagNotFound(key)
		return c.json(toOfrep(evaluation))
	},
)
