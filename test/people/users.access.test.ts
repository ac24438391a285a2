import { expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { missing } from '../support/replies.ts'
import { admin, signIn, unique, user, world } from '../support/world.ts'

// How a platform admin reads a user's sessions and API keys, and ends them.

const loginsOf = (user_id: string) => `/v1/admin/users/${user_id}/sessions`
const keysOf = (user_id: string) => `/v1/admin/users/${user_id}/api-keys`

test("a platform admin sees a user's open sessions, newest first, and ends one of them", async () => {
	const [root, one] = [await admin(), await user()]
	const second = await signIn(one.login)
	const mine = (await one.get('/v1/me/sessions')).body
	const { body: shown } = await root.get(loginsOf(one.user_id))
	expect(shown).toEqual(mine.map(({ is_current: _, ...login }: { is_current: boolean }) => login))
	const [newest, oldest] = shown
	const first = await root.get(`${loginsOf(one.user_id)}?limit=1`)
	const next = `${loginsOf(one.user_id)}?limit=1&cursor=${first.headers.get('Next-Cursor')}`
	expect([first.body, (await root.get(next)).body]).toEqual([[newest], [oldest]])

	expect((await root.delete(`${loginsOf(one.user_id)}/${newest.id}`)).status).toBe(204)
	expect((await second.get('/v1/me')).status).toBe(401)
	expect((await one.get('/v1/me')).status).toBe(200)
	expect((await root.get(loginsOf(one.user_id))).body).toEqual([oldest])
	expect(await root.delete(`${loginsOf(one.user_id)}/${newest.id}`)).toMatchObject(missing)
	const { body: log } = await root.get(`/v1/admin/audit-logs?target_id=${newest.id}&action=sessions.end`)
	expect(log).toMatchObject([
		{ actor_user_id: root.user_id, before: { ended_at: null }, after: { ended_at: expect.any(String) } },
	])
})

test("a platform admin sees a user's API keys without the keys themselves, and deletes one", async () => {
	const { admin: root, owner, org_id } = await world()
	const made = (await owner.post('/v1/api-keys', { name: unique('key'), scopes: ['data.secrets'] })).body
	const { key, ...record } = made
	const kept = (await owner.post('/v1/api-keys', { name: unique('kept') })).body
	const { body: shown } = await root.get(keysOf(owner.user_id))
	expect(shown.find(({ id }: { id: string }) => id === record.id)).toEqual(record)
	expect(JSON.stringify(shown)).not.toContain(key)
	expect((await as(key).get('/v1/plans')).status).toBe(200)

	expect((await root.delete(`${keysOf(owner.user_id)}/${record.id}`)).status).toBe(204)
	expect((await as(key).get('/v1/plans')).status).toBe(401)
	expect((await as(kept.key).get('/v1/plans')).status).toBe(200)
	expect(await root.delete(`${keysOf(owner.user_id)}/${record.id}`)).toMatchObject(missing)
	const { body: log } = await root.get(`/v1/admin/audit-logs?target_id=${record.id}&action=api_keys.delete`)
	expect(log).toMatchObject([{ actor_user_id: root.user_id, org_id, before: { name: record.name }, after: null }])
	expect(JSON.stringify(log)).not.toContain(key)
})

test('ending a session or a key under the wrong user or an unknown one is 404 and ends nothing', async () => {
	const [root, one, other] = [await admin(), await user(), await user()]
	const [login] = (await one.get('/v1/me/sessions')).body
	const { id } = (await one.post('/v1/api-keys', { name: unique('key') })).body
	for (const user_id of [other.user_id, 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S', '%00']) {
		expect(await root.delete(`${loginsOf(user_id)}/${login.id}`)).toMatchObject(missing)
		expect(await root.delete(`${keysOf(user_id)}/${id}`)).toMatchObject(missing)
	}
	expect((await one.get('/v1/me')).status).toBe(200)
	expect((await one.get('/v1/api-keys')).body).toMatchObject([{ id }])
	const gone = await user()
	await root.delete(`/v1/admin/users/${gone.user_id}`)
	for (const user_id of [gone.user_id, 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S', '%00'])
		for (const path of [loginsOf(user_id), keysOf(user_id)]) expect(await root.get(path)).toMatchObject(missing)
})
