import { Refusal } from '../api.ts'

/**
 * The caller's own address, if the API refuses a change because it would lock that address out. The change then needs
 * `?confirm=true`.
 */
export const lockedOut = (refusal: Refusal | undefined): string | undefined =>
	refusal?.reason === 'ip_rules.self_lockout' ? String(refusal.details.client_address) : undefined

/** How the dry run was refused; undefined if it wasn't. */
export const refusalOf = (simulation: Promise<unknown>): Promise<Refusal | undefined> =>
	simulation.then(
		() => undefined,
		(error: unknown) => Refusal.of(error),
	)
