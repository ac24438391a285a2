import type { Place } from '../places/place.ts'
import { type Entry, placeOf, sideOf, SIDES } from '../places/places.ts'
import type { Scope } from '../session/scope.ts'
import type { Me, Permission } from '../session/session.ts'

// Who may see which place. Operators see all of them. The API decides again on every call.

const may = (access: Place['access'], { permissions }: Me) =>
	access === 'signed_in' || permissions.includes(access) || permissions.includes('platform.read')

export const maySee = (place: Place, me: Me) => may(place.access, me)

/** The side of a path for a user: only operators have both. */
export const sideFor = (path: string, scope: Scope, { permissions }: Me): Scope =>
	permissions.includes('platform.read') ? sideOf(path, scope) : 'org'

/** The sidebar of a user. A place in which they can read nothing isn't in it. */
export const sectionsFor = (side: Scope, me: Me): { title?: string; entries: Entry[] }[] =>
	SIDES[side].flatMap(({ entries, ...section }) => {
		const shown = entries.flatMap((entry): Entry[] => {
			const places = entry.places.filter((place) => maySee(place, me))
			return places.length > 0 ? [{ ...entry, places }] : []
		})
		return shown.length > 0 ? [{ ...section, entries: shown }] : []
	})

/** The permission that a screen needs and the user doesn't have. */
export function lackingAt(path: string, me: Me): Permission | undefined {
	const place = placeOf(path)
	const access = place?.below && path !== place.to ? place.below : (place?.access ?? 'signed_in')
	return access === 'signed_in' || may(access, me) ? undefined : access
}
