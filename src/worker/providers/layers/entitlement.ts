import * as z from 'zod'
import { doc } from '#doc'
import { PLATFORM } from '../../ground/db/columns.ts'
import { type FieldError, invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { EntitlementInput } from '../../plans/plans/schema.ts'

// Which orgs get an entry of the platform: all of them, or those whose effective boolean entitlement of a name is true.

const description =
	"The boolean entitlement that an org needs to get this entry of the platform; null if every org gets it. An org's own entry has null."

/** The field of a record. */
export const shownEntitlement = () => z.nullable(z.string()).meta(doc({ description, example: null }))

/** The field of a new entry and of a change: any text that a plan's key can be. */
export const entitlementInput = () => EntitlementInput.shape.key.nullable().meta(doc({ description, example: null }))

/** The field of an entry of a document. Revisions of earlier releases lack it. */
export const laterEntitlement = () => ({ entitlement: shownEntitlement().optional() })

/** What the entitlement isn't, for an entry of this owner. */
export const misfitOfEntitlement = (owner: string, entitlement: unknown): FieldError | undefined =>
	owner === PLATFORM || entitlement == null ? undefined : { path: 'entitlement', message: must.null_in_orgs }

/** Throws 400 with what doesn't fit the layer of an entry. */
export function requireFitting(misfits: (FieldError | undefined)[]) {
	const found = misfits.filter((misfit) => misfit !== undefined)
	if (found.length > 0) throw invalid(found)
}
