// What runs ask people for when budgets refuse them, and what they are granted, in the plain model: what a run takes by its own grant is
// kept beside its grant, and everything else is added up each time.

export const UNITS = ['credits', 'tokens', 'runs'] as const
export const SCOPES = ['org', 'user', 'agent', 'model', 'api_key', 'run'] as const

export interface Budget {
	id: string
	scope: (typeof SCOPES)[number]
	subject: string | null
	unit: (typeof UNITS)[number]
	limit: number
	window: 'hour' | 'day' | 'total'
	mode: 'enforce' | 'observe'
	counts_since: number
	isPlatform: boolean
}

export type Names = Record<'user' | 'agent' | 'model' | 'api_key', string | null>
export type Amounts = Record<'credits' | 'tokens', number>

export interface Run {
	run_id: string
	created_at: number
	names: Names
	/** What only its reports named. */
	late: Names
	cost: number
	tokens: number
	/** What it was charged, once it has ended. */
	took: Amounts | null
	hold: (Amounts & { spent: Amounts; expires_at: number; ttl_s: number }) | null
	hasBegun: boolean
}

export const startOf = (window: Budget['window'], at: number) =>
	window === 'total' ? '' : new Date(at - (at % (window === 'hour' ? 3_600_000 : 86_400_000))).toISOString()

/** What is added up of runs each time. */
interface Sums {
	budgets: Budget[]
	runs: Map<string, Run>
	bounded: (budget: Budget, names: Names) => string | null
	counted: (run: Run, unit: 'credits' | 'tokens', at: number) => number
	states: (budget: Budget, at: number) => Map<string, { used: number; held: number }>
}

export type Units = Record<(typeof UNITS)[number], number>

/** What a call asks for beyond what is left. */
export type Wanted = Partial<Units> & { expires_in_s: number }

/** A budget that refuses a run: where the run counts in it, and what it lacks there. */
export interface Refusing {
	budget: Budget
	key: string
	lacks: number
}

export interface Asked {
	id: string
	run_id: string
	isOfPlatform: boolean
	/** Whether the binding asked, which has no credential to withdraw by. */
	byBinding: boolean
	budgets: Pick<Refusing, 'budget' | 'key'>[]
	amounts: Units
	expires_at: number
	decision: 'granted' | 'declined' | null
	granted?: Granted
}

export type Granted = Units & { for: 'run' | 'window'; until: number | null }

interface Grant {
	budget: Budget
	run_id: string
	key: string
	granted: number
	beyond: number
	/** What the run counted for when `beyond` was last looked at. */
	counted: number
}

interface Raise {
	/** By the request that was granted. */
	amounts: Map<string, number>
	until: number | null
}

export class Grants {
	readonly model: Sums
	requests: Asked[] = []
	grants: Grant[] = []
	/** By budget, subject and window. */
	raises = new Map<string, Raise>()
	/** What ended and live runs took by grants of their own, by budget, subject and window. */
	taken = new Map<string, number>()

	constructor(model: Sums) {
		this.model = model
	}

	/** Where a run counts in a budget by what its beginning named, or its reports if it never began. */
	private keyOf(budget: Budget, run: Run): string {
		const { scope, window } = budget
		const subject = scope === 'run' ? run.run_id : this.model.bounded(budget, run.hasBegun ? run.names : run.late)
		return `${subject} ${startOf(window, run.created_at)}`
	}

	private countedIn({ unit }: Budget, run: Run, at: number): number {
		if (unit === 'runs') return Number(run.hold !== null || run.took !== null)
		return run.took ? run.took[unit] : this.model.counted(run, unit, at)
	}

	private raiseIn(budget: Budget, key: string, at: number): number {
		const raise = this.raises.get(`${budget.id} ${key}`)
		if (!raise || (raise.until !== null && raise.until <= at)) return 0
		return [...raise.amounts.values()].reduce((sum, amount) => sum + amount, 0)
	}

	/** By how much the budget may be exceeded: by everybody, and by what runs took for themselves. */
	raised(budget: Budget, key: string, at: number): number {
		if (budget.scope === 'run') return this.grants.find((one) => one.budget === budget && one.key === key)?.beyond ?? 0
		return this.raiseIn(budget, key, at) + (this.taken.get(`${budget.id} ${key}`) ?? 0)
	}

	/** What the run may still take beyond the budget by its own grant. */
	spare(budget: Budget, key: string, run_id: string): number {
		const grant = this.grants.find((one) => one.budget === budget && one.run_id === run_id && one.key === key)
		return grant ? grant.granted - grant.beyond : 0
	}

	private take(grant: Grant, beyond: number) {
		const name = `${grant.budget.id} ${grant.key}`
		this.taken.set(name, (this.taken.get(name) ?? 0) + beyond - grant.beyond)
		grant.beyond = beyond
	}

	/** What lapsed by now was given back. */
	settle(at: number) {
		for (const { run_id } of this.grants) {
			const run = this.model.runs.get(run_id)
			if (run) this.moved(run, at)
		}
	}

