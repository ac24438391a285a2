import { FRESH_MS, isolateCache, OUTAGE_MS } from '../../ground/db/cache.ts'
import { KEPT_WHILE_WAITING_MS } from '../../ground/write/waiting.ts'
import type { Principal } from '../../principal.ts'

/**
 * The principals that this isolate last read, by credential. It keeps them for five seconds, so a suspension or demotion made
 * elsewhere takes effect within five seconds. Null stands for a refused credential, so repeating it costs no lookup.
 */
export const principals = isolateCache<Principal | null>(FRESH_MS, {
	name: 'principals',
	standsInFor: OUTAGE_MS,
	isUsable: (principal) => principal !== null,
	keptForOf,
	weightOf,
})

/** Principals that we read while a change that may lock them out waits for confirmation. */
const onTrial = new WeakSet<Principal>()

/** A principal as we just read it, and whether such a change is waiting. */
export function noted(isAnyWaiting: boolean, principal: Principal): Principal {
	if (isAnyWaiting) onTrial.add(principal)
	return principal
}

function keptForOf(principal: Principal | null) {
	return principal && onTrial.has(principal) ? KEPT_WHILE_WAITING_MS : FRESH_MS
}

/** An org may have a thousand IP rules. All its principals share them, so this estimate is too high. */
function weightOf(principal: Principal | null) {
	const lists = Object.values(principal?.ip_rules ?? {})
	const orgs = principal?.kind === 'service' ? (principal.runtime?.orgs.length ?? 0) : 0
	return 1_600 + 80 * orgs + 120 * lists.reduce((sum, networks) => sum + networks[32].length + networks[128].length, 0)
}

/** Makes this isolate read every principal again. Call it after every change to who may do what. */
export const forgetPrincipals = principals.forget
