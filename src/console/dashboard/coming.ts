import { api, data, type Schema } from '../api.ts'
import { type Budget, listBudgets, listStates, type State } from '../budgets/read.ts'
import { isExpired } from '../budgets/words.tsx'
import { listRequests, mayDecideFor, MOST_OPEN, type Request } from '../requests/read.ts'
import type { Me } from '../session/session.ts'
import { endsAt } from '../ui/forecast.ts'
import { DAY_MS } from '../ui/format.ts'

/** What's further away than that is no news. */
const HORIZON_MS = 30 * DAY_MS
/** How many of a kind are shown, and of how many budgets the fullest subject is read: a call each. */
const SHOWN = 3
const READ = 8

interface Ending {
	/** In milliseconds since 1970. */
	end: number
}

const soonest = <Row extends Ending>(rows: Row[]) =>
	rows
		.filter(({ end }) => end < Date.now() + HORIZON_MS)
		.toSorted((one, other) => one.end - other.end)
		.slice(0, SHOWN)

interface EndingBudget extends Ending {
	budget: Budget
	state: State
	/** Too little of its window is over to say much. */
	isEarly: boolean
}

/** A window says little before a tenth of it is over, and a total before a day is. */
const EARLY = 0.1

function endOf(budget: Budget, state: State | undefined): EndingBudget[] {
	if (!state) return []
	const { window_start, resets_at, used, remaining } = state
	const since = Math.max(Date.parse(budget.counts_since), window_start === null ? 0 : Date.parse(window_start))
	const resets = resets_at === null ? Number.POSITIVE_INFINITY : Date.parse(resets_at)
	const days = (Date.now() - since) / DAY_MS
	const end = remaining === 0 ? Date.now() : endsAt(remaining, used, days)
	if (end === undefined || end >= resets) return []
	const whole = resets_at === null ? 10 : (resets - Date.parse(window_start ?? budget.counts_since)) / DAY_MS
	return [{ budget, state, end, isEarly: remaining > 0 && days < whole * EARLY }]
}

/** The budgets that end before their windows do, if the pace stays that of their windows so far. Budgets of single runs have no pace. */
export async function endingBudgets(org_id: string | undefined): Promise<EndingBudget[]> {
	const all = await data(listBudgets(org_id, { limit: 100 }))
	const paced = all.filter((budget) => budget.scope !== 'run' && budget.limit > 0 && !isExpired(budget)).slice(0, READ)
	const endings = await Promise.all(
		paced.map(async (budget) => {
			const [fullest] = await data(listStates(org_id, budget.id, { limit: 1 }))
			return endOf(budget, fullest)
		}),
	)
	return soonest(endings.flat())
}

/** The orgs whose credits run out, if they use as many as in the last days. */
export async function runningOut(org_id: string | undefined): Promise<(Schema<'CreditOutlook'> & Ending)[]> {
	const query = { limit: SHOWN }
	const rows = await data(
		org_id === undefined
			? api.GET('/v1/admin/credits/outlook', { params: { query } })
			: api.GET('/v1/orgs/{org_id}/credits/outlook', { params: { path: { org_id }, query } }),
	)
	return soonest(
		rows.flatMap((row) => {
			const end = endsAt(row.available ?? row.balance, row.credits_used, row.days)
			return end === undefined ? [] : [{ ...row, end }]
		}),
	)
}

/** The requests that somebody may decide, the first to lapse first, and how many more there are. */
export async function waitingRequests(me: Me, org_id: string | undefined): Promise<{ shown: Request[]; more: number }> {
	const { rows } = await listRequests(org_id, { state: 'open', limit: MOST_OPEN })
	const mine = rows.filter(mayDecideFor(me, org_id))
	const shown = mine.toSorted((one, other) => Date.parse(one.expires_at) - Date.parse(other.expires_at)).slice(0, SHOWN)
	return { shown, more: mine.length - shown.length }
}

/** Changes that are rolled back unless somebody confirms them. */
export const waitingChanges = (): Promise<Schema<'UnconfirmedChange'>[]> =>
	data(api.GET('/v1/admin/changes', { params: { query: { status: 'pending', limit: SHOWN } } }))
