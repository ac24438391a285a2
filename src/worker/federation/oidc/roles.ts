import { PLATFORM_ROLES, type PlatformRole, type Role, ROLES } from '../../principal.ts'
import type { oidcConnections } from '../../sign-in/identities/table.ts'
import type { Claims } from '../oidc-connections/claims.ts'

type Mapping = Pick<typeof oidcConnections.$inferSelect, 'role_claim' | 'role_map' | 'default_role'>

/** What the claim gives. Providers send one text, or a list of them. */
function mapped({ role_claim, role_map }: Mapping, claims: Claims): string[] {
	const value = role_claim === null ? undefined : claims[role_claim]
	return [value].flat().flatMap((one) => {
		const role = typeof one === 'string' && Object.hasOwn(role_map, one) ? role_map[one] : undefined
		return role === undefined ? [] : [role]
	})
}

/** The highest role in the org that the claims give, or else the connection's default. */
export function roleInOrg(mapping: Mapping, claims: Claims): Role | undefined {
	const found = mapped(mapping, claims)
	return ROLES.find((role) => found.includes(role)) ?? (mapping.default_role as Role | null) ?? undefined
}

export const higher = (one: Role, other: Role | null): Role =>
	ROLES.find((role) => role === one || role === other) ?? one

/**
 * Whether the provider left the claim out because it's too long, and says elsewhere what it is (OpenID Connect Core 1.0, section
 * 5.6.2). It says nothing of anybody's role then.
 */
export function isUnread({ role_claim }: Pick<Mapping, 'role_claim'>, { _claim_names: names, ...claims }: Claims) {
	// Some leave it empty in its place.
	if (role_claim === null || [claims[role_claim] ?? []].flat().length > 0) return false
	return typeof names === 'object' && names !== null && Object.hasOwn(names, role_claim)
}

/** Who made the connection what it is, now. */
export interface Maker {
	/** Their role in the org; null if they aren't an active member. */
	role: Role | null
	is_platform_admin: boolean
}

/** The role, as far as the maker may give it: only owners make owners, and members nobody. */
export function given(role: Role | undefined, { role: of, is_platform_admin }: Maker): Role | undefined {
	if (is_platform_admin || of === 'owner') return role
	return of === 'admin' && role === 'owner' ? 'admin' : of === 'admin' ? role : undefined
}

/** The platform roles that the claims give, or else the connection's default. Undefined if the connection leaves roles alone. */
export function platformRolesOf(mapping: Mapping, claims: Claims, maker: Maker): PlatformRole[] | undefined {
	if (mapping.role_claim === null || !maker.is_platform_admin) return undefined
	const found = mapped(mapping, claims)
	const roles = found.length > 0 || mapping.default_role === null ? found : [mapping.default_role]
	return PLATFORM_ROLES.filter((role) => roles.includes(role))
}
