import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { linkByDeployment } from '../../src/tools/deployment-link.ts'
import { send } from '../support/api.ts'
import { authenticator } from '../support/authenticator.ts'
import { again } from '../support/operators.ts'
import { address, admin, type Caller, unique, user } from '../support/world.ts'

// `npm run admin-link`, on the database of the tests.

const NEW = 'another horse 2'

const root = await admin()

const platformAdmin = async () => {
	const one = await user('locked')
	await root.put(`/v1/admin/users/${one.user_id}/roles`, { roles: ['admin'] })
	return again(one)
}

const confirm = (token: string) => send('POST', '/v1/auth/password-reset/confirm', { body: { token, password: NEW } })

const logIn = (login: string, password: string) =>
	send('POST', '/v1/auth/login', { body: { login, password }, headers: { 'CF-Connecting-IP': address() } })

const deployed = async ({ user_id }: Caller) => {
	const { body } = await root.get(`/v1/admin/audit-logs?target_id=${user_id}&actor_user_id=deployment`)
	return body.map(({ action }: { action: string }) => action).toSorted()
}

test('lets a locked out platform admin choose a new password, once, and is in the log and in a notice', async () => {
	const locked = await platformAdmin()
	const { token } = await linkByDeployment(env.DB, ` ${locked.login.toUpperCase()} `)
	expect((await confirm(token)).status).toBe(200)
	expect((await confirm(token)).status).toBe(400)
	const { status, body } = await logIn(locked.login, NEW)
	expect(status).toBe(200)
	expect(await deployed(locked)).toEqual(['passwords.reset_token'])
	const notices = await send('GET', '/v1/notifications', { headers: { Authorization: `Bearer ${body.access_token}` } })
	expect(notices.body.data.map(({ type }: { type: string }) => type)).toContain('security.password_reset_made')
})

test('a newer link ends the older one', async () => {
	const locked = await platformAdmin()
	const older = await linkByDeployment(env.DB, locked.login)
	const newer = await linkByDeployment(env.DB, locked.login)
	expect((await confirm(older.token)).status).toBe(400)
	expect((await confirm(newer.token)).status).toBe(200)
})

test('removes the second factor on request only', async () => {
	const locked = await platformAdmin()
	await authenticator(locked)
	await confirm((await linkByDeployment(env.DB, locked.login)).token)
	expect((await logIn(locked.login, NEW)).body.details.reason).toBe('auth.second_factor')
	await confirm((await linkByDeployment(env.DB, locked.login, { second_factor: true })).token)
	expect((await logIn(locked.login, NEW)).status).toBe(200)
	expect(await deployed(locked)).toEqual([
		'passwords.reset_token',
		'passwords.reset_token',
		'users.reset_second_factor',
	])
})

test('is for active platform admins only', async () => {
	const [person, support] = [await user(), await user('support')]
	await root.put(`/v1/admin/users/${support.user_id}/roles`, { roles: ['support'] })
	const suspended = await platformAdmin()
	await root.patch(`/v1/admin/users/${suspended.user_id}`, { status: 'suspended' })
	for (const login of [person.login, support.login, suspended.login, unique('nobody')])
		await expect(linkByDeployment(env.DB, login)).rejects.toThrow('No active platform admin')
})
