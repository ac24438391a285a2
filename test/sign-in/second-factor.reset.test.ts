import { env } from 'cloudflare:workers'
import { afterAll, expect, test } from 'vitest'
import { answer, authenticator, challengeOf, logIn, reasonOf } from '../support/authenticator.ts'
import { clearEmail, configure, mailTo, ports, reaching } from '../support/email.ts'
import { operator } from '../support/operators.ts'
import { admin, type Caller, user } from '../support/world.ts'

const resetOf = ({ user_id }: Pick<Caller, 'user_id'>) => `/v1/admin/users/${user_id}/second-factor/reset`

const root = await admin()
afterAll(clearEmail)

const support = () => operator(['support'])

test('support removes a second factor, and its user logs in with the password and gets a notice', async () => {
	const [ada, helper] = [await user('ada'), await support()]
	await authenticator(ada)
	await ada.post('/v1/me/recovery-codes')
	const waiting = await challengeOf(ada.login)
	expect((await helper.post(resetOf(ada))).status).toBe(200)
	expect((await ada.get('/v1/me/recovery-codes')).body.left).toBe(0)
	expect((await answer(waiting, { recovery_code: 'any' })).body.details.fields[0].path).toBe('challenge')
	expect((await logIn(ada.login)).status).toBe(200)
	expect((await ada.get('/v1/notifications')).body.data[0]).toMatchObject({ type: 'security.second_factor_reset' })
	const log = await root.get(`/v1/admin/audit-logs?target_id=${ada.user_id}&action=users.reset_second_factor`)
	expect(log.body).toMatchObject([
		{ org_id: null, actor_user_id: helper.user_id, before: { methods: 'totp recovery_code' }, after: { methods: '' } },
		{ org_id: ada.org_id, actor_user_id: helper.user_id, before: null, after: null },
	])
	expect(reasonOf(await helper.post(resetOf(ada)))).toEqual([409, 'users.no_second_factor'])
})

test('a reset of the second factor sends a mail', async () => {
	const ada = await user('ada')
	await authenticator(ada)
	await configure({ smtp_port: ports.plain })
	await root.post(resetOf(ada), undefined, { env: reaching })
	const mail = await mailTo('plain', `${ada.login}@example.com`)
	expect(mail.text).toContain('Your password alone signs you in now')
})

test('operators reach neither each other nor themselves, and platform admins reach everybody', async () => {
	const [one, other] = [await support(), await support()]
	await authenticator(one)
	await authenticator(other)
	expect(reasonOf(await one.post(resetOf(other)))).toEqual([403, 'roles.higher'])
	expect(reasonOf(await one.post(resetOf(one)))).toEqual([403, 'roles.higher'])
	expect((await root.post(resetOf(other))).status).toBe(200)
	expect((await one.post(resetOf({ user_id: 'usr_nobody' }))).status).toBe(404)
	const left = await env.DB.prepare('SELECT count(*) AS n FROM totp_keys WHERE user_id = ?').bind(one.user_id).first()
	expect(left).toEqual({ n: 1 })
})
