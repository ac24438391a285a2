import { api, type Reply, answered, type Schema } from '../api.ts'
import type { Held } from '../search.ts'
import { number } from '../ui/format.ts'
import { rowsPerPage } from '../ui/pages.ts'
import { timesOf } from '../ui/period-filter.tsx'
import type { LEDGER } from './types.ts'

export type LedgerSearch = Held<typeof LEDGER>

/** A balance with a page of its ledger. Defaults to the org that the user acts in. */
export const ledgerQuery = (org_id: string | undefined, search: LedgerSearch) => ({
	queryKey: ['credits', org_id ?? 'mine', search],
	queryFn: async () => {
		const { from, to, ...filters } = search
		const query = { ...filters, ...timesOf({ from, to }), limit: rowsPerPage() }
		const call: Promise<Reply<Schema<'Credits'>>> = org_id
			? api.GET('/v1/admin/credits', { params: { query: { ...query, org_id } } })
			: api.GET('/v1/me/credits', { params: { query } })
		const { data, response } = await answered(call)
		return {
			balance: data?.balance ?? 0,
			held: data?.held ?? 0,
			available: data?.available ?? null,
			rows: data?.transactions ?? [],
			next: response.headers.get('Next-Cursor') ?? undefined,
			source: response.url,
		}
	},
})

export const signed = (amount: number) => (amount > 0 ? `+${number(amount)}` : number(amount))
