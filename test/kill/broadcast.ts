import type { Tools } from './kill.ts'

interface Broadcast {
	id: string
	status: string
	sent_count: number
}

/** A broadcast to a large org, which is sent in shards, and one to everybody, which is sent in one batch. */
export async function broadcast({ call, whileStopped, kill, start, until, expect, rows }: Tools, users: number) {
	const org = await call<{ id: string }>('POST', '/v1/admin/orgs', { name: 'Kill' })
	await whileStopped(`INSERT INTO memberships (org_id, user_id, role, created_at)
		SELECT '${org.id}', id, 'member', '2026-01-01T00:00:00.000Z' FROM users WHERE login <> 'root'`)
	const send = (target: string) =>
		call<Broadcast>('POST', '/v1/admin/notifications/broadcasts', {
			type: 'announcement',
			title: `Kill ${target}`,
			body: 'Test',
			target,
		})
	const [toOrg, toAll] = [await send(org.id), await send('all')]
	await kill()
	await start()
	const completed = ({ id }: Broadcast) =>
		until(
			'the broadcast',
			240,
			() => call<Broadcast>('GET', `/v1/admin/notifications/broadcasts/${id}`),
			({ status }) => status === 'completed',
		)
	expect('sent_count to the org', (await completed(toOrg)).sent_count, users)
	const [counted] = await rows(
		`SELECT count(*) AS notifications, count(DISTINCT user_id) AS users FROM notifications WHERE broadcast_id = '${toOrg.id}'`,
	)
	expect('notifications, each user one', counted, { notifications: users, users })
	expect('sent_count to all', (await completed(toAll)).sent_count, users + 1)
	const { data } = await call<{ data: { title: string }[] }>('GET', '/v1/notifications?type=broadcast')
	expect(
		'notifications of the admin',
		data.map(({ title }) => title),
		['Kill all'],
	)
}
