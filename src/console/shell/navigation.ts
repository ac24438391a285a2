import type { Me, Permission } from '../session/session.ts'
import type { Place } from './place.ts'
import { GROUPS } from './places.ts'

// Who may see which place. The API decides again on every call.

export const PLACES = GROUPS.flatMap(({ places }) => places)

export const maySee = (place: Place, me: Me) => place.access === 'signed_in' || me.permissions.includes(place.access)

/** The place that a path belongs to: `/users/usr_1` belongs to `/users`. */
const placeOf = (path: string): Place | undefined =>
	PLACES.find(({ to }) => path === to || (to !== '/' && path.startsWith(`${to}/`)))

/** The permission that a screen needs and the user doesn't have. */
export function lackingAt(path: string, me: Me): Permission | undefined {
	const place = placeOf(path)
	const access = place?.below && path !== place.to ? place.below : (place?.access ?? 'signed_in')
	return access === 'signed_in' || me.permissions.includes(access) ? undefined : access
}
