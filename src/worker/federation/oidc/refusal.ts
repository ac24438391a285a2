import { forbidden } from '../../ground/http/errors.ts'
import type { ReasonOf } from '../../ground/http/reasons.ts'

type OidcReason = Extract<ReasonOf<403>, `oidc.${string}`>

/** The 403 of a sign-in through a provider. `said` is what was wrong with the provider's answer. */
export const oidcRefusal = (reason: OidcReason, said?: string) => forbidden(reason, said === undefined ? {} : { said })
