import type { Change, Ledger } from './backend.ts'

type Json = Record<string, unknown>

/** Thrown where the real one would refuse. */
export class Refusal extends Error {
	readonly status: number
	readonly body: Json

	constructor(status: number, error: string, details: Json = {}) {
		super(error)
		this.status = status
		this.body = { error, message: error, trace_id: 'case', details }
	}
}

interface Run {
	run_id: string
	status: string
	org_id: string
	agent_id: string | undefined
	user_id: string | undefined
	hasBegun: boolean
	hold: { credits: number; tokens: number; expires_at: number }
	cost_usd: number
	tokens: number
	credits: number
}

const PER_USD = 1_000

/** The runs, holds, budgets and charges of the fake, for one org. */
export class Books {
	readonly pauses = new Set<string>()
	readonly budgets: NonNullable<Change['budget']>[] = []
	private readonly runs = new Map<string, Run>()
	private balance: number
	private entries = 0
	private readonly now: () => number

	constructor(balance: number, now: () => number) {
		this.balance = balance
		this.now = now
	}

	begin(input: Json): Json {
		const {
			run_id,
			org_id,
			hold,
			ttl_s = 900,
		} = input as {
			run_id: string
			org_id: string
			hold?: Partial<Run['hold']>
			ttl_s?: number
		}
		const known = this.runs.get(run_id)
		if (known && isEnd(known.status)) throw new Refusal(409, 'conflict', { reason: 'run.ended' })
		const run = known ?? { ...this.fresh(input), org_id }
		const held = { credits: hold?.credits ?? 0, tokens: hold?.tokens ?? 0, expires_at: this.now() + ttl_s * 1_000 }
		this.refusePaused(run)
		if (!known?.hasBegun) this.assess(run, Math.max(held.credits, 1), Math.max(held.tokens, 1))
		this.runs.set(run_id, known?.hasBegun ? run : { ...run, hasBegun: true, hold: held })
		return this.standing(run_id)
	}

	progress(run_id: string, input: Json): Json {
		const run = this.runs.get(run_id)
		if (!run) throw new Refusal(404, 'not_found')
		if (isEnd(run.status)) throw new Refusal(409, 'conflict', { reason: 'run.ended' })
		const { hold } = input as { hold?: { credits?: number; tokens?: number } }
		this.count(run, input)
		this.refusePaused(run)
		const credits = Math.max(hold?.credits ?? run.hold.credits, spentBy(run))
		const tokens = Math.max(hold?.tokens ?? run.hold.tokens, run.tokens)
		this.assess(run, credits, tokens)
		if (hold) run.hold = { ...run.hold, credits, tokens }
		return { ...this.standing(run_id), spent: { credits: spentBy(run), tokens: run.tokens } }
	}

	report(reports: Json[]): Json[] {
		const fields = reports.flatMap((report, index) =>
			Number(report.total_cost_usd ?? 0) > 1_000_000
				? [{ path: `${index}.total_cost_usd`, message: 'Must be a number from 0 to 1000000' }]
				: [],
		)
		if (fields.length > 0) throw new Refusal(400, 'validation.error', { fields })
		return reports.map((report) => {
			const run_id = String(report.run_id)
			const run = this.runs.get(run_id) ?? this.fresh(report)
			this.runs.set(run_id, run)
			if (!isEnd(run.status)) {
				this.count(run, report)
				run.status = String(report.status)
				if (isEnd(run.status)) this.settle(run)
			}
			return { run_id, status: run.status, credits_used: run.credits, shortfall: 0 }
		})
	}

	ledger(): Ledger {
		const runs = [...this.runs.values()].map(({ run_id, status, credits }) => [run_id, { status, credits }])
		return { runs: Object.fromEntries(runs) as Ledger['runs'], entries: this.entries }
	}

	private fresh({ run_id, org_id, agent_id, user_id }: Json): Run {
		const names = { run_id: String(run_id), org_id: String(org_id) }
		const who = { agent_id: agent_id as string | undefined, user_id: user_id as string | undefined }
		const hold = { credits: 0, tokens: 0, expires_at: 0 }
		return { ...names, ...who, status: 'running', hasBegun: false, hold, cost_usd: 0, tokens: 0, credits: 0 }
	}

	private count(run: Run, { total_cost_usd, total_input_tokens, total_output_tokens }: Json) {
		if (total_cost_usd !== undefined) run.cost_usd = Number(total_cost_usd)
		if (total_input_tokens !== undefined) run.tokens = Number(total_input_tokens) + Number(total_output_tokens ?? 0)
	}

	private settle(run: Run) {
		run.credits = spentBy(run)
		this.balance -= run.credits
		this.entries += run.credits > 0 ? 1 : 0
	}

	private refusePaused(run: Run) {
		for (const [scope, subject] of [
			['org', run.org_id],
			['user', run.user_id],
			['agent', run.agent_id],
		])
			if (this.pauses.has(`${scope} ${subject}`))
				throw new Refusal(403, 'run.paused', { scope, subject, reason: 'case', until: null })
	}

	private assess(run: Run, credits: number, tokens: number) {
		for (const { scope, unit, limit } of this.budgets) {
			const subject = (one: Run) => (scope === 'org' ? one.org_id : scope === 'user' ? one.user_id : one.agent_id)
			const needed = unit === 'credits' ? credits : unit === 'tokens' ? tokens : 1
			const others = this.counted(run, (one) => subject(one) === subject(run), unit)
			if (subject(run) !== undefined && others + needed > limit)
				throw new Refusal(402, 'budget.exceeded', { budget_id: 'bud_case', scope, subject: subject(run), unit, limit })
		}
		const held = this.counted(run, ({ status }) => !isEnd(status), 'credits')
		if (held + credits > this.balance)
			throw new Refusal(402, 'credits.insufficient', { balance: this.balance, held, overdraft: 0, needed: credits })
	}

	/** What other runs count for. */
	private counted(run: Run, isMeant: (run: Run) => boolean, unit: 'credits' | 'tokens' | 'runs'): number {
		let sum = 0
		for (const one of this.runs.values()) {
			if (one === run || !isMeant(one)) continue
			const hold = !isEnd(one.status) && one.hold.expires_at > this.now() ? one.hold : { credits: 0, tokens: 0 }
			const amount = { credits: spentBy(one), tokens: one.tokens, runs: 1 }[unit]
			sum += unit === 'runs' ? 1 : Math.max(amount, hold[unit])
		}
		return sum
	}

	private standing(run_id: string): Json {
		const { org_id, status, hold } = this.runs.get(run_id) as Run
		const { credits, tokens, expires_at } = hold
		return {
			run: { run_id, org_id, status },
			hold: { credits, tokens, expires_at: new Date(expires_at).toISOString() },
			budgets: [],
			terms: { credits_per_usd: PER_USD, multiplier: 1 },
		}
	}
}

const spentBy = ({ cost_usd }: Run): number => Math.ceil(Math.round(cost_usd * 1e6 * PER_USD) / 1e6)

const isEnd = (status: string): boolean => ['completed', 'failed', 'cancelled'].includes(status)
