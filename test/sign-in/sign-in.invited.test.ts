import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { rowsOf as rows } from '../support/admission.ts'
import { as, send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { forgetGateway } from '../support/program.ts'
import { isoTime } from '../support/replies.ts'
import { address, admin, type Caller, create, PASSWORD, unique, user } from '../support/world.ts'

const refused = (message: RegExp) => ({
	status: 400,
	body: {
		error: 'validation.error',
		details: { fields: [{ path: 'invite_code', message: expect.stringMatching(message) }] },
	},
})

const codeOf = async (caller: Caller) => (await caller.get('/v1/me/invite-code')).body
const change = async (id: string, fields: object) => (await admin()).patch(`/v1/admin/invite-codes/${id}`, fields)
const read = async (id: string) => (await (await admin()).get(`/v1/admin/invite-codes/${id}`)).body
const ledgerOf = (org_id: string) =>
	rows(
		'SELECT type, amount, balance_after, reference_type, reference_id FROM ledger_entries WHERE org_id = ? ORDER BY seq',
		org_id,
	)
const balanceOf = async (org_id: string) =>
	(await rows('SELECT balance FROM credit_accounts WHERE org_id = ?', org_id))[0]
const referralsOf = async ({ user_id }: { user_id: string }) =>
	(await (await admin()).get(`/v1/admin/referrals?inviter_user_id=${user_id}`)).body

function register(invite_code: string | undefined, login = unique('invited'), fields: object = {}) {
	return send('POST', '/v1/auth/register', {
		body: { login, password: PASSWORD, email: `${login}@example.com`, invite_code, ...fields },
		headers: { 'CF-Connecting-IP': address() },
	})
}

/** Ends the first run with a cost in a new user's org. Only then does the inviter get a reward. */
const firstRun = async (org_id: string) => {
	const run = { run_id: unique('run'), org_id, status: 'completed', total_cost_usd: 0.001 }
	expect((await (await admin()).post('/v1/runtime/runs', run)).status).toBe(200)
}

/** Checks that a registration left nothing behind, and that its login is still free. */
async function expectNothingOf(login: string) {
	expect(await rows('SELECT id FROM users WHERE login = ?', login)).toEqual([])
	expect(await rows('SELECT id FROM orgs WHERE name = ?', `${login}'s org`)).toEqual([])
	expect((await register(undefined, login)).status).toBe(201)
}

/** Runs `work` while the configuration grants these credits. */
async function granting(amounts: Record<string, number>, work: () => Promise<void>) {
	const root = await admin()
	const entry = (key: string) => `/v1/admin/config-entries/credit.${key}`
	try {
		for (const [key, amount] of Object.entries(amounts))
			expect((await root.put(entry(key), { value: String(amount) })).status).toBe(200)
		await work()
	} finally {
		for (const key of Object.keys(amounts)) await root.delete(entry(key))
	}
}

test('a registration with an invite code records the inviter and counts one use, however the code was typed', async () => {
	const inviter = await user('inviter')
	const { id, code } = await codeOf(inviter)
	const login = unique('invited')
	const { status, body } = await register(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `, login)
	expect(status).toBe(201)
	expect(await referralsOf(inviter)).toEqual([
		{
			id: expect.stringMatching(/^ref_/),
			inviter_user_id: inviter.user_id,
			invitee_user_id: body.user_id,
			invite_code_id: id,
			credited: false,
			created_at: isoTime,
			inviter_login: inviter.login,
			invitee_login: login,
		},
	])
	expect((await read(id)).use_count).toBe(1)
	expect(await ledgerOf(body.org_id)).toEqual([])
	expect(await rows('SELECT last_login_at = created_at AS seen FROM users WHERE login = ?', login)).toEqual([
		{ seen: 1 },
	])
})

test('registration grants the initial credits, and an invitation grants both sides theirs', async () => {
	const inviter = await user('inviter')
	const { code } = await codeOf(inviter)
	await granting({ initial_grant: 1000, invite_reward: 100, invitee_reward: 50 }, async () => {
		const alone = (await register(undefined)).body
		const initial = {
			type: 'initial_grant',
			amount: 1000,
			balance_after: 1000,
			reference_type: null,
			reference_id: null,
		}
		expect(await ledgerOf(alone.org_id)).toEqual([initial])
		const invited = (await register(code)).body
		const [referral] = await referralsOf(inviter)
		expect(referral).toMatchObject({ invitee_user_id: invited.user_id, credited: false })
		const reference = { reference_type: 'referral', reference_id: referral.id }
		expect(await ledgerOf(invited.org_id)).toEqual([
			initial,
			{ type: 'invitee_reward', amount: 50, balance_after: 1050, ...reference },
		])
		expect(await balanceOf(invited.org_id)).toEqual({ balance: 1050 })
		expect(await ledgerOf(inviter.org_id)).toEqual([])
		await firstRun(invited.org_id)
		expect(await referralsOf(inviter)).toEqual([{ ...referral, credited: true }])
		expect(await ledgerOf(inviter.org_id)).toEqual([
			{ type: 'referral_reward', amount: 100, balance_after: 100, ...reference },
		])
	})
	expect(await balanceOf(inviter.org_id)).toEqual({ balance: 100 })
})

test("the reward depends on the entitlement of the inviter's oldest org, and goes to that org", async () => {
	const [root, inviter, other] = [await admin(), await user('inviter'), await user('other')]
	await root.put(`/v1/admin/orgs/${other.org_id}/members/${inviter.user_id}`, { role: 'admin' })
	const reward = { key: 'credit.invite_reward', value_type: 'integer' }
	await create.override(inviter.org_id, { ...reward, value: '7' })
	await create.override(other.org_id, { ...reward, value: '9' })
	const { code } = await codeOf(inviter)
	await firstRun((await register(code)).body.org_id)
	expect([await balanceOf(inviter.org_id), await balanceOf(other.org_id)]).toEqual([{ balance: 7 }, { balance: 0 }])
	await root.put(`/v1/admin/orgs/${inviter.org_id}/members/${other.user_id}`, { role: 'owner' })
	await root.delete(`/v1/admin/orgs/${inviter.org_id}/members/${inviter.user_id}`)
	await firstRun((await register(code)).body.org_id)
	expect([await balanceOf(inviter.org_id), await balanceOf(other.org_id)]).toEqual([{ balance: 7 }, { balance: 9 }])
	expect(await referralsOf(inviter)).toMatchObject([{ credited: true }, { credited: true }])
})

test("a reward of 0, of less, and one that doesn't fit into the account is none: the referral is not credited", async () => {
	const inviter = await user('inviter')
	const reward = { key: 'credit.invite_reward', value_type: 'integer' }
	const { code } = await codeOf(inviter)
	await create.override(inviter.org_id, { ...reward, value: '5' })
	await firstRun((await register(code)).body.org_id)
	// The new org's credits say nothing about the inviter's.
	await granting({ initial_grant: 1, invitee_reward: 1 }, async () => {
		for (const value of ['0', '-5', String(Number.MAX_SAFE_INTEGER)]) {
			await env.DB.prepare('UPDATE entitlement_overrides SET value = ? WHERE org_id = ?')
				.bind(value, inviter.org_id)
				.run()
			await firstRun((await register(code)).body.org_id)
		}
	})
	const credited = (await referralsOf(inviter)).map((one: { credited: boolean }) => one.credited)
	expect(credited).toEqual([false, false, false, true])
	expect(await balanceOf(inviter.org_id)).toEqual({ balance: 5 })
})

test('an inviter without an org is recorded but gets no credits', async () => {
	const inviter = await user('inviter')
	const { code } = await codeOf(inviter)
	await env.DB.prepare('DELETE FROM memberships WHERE user_id = ?').bind(inviter.user_id).run()
	await granting({ invite_reward: 10 }, async () => firstRun((await register(code)).body.org_id))
	expect(await referralsOf(inviter)).toMatchObject([{ credited: false }])
})

test('of eight registrations at once with a code for three, exactly three succeed, each rewarded once', async () => {
	const inviter = await user('inviter')
	const { id, code } = await codeOf(inviter)
	await change(id, { max_uses: 3 })
	const logins = Array.from({ length: 8 }, () => unique('racer'))
	await granting({ initial_grant: 10, invite_reward: 3, invitee_reward: 2 }, async () => {
		const responses = await Promise.all(logins.map((login) => register(code, login)))
		expect(responses.map(({ status }) => status).sort()).toEqual([
			...Array<number>(3).fill(201),
			...Array<number>(5).fill(400),
		])
		for (const response of responses.filter(({ status }) => status === 400))
			expect(response).toMatchObject(refused(/uses left/))
		const orgs = responses.flatMap(({ status, body }) => (status === 201 ? [body.org_id as string] : []))
		for (const org_id of orgs) {
			expect(await ledgerOf(org_id)).toMatchObject([{ amount: 10 }, { amount: 2, balance_after: 12 }])
			expect(await balanceOf(org_id)).toEqual({ balance: 12 })
			await firstRun(org_id)
		}
	})
	const made = await referralsOf(inviter)
	expect(made).toHaveLength(3)
	expect(await ledgerOf(inviter.org_id)).toMatchObject(
		[3, 6, 9].map((balance_after) => ({ type: 'referral_reward', amount: 3, balance_after })),
	)
	expect(await balanceOf(inviter.org_id)).toEqual({ balance: 9 })
	expect(await read(id)).toMatchObject({ use_count: 3, max_uses: 3 })
	expect(
		await rows('SELECT id FROM users WHERE login IN (SELECT value FROM json_each(?))', JSON.stringify(logins)),
	).toHaveLength(3)
	const [late] = logins.filter((login) => !made.some((row: { invitee_login: string }) => row.invitee_login === login))
	await expectNothingOf(late as string)
})

test('a code that is unknown, deactivated, used up or owned by a suspended user is 400 saying so, and writes nothing', async () => {
	const inviter = await user('inviter')
	const { id, code } = await codeOf(inviter)
	const login = unique('refused')
	const attempt = async (given: string, message: RegExp) =>
		expect(await register(given, login)).toMatchObject(refused(message))
	for (const malformed of ['', ' - ', `${code}A`, '\u0130', "' OR 1=1 --"])
		await attempt(malformed, /^Must be an invite code: 8 letters and digits$/)
	await attempt('ABCD-efgh', /^Must be a known invite code\. There's none like this$/)
	await change(id, { is_active: false })
	await attempt(code, /active invite code/)
	await change(id, { is_active: true, max_uses: 1 })
	expect((await register(code)).status).toBe(201)
	await attempt(code, /uses left/)
	await change(id, { max_uses: 0 })
	await env.DB.prepare("UPDATE users SET status = 'suspended' WHERE id = ?").bind(inviter.user_id).run()
	await attempt(code, /active invite code/)
	await expectNothingOf(login)
	expect((await read(id)).use_count).toBe(1)
	expect(await referralsOf(inviter)).toHaveLength(1)
})

test("a registration that is refused for another reason doesn't use its code", async () => {
	const inviter = await user('inviter')
	const { id, code } = await codeOf(inviter)
	for (const [login, fields, field] of [
		[inviter.login, {}, 'login'],
		[unique('x'), { username: inviter.login.toUpperCase() }, 'username'],
		[unique('x'), { email: `${inviter.login}@example.com` }, 'email'],
		[unique('x'), { username: env.BOOTSTRAP_ADMIN_LOGIN.toUpperCase() }, 'username'],
	] as const)
		expect(await register(code, login, fields)).toMatchObject({ status: 409, body: { details: { field } } })
	expect((await read(id)).use_count).toBe(0)
	expect(await referralsOf(inviter)).toEqual([])
})

test('closed registration takes an invitation: without one it is 400, with one it works', async () => {
	const root = await admin()
	const { code } = await codeOf(await user('inviter'))
	const flag = { key: 'registration.open', default_value: true }
	expect((await root.post('/v1/feature-flags', flag)).status).toBe(201)
	try {
		expect((await register(undefined)).status).toBe(201)
		await root.patch('/v1/feature-flags/registration.open', { default_value: false })
		const login = unique('uninvited')
		expect(await register(undefined, login)).toMatchObject(refused(/registration is by invitation/))
		expect(await rows('SELECT id FROM users WHERE login = ?', login)).toEqual([])
		expect(await register('ABCDEFGH')).toMatchObject(refused(/Must be a known invite code/))
		expect((await register(code, login)).status).toBe(201)
	} finally {
		await root.delete('/v1/feature-flags/registration.open')
	}
	expect((await register(undefined)).status).toBe(201)
})

test('a registration is one read and one batch, invited or not', async () => {
	const { code } = await codeOf(await user('inviter'))
	// The middleware checks anonymous callers against the gateway document, which an isolate reads every five seconds.
	forgetGateway()
	await as().get('/v1/plans')
	for (const given of [undefined, code])
		expect((await counted(async () => expect((await register(given)).status).toBe(201))).calls).toBe(2)
})

test('a registration that fails at any of its rows writes nothing', async () => {
	const inviter = await user('inviter')
	const { id, code } = await codeOf(inviter)
	const login = unique('cut')
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	await granting({ initial_grant: 10, invite_reward: 3, invitee_reward: 2 }, async () => {
		for (const place of [
			'UPDATE ON invite_codes',
			...['users', 'passwords', 'orgs', 'memberships'].map((table) => `INSERT ON ${table}`),
			...['initial_grant', 'invitee_reward'].map((type) => `INSERT ON ledger_entries WHEN new.type = '${type}'`),
			...['referrals', 'sessions', 'refresh_tokens', 'audit_logs'].map((table) => `INSERT ON ${table}`),
			'UPDATE ON audit_logs',
		]) {
			await env.DB.prepare(`CREATE TRIGGER cut AFTER ${place} BEGIN SELECT RAISE(ABORT, 'cut'); END`).run()
			expect([place, (await register(code, login)).status]).toEqual([place, 500])
			await env.DB.prepare('DROP TRIGGER cut').run()
			expect([place, (await read(id)).use_count, await referralsOf(inviter)]).toEqual([place, 0, []])
			expect(await rows('SELECT id FROM users WHERE login = ?', login)).toEqual([])
			expect(await rows('SELECT id FROM orgs WHERE name = ?', `${login}'s org`)).toEqual([])
		}
	})
	expect(await balanceOf(inviter.org_id)).toEqual({ balance: 0 })
	await expectNothingOf(login)
})
