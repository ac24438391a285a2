import { beforeEach, expect, test, vi } from 'vitest'
// @ts-expect-error -- vite gives the text of a file
import guide from '../.github/OPERATING.md?raw'
import { send } from './support/api.ts'
import { counted, type Count } from './support/d1.ts'
import { fakeReceivers, receiver, signal } from './support/receiver.ts'
import { runner } from './support/runs.ts'
import { address, admin, create, PASSWORD, unique, user } from './support/world.ts'

// What the operators' guide says an operation costs in D1. The counts repeat exactly, so the table can't go stale.

beforeEach(() => void vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] }))

/** The rows of the table in the guide: calls, rows read and rows written, by the name of the operation. */
const documented = new Map(
	[...(guide as string).matchAll(/^\| ([^|]+?) +\| +([\d.]+) +\| +(\d+) +\| +([\d.]+) +\|/gm)].map(
		([, name = '', calls, read, written]) => [
			name,
			{ calls: Number(calls), read: Number(read), written: Number(written) },
		],
	),
)

const REPORT = { model: 'model-a', total_cost_usd: 0.004, total_input_tokens: 1_800, total_output_tokens: 400 }

/** Counts `work` after it ran once, as for a caller whom the isolate knows. */
async function warm(work: () => Promise<unknown>): Promise<Count> {
	await work()
	return counted(work)
}

async function reports(count: number, statuses: string[] = ['completed']) {
	const { run, report } = await runner(1_000_000, { isSubscribed: false })
	return warm(async () => {
		const runs = Array.from({ length: count }, () => run(REPORT))
		for (const status of statuses) expect((await report(runs.map((one) => ({ ...one, status })))).status).toBe(200)
	})
}

async function delivery(): Promise<Count> {
	fakeReceivers()
	const owner = await user('hooked')
	const { id, path } = await receiver(owner)
	return warm(async () => {
		await owner.post(`${path}/test`, {})
		await signal(id)
	})
}

const OPERATIONS: Record<string, () => Promise<Count>> = {
	'a read of one thing': async () => {
		const someone = await user()
		return warm(() => someone.get('/v1/me'))
	},
	'a flag evaluation': async () => {
		const [someone, flag] = [await user(), await create.featureFlag()]
		return warm(() => someone.get(`/v1/feature-flags/${flag.key}/evaluate`))
	},
	'a run, one report': () => reports(1),
	'a run, two reports': () => reports(1, ['running', 'completed']),
	'a hundred runs in one report': () => reports(100),
	'a test delivery of a webhook': delivery,
	'a new flag': () => warm(() => create.featureFlag()),
	'a login': async () => {
		const { login } = await user()
		const headers = { 'CF-Connecting-IP': address() }
		return warm(() => send('POST', '/v1/auth/login', { body: { login, password: PASSWORD }, headers }))
	},
	'a registration': () => {
		const headers = { 'CF-Connecting-IP': address() }
		return warm(() => {
			const login = unique('someone')
			const body = { login, password: PASSWORD, username: login, email: `${login}@example.com` }
			return send('POST', '/v1/auth/register', { body, headers })
		})
	},
}

test.each(Object.entries(OPERATIONS))('the guide states the right costs of %s', async (name, operation) => {
	const { calls, rows_read, rows_written: written } = await operation()
	const { read = 0, ...wanted } = documented.get(name) ?? {}
	expect({ name, calls, written }).toEqual({ name, ...wanted })
	// The word index merges its parts now and then.
	expect(rows_read).toBeLessThanOrEqual(3 + read * (name === 'a registration' ? 5 : 1.1))
})

test('the guide states the right cost of a webhook for each run', async () => {
	fakeReceivers()
	const [owner, root] = await Promise.all([user('hooked'), admin()])
	const { id, received } = await receiver(owner)
	await root.post('/v1/admin/credits/adjust', { org_id: owner.org_id, amount: 1_000_000 })
	const { rows_written } = await warm(async () => {
		const wanted = received.length + 100
		const { org_id } = owner
		const runs = Array.from({ length: 100 }, () => ({ ...REPORT, run_id: unique('run'), org_id, status: 'completed' }))
		await root.post('/v1/runtime/runs', runs)
		while (received.length < wanted) await signal(id)
	})
	const added = (rows_written - (await reports(100)).rows_written) / 100
	const [, stated] = /A webhook for each run, in rounds of five: (\d+) rows/.exec(guide as string) ?? []
	// The number of attempts in flight in one round varies a little.
	expect(Math.round(added)).toBeGreaterThan(Number(stated) - 2)
	expect(Math.round(added)).toBeLessThanOrEqual(Number(stated))
})
