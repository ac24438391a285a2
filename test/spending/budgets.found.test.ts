import { expect, test } from 'vitest'
import { spender } from '../support/admission.ts'
import type { Reply } from '../support/api.ts'
import { newBudget } from '../support/budgets.ts'

// What a dry run says of those who have used up a new or a changed budget already.

const DRY = { headers: { 'Dry-Run': 'true' } }

const usedUp = ({ body }: Reply) => (body.affects as { what: string }[]).filter(({ what }) => what === 'used_up')

test('a dry run of a budget names those who have used it up, by ended and by live runs', async () => {
	const { root, org_id, run, report, begin } = await spender({ balance: 10_000 })
	const path = `/v1/orgs/${org_id}/budgets`
	await report(run({ agent_id: 'spent', total_cost_usd: 0.1 }))
	await begin({ agent_id: 'live', hold: { credits: 80 } })
	await begin({ agent_id: 'modest', hold: { credits: 10 } })
	const dry = (fields: object) => root.post(path, newBudget({ window: 'month', ...fields }), DRY)
	const both = { kind: 'budgets', what: 'used_up', count: 2, has_more: false, names: ['live', 'spent'] }
	expect(usedUp(await dry({ limit: 80 }))).toEqual([both])
	expect(usedUp(await dry({ limit: 101 }))).toMatchObject([{ count: 0, names: [] }])
	expect(usedUp(await dry({ limit: 80, subject: 'spent' }))).toMatchObject([{ count: 1, names: ['spent'] }])
	// Each run has a budget of its own, and an ended one needs nothing more.
	expect(usedUp(await dry({ scope: 'run', window: 'total', limit: 79 }))).toMatchObject([{ count: 1 }])

	const { id } = (await root.post(path, newBudget({ window: 'month', limit: 101 }))).body
	expect(usedUp(await root.patch(`${path}/${id}`, { limit: 80 }, DRY))).toEqual([both])
})
