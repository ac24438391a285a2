import { expect, test } from 'vitest'
import { ask, exact, rowsOf, spender } from '../support/admission.ts'
import { as, type Reply } from '../support/api.ts'
import { storedBudget } from '../support/budgets.ts'
import { runsOf } from '../support/property.ts'
import { equipped } from '../support/questions.ts'
import { unique } from '../support/world.ts'

// Begins at once: exactly as many succeed as there is room for, however they arrive.

const [BEGINS, ROOM] = [runsOf(12, 1_000), runsOf(7, 500)]

/** Begins runs at once, by turns over HTTP and RPC, and returns how many began, and why the others didn't. */
async function rush(org_id: string, fields: object, begin: (run: object) => Promise<Reply>, rpc = viaRpc) {
	const replies = await Promise.all(
		Array.from({ length: BEGINS }, async (_, index) => {
			const run = { run_id: unique('run'), org_id, ...fields }
			return index % 2 === 0 ? ((await begin(run)).body.error ?? 'begun') : rpc(run)
		}),
	)
	const counts: Record<string, number> = {}
	for (const reply of replies) counts[reply] = (counts[reply] ?? 0) + 1
	return counts
}

const viaRpc = async (run: object) => (await ask<{ error?: string }>('begin', run)).error ?? 'begun'

const held = (id: string) => rowsOf('SELECT used + held AS counts, refused FROM budget_states WHERE budget_id = ?', id)

test('exactly as many runs begin as the balance has credits for', async () => {
	const org = await spender({ balance: ROOM })
	expect(await rush(org.org_id, { hold: { credits: 1 } }, org.begin)).toEqual({
		begun: ROOM,
		'credits.insufficient': BEGINS - ROOM,
	})
	expect(await exact(org.org_id)).toEqual({ balance: ROOM, held: ROOM })
})

const HOLD = { credits: 1, tokens: 1 }
/** Each scope with one unit, or with each of them. */
const unitsOf = (few: string) => (runsOf(1, 3) === 3 ? ['credits', 'tokens', 'runs'] : [few])
const NAMES = { user_id: 'ann', agent_id: 'scout' }

test.each(['org', 'user', 'agent'].flatMap((scope) => unitsOf('credits').map((unit) => [scope, unit] as const)))(
	'exactly as many runs begin as a budget of %s in %s has room for',
	async (scope, unit) => {
		const org = await spender({ overdraft: null })
		const id = await org.budget({ scope, unit, limit: ROOM, window: 'total' })
		const counts = await rush(org.org_id, { ...NAMES, hold: HOLD }, org.begin)
		expect(counts).toEqual({ begun: ROOM, 'budget.exceeded': BEGINS - ROOM })
		expect(await held(id)).toEqual([{ counts: ROOM, refused: BEGINS - ROOM }])
	},
)

test.each(unitsOf('tokens'))('exactly as many runs begin as a budget of a key in %s has room for', async (unit) => {
	const org = await spender({ overdraft: null })
	const id = await org.budget({ scope: 'api_key', unit, limit: ROOM, window: 'total' })
	const { key } = (await org.root.post('/v1/api-keys', { name: unique('key'), scopes: ['runtime.report'] })).body
	const begin = (run: object) => org.begin(run, as(key))
	const viaKey = async (run: object) => (await begin(run)).body.error ?? 'begun'
	const counts = await rush(org.org_id, { hold: HOLD }, begin, viaKey)
	expect(counts).toEqual({ begun: ROOM, 'budget.exceeded': BEGINS - ROOM })
	expect(await held(id)).toEqual([{ counts: ROOM, refused: BEGINS - ROOM }])
})

test.each(unitsOf('runs'))('exactly as many runs begin as a budget of a model in %s has room for', async (unit) => {
	const { org_id, admin: root, model } = await equipped()
	const id = await storedBudget({ org_id, scope: 'model', unit, limit: ROOM, window: 'total' })
	const counts = await rush(org_id, { selector: model.selector, hold: HOLD }, (run) =>
		root.post('/v1/runtime/runs/begin', run),
	)
	expect(counts).toEqual({ begun: ROOM, 'budget.exceeded': BEGINS - ROOM })
	expect(await held(id)).toEqual([{ counts: ROOM, refused: BEGINS - ROOM }])
})

test('a balance and a budget hold together: each run has a place in both or in none', async () => {
	const org = await spender({ balance: ROOM })
	const id = await org.budget({ unit: 'runs', limit: ROOM - 5, window: 'total' })
	await org.budget({ scope: 'user', limit: ROOM, window: 'total' })
	const counts = await rush(org.org_id, { ...NAMES, hold: { credits: 1 } }, org.begin)
	expect(counts).toEqual({ begun: ROOM - 5, 'budget.exceeded': BEGINS - ROOM + 5 })
	expect(await exact(org.org_id)).toEqual({ balance: ROOM, held: ROOM - 5 })
	expect(await held(id)).toMatchObject([{ counts: ROOM - 5 }])
})

test('of begins of one run at once one is 201, and the others hold nothing more', async () => {
	const org = await spender({ balance: 10 })
	const run_id = unique('run')
	const replies = await Promise.all(Array.from({ length: 10 }, () => org.begin({ run_id, hold: { credits: 10 } })))
	expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 9 }, () => 200), 201])
	expect((await exact(org.org_id)).held).toBe(10)
})
