import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { emptied } from '../support/database.ts'
import { ports, reaching, recipient, seenBy } from '../support/email.ts'
import { type Instance, instanceOn } from '../support/instance.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { BUDGET_RETENTION as RETENTION, deleteExpired, mailBudgetAlerts, systemContext } from '../support/program.ts'
import { PASSWORD, unique } from '../support/world.ts'

// An instance of its own, so its alerts and mails can be counted.

const db = env.EMPTY_DB
let here: Instance
let org_id: string

beforeAll(async () => {
	here = await instanceOn(await emptied(db), reaching)
	org_id = (await here.get('/v1/me')).body.org_id
})

const context = () => systemContext({ ...env, DB: db, ...reaching })
const mail = () => mailBudgetAlerts(context(), NO_PLACE)
const run = (sql: string, ...values: unknown[]) =>
	db
		.prepare(sql)
		.bind(...values)
		.run()
const unmailed = async () =>
	(await db.prepare('SELECT 1 FROM budget_alerts WHERE mailed_at IS NULL').all()).results.length
const mailsTo = async (to: string) =>
	(await seenBy('plain')).filter((sight) => sight.what === 'mail' && sight.to?.includes(to))

/** Sends through this server from now on, to the owner with this address. */
async function mailing(to: string, port: number) {
	await here.put('/v1/admin/email/config', {
		from: 'plinth@example.com',
		smtp_host: 'localhost',
		smtp_tls_mode: 'none',
		smtp_port: port,
	})
	await run("UPDATE users SET email = ?, email_verified = 1 WHERE login = 'root'", to)
}

const budget = async (name: string, fields: object = {}) => {
	const given = { name, scope: 'agent', unit: 'tokens', limit: 100, window: 'total', alerts: [50], ...fields }
	return (await here.post(`/v1/orgs/${org_id}/budgets`, given, 201)).body.id as string
}

const report = (agent_id: string) =>
	here.post(
		'/v1/runtime/runs',
		{ run_id: unique('run'), org_id, status: 'completed', agent_id, total_input_tokens: 60 },
		200,
	)

test('without a mail server an alert counts as mailed', async () => {
	await budget(unique('quiet'))
	await report('first')
	expect(await unmailed()).toBe(1)
	expect(await mail()).toBe(false)
	expect(await unmailed()).toBe(0)
})

test('a person gets one mail for all alerts of a tick, once, and again when no server accepted it', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const to = recipient('owner')
	const name = unique('Research')
	await budget(name)
	await mailing(to, 1)
	await report('one')
	await report('two')
	await mail()
	expect(await unmailed()).toBeGreaterThanOrEqual(2)
	await mailing(to, ports.plain)
	await mail()
	await mail()
	const [sent, ...more] = await mailsTo(to)
	expect(more).toEqual([])
	expect(sent?.text).toContain(`Subject: Budget alert: `)
	expect(sent?.text?.replaceAll('=\r\n', '')).toContain(`"${name}" has reached 50 %`)
	expect(sent?.text).toContain('agent "two"')
	expect(await unmailed()).toBe(0)
})

test('a platform admin is mailed of the budgets of the platform only', async () => {
	await here.post(
		'/v1/admin/budgets',
		{ name: 'Of all', scope: 'agent', subject: 'three', unit: 'runs', limit: 2, window: 'total', alerts: [50] },
		201,
	)
	const [login, to] = [unique('second'), recipient('admin')]
	const { user_id } = (await here.post('/v1/auth/register', { login, password: PASSWORD, email: to }, 201)).body
	await run('UPDATE users SET email_verified = 1 WHERE id = ?', user_id)
	await run("INSERT INTO platform_admins (user_id, created_at) VALUES (?, '')", user_id)
	await mailing(recipient('owner'), ports.plain)
	await report('three')
	await mail()
	const [sent] = await mailsTo(to)
	expect(sent?.text).toContain('Subject: Budget alert: Of all')
	expect(sent?.text).not.toContain('Research')
})

