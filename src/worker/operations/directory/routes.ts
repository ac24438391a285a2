import * as z from 'zod'
import { seesCodes } from '../../billing/redemption-codes/code.ts'
import { requires } from '../../ground/http/access.ts'
import { body, query, returns, routes } from '../../ground/http/contract.ts'
import { Found, Names, NamesWanted, SearchQuery } from './schema.ts'

export const directoryRoutes = routes()

directoryRoutes.get(
	'/search',
	requires('platform.read'),
	query(SearchQuery),
	returns(200, z.array(Found), 'Search for anything: by its id, or by a name, an address or a code'),
	async (c) => {
		const { q, limit } = c.req.valid('query')
		const { search } = await import('./search.ts')
		return c.json(await search(c.var.db, q, limit, seesCodes(c)))
	},
)

directoryRoutes.post(
	'/names',
	requires('platform.read'),
	body(NamesWanted),
	returns(200, Names, 'Read the names behind up to 200 ids', { changes: false }),
	async (c) => {
		const { namesOf } = await import('./names.ts')
		return c.json({ names: await namesOf(c.var.db, c.req.valid('json').ids) })
	},
)
