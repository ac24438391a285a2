import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { configuration, keep, PLATFORM_PATH, secret } from '../support/configuration.ts'
import { admin } from '../support/world.ts'

test('null removes the mail settings, and half of them come with a warning', async () => {
	const { plan, put } = configuration(await admin(), PLATFORM_PATH)
	const root = await admin()
	const status = async () => (await root.get('/v1/admin/email/status')).body
	const mail = (email_config: object | null) => ({ version: 1, email_config })
	await put(mail({ from: 'a@example.com', smtp_host: 'smtp.example.com', smtp_pass: secret('a password') }))
	expect(await status()).toMatchObject({ configured: true, source: 'db' })
	for (const half of [{ from: 'a@example.com' }, { smtp_host: 'smtp.example.com' }, { smtp_pass: keep }, {}])
		expect((await plan(mail(half))).body.warnings).toMatchObject([{ reason: 'incomplete', section: 'email_config' }])
	await put(mail({}))
	expect(await status()).toEqual({ configured: false, from: null, source: 'db' })
	expect((await plan(mail(null))).body.warnings).toEqual([])
	expect((await put(mail(null))).status).toBe(200)
	expect(await status()).toEqual({ configured: false, from: null, source: 'none' })
	expect((await env.DB.prepare('SELECT id FROM email_config').all()).results).toEqual([])
	expect((await plan(mail(null))).body.changes).toEqual([])
	// Another single entry can't be null, and says so once.
	expect((await plan({ version: 1, gateway_config: null })).body.details.fields).toMatchObject([
		{ path: 'gateway_config', message: 'Must be an object' },
	])
})
