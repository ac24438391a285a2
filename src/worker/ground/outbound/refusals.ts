import type { Refusal } from '../http/reasons.ts'
import { type Denial, DENIALS } from './policy.ts'
import type { Failure } from './request.ts'

/** What an operation refuses that takes a URL which we will call. */
export const DENIED = Object.keys(DENIALS) as Denial[]

const FAILURES: Exclude<Failure, Denial>[] = ['dns', 'redirect', 'timeout', 'tls', 'too_large', 'unreachable']

/** What an operation refuses that calls a stored URL. The rules for it may have changed since it was stored: then that is a 502 too. */
export const FAILED: Refusal[] = [...DENIED, ...FAILURES].map((reason) => ({ status: 502, reason }))
