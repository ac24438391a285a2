import { type Scope, useScope } from './scope.tsx'

// Whose models and MCP servers: an API without layers has none of the platform.

/** The layer of a screen. */
export function useLayer(): Scope {
	const scope = useScope()
	return import.meta.env.HAS_MODEL_LAYERS ? scope : 'org'
}

/** The layer in the query of a list. */
export const inLayer = (scope: Scope): { scope?: Scope } => (import.meta.env.HAS_MODEL_LAYERS ? { scope } : {})

/** The layer in the parameters of a call that has no other query. */
export const ofLayer = (scope: Scope): object => (import.meta.env.HAS_MODEL_LAYERS ? { query: { scope } } : {})

/** The entitlement that an entry of the platform needs; null for none, and for an org's own. */
export const entitlementOf = (entry: object): string | null =>
	'entitlement' in entry && typeof entry.entitlement === 'string' ? entry.entitlement : null
