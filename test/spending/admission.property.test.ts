import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { afterEach, expect, test, vi } from 'vitest'
import { deciding, outcomeOf } from '../support/admission-asks.ts'
import { Model } from '../support/admission-model.ts'
import { exact, rowsOf, runtime, spender } from '../support/admission.ts'
import { as, type Api } from '../support/api.ts'
import { storedBudget } from '../support/budgets.ts'
import { SCOPES, startOf, UNITS } from '../support/grants-model.ts'
import { operator } from '../support/operators.ts'
import { heldOf, raisedOf, STATE } from '../support/program.ts'
import { choices, IS_NIGHT, seeds } from '../support/property.ts'
import { admin, create, signIn, unique } from '../support/world.ts'

// Random scripts of everything that changes what runs may take, against a plain model in memory that adds everything up each time. Each
// response has to be the model's, and at the end the database.

afterEach(async () => {
	vi.useRealTimers()
	await rowsOf("DELETE FROM budgets WHERE owner = 'platform'")
})

/** A key of a platform admin, which unlike a token is good at any time. */
let key: Promise<{ id: string; api: Api }> | undefined

async function newKey() {
	const wanted = { name: unique('key'), scopes: ['platform_admin', 'runtime.report'] }
	const { body } = await (await admin()).post('/v1/api-keys', wanted)
	return { id: body.id as string, api: as(body.key) }
}

const STEPS = 40
/** The acts of scripts about grants, beside those of people who decide. */
const OF_GRANTS = ['begin', 'begin', 'begin', 'progress', 'progress', 'progress', 'report', 'lapse', 'budget']

/** The acts of the others, beside each once. */
const OFTEN = ['begin', ...OF_GRANTS.slice(0, 6), 'report', ...OF_GRANTS.slice(6)]
const NAMES = ['ann', 'bob', null] as const
const NOBODY = { user: null, agent: null, model: null, api_key: null }
const AMOUNTS = [0, 1, 5, 20, 40, 90]
const iso = (at: number) => new Date(at).toISOString()

/** How often the scripts came to each decision. */
const decided = new Map<string, number>()

