import { PLATFORM } from '../../ground/db/columns.ts'
import { requires } from '../../ground/http/access.ts'
import { body, returns, routes } from '../../ground/http/contract.ts'
import { usedDays } from '../usage/used-days.ts'
import { BillComparison, CompareBill } from './schema.ts'

export const billComparisonRoutes = routes()

billComparisonRoutes.post(
	'/compare',
	requires('platform.read'),
	body(CompareBill),
	returns(200, BillComparison, "Compare a vendor's bill with what Plinth counted", { changes: false }),
	async (c) => {
		const { lines, ...range } = c.req.valid('json')
		const { compare } = await import('./compare.ts')
		return c.json({ ...range, ...compare(lines, await usedDays(c.var.db, PLATFORM, range)) })
	},
)
