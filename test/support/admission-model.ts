import { type Amounts, type Budget, Grants, type Names, type Refusing, type Run, startOf } from './grants-model.ts'

// A plain model of holds and budgets: everything is added up from the runs each time, so nothing in it can drift.

export interface Asked {
	run_id: string
	names: Names
	hold: Partial<Amounts>
	ttl_s: number
	isPart: boolean
}

interface Progressed {
	cost: number
	tokens: number
	hold: Partial<Amounts>
}

const NOBODY: Names = { user: null, agent: null, model: null, api_key: null }

export class Model {
	readonly org_id: string
	balance = 0
	overdraft = -1
	grant = 0
	granted = ''
	pauses = new Map<string, number>()
	budgets: Budget[] = []
	runs = new Map<string, Run>()
	/** How often a state refused, by budget, subject and window. */
	refused = new Map<string, number>()
	/** What refused the newest call that budgets refused. */
	refusing: Refusing[] = []
	grants = new Grants(this)

	constructor(org_id: string) {
		this.org_id = org_id
	}

	/** What the run counts for: the larger of its hold and what it has spent. */
	counted({ hold }: Run, unit: 'credits' | 'tokens', at: number) {
		if (!hold) return 0
		return hold.expires_at > at ? Math.max(hold[unit], hold.spent[unit]) : hold.spent[unit]
	}

	held(at: number) {
		return [...this.runs.values()].reduce((sum, run) => sum + this.counted(run, 'credits', at), 0)
	}

	bounded({ scope }: Budget, names: Names): string | null {
		if (scope === 'org') return this.org_id
		return scope === 'run' ? null : names[scope]
	}

	/** Whom the run counts for in the budget; null if it doesn't. */
	subjectOf(budget: Budget, run: Run): string | null {
		if (run.created_at < budget.counts_since || (!run.hold && !run.took)) return null
		const named = this.bounded(budget, run.names) ?? (run.took ? this.bounded(budget, run.late) : null)
		return budget.subject === null || budget.subject === named ? named : null
	}

	/** `used` and `held` of the budget, by subject and window. */
	states(budget: Budget, at: number) {
		const states = new Map<string, { used: number; held: number }>()
		for (const run of this.runs.values()) {
			const subject = this.subjectOf(budget, run)
			if (subject === null) continue
			const key = `${subject} ${startOf(budget.window, run.created_at)}`
			const state = states.get(key) ?? { used: 0, held: 0 }
			if (budget.unit === 'runs') state.used += 1
			else if (run.took) state.used += run.took[budget.unit]
			else state.held += this.counted(run, budget.unit, at)
			states.set(key, state)
		}
		return states
	}

	/** What applies to the run, with what is left. */
	standing(run: Run, at: number) {
		return this.budgets.flatMap((budget) => {
			const subject = this.bounded(budget, run.names)
			const applies = budget.scope === 'run' || (subject !== null && (budget.subject ?? subject) === subject)
			if (!applies || run.created_at < budget.counts_since) return []
			const key = `${subject} ${startOf(budget.window, run.created_at)}`
			const own = budget.unit === 'runs' ? Number(run.hold !== null) : this.counted(run, budget.unit, at)
			const state =
				budget.scope === 'run' ? { used: 0, held: own } : (this.states(budget, at).get(key) ?? { used: 0, held: 0 })
			const where = budget.scope === 'run' ? `${run.run_id} ` : key
			const raised = this.grants.raised(budget, where, at)
			const spare = this.grants.spare(budget, where, run.run_id)
			return [{ budget, key: where, ...state, raised, spare, left: budget.limit + raised - state.used - state.held }]
		})
	}

	/** What the run has spent beyond its hold, which counts already. */
	over({ hold }: Run): Amounts {
		const over = (unit: 'credits' | 'tokens') => (hold ? Math.max(hold.spent[unit] - hold[unit], 0) : 0)
		return { credits: over('credits'), tokens: over('tokens') }
	}

	/** Decides: 'paused', 'budget', 'credits', or null for yes. Counts refusals. */
	decide(run: Run, need: Amounts & { runs: number }, beyond: Amounts, isPart: boolean, at: number) {
		const { user, agent } = run.names
		const paused = [this.org_id, `user ${user}`, `agent ${agent}`].some((who) => (this.pauses.get(who) ?? 0) > at)
		if (paused) return 'paused'
		const spent = this.over(run)
		const refusing = this.standing(run, at).filter(({ budget: { unit }, left, spare }) => {
			const [now, before] = unit === 'runs' ? [0, 0] : [beyond[unit], spent[unit]]
			const most = Math.max(left + before, 0) + spare - before
			return (need[unit] > 0 || now > 0) && most < (isPart ? 1 : need[unit])
		})
		for (const { budget, key } of refusing) {
			const state = `${budget.id} ${key}`
			if (budget.scope !== 'run') this.refused.set(state, (this.refused.get(state) ?? 0) + 1)
		}
		this.refusing = refusing
			.filter(({ budget: { mode } }) => mode === 'enforce')
			.map(({ budget, key, left, spare }) => ({ budget, key, lacks: need[budget.unit] - left - spare }))
		if (this.refusing.length > 0) return 'budget'
		const isAsked = need.credits > 0 || beyond.credits > 0
		return isAsked && this.available(at) < (isPart ? 1 : need.credits) ? 'credits' : null
	}