async function script(seed: number, isAboutGrants: boolean) {
	const below = choices(seed)
	const one = <T>(list: readonly T[]) => list[below(list.length)] as T
	const { id: key_id, api } = await (key ??= newKey())
	// Of an admin of several scripts, the sessions of the latest time would stay.
	const { login } = await operator(['admin'])
	const balance = below(4) * 60
	const { org_id } = await spender({ balance, overdraft: null })
	const model = new Model(org_id)
	model.balance = balance
	if (below(3) === 0) {
		model.grant = 30
		const entitlements = [{ key: 'credits.monthly_grant', value: '30', value_type: 'integer' }]
		await create.subscription(org_id, { plan_id: (await create.plan({ entitlements })).id })
		model.due(Date.now())
	}
	const made = Date.parse(
		(await rowsOf<{ at: string }>('SELECT created_at AS at FROM orgs WHERE id = ?', org_id))[0]?.at ?? '',
	)
	vi.useFakeTimers({ now: Date.now() + 1_000, toFake: ['Date'] })
	const setBound = async () => {
		model.overdraft = isAboutGrants ? -1 : one([-1, 0, 0, 25])
		const override = { org_id, key: 'credits.overdraft', value: String(model.overdraft), value_type: 'integer' }
		expect((await api.post('/v1/entitlement-overrides', override)).status).toBeLessThan(300)
	}
	await setBound()
	const ids = Array.from({ length: isAboutGrants ? 5 : 9 }, (_, index) => `${org_id}-run-${index}`)
	const amounts = () => ({
		...(below(3) > 0 ? { credits: one(AMOUNTS) } : {}),
		...(below(3) > 0 ? { tokens: one(AMOUNTS) } : {}),
	})
	/** A run that has begun or was granted something, if there is one, or any. */
	const pick = () => {
		const given = model.grants.requests.filter(({ decision }) => decision === 'granted')
		if (given.length > 0 && below(3) === 0) return (given.at(-1) as { run_id: string }).run_id
		const live = ids.filter((run_id) => model.runs.get(run_id)?.hold)
		return one(below(2) === 0 && live.length > 0 ? live : ids)
	}
	const {
		wanted,
		expectAsked,
		acts: decisions,
	} = deciding({
		model,
		api,
		decider: () => signIn(login),
		below,
		decided,
	})
	const modelOf = (run_id: string) => `model-${run_id.at(-1)}`
	const acts: Record<string, () => Promise<void>> = {
		async begin() {
			const run_id = pick()
			const known = model.runs.get(run_id)
			const viaKey = below(2) === 0
			const names = known?.hold ? known.names : { ...NOBODY, user: one(NAMES), agent: one(NAMES) }
			const api_key = known?.hold ? known.names.api_key : viaKey ? key_id : null
			const asked = {
				run_id,
				names: { ...names, api_key },
				hold: amounts(),
				ttl_s: one([30, 60, 900]),
				isPart: below(3) === 0,
			}
			const body = {
				run_id,
				org_id,
				user_id: names.user,
				agent_id: names.agent,
				hold: asked.hold,
				ttl_s: asked.ttl_s,
				accept: asked.isPart ? ('part' as const) : ('all' as const),
				ask: below(3) > 0 ? wanted() : null,
			}
			// Only a beginning over HTTP has a key, so a later one must not name one where there was none.
			const overHttp = viaKey && (!known?.hold || api_key !== null)
			const reply = overHttp ? (await api.post('/v1/runtime/runs/begin', body)).body : await runtime().begin(body)
			const at = Date.now()
			const expected = model.begin(asked, at)
			expect(outcomeOf(reply, expected)).toBe(expected)
			if (expected === 'budget' && body.ask) expectAsked(reply, run_id, body.ask, !overHttp)
			decided.set(expected, (decided.get(expected) ?? 0) + 1)
			expectShown(reply, run_id, at)
		},
		async progress() {
			const run_id = pick()
			const asked = { cost: one(AMOUNTS), tokens: one(AMOUNTS), hold: amounts() }
			const totals = { total_cost_usd: asked.cost / 1_000, total_input_tokens: asked.tokens }
			const body = { org_id, ...totals, hold: asked.hold, ask: below(3) > 0 ? wanted() : null }
			const overHttp = below(2) === 0
			const reply = overHttp
				? (await api.post(`/v1/runtime/runs/${run_id}/progress`, body)).body
				: await runtime().progress({ run_id, ...body })
			const at = Date.now()
			const expected = model.progress(run_id, asked, at)
			expect(outcomeOf(reply, expected)).toBe(expected)
			if (expected === 'budget' && body.ask) expectAsked(reply, run_id, body.ask, !overHttp)
			decided.set(expected, (decided.get(expected) ?? 0) + 1)
			expectShown(reply, run_id, at)
		},
		async report() {
			const run_id = one(ids)
			const isEnd = below(3) > 0
			// What a report names while the run is live counts at its end, which may name the same.
			const isNamed = isEnd || !model.runs.get(run_id)?.hold
			const late = isNamed
				? { ...NOBODY, user: one(NAMES), agent: one(NAMES), model: one([modelOf(run_id), null]) }
				: NOBODY
			const given = { late, ...(below(2) === 0 ? { cost: one(AMOUNTS), tokens: one(AMOUNTS) } : {}) }
			const report = { run_id, org_id, status: isEnd ? ('completed' as const) : ('running' as const) }
			const totals =
				'cost' in given ? { total_cost_usd: (given.cost ?? 0) / 1_000, total_input_tokens: given.tokens } : {}
			const names = { user_id: late.user, agent_id: late.agent, model: late.model }
			const reply = await runtime().reportRuns({ ...report, ...names, ...totals })
			expect(reply).not.toHaveProperty('error')
			model.report(run_id, isEnd, given, Date.now())
		},
		lapse: () =>
			Promise.resolve(void vi.setSystemTime(Date.now() + one([7, 31, 61, 901, 3_600, 86_400, 31 * 86_400]) * 1_000)),
		async adjust() {
			const amount = one([50, 20, -20])
			if (model.balance + amount < 0) return
			expect((await api.post('/v1/admin/credits/adjust', { org_id, amount })).status).toBe(200)
			model.balance += amount
		},
		bound: setBound,
		async pause() {
			const [scope, subject] = one([
				['org', org_id],
				['user', 'ann'],
				['agent', 'bob'],
			] as const)
			const until = Date.now() + one([0, 40_000])
			await rowsOf(
				`INSERT INTO pauses (owner, scope, subject, reason, until, set_by_user_id, created_at, updated_at) VALUES (?1, ?2, ?3, 'x', ?4, 'x', ?4, ?4)
				ON CONFLICT DO UPDATE SET until = excluded.until`,
				org_id,
				scope,
				subject,
				iso(until),
			)
			model.pauses.set(scope === 'org' ? org_id : `${scope} ${subject}`, until)
		},
		async budget() {
			const known = below(2) === 0 ? one(model.budgets) : undefined
			if (known && below(3) === 0) {
				await rowsOf('DELETE FROM budgets WHERE id = ?', known.id)
				model.budgets = model.budgets.filter((budget) => budget !== known)
				model.grants.forget(known)
				return
			}
			const limit = one([0, 1, 3, 40, 90, 200])
			const mode = one(['enforce', 'enforce', 'enforce', 'observe'] as const)
			if (known) {
				Object.assign(known, { limit, mode })
				const changed = [limit, mode, iso(Date.now()), known.id]
				await rowsOf('UPDATE budgets SET "limit" = ?, mode = ?, updated_at = ? WHERE id = ?', ...changed)
				return
			}
			await addBudget(limit, mode)
		},
		...decisions,
	}
	async function addBudget(limit: number, mode: 'enforce' | 'observe') {
		const scope = one(SCOPES)
		const subjects = { user: 'ann', agent: 'bob', model: modelOf('3'), api_key: key_id, org: org_id, run: null }
		const subject = below(3) === 0 ? subjects[scope] : null
		const window = scope === 'run' ? 'total' : one(['hour', 'day', 'total'] as const)
		const isPlatform = below(6) === 0
		const fields = { scope, subject, unit: one(UNITS), limit, window, mode, alerts: '[50,100]' }
		const id = await storedBudget({ org_id: isPlatform ? null : org_id, ...fields })
		const at = Date.now()
		const start = window === 'total' ? made : Date.parse(startOf(window, at))
		model.budgets.push({ id, ...fields, isPlatform, counts_since: isPlatform ? at : start })
	}
	/** What a grant shows of the run and its budgets is what the model has. */
	function expectShown(reply: object, run_id: string, at: number) {
		if (!('budgets' in reply) || !('hold' in reply)) return
		const run = model.runs.get(run_id)
		expect(reply.hold).toMatchObject({ credits: run?.hold?.credits, tokens: run?.hold?.tokens })
		const shown = (reply.budgets as { budget_id: string; used: number; held: number; raised: number }[]).map((one) => [
			one.budget_id,
			one.used,
			one.held,
			one.raised,
		])
		const standing = run ? model.standing(run, at) : []
		const expected = standing.map(({ budget, used, held, raised }) => [budget.id, used, held, raised])
		expect(shown.toSorted()).toEqual(expected.toSorted())
	}
	await addBudget(one([40, 200]), 'enforce')
	if (isAboutGrants) await addBudget(20, 'enforce')
	const weighted = isAboutGrants ? [...OF_GRANTS, ...Object.keys(decisions)] : [...OFTEN, ...Object.keys(acts)]
	for (let step = 0; step < STEPS; step += 1) {
		const waits = model.grants.requests.some((request) => model.grants.isOpen(request, Date.now()))
		const act = waits && below(3) === 0 ? 'grant' : one(weighted)
		await acts[act]?.()
		vi.setSystemTime(Date.now() + 10)
	}
	return model
}

