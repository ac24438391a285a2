import type { Reason, Refusal } from '../../ground/http/reasons.ts'
import type { Stage } from './failure.ts'

const STAGES: Stage[] = ['dns', 'connect', 'tls', 'auth', 'from', 'rcpt', 'data', 'timeout']

/** Why a mail server cannot be used, whenever that is found out. */
export const DENIED_HOST: Reason[] = ['url.address', 'url.private_target']

/** Why a mail was not accepted. */
export const FAILED_MAIL: Refusal[] = [
	...DENIED_HOST,
	'smtp.port_25' as const,
	...STAGES.map((stage) => `smtp.${stage}` as const),
].map((reason) => ({ status: 502, reason }))
