import type * as z from 'zod'
import { ApiError } from '../../http/errors.ts'
import { etagOf } from '../../http/etag.ts'
import type { Evaluation, FlagValues } from './evaluate.ts'
import type { OfrepEvaluated } from './schema.ts'

// OFREP, the OpenFeature Remote Evaluation Protocol: any OpenFeature SDK reads the flags of the caller's own org.

/** A flag's value in OFREP's words. */
export const toOfrep = ({ key, value, reason }: Evaluation): z.infer<typeof OfrepEvaluated> => ({
	key,
	value,
	reason: reason === 'override' ? 'TARGETING_MATCH' : 'STATIC',
	variant: reason,
})

interface Bulk {
	text: string
	fingerprint: string
}

// Made once for each object with values: a warm answer neither serialises nor hashes hundreds of flags.
const bulks = new WeakMap<FlagValues, Bulk>()

/** The JSON text of a bulk answer, and its fingerprint. */
export function bulkOf(flags: FlagValues): Bulk {
	const known = bulks.get(flags)
	if (known !== undefined) return known
	const text = JSON.stringify({ flags: flags.all().map(toOfrep) })
	const bulk = { text, fingerprint: etagOf(text) }
	bulks.set(flags, bulk)
	return bulk
}

/** OFREP's 404, with the error code that its providers read. */
export const flagNotFound = (key: string) =>
	new ApiError(404, 'not_found', 'Feature flag not found', { key, errorCode: 'FLAG_NOT_FOUND' })
