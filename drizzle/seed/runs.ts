import type { Accounts } from './accounts.ts'
import { below, daysAfter, daysAgo, idAt, pick, timeBetween } from './insert.ts'
import type { Providers } from './providers.ts'

const ENDED = 4_000
const RUNNING = 7
const QUEUED = 3
/** So many more are the first org's, whose owner's login is the one to try, whatever hour and chance gave it. */
const RUNNING_FIRST = 2
const FAILED_FIRST = 2
const DAY_MS = 86_400_000

/** The default of `CREDITS_PER_USD`, for a run's cost in millionths of a dollar. */
const MICROUSD_PER_CREDIT = 1_000

// How busy it is, by UTC hour and by weekday from Sunday.
const HOURS = [2, 2, 2, 2, 3, 4, 6, 9, 12, 13, 13, 12, 11, 12, 13, 13, 12, 10, 8, 6, 5, 4, 3, 2]
const WEEKDAYS = [2, 9, 10, 10, 10, 8, 3]
const BUSIEST = 13 * 10

const isBusy = (time: string) => {
	const at = new Date(time)
	return below(BUSIEST) < (HOURS[at.getUTCHours()] ?? 0) * (WEEKDAYS[at.getUTCDay()] ?? 0)
}

/** Small numbers more often than large ones. */
const skewed = (least: number, most: number) => Math.round(least * (most / least) ** (below(10_000) / 10_000))

/** About 4,000 runs over 60 days, in the order they began, a few still running. Nothing has been charged for them. */
export function runs({ orgs, memberships }: Accounts, { llm_providers, llm_models }: Providers) {
	const models = llm_providers.flatMap((provider) =>
		llm_models.filter(({ provider_id }) => provider_id === provider.id).map((model) => ({ provider, ...model })),
	)
	const offers = orgs.map((org) => ({
		org,
		users: memberships.filter(({ org_id }) => org_id === org.id).map(({ user_id }) => user_id),
		models: models.filter(({ provider }) => provider.org_id === org.id),
		thread_id: '',
	}))
	const byActivity = offers.flatMap((offer) => Array.from({ length: pick([1, 1, 2, 2, 3, 5, 8]) }, () => offer))

	/** A run that begins at `created_at`. Without a `fate` it has ended, unless it takes longer than until now. */
	const run = (created_at: string, offer: (typeof offers)[number], fate?: 'queued' | 'running' | 'failed') => {
		if (offer.thread_id === '' || below(5) < 2) offer.thread_id = idAt('thr', created_at)
		const { provider, model, ...price } = pick(offer.models)
		const input = skewed(1_000, 60_000)
		const output = skewed(80, 4_000)
		const duration_ms = 700 + output * (/mini|haiku/.test(model) ? 9 : 22) + skewed(100, 60_000)
		const completed_at = daysAfter(created_at, duration_ms / DAY_MS)
		const luck = below(100)
		const status =
			fate ?? (completed_at > daysAgo(0) ? 'running' : luck < 93 ? 'completed' : luck < 97 ? 'failed' : 'cancelled')
		const ended = status !== 'queued' && status !== 'running'
		// A run that didn't complete used a part, or nothing at all.
		const part = status === 'completed' ? 1 : ended && luck % 2 === 0 ? 0.4 : 0
		const total_input_tokens = Math.round(input * part)
		const total_output_tokens = Math.round(output * part)
		const cost_microusd = Math.round(
			(total_input_tokens * price.cost_per_1k_input + total_output_tokens * price.cost_per_1k_output) * 1_000,
		)
		const persona_id = pick([null, 'analyst', 'support', 'researcher'])
		return {
			run_id: idAt('run', created_at),
			org_id: offer.org.id,
			thread_id: offer.thread_id,
			status,
			model,
			persona_id,
			user_id: offer.users[input % offer.users.length] ?? null,
			agent_id: persona_id && `${persona_id}-agent`,
			provider_kind: provider.provider,
			credential_name: provider.name,
			persona_model: `${provider.name}^${model}`,
			duration_ms: ended ? duration_ms : null,
			total_input_tokens,
			total_output_tokens,
			cost_microusd,
			credits_used: Math.ceil(cost_microusd / MICROUSD_PER_CREDIT),
			shortfall: 0,
			settled_by: ended ? idAt('rep', completed_at) : null,
			created_at,
			completed_at: ended ? completed_at : null,
		}
	}

	const begun: Parameters<typeof run>[] = []
	while (begun.length < ENDED) {
		const at = timeBetween(daysAgo(60), daysAgo(0))
		const offer = pick(byActivity)
		if (at > daysAfter(offer.org.created_at, 0.05) && isBusy(at)) begun.push([at, offer])
	}
	for (let index = 0; index < RUNNING; index += 1)
		begun.push([timeBetween(daysAgo(0.003), daysAgo(0)), pick(byActivity), 'running'])
	for (let index = 0; index < QUEUED; index += 1)
		begun.push([timeBetween(daysAgo(0.0001), daysAgo(0)), pick(byActivity), 'queued'])
	for (let index = 0; index < RUNNING_FIRST; index += 1)
		if (offers[0]) begun.push([timeBetween(daysAgo(0.003), daysAgo(0)), offers[0], 'running'])
	for (let index = 0; index < FAILED_FIRST; index += 1)
		if (offers[0]) begun.push([timeBetween(daysAgo(6), daysAgo(1)), offers[0], 'failed'])
	// In this order, so a thread's runs follow one another.
	return begun.sort(([a], [b]) => (a < b ? -1 : 1)).map((beginning) => run(...beginning))
}

export type Runs = ReturnType<typeof runs>
