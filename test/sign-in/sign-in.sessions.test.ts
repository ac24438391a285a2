import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { logIn } from '../support/authenticator.ts'
import { counted } from '../support/d1.ts'
import { user } from '../support/world.ts'

test('a user keeps the newest hundred sessions', async () => {
	const [someone, other] = [await user(), await user()]
	const first = (await someone.get('/v1/me/sessions')).body[0].id
	const rows = Array.from({ length: 104 }, (_, n) => [`ses_0${String(n).padStart(25, '0')}`, n % 10 === 0])
	await env.DB.batch(
		rows.map(([id, hasEnded]) =>
			env.DB.prepare(
				"INSERT INTO sessions (id, user_id, org_id, expires_at, ended_at, created_at) VALUES (?, ?, ?, '9999', ?, '')",
			).bind(id, someone.user_id, someone.org_id, hasEnded ? '2026' : null),
		),
	)
	const live = async (caller: { user_id: string }) => {
		const { results } = await env.DB.prepare(
			'SELECT id FROM sessions WHERE user_id = ? AND ended_at IS NULL ORDER BY id',
		)
			.bind(caller.user_id)
			.all<{ id: string }>()
		return results.map(({ id }) => id)
	}
	// Of the 104 older ones, 93 haven't ended.
	expect(await live(someone)).toHaveLength(94)
	for (let turn = 0; turn < 6; turn += 1) expect((await logIn(someone.login)).status).toBe(200)
	const before = await live(someone)
	expect(before).toHaveLength(100)
	const { calls, rows_read } = await counted(() => logIn(someone.login))
	expect(calls).toBe(2)
	expect(rows_read).toBeLessThan(250)
	const after = await live(someone)
	expect(after).toHaveLength(100)
	expect(after).not.toContain(before[0])
	expect(after.slice(0, 99)).toEqual(before.slice(1))
	expect(after).toContain(first)
	expect(await live(other)).toHaveLength(1)
})
