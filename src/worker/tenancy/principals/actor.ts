import type { Principal } from '../../principal.ts'

/**
 * Who acts: the user, or the service account. For columns that name who made something and are never null. Ids say by their
 * prefix which of the two it is.
 */
export const actorOf = (principal: Principal): string =>
	principal.kind === 'service' ? principal.service_account_id : principal.user_id
