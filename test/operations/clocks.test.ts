import { Buffer } from 'node:buffer'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { send } from '../support/api.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { resumeBroadcasts, stepOf, codeOf, systemContext } from '../support/program.ts'
import worker, { proveAgain, signalDueEndpoints } from '../support/program.ts'
import { fakeReceivers, receiver, run as report, signal } from '../support/receiver.ts'
import { CHANGES, confirmIdOf, within } from '../support/reverts.ts'
import { count, first, rows, tableNames } from '../support/rows.ts'
import { address, admin, create, unique, user } from '../support/world.ts'

// A clock that was wrong for a while stops nothing: each time below was written by one that ran two days ahead, or more.

const DAY_MS = 86_400_000
const ahead = (days = 2) => new Date(Date.now() + days * DAY_MS).toISOString()
const c = () => systemContext(env)
const tick = () => worker.scheduled({} as ScheduledController, env)

/** What shows that a time which lies further ahead than its rule can choose counts as come, or as nothing. */
const CASES: Record<string, () => Promise<void>> = {
	'jobs.leased_until': () => runsAgain('leased_until'),
	'jobs.next_run_at': () => runsAgain('next_run_at'),
	'webhook_deliveries.next_attempt_at': () => arrives("next_attempt_at = '{far}', claim = NULL"),
	'webhook_deliveries.claim': () => arrives("next_attempt_at = '{day}', claim = 'until {day} x'"),
	'webhook_endpoints.due_at': () => arrives("next_attempt_at = '{far}'"),
	'webhook_endpoints.last_failure': async () => {
		const { id, received } = await hook()
		await rows(
			"UPDATE webhook_endpoints SET failing_since = '2026-01-01', last_failure = json_object('at', ?) WHERE id = ?",
			ahead(),
			id,
		)
		await signal(id, 1, {})
		expect(received).toHaveLength(1)
	},
	'unconfirmed_changes.due_at': async () => {
		const owner = await user()
		const made = await owner.post('/v1/ip-rules', { type: 'blocklist', cidr: '198.18.0.0/24' }, within(600))
		const id = confirmIdOf(made)
		await rows('UPDATE unconfirmed_changes SET due_at = ? WHERE id = ?', ahead(), id)
		expect(await owner.post(`${CHANGES}/${id}/confirm`)).toMatchObject({
			status: 409,
			body: { details: { reason: 'change.too_late' } },
		})
		await rows("DELETE FROM jobs WHERE name = 'revert-unconfirmed'")
		await tick()
		expect((await owner.get('/v1/ip-rules')).body).toEqual([])
	},
	'alerts.mail_at': async () => {
		await rows(
			"INSERT INTO alerts (id, name, message, opened_at, ended_at, mail_at) VALUES ('alt_x', 'x', 'x', '2026-01-01', '2026-11-01', ?)",
			ahead(),
		)
		await rows("DELETE FROM jobs WHERE name = 'alerts'")
		await tick()
		expect(await first("SELECT mail_at FROM alerts WHERE id = 'alt_x'")).toEqual({ mail_at: null })
	},
	'broadcasts.created_at': async () => {
		const { id } = await create.broadcast('all')
		await rows('UPDATE broadcasts SET created_at = ? WHERE id = ?', ahead(), id)
		await resumeBroadcasts(c(), NO_PLACE)
		expect(await first('SELECT status FROM broadcasts WHERE id = ?', id)).not.toEqual({ status: 'pending' })
	},
	'broadcast_shards.queued_at': async () => {
		const { id } = await create.broadcast('all')
		await rows("UPDATE broadcasts SET status = 'sending' WHERE id = ?", id)
		await rows(
			'INSERT INTO broadcast_shards (broadcast_id, after_seq, through_seq, queued_at) VALUES (?, 0, 10, ?)',
			id,
			ahead(),
		)
		await resumeBroadcasts(c(), NO_PLACE)
		expect(await count('broadcast_shards WHERE broadcast_id = ? AND queued_at < ?', id, ahead(1))).toBe(1)
	},
	'oidc_domains.checked_at': async () => {
		const owner = await user()
		await rows(
			"INSERT INTO oidc_connections (id, org_id, name, issuer, client_id, scopes, role_map, session_max_age, decided_by, created_at, updated_at) VALUES (?, ?, 'x', 'https://x.example.com', 'x', '[]', '{}', 300, 'x', '', '')",
			'oic_x',
			owner.org_id,
		)
		await rows("INSERT INTO oidc_domains VALUES ('oic_x', 'x.example.com', 'x', '2026-01-01', ?)", ahead(14))
		await proveAgain(c(), NO_PLACE)
		expect(await count("oidc_domains WHERE connection_id = 'oic_x' AND checked_at < ?", ahead(1))).toBe(1)
	},
	'scim_tokens.told_at': async () => {
		const owner = await user()
		await rows(
			"INSERT INTO oidc_connections (id, org_id, name, issuer, client_id, scopes, role_map, session_max_age, decided_by, created_at, updated_at) VALUES ('oic_t', ?, 'x', 'https://x.example.com', 'x', '[]', '{}', 300, 'x', '', '')",
			owner.org_id,
		)
		await rows(
			"INSERT INTO scim_tokens (connection_id, token_hash, created_by, created_at, narrowed_at, told_at) VALUES ('oic_t', 'x', 'x', '', ?, ?)",
			ahead(0),
			ahead(),
		)
		await rows('DELETE FROM jobs')
		await tick()
		expect(await count("scim_tokens WHERE connection_id = 'oic_t' AND told_at < ?", ahead(1))).toBe(1)
	},
	'invite_codes.reset_at': async () => {
		const owner = await user()
		expect((await owner.post('/v1/me/invite-code/reset')).status).toBe(200)
		expect((await owner.post('/v1/me/invite-code/reset')).status).toBe(429)
		await rows('UPDATE invite_codes SET reset_at = ? WHERE user_id = ?', ahead(), owner.user_id)
		expect((await owner.post('/v1/me/invite-code/reset')).status).toBe(200)
	},
	'login_failures.created_at': async () => {
		const { login } = await user()
		const headers = { 'CF-Connecting-IP': address() }
		const guess = async () =>
			(await send('POST', '/v1/auth/login', { body: { login, password: 'wrong password 1' }, headers })).status
		for (let tried = 0; tried < 10; tried += 1) expect(await guess()).toBe(401)
		expect(await guess()).toBe(429)
		await rows('UPDATE login_failures SET created_at = ?', ahead())
		expect(await guess()).toBe(401)
	},
	'sign_in_requests.created_at': async () => {
		const headers = { 'CF-Connecting-IP': address() }
		const ask = async () =>
			(
				await send('POST', '/v1/auth/password-reset', {
					body: { login: unique('nobody') },
					headers,
					env: { RATE_LIMITS: 'on' },
				})
			).status
		let asked = 0
		while ((await ask()) === 202 && asked < 100) asked += 1
		expect(await ask()).toBe(429)
		await rows('UPDATE sign_in_requests SET created_at = ?', ahead())
		expect(await ask()).toBe(202)
	},
	'org_exports.created_at': async () => {
		const owner = await user()
		for (let made = 0; made < 5; made += 1)
			await rows(
				"INSERT INTO org_exports (id, org_id, status, run_moves, created_at, moved_at) VALUES (?, ?, 'expired', '[]', ?, '')",
				unique('exp'),
				owner.org_id,
				ahead(),
			)
		const begin = () => owner.post(`/v1/orgs/${owner.org_id}/exports`, undefined, { env: { RATE_LIMITS: 'on' } })
		expect((await begin()).status).toBe(202)
	},
	'totp_keys.last_step': async () => {
		const [key, step] = [Buffer.from('12345678901234567890'), Math.floor(Date.now() / 30_000)]
		expect(stepOf(key, codeOf(key, step), step + 5_760)).toBe(step)
		expect(stepOf(key, codeOf(key, step), step)).toBeUndefined()
	},
}