	/** The run counts for something else than before. `over` is what it had spent beyond its hold before it was granted a call. */
	moved(run: Run, at: number, over = { credits: 0, tokens: 0 }) {
		for (const grant of this.grants.filter(({ run_id }) => run_id === run.run_id)) {
			const { budget, key } = grant
			const now = this.countedIn(budget, run, at)
			const more = now - grant.counted
			grant.counted = now
			if (this.keyOf(budget, run) !== key) continue
			if (more < 0) {
				this.take(grant, Math.max(0, grant.beyond + more))
				continue
			}
			const state = this.model.states(budget, at).get(key) ?? { used: 0, held: 0 }
			const ordinary =
				budget.scope === 'run'
					? now - grant.beyond
					: state.used + state.held - (this.taken.get(`${budget.id} ${key}`) ?? 0)
			const exceeds = Math.max(0, ordinary - budget.limit - this.raiseIn(budget, key, at))
			const most = budget.unit === 'runs' ? more : more + over[budget.unit]
			this.take(grant, Math.min(grant.granted, grant.beyond + Math.min(most, exceeds)))
		}
	}

	/** The end of a run takes its grants and its open request. */
	ended({ run_id }: Run, at: number) {
		this.grants = this.grants.filter((one) => one.run_id !== run_id)
		for (const one of this.requests)
			if (one.run_id === run_id && one.decision === null) one.expires_at = Math.min(one.expires_at, at)
	}

	forget(budget: Budget) {
		this.grants = this.grants.filter((one) => one.budget !== budget)
	}

	isOpen = ({ decision, expires_at }: Asked, at: number) => decision === null && expires_at > at

	/** What a refused run asks for. Returns its request: the open one, the one that was declined, or a new one without an ID. */
	ask(run_id: string, refusing: Refusing[], wanted: Wanted, byBinding: boolean, at: number): Asked {
		const own = this.requests.filter((one) => one.run_id === run_id)
		const declined = own.findLast(
			({ decision, budgets }) =>
				decision === 'declined' && budgets.some((one) => refusing.some(({ budget }) => budget === one.budget)),
		)
		if (declined) return declined
		const open = own.find((one) => this.isOpen(one, at))
		const isOfPlatform = open ? open.isOfPlatform : refusing.some(({ budget }) => budget.isPlatform)
		const mine = refusing.filter(({ budget }) => budget.isPlatform === isOfPlatform)
		const amountOf = (unit: keyof Units) => {
			const lacks = mine.filter(({ budget }) => budget.unit === unit).map((one) => one.lacks)
			return Math.max(open?.amounts[unit] ?? 0, lacks.length > 0 ? (wanted[unit] ?? Math.max(...lacks)) : 0)
		}
		const amounts = { credits: amountOf('credits'), tokens: amountOf('tokens'), runs: amountOf('runs') }
		if (open) {
			open.amounts = amounts
			if (mine.length > 0) open.budgets = mine
			return open
		}
		const made = {
			id: '',
			run_id,
			isOfPlatform,
			byBinding,
			budgets: mine,
			amounts,
			expires_at: at + wanted.expires_in_s * 1_000,
			decision: null,
		}
		this.requests.push(made)
		return made
	}

	/** The budgets that a grant gives something of, which weren't deleted. */
	private given({ budgets }: Asked, granted: Granted) {
		return budgets.filter(({ budget }) => granted[budget.unit] > 0 && this.model.budgets.includes(budget))
	}

	grant(request: Asked, granted: Granted, at: number) {
		this.settle(at)
		Object.assign(request, { decision: 'granted', granted })
		for (const { budget, key } of this.given(request, granted)) {
			const amount = granted[budget.unit]
			if (budget.scope !== 'run' && granted.for === 'window') {
				const name = `${budget.id} ${key}`
				const was = this.raises.get(name)
				const isOver = !was || (was.until !== null && was.until <= at)
				const amounts = isOver ? new Map<string, number>() : was.amounts
				this.raises.set(name, {
					amounts: amounts.set(request.id, amount),
					until: budget.window === 'total' ? granted.until : null,
				})
				continue
			}
			const known = this.grants.find((one) => one.budget === budget && one.run_id === request.run_id)
			if (known?.key === key) known.granted += amount
			else {
				const run = this.model.runs.get(request.run_id)
				const counted = run ? this.countedIn(budget, run, at) : 0
				this.grants = this.grants.filter((one) => one !== known)
				this.grants.push({ budget, run_id: request.run_id, key, granted: amount, beyond: 0, counted })
			}
		}
	}

	/** Takes an unused grant back. Returns false if it was used. */
	revert(request: Asked, at: number): boolean {
		this.settle(at)
		const { granted, id, run_id } = request
		if (!granted) throw new Error('It was never granted')
		const isForRun = ({ scope }: Budget) => scope === 'run' || granted.for === 'run'
		const grantOf = (budget: Budget) => this.grants.find((one) => one.budget === budget && one.run_id === run_id)
		const isUsed = this.given(request, granted).some(({ budget, key }) => {
			const amount = granted[budget.unit]
			const grant = grantOf(budget)
			if (isForRun(budget)) return !grant || grant.beyond > grant.granted - amount
			const { used, held } = this.model.states(budget, at).get(key) ?? { used: 0, held: 0 }
			const ordinary = used + held - (this.taken.get(`${budget.id} ${key}`) ?? 0)
			return ordinary > budget.limit + this.raiseIn(budget, key, at) - amount || (granted.until ?? Infinity) <= at
		})
		if (isUsed) return false
		request.decision = 'declined'
		for (const { budget, key } of this.given(request, granted)) {
			const grant = grantOf(budget)
			if (isForRun(budget) && grant) grant.granted -= granted[budget.unit]
			else this.raises.get(`${budget.id} ${key}`)?.amounts.delete(id)
		}
		this.grants = this.grants.filter((one) => one.granted > 0)
		return true
	}
}