const db = drizzle(env.DB)

const isAny = (state: Record<'used' | 'held' | 'refused' | 'raised', number>) =>
	state.used + state.held + state.refused + state.raised > 0

const byRun = (rows: object[]) => rows.map((row) => JSON.stringify(row)).toSorted()

/** By day some that come to every decision. */
const SEEDS = IS_NIGHT ? seeds(2, 300) : [1, 6]

/** Scripts in which little else happens than asking. */
const SEEDS_OF_GRANTS = IS_NIGHT ? seeds(2, 300) : [1, 8, 19]

const SCRIPTS = [
	...SEEDS.map((seed) => [seed, 'everything', false] as const),
	...SEEDS_OF_GRANTS.map((seed) => [seed, 'what people grant', true] as const),
]

test.each(SCRIPTS)(
	'every decision and every sum is that of the model, seed %d about %s',
	async (seed, _, isAboutGrants) => {
		const model = await script(seed, isAboutGrants)
		const { org_id, balance, refused, grants } = model
		const at = Date.now()
		grants.settle(at)
		expect(await exact(org_id)).toEqual({ balance, held: model.held(at) })
		const found = await db.all<{
			budget_id: string
			subject: string
			window_start: string
			used: number
			held: number
			refused: number
			raised: number
		}>(
			sql`SELECT s.budget_id, s.subject, s.window_start, s.used, ${heldOf(STATE, iso(at))} AS held, s.refused, ${raisedOf(iso(at))} AS raised
			FROM budget_states s WHERE s.org_id = ${org_id}`,
		)
		const states = found
			.filter((state) => isAny(state))
			.map(
				({ budget_id, subject, window_start, ...state }) => [`${budget_id} ${subject} ${window_start}`, state] as const,
			)
		const expected = model.budgets
			.filter(({ scope }) => scope !== 'run')
			.flatMap((budget) => {
				const of = model.states(budget, at)
				const mine = [...refused.keys(), ...grants.raises.keys(), ...grants.taken.keys()]
					.filter((name) => name.startsWith(`${budget.id} `))
					.map((name) => name.slice(budget.id.length + 1))
				return [...new Set([...of.keys(), ...mine])].map((name) => {
					const { used, held } = of.get(name) ?? { used: 0, held: 0 }
					const counts = { refused: refused.get(`${budget.id} ${name}`) ?? 0, raised: grants.raised(budget, name, at) }
					return [`${budget.id} ${name}`, { used, held, ...counts }] as const
				})
			})
			.filter(([, state]) => isAny(state))
		expect(Object.fromEntries(states)).toEqual(Object.fromEntries(expected))
		const kept = await rowsOf('SELECT budget_id, run_id, granted FROM budget_grants WHERE org_id = ?', org_id)
		const given = grants.grants.map(({ budget, run_id, granted }) => ({ budget_id: budget.id, run_id, granted }))
		expect(byRun(kept)).toEqual(byRun(given))
	},
)

test('the scripts came to every decision', () => {
	const judged = ['again', 'begun', 'budget', 'continues', 'credits', 'ended', 'not begun', 'paused', 'unknown']
	const granted = ['granted for the run', 'granted for the window', 'reverted']
	const asked = ['asked', 'declined', 'withdrawn', 'request.decided', 'request.lapsed', 'request.used']
	expect([...decided.keys()].toSorted()).toEqual([...judged, ...granted, ...asked].toSorted())
})
