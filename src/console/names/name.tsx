import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, data } from '../api.ts'
import { useMe } from '../session/session.ts'
import { membersQuery } from './members.ts'

/** The most IDs that one call names. */
const MOST = 200

/** The IDs that a page asks for in one tick, with the callbacks that wait for their names. */
let asked = new Map<string, ((name: Promise<string | null>) => void)[]>()

/** The name for an ID, or null. All IDs on a page are one call. */
export function nameOf(id: string): Promise<string | null> {
	return new Promise((resolve) => {
		if (asked.size === 0) setTimeout(askForAll, 0)
		asked.set(id, [...(asked.get(id) ?? []), resolve])
	})
}

function askForAll() {
	const all = [...asked]
	asked = new Map()
	for (let from = 0; from < all.length; from += MOST) {
		const part = all.slice(from, from + MOST)
		const response = data(api.POST('/v1/admin/names', { body: { ids: part.map(([id]) => id) } }))
		for (const [id, waiting] of part) {
			const name = response.then((found) => ('names' in found && found.names[id]?.name) || null)
			for (const resolve of waiting) resolve(name)
		}
	}
}

export const namesKey = (id: string) => ['names', id]

const nameQuery = (id: string) =>
	queryOptions({ queryKey: namesKey(id), queryFn: () => nameOf(id), staleTime: 300_000 })

/**
 * The name for an ID of any kind, read once and then remembered; undefined while it's unknown. Only operators can read all names.
 * Everybody knows those of their orgs, and of the members of the one they act in.
 */
export function useName(id: string): string | undefined {
	const me = useMe()
	const own = id === me.id ? me.username : me.orgs.find(({ org_id }) => org_id === id)?.name
	const mayRead = me.permissions.includes('platform.read')
	const isAsked = own === undefined && id !== ''
	const { data: name } = useQuery({ ...nameQuery(id), enabled: mayRead && isAsked })
	const isPerson = id.startsWith('usr_')
	const { data: members } = useQuery({ ...membersQuery(me.org_id), enabled: !mayRead && isPerson && isAsked })
	return own ?? name ?? members?.find(({ user_id }) => user_id === id)?.username
}

/** Anything by its name, or by its ID until the name is loaded, or if it was deleted. */
export function Name({ id }: { id: string }) {
	const name = useName(id)
	return name === undefined ? <code>{id}</code> : <bdi title={id}>{name}</bdi>
}
