import { expect, test } from 'vitest'
import type { Reply } from '../support/api.ts'
import { ASK, asking } from '../support/asks.ts'
import { cutAt } from '../support/cut.ts'
import { everything } from '../support/dump.ts'
import { unique } from '../support/world.ts'

// A batch that dies at any of its statements leaves nothing of a request, a decision or a revert. The same call then does all of it.

type Statement = `${'INSERT' | 'UPDATE' | 'DELETE'} ${string}`

/** Sends the call once for each statement at which its batch dies, and then for real. */
async function survives(call: () => Promise<Reply>, status: number, statements: Statement[]): Promise<Reply> {
	for (const statement of statements) {
		const [verb, table] = statement.split(' ') as ['INSERT' | 'UPDATE' | 'DELETE', string]
		const before = await everything()
		const { status: refused } = await cutAt(verb, table, call)
		expect(refused, statement).toBe(500)
		expect({ statement, rows: await everything() }).toEqual({ statement, rows: before })
	}
	const done = await call()
	expect(done.status, JSON.stringify(done.body)).toBe(status)
	return done
}

test.each(['window', 'run'] as const)(
	'a request, its growth, its grant for the %s and the revert happen whole',
	async (whom) => {
		const org = await asking()
		await org.budget({ limit: 10 })
		const run_id = unique('run')
		await org.begin({ hold: { credits: 1 } })
		const begin = (ask: object) => () => org.begin({ run_id, hold: { credits: 20 }, ask })
		const opened = await survives(begin(ASK), 402, [
			'UPDATE run_standings',
			'INSERT requests',
			'INSERT events',
			'INSERT webhook_deliveries',
		])
		const { id } = opened.body.details.request
		await survives(begin({ ...ASK, credits: 50 }), 402, ['UPDATE requests'])
		const { hash } = await org.read(id)
		const given = whom === 'window' ? 'UPDATE budget_states' : 'INSERT budget_grants'
		const granted = await survives(() => org.grant(id, { hash, for: whom }), 200, [
			'INSERT audit_logs',
			'UPDATE requests',
			given,
			'INSERT events',
			'UPDATE audit_logs',
		])
		const taken = whom === 'window' ? 'UPDATE budget_states' : 'DELETE budget_grants'
		const path = `/v1/orgs/${org.org_id}/audit-logs/${granted.headers.get('Audit-Id')}/revert`
		await survives(() => org.owner.post(path, {}), 200, [
			'INSERT audit_logs',
			'UPDATE requests',
			taken,
			'INSERT events',
		])
		expect((await org.read(id)).state).toBe('declined')
	},
)

test('a decline happens whole', async () => {
	const org = await asking()
	await org.budget({ limit: 0 })
	const { id } = await org.ask()
	await survives(() => org.decline(id), 200, [
		'INSERT audit_logs',
		'UPDATE requests',
		'INSERT events',
		'UPDATE audit_logs',
	])
	expect((await org.read(id)).state).toBe('declined')
})