	available(at: number) {
		return this.overdraft < 0 ? Infinity : this.balance + this.overdraft - this.held(at)
	}

	due(at: number) {
		const month = new Date(at).toISOString().slice(0, 7)
		if (this.granted < month) this.balance += this.grant
		this.granted = month
	}

	begin({ run_id, names, hold, ttl_s, isPart }: Asked, at: number): string {
		this.due(at)
		this.grants.settle(at)
		const known = this.runs.get(run_id)
		if (known?.took) return 'ended'
		const run: Run = known ?? {
			run_id,
			created_at: at,
			names,
			late: NOBODY,
			cost: 0,
			tokens: 0,
			took: null,
			hold: null,
			hasBegun: false,
		}
		const before = run.names
		if (known && !known.hold)
			run.names = {
				user: run.late.user ?? names.user,
				agent: run.late.agent ?? names.agent,
				model: run.late.model,
				api_key: names.api_key,
			}
		const isLive = run.hold !== null && run.hold.expires_at > at
		const spent = run.hold?.spent ?? { credits: 0, tokens: 0 }
		const want = { credits: hold.credits ?? 0, tokens: hold.tokens ?? 0 }
		const need = (unit: 'credits' | 'tokens') => (isLive ? 0 : Math.max(want[unit] - spent[unit], 1))
		const needs = { credits: need('credits'), tokens: need('tokens'), runs: Number(!run.hold) }
		const no = this.decide(run, needs, { credits: 0, tokens: 0 }, isPart, at)
		if (no !== null) run.names = before
		if (no !== null || isLive) return no ?? 'again'
		const over = this.over(run)
		const lefts = (unit: 'credits' | 'tokens') =>
			this.standing(run, at)
				.filter(({ budget }) => budget.mode === 'enforce' && budget.unit === unit)
				.map(({ left, spare }) => spent[unit] + Math.max(left, -over[unit]) + spare)
		if (isPart) {
			want.tokens = Math.min(want.tokens, ...lefts('tokens'))
			want.credits = Math.min(want.credits, ...lefts('credits'), spent.credits + this.available(at))
		}
		const isNew = !run.hold
		run.hold = { ...want, spent, ttl_s, expires_at: at + ttl_s * 1_000 }
		run.hasBegun = true
		this.runs.set(run_id, run)
		this.grants.moved(run, at, over)
		return isNew ? 'begun' : 'again'
	}

	progress(run_id: string, { cost, tokens, hold: asked }: Progressed, at: number): string {
		this.due(at)
		this.grants.settle(at)
		const run = this.runs.get(run_id)
		if (run?.took) return 'ended'
		if (!run) return 'unknown'
		if (!run.hold) return 'not begun'
		const { hold } = run
		run.cost = Math.max(run.cost, cost)
		run.tokens = Math.max(run.tokens, tokens)
		const isLive = hold.expires_at > at
		const spent = { credits: Math.max(hold.spent.credits, run.cost), tokens: Math.max(hold.spent.tokens, run.tokens) }
		const want = { credits: asked.credits ?? hold.credits, tokens: asked.tokens ?? hold.tokens }
		const need = (unit: 'credits' | 'tokens') => {
			const more = Math.max(want[unit], spent[unit]) - this.counted(run, unit, at)
			return isLive ? more : Math.max(more, 1)
		}
		const beyond = {
			credits: Math.max(spent.credits - hold.credits, 0),
			tokens: Math.max(spent.tokens - hold.tokens, 0),
		}
		const no = this.decide(run, { credits: need('credits'), tokens: need('tokens'), runs: 0 }, beyond, false, at)
		const over = this.over(run)
		hold.spent = spent
		if (no !== null) {
			this.grants.moved(run, at)
			return no
		}
		for (const unit of ['credits', 'tokens'] as const)
			hold[unit] = want[unit] > 0 ? Math.max(want[unit], spent[unit]) : 0
		hold.expires_at = at + hold.ttl_s * 1_000
		this.grants.moved(run, at, over)
		return 'continues'
	}

	/** A report, which may be the first of its run. */
	report(run_id: string, isEnd: boolean, given: { cost?: number; tokens?: number; late: Names }, at: number) {
		const run: Run = this.runs.get(run_id) ?? {
			run_id,
			created_at: at,
			names: NOBODY,
			late: NOBODY,
			cost: 0,
			tokens: 0,
			took: null,
			hold: null,
			hasBegun: false,
		}
		if (run.took) return
		run.cost = Math.max(given.cost ?? 0, run.cost)
		run.tokens = Math.max(given.tokens ?? 0, run.tokens)
		const { user, agent, model } = given.late
		run.late = {
			user: run.late.user ?? user,
			agent: run.late.agent ?? agent,
			model: model ?? run.late.model,
			api_key: null,
		}
		this.runs.set(run_id, run)
		if (!isEnd) return
		this.grants.settle(at)
		if (run.cost > 0) this.due(at)
		run.took = { credits: run.cost, tokens: run.tokens }
		run.hold = null
		this.grants.moved(run, at)
		this.grants.ended(run, at)
		this.balance -= Math.min(run.cost, this.balance)
	}
}
