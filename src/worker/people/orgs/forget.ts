import type { Variables } from '../../context.ts'
import { forgetTerms } from '../../plans/entitlement-keys/remembered.ts'
import { forgetFlags } from '../../plans/feature-flags/evaluate.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { forgetPauses } from '../../traffic/pauses/current.ts'

/** What an isolate remembers of whether an org is open. */
const REMEMBERED = [forgetPrincipals, forgetPauses, forgetTerms, forgetFlags]

/**
 * Makes this isolate read again who and what an org is. Call it after an org closes or opens again, so that its callers and runtimes
 * notice at once.
 */
export const forgetOrgs = (c: { var: Pick<Variables, 'dry_run'> }): void => REMEMBERED.forEach((forget) => forget(c))
