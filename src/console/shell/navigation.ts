import type { Place } from '../places/place.ts'
import { PLACES } from '../places/places.ts'
import type { Me, Permission } from '../session/session.ts'

// Who may see which place. Operators see all of them. The API decides again on every call.

const may = (access: Place['access'], { permissions }: Me) =>
	access === 'signed_in' || permissions.includes(access) || permissions.includes('platform.read')

export const maySee = (place: Place, me: Me) => may(place.access, me)

/** The place that a path belongs to: `/users/usr_1` belongs to `/users`. */
export const placeOf = (path: string): Place | undefined =>
	PLACES.find(({ to }) => path === to || (to !== '/' && path.startsWith(`${to}/`)))

/** The permission that a screen needs and the user doesn't have. */
export function lackingAt(path: string, me: Me): Permission | undefined {
	const place = placeOf(path)
	const access = place?.below && path !== place.to ? place.below : (place?.access ?? 'signed_in')
	return access === 'signed_in' || may(access, me) ? undefined : access
}
