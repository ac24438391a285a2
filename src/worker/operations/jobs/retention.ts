import { RETENTION as OF_REPORTS } from '../../billing/run-reports/consume.ts'
import { RETENTION as OF_CHANGES } from '../../changes/confirmations/end.ts'
import type { WorkContext } from '../../context.ts'
import { RETENTION as OF_OIDC } from '../../federation/oidc/retention.ts'
import { RETENTION as OF_SECRETS } from '../../ground/secrets/replaced.ts'
import { deleteExpired, RETENTION as OF_WRITES } from '../../ground/write/retention.ts'
import { RETENTION as OF_SERVICE_ACCOUNTS } from '../../keys/service-accounts/keys.ts'
import { RETENTION as OF_INVITATIONS } from '../../people/invitations/state.ts'
import { RETENTION as OF_RELEASES } from '../../runtime/http/retention.ts'
import { RETENTION as OF_CHALLENGES } from '../../sign-in/challenges/challenge.ts'
import { RETENTION as OF_RECOVERY } from '../../sign-in/recovery/one-time-tokens.ts'
import { RETENTION as OF_SIGN_IN } from '../../sign-in/sessions/retention.ts'
import { RETENTION as OF_BUDGETS } from '../../spending/budgets/retention.ts'
import { RETENTION as OF_PAUSES } from '../../spending/pauses/retention.ts'
import { RETENTION as OF_REQUESTS } from '../../spending/requests/retention.ts'
import { RETENTION as OF_ALERTS } from '../alerts/tell.ts'

/** What slices declare as expired. In a slice's list, children come before their parents. */
export const EXPIRING = [
	...OF_WRITES,
	...OF_SECRETS,
	...OF_REPORTS,
	...OF_CHANGES,
	...OF_REQUESTS,
	...OF_RECOVERY,
	...OF_CHALLENGES,
	...OF_OIDC,
	...OF_INVITATIONS,
	...OF_SIGN_IN,
	...OF_SERVICE_ACCOUNTS,
	...OF_RELEASES,
	...OF_PAUSES,
	...OF_BUDGETS,
	...OF_ALERTS,
]

/** Deletes the rows that have expired. Returns whether some are left. */
export const retention = (c: WorkContext): Promise<boolean> => deleteExpired(c, EXPIRING)
