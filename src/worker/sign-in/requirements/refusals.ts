import { unauthorized } from '../../ground/http/errors.ts'

/** The 401 of somebody who has to sign in through one of these connections. */
export const throughConnection = (connection_ids: string[]) => unauthorized('oidc.required', { connection_ids })

/** The 401 of a session that has proven no second factor where one is demanded, and can't be asked for it: nobody typed a password. */
export const needsFactor = () => unauthorized('auth.second_factor_required')
