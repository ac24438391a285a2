import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { body, bodyText, returns } from '../../http/contract.ts'
import { ApiError } from '../../http/errors.ts'
import { etagOf, taggedText } from '../../http/etag.ts'
import { type Evaluation, type FlagValues, flagValues } from './evaluate.ts'
import { signedIn } from '../../http/access.ts'

// OFREP, the OpenFeature Remote Evaluation Protocol: flags of the caller's own org for any OpenFeature SDK. The org decides,
// the context does not; it still belongs into the tag, since a provider may keep values by it.

const Evaluate = z
	.object({
		context: z
			.record(z.string(), z.unknown())
			.optional()
			.meta({ example: { targetingKey: 'usr_42' } }),
	})
	.meta({ id: 'OfrepEvaluate' })

const Evaluated = z
	.object({
		key: z.string().meta({ example: 'research.deep_mode' }),
		value: z.boolean(),
		reason: z.enum(['STATIC', 'TARGETING_MATCH']),
		variant: z.enum(['default', 'override']),
	})
	.meta({ id: 'OfrepEvaluated' })

const BulkEvaluated = z.object({ flags: z.array(Evaluated) }).meta({ id: 'OfrepBulkEvaluated' })

const evaluated = ({ key, value, reason }: Evaluation): z.infer<typeof Evaluated> => ({
	key,
	value,
	reason: reason === 'override' ? 'TARGETING_MATCH' : 'STATIC',
	variant: reason,
})

interface Bulk {
	text: string
	print: string
}

// The text of a bulk answer and its print, made once for each map of values that is kept.
const bulks = new WeakMap<FlagValues, Bulk>()

function bulkOf(flags: FlagValues): Bulk {
	const known = bulks.get(flags)
	if (known !== undefined) return known
	const text = JSON.stringify({ flags: [...flags.values()].map(evaluated) })
	const bulk = { text, print: etagOf(text) }
	bulks.set(flags, bulk)
	return bulk
}

const noSuchFlag = (key: string) =>
	new ApiError(404, 'not_found', 'Feature flag not found', { key, errorCode: 'FLAG_NOT_FOUND' })

export const ofrepRoutes = new Hono<App>()

ofrepRoutes.post(
	'/',
	signedIn(),
	body(Evaluate),
	returns(200, BulkEvaluated, "Evaluate every flag for the caller's org (OFREP)"),
	async (c) => {
		const flags: FlagValues = (await flagValues(c.var.db, c.var.principal.org_id)) ?? new Map()
		const { text, print } = bulkOf(flags)
		return taggedText(c, text, etagOf(`${c.var.principal.org_id}\n${await bodyText(c)}\n${print}`))
	},
)

ofrepRoutes.post(
	'/:key',
	signedIn(),
	body(Evaluate),
	returns(200, Evaluated, "Evaluate one flag for the caller's org (OFREP)"),
	async (c) => {
		const key = c.req.param('key')
		const evaluation = (await flagValues(c.var.db, c.var.principal.org_id))?.get(key)
		if (!evaluation) throw noSuchFlag(key)
		return c.json(evaluated(evaluation))
	},
)
