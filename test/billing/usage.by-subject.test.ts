import { expect, test } from 'vitest'
import { invalidField } from '../support/replies.ts'
import { runner } from '../support/runs.ts'
import { admin, world } from '../support/world.ts'

const DAY_MS = 86_400_000
const dayAt = (days_ago: number) => new Date(Date.now() - days_ago * DAY_MS).toISOString().slice(0, 10)
const at = (days_ago: number) => ({ created_at: `${dayAt(days_ago)}T12:00:00.000Z` })

const PERIOD = `start=${dayAt(3)}&end=${dayAt(0)}`

test('what runs cost is added up by org, user, agent and API key, the dearest first', async () => {
	const { run, report, root, org_id } = await runner(1_000)
	await report([
		run({ ...at(1), agent_id: 'triage', user_id: 'u1', total_cost_usd: 0.2 }),
		run({ ...at(2), agent_id: 'triage', user_id: 'u2', total_cost_usd: 0.3, status: 'failed' }),
		run({ ...at(3), agent_id: 'research', user_id: 'u1', total_cost_usd: 0.4 }),
		run({ ...at(1), total_cost_usd: 0.1 }),
		run({ ...at(4), agent_id: 'triage', total_cost_usd: 9 }),
	])
	const read = async (by: string) =>
		(await root.get(`/v1/orgs/${org_id}/usage/by-subject?by=${by}&${PERIOD}`)).body.map(
			({ subject, run_count, failed_run_count, cost_usd, credits_used }: Record<string, unknown>) => [
				subject,
				run_count,
				failed_run_count,
				cost_usd,
				credits_used,
			],
		)
	expect(await read('agent')).toEqual([
		['triage', 2, 1, 0.5, 500],
		['research', 1, 0, 0.4, 400],
		[null, 1, 0, 0.1, 100],
	])
	expect(await read('user')).toEqual([
		['u1', 2, 0, 0.6, 600],
		['u2', 1, 1, 0.3, 300],
		[null, 1, 0, 0.1, 100],
	])
	expect(await read('org')).toEqual([[org_id, 4, 1, 1, 1_000]])
	expect(await read('api_key')).toEqual([[null, 4, 1, 1, 1_000]])
	const { body, headers } = await root.get(`/v1/admin/usage/by-subject?by=agent&${PERIOD}`)
	expect(body).toContainEqual(expect.objectContaining({ org_id, subject: 'triage', cost_usd: 0.5 }))
	expect(headers.get('X-Is-Cut')).toBeNull()
})

test('an org is told that only its newest 2,000 runs were added up', async () => {
	const { run, report, root, org_id } = await runner(0, { isSubscribed: false })
	await report(run({ ...at(3), agent_id: 'old', total_cost_usd: 1 }))
	for (let round = 0; round < 20; round += 1)
		await report(Array.from({ length: 100 }, () => run({ ...at(1), agent_id: 'new', total_cost_usd: 0.001 })))
	const { body, headers } = await root.get(`/v1/orgs/${org_id}/usage/by-subject?by=agent&${PERIOD}`)
	expect(headers.get('X-Is-Cut')).toBe('true')
	expect(body).toMatchObject([{ subject: 'new', run_count: 2_000, cost_usd: 2 }])
})

test('members do not see who used what, and another org is a 404', async () => {
	const { owner, member, org_id } = await world()
	const { org_id: other } = await runner()
	expect((await owner.get(`/v1/orgs/${org_id}/usage/by-subject?by=user&${PERIOD}`)).body).toEqual([])
	expect((await member.get(`/v1/orgs/${org_id}/usage/by-subject?by=user&${PERIOD}`)).status).toBe(403)
	expect((await owner.get(`/v1/orgs/${other}/usage/by-subject?by=user&${PERIOD}`)).status).toBe(404)
})

test('a question without a kind of subject, or with days that run backwards, is refused', async () => {
	const ask = async (query: string) => (await admin()).get(`/v1/admin/usage/by-subject?${query}`)
	expect(await ask(PERIOD)).toMatchObject(invalidField('by'))
	expect(await ask(`by=color&${PERIOD}`)).toMatchObject(invalidField('by'))
	expect(await ask(`by=user&start=${dayAt(0)}&end=${dayAt(1)}`)).toMatchObject(invalidField('end'))
	expect(await ask('by=user&start=2025-01-01&end=2026-06-01')).toMatchObject(invalidField('end'))
})