test('an org’s own people come first among those who get a mail', async () => {
	const admins = JSON.stringify(Array.from({ length: 10 }, (_, index) => `usr_0${index}`))
	await run(
		`INSERT INTO users (seq, id, login, username, email, email_verified, created_at)
			SELECT -1 - key, value, value, value, value || '@example.org', 1, '' FROM json_each(?)`,
		admins,
	)
	await run("INSERT INTO platform_admins (user_id, created_at) SELECT value, '' FROM json_each(?)", admins)
	await here.post(
		'/v1/admin/budgets',
		{ name: 'Of four', scope: 'agent', subject: 'four', unit: 'runs', limit: 2, window: 'total', alerts: [50] },
		201,
	)
	const to = recipient('first')
	await mailing(to, ports.plain)
	await report('four')
	await mail()
	expect(await mailsTo(to)).toHaveLength(1)
	await run('DELETE FROM platform_admins WHERE user_id IN (SELECT value FROM json_each(?))', admins)
	await run('DELETE FROM users WHERE id IN (SELECT value FROM json_each(?))', admins)
})

test('what one tick cannot mail waits for the next', async () => {
	await mailing(recipient('owner'), ports.plain)
	for (let count = 0; count < 25; count += 1) await report(`agent-${count}`)
	const before = await unmailed()
	expect(before).toBeGreaterThan(20)
	expect(await mail()).toBe(true)
	expect(await unmailed()).toBe(before - 20)
})

test('alerts that no server accepts hold up no other', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	await mailing(recipient('owner'), ports.plain)
	while (await mail());
	const to = recipient('reached')
	await mailing(to, ports.plain)
	const other = (await here.post('/v1/admin/orgs', { name: unique('refused') }, 201)).body.id
	const [login, refused] = [unique('refused'), recipient('refused')]
	const { user_id } = (await here.post('/v1/auth/register', { login, password: PASSWORD, email: refused }, 201)).body
	await run('UPDATE users SET email_verified = 1 WHERE id = ?', user_id)
	await here.put(`/v1/admin/orgs/${other}/members/${user_id}`, { role: 'admin' })
	const id = await budget(unique('refused'))
	for (let count = 10; count < 30; count += 1)
		await run(
			"INSERT INTO budget_alerts (budget_id, org_id, subject, window_start, percent, used, held, created_at) VALUES (?, ?, ?, '', 50, 0, 0, ?)",
			id,
			other,
			`agent-${count}`,
			new Date(Date.now() - 3_600_000).toISOString(),
		)
	await report(unique('agent'))
	let at: string | null = null
	const move = (to: unknown) => void (at = to as string | null)
	for (let ticks = 0; ticks < 2; ticks += 1) await mailBudgetAlerts(context(), { at, move: move as () => undefined })
	expect(await mailsTo(to)).toHaveLength(1)
	await run('DELETE FROM budget_alerts WHERE org_id = ?', other)
})

test('states and alerts go 60 days after their window, but not totals, nor where a live run still counts', async () => {
	const id = await budget(unique('old'), { scope: 'user' })
	const state = (subject: string, window_start: string, held = 0) =>
		db.batch([
			db
				.prepare(
					"INSERT INTO budget_states (budget_id, org_id, subject, window_start, held, changed_at) VALUES (?, 'o', ?, ?, ?, '')",
				)
				.bind(id, subject, window_start, held),
			db
				.prepare(
					"INSERT INTO budget_alerts (budget_id, org_id, subject, window_start, percent, used, held, created_at) VALUES (?, 'o', ?, ?, 50, 0, 0, '2020')",
				)
				.bind(id, subject, window_start),
		])
	const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
	await state('old', ago(92))
	await state('held', ago(92), 5)
	await state('recent', ago(90))
	await state('total', '')
	await deleteExpired(context(), RETENTION)
	const left = async (table: string) =>
		(await db.prepare(`SELECT subject FROM ${table} WHERE budget_id = ? ORDER BY 1`).bind(id).all()).results.map(
			({ subject }) => subject,
		)
	expect(await left('budget_states')).toEqual(['held', 'recent', 'total'])
	expect(await left('budget_alerts')).toEqual(['recent', 'total'])
})