/** Times that a rule of ours chose and that are never read so, each with the reason. */
const OTHERS: Record<string, string> = {
	'replaced_objects.delete_at': 'an object that is deleted too early is gone from the backups that name it',
	'org_deletions.erase_at': 'what is erased too early cannot be restored',
	'scim_tokens.narrowed_at': 'a token that ends too early locks a directory out',
	'org_exports.moved_at': 'it only orders the exports among themselves',
	'service_account_keys.last_used_at': 'it is shown, and corrected by the next use',
	'agent_days.last_run_at': 'it is only shown',
	'agent_days.last_failed_at': 'it is only shown',
	'oidc_connections.last_failed_at': 'it is only shown',
}

/** Ends that people set, or that say how long what was given is good for. */
const ENDS = /\.(until|raised_until|expires_at|current_period_end|previous_key_until|previous_secret_until)$/
/** What says when something happened, which nothing waits for unless it has a case above. */
const HAPPENED =
	/\.(created|run_created|voided|maker_left|left|told|updated|deleted|ended|completed|enabled|used|changed|added|proved|reached|connection_used|roles_read|last_used|last_login|last_started|last_finished|accepted|sent|mailed|credited|cancelled|replaced|purged|read|done|opened|exceeded|touched|erased|checked|authenticated|applied|oldest|newest|decided|confirmed|kept|signed|verified|queued|reset|forgotten)_at$/

