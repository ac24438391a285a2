import { invalid, preconditionFailed } from '../../ground/http/errors.ts'
import { tagsIn } from '../../ground/http/etag.ts'
import { must } from '../../ground/http/must.ts'
import type { State } from './state.ts'

/**
 * Throws unless `If-Match` names the state. Without a base, a document would undo what somebody else just did, so the header is
 * required, and `*` names none.
 */
export function requireBase(ifMatch: string | undefined, { hash }: Pick<State, 'hash'>): void {
	if (ifMatch === undefined || ifMatch.trim() === '*')
		throw invalid([{ path: 'If-Match', message: must.plan_base }], 'configuration.if_match_required')
	if (!tagsIn(ifMatch).includes(`"${hash}"`)) throw preconditionFailed()
}
