import type { WorkContext } from '../../context.ts'
import { isRecentProof } from '../../ground/http/access.ts'
import type { ApiError } from '../../ground/http/errors.ts'
import type { UserPrincipal } from '../../principal.ts'
import { needsFactor, throughConnection } from '../requirements/refusals.ts'
import { byAccount, countRequest } from '../throttle/requests.ts'
import { askToEnrol } from './enrol.ts'

/** A page that keeps asking needs no more tokens than this in an hour. */
const tokensOf = (user_id: string) => [byAccount('enrolment', user_id, 20)]

const refusal = () => Promise.resolve(needsFactor())

/**
 * The 401 of a session that doesn't meet what's demanded since it began. As at a login, it has the token that adds a second factor, if the
 * user has none and has lately proven who they are. Otherwise a stolen access token would add the thief's.
 */
export async function askToMeet(c: WorkContext, principal: UserPrincipal): Promise<ApiError> {
	const { unmet, user_id, org_id } = principal
	if (unmet && 'connection_ids' in unmet) return throughConnection(unmet.connection_ids)
	const { dry_run, unconfirmed, idempotent_call } = c.var
	const isPlain = !dry_run && !unconfirmed && !idempotent_call
	if (unmet?.has_factor !== false || !isPlain || !isRecentProof(principal, 'power')) return needsFactor()
	return askToEnrol(c, { user_id, org_id, guards: countRequest(c, tokensOf(user_id)), refusal }).catch(refusal)
}
