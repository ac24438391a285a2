import type * as z from 'zod'
import { notFound } from '../../ground/http/errors.ts'
import { etagOf } from '../../ground/http/etag.ts'
import type { Evaluation, FlagValues } from './evaluate.ts'
import type { OfrepEvaluated } from './schema.ts'

// OFREP, the OpenFeature Remote Evaluation Protocol: any OpenFeature SDK can read the flags of the caller's own org.

/** A flag's value in OFREP's terms. */
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

// Computed once for each object with values, so a warm response neither serializes nor hashes hundreds of flags.
const bulks = new WeakMap<FlagValues, Bulk>()

/** The JSON text of a bulk response, and its fingerprint. */
export function bulkOf(flags: FlagValues): Bulk {
	const known = bulks.get(flags)
	if (known !== undefined) return known
	const text = JSON.stringify({ flags: flags.all().map(toOfrep) })
	const bulk = { text, fingerprint: etagOf(text) }
	bulks.set(flags, bulk)
	return bulk
}

/** OFREP's 404, with the error code that OFREP providers read. */
export const flagNotFound = (key: string) => notFound('Feature flag', { key, errorCode: 'FLAG_NOT_FOUND' })