test('each stored time that something waits for is in this list', async () => {
	const columns = await rows<{ name: string }>(
		"SELECT t.value || '.' || c.name AS name FROM json_each(?) t JOIN pragma_table_info(t.value) c WHERE c.name GLOB '*_at' OR c.name GLOB '*until' OR c.name GLOB '*_step' OR c.name GLOB '*period_end'",
		JSON.stringify(await tableNames()),
	)
	expect(columns.length).toBeGreaterThan(50)
	const missing = columns
		.map(({ name }) => name)
		.filter((name) => !(name in CASES) && !(name in OTHERS) && !ENDS.test(name) && !HAPPENED.test(name))
	expect(missing).toEqual([])
})

beforeEach(() => {
	fakeReceivers()
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test.each(Object.entries(CASES))('%s', async (_, shows) => {
	await expect(shows()).resolves.toBeUndefined()
})

test('a last start in the future is trouble', async () => {
	await tick()
	await rows("UPDATE jobs SET last_started_at = ? WHERE name = 'retention'", ahead())
	const { body } = await (await admin()).get('/readyz?verbose')
	const lag = body.jobs.find(({ name }: { name: string }) => name === 'retention').lag_ms
	expect(lag).toBeGreaterThan(1.9 * DAY_MS)
})

async function runsAgain(column: string) {
	await tick()
	await rows(`UPDATE jobs SET next_run_at = '', leased_until = '', last_started_at = ''`)
	await rows(`UPDATE jobs SET ${column} = ?`, new Date(Date.now() + 8 * DAY_MS).toISOString())
	await tick()
	expect(await count("jobs WHERE last_started_at = ''")).toBe(0)
}

async function hook() {
	const owner = await user()
	const made = await receiver(owner)
	await report(owner)
	return made
}

/** A delivery with `set` arrives once cron and the queue did their part. */
async function arrives(set: string) {
	const { id, received } = await hook()
	const value = set.replaceAll('{far}', ahead()).replaceAll('{day}', ahead(0.5))
	await rows(`UPDATE webhook_deliveries SET ${value} WHERE endpoint_id = ?`, id)
	const signaled: string[] = []
	const WEBHOOK_QUEUE = {
		sendBatch: async (messages: { body: { endpoint_id: string } }[]) =>
			void signaled.push(...messages.map(({ body }) => body.endpoint_id)),
	} as unknown as Queue
	await signalDueEndpoints(systemContext({ ...env, WEBHOOK_QUEUE }))
	expect(signaled).toContain(id)
	await signal(id, 1, {})
	expect(received).toHaveLength(1)
}
