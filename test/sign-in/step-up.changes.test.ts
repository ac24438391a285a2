import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Reply } from '../support/api.ts'
import { forgetPrincipals } from '../support/program.ts'
import { admin, unique, user } from '../support/world.ts'

// Reverting a change asks for the proof that making it took, and so does confirming or ending one on trial.

const TRIAL = { headers: { 'Confirm-Within': '600' } }

/** Everybody's sessions began so long ago. */
async function began(minutes: number) {
	await env.DB.prepare('UPDATE sessions SET created_at = ?, authenticated_at = NULL')
		.bind(new Date(Date.now() - minutes * 60_000).toISOString())
		.run()
	forgetPrincipals()
}

const reasonOf = ({ status, body }: Reply) => (status < 300 ? 'done' : body.details.reason)

const root = await admin()

const revert = ({ headers }: Reply) => root.post(`/v1/admin/audit-logs/${headers.get('Audit-Id')}/revert`)

const plan = async () => root.post('/v1/plans', { name: unique('plan'), display_name: 'Plan' })

test('reverting what gave power asks after ten minutes', async () => {
	await began(0)
	const person = await user('person')
	const owner = await user('owner')
	const { body: provider } = await owner.post('/v1/llm-providers', {
		name: unique('llm'),
		provider: 'vendor_a',
		api_key: 'sk-0123456789abcdef',
	})
	const base_url = 'https://other.example.com/v1'
	const powers = [
		await root.put(`/v1/admin/users/${person.user_id}/roles`, { roles: ['auditor'] }),
		// What the platform demands of a sign-in is a configuration entry.
		await root.put('/v1/admin/config-entries/sign_in.second_factor', { value: 'off' }),
		// Whoever chooses the mail server reads the reset codes.
		await root.put('/v1/admin/email/config', { smtp_host: 'mail.example.com' }),
		// The kept key is sent to another address.
		await owner.patch(`/v1/llm-providers/${provider.id}`, { base_url }),
	]
	await began(11)
	for (const one of powers) expect(reasonOf(await revert(one))).toBe('auth.step_up')
	await began(9)
	for (const one of powers) expect(reasonOf(await revert(one))).toBe('done')
})

test('reverting what made credits asks after an hour', async () => {
	await began(0)
	const entitlements = [{ key: 'credits.monthly_grant', value: '100', value_type: 'integer' }]
	const changed = await root.patch(`/v1/plans/${(await plan()).body.id}`, { entitlements })
	await began(61)
	const asked = await revert(changed)
	expect(reasonOf(asked)).toBe('auth.step_up')
	expect(asked.headers.get('WWW-Authenticate')).toContain('max_age=3600')
	await began(59)
	expect(reasonOf(await revert(changed))).toBe('done')
})

test('taking away what kept credits down asks after an hour', async () => {
	await began(0)
	const bound = { key: 'credits.overdraft', value: '0', value_type: 'integer' }
	const bounded = { name: unique('plan'), display_name: 'Plan', entitlements: [bound] }
	const { id: plan_id } = (await root.post('/v1/plans', bounded)).body
	const { org_id } = await user()
	const { id } = (await root.post('/v1/entitlement-overrides', { org_id, ...bound })).body
	await root.put('/v1/admin/config-entries/credits.overdraft', { value: '0' })
	const calls = [
		() => root.patch(`/v1/plans/${plan_id}`, { entitlements: [] }),
		() => root.delete(`/v1/entitlement-overrides/${id}?org_id=${org_id}`),
		() => root.delete('/v1/admin/config-entries/credits.overdraft'),
	]
	await began(61)
	for (const call of calls) expect(reasonOf(await call())).toBe('auth.step_up')
	await began(59)
	for (const call of calls) expect(reasonOf(await call())).toBe('done')
})

test('reverting anything else asks for nothing', async () => {
	await began(0)
	const others = [await plan(), await root.put('/v1/admin/config-entries/step_up.test', { value: 'any' })]
	await began(61)
	for (const one of others) expect(reasonOf(await revert(one))).toBe('done')
})

const mail = async (smtp_host: string) => {
	await began(0)
	const { headers } = await root.put('/v1/admin/email/config', { smtp_host }, TRIAL)
	return `/v1/admin/changes/${headers.get('Confirm-Id')}`
}

test.each(['confirm', 'end'])('to %s a change on trial asks for the proof that making it took', async (verb) => {
	const path = `${await mail(`${verb}.example.com`)}/${verb}`
	await began(11)
	expect(reasonOf(await root.post(path))).toBe('auth.step_up')
	await began(9)
	expect(reasonOf(await root.post(path))).toBe('done')
})

test('confirming what gives no power asks for nothing', async () => {
	await began(0)
	const { headers } = await root.put('/v1/admin/gateway-config', { risk_reject_threshold: 0.9 }, TRIAL)
	await began(61)
	expect(reasonOf(await root.post(`/v1/admin/changes/${headers.get('Confirm-Id')}/confirm`))).toBe('done')
})
