/** The doors of an operation that the platform and each org have: `/v1/admin/budgets` and `/v1/orgs/:org_id/budgets`. */
export type Door = 'platform' | 'org'

/** The door that a route's path is. */
export const doorOf = (path: string): Door => (path.startsWith('/v1/orgs/:org_id') ? 'org' : 'platform')

/** What a route line says of one of its doors only. */
export type AtOneDoor<T> = { [door in Door]?: T }

/** Whether a route line's refusal is one of a single door. */
export const isAtOneDoor = <T>(one: T | AtOneDoor<T>): one is AtOneDoor<T> =>
	typeof one === 'object' && one !== null && ('org' in one || 'platform' in one)
