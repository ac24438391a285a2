import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { DAY_MS } from '../../ground/db/columns.ts'
import { type FieldError, invalid, refusedInput } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { write } from '../../ground/write/write.ts'
import { revertibleRequests } from '../../spending/requests/revertible.ts'
import { selectStanding, standingOf } from '../../spending/requests/standing.ts'
import { type Granted, requests, type Spend } from '../../spending/requests/table.ts'
import { auditOf, decidable, deciding, decisionBy, movedOn, overOr } from './decide.ts'
import { hashOf, toRequest } from './read.ts'
import type { GrantRequest } from './schema.ts'

const UNITS = ['credits', 'tokens', 'runs'] as const

const MOST_DAYS = 31

type Wanted = z.infer<typeof GrantRequest>

/** What is granted: what the grant says, or else all of what was asked for. Throws 400. */
function grantedBy(spend: Spend, { for: whom, ...wanted }: Wanted): Granted {
	if (!whom) throw invalid([{ path: 'for', message: must.run_or_window }])
	const amounts = Object.fromEntries(UNITS.map((unit) => [unit, wanted[unit] ?? spend[unit]])) as Record<
		(typeof UNITS)[number],
		number
	>
	const wrong: FieldError[] = UNITS.filter((unit) => amounts[unit] > spend[unit]).map((unit) => ({
		path: unit,
		message: must.at_most_asked,
	}))
	if (UNITS.every((unit) => amounts[unit] === 0)) wrong.push({ path: 'body', message: must.some_amount })
	const isOfTotal =
		whom === 'window' &&
		spend.budgets.some(({ window, scope, unit }) => window === 'total' && scope !== 'run' && amounts[unit] > 0)
	const until = isOfTotal ? (wanted.until ?? '') : null
	const [soonest, latest] = [0, MOST_DAYS * DAY_MS].map((ms) => new Date(Date.now() + ms).toISOString())
	if (until !== null && !(until > (soonest ?? '') && until <= (latest ?? '')))
		wrong.push({ path: 'until', message: must.until_of_total })
	if (wrong.length > 0) throw invalid(wrong)
	return { for: whom, ...amounts, until }
}

/** Grants what a run asks for, or the change that a key proposes. Throws 404, 400, and 409 if it isn't open or no longer what its `hash` stands for. */
export async function grantRequest(c: Context<SignedIn>, request_id: string, wanted: Wanted) {
	const row = await decidable(c, request_id)
	if (row.kind === 'change') return (await import('./grant-change.ts')).grantChange(c, row, wanted)
	if (c.req.header('Confirm-Within') !== undefined) throw refusedInput('change.not_confirmable')
	const { spend } = row
	if (!spend || row.state !== 'open') throw await overOr(c, row)
	if (wanted.hash !== hashOf(row)) throw movedOn(row)
	const decision = {
		...decisionBy(c, 'granted', wanted.reason ?? null),
		granted: grantedBy(spend, wanted),
	}
	const request = toRequest({ ...row, ...decision, state: 'granted' })
	const isSame = sql`${requests.spend} = ${JSON.stringify(spend)}`
	const { standing } = await write(
		c,
		{ ...deciding(c, row, decision, isSame), standing: selectStanding(c.var.db, row.id) },
		{
			audit: {
				...auditOf('grant', row),
				undo: [{ table: requests, where: eq(requests.id, row.id) }],
				kinds: [{ kind: revertibleRequests }],
			},
			response: { none: 'its hash is the key: a repeat is told that the request is decided' },
			otherwise: () => overOr(c, row),
		},
	)
	return { request: { ...request, budgets: standingOf(spend, standing, false), now: null }, response: null }
}
