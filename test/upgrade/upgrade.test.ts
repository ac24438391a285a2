import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { BASE, send } from '../support/api.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { openAt } from '../support/opened.ts'
import worker, {
	fillNames,
	forgetOldKeys,
	hashing,
	MIGRATIONS,
	openDatabase,
	systemContext,
} from '../support/program.ts'
import { differencesBetween } from './compare.ts'
import { MEANT } from './meant.ts'
import { release, loadRelease, UPGRADED } from './releases.ts'

// The databases of earlier releases, filled through their own API, upgraded to this version. What it answers is what they
// answered, except for the differences that `meant.ts` names.

const asleep = { send: () => Promise.resolve(), sendBatch: () => Promise.resolve() }
const db = env.COPIED_DB

/** An instance on the database of a release, upgraded. */
async function upgraded(version: string) {
	const recorded = release(version)
	await loadRelease(db, version)
	await applyD1Migrations(db, MIGRATIONS)
	// Its bucket isn't here, and the check of the newest backup would miss it.
	const own = {
		...recorded.variables,
		ARCHIVE: undefined,
		DB: db,
		BROADCAST_QUEUE: asleep,
		WEBHOOK_QUEUE: asleep,
	} as unknown as Partial<Env>
	const call = (method: string, path: string, token?: string, body?: unknown, headers = {}) =>
		send(method, path, {
			env: own,
			headers: { ...(token && { Authorization: `Bearer ${token}` }), ...headers },
			...(body === undefined ? {} : { body }),
		})
	return { ...recorded, own, call }
}

describe.for(UPGRADED)('after an upgrade from %s', (version) => {
	let instance: Awaited<ReturnType<typeof upgraded>>

	beforeAll(async () => {
		instance = await upgraded(version)
	})
	// Their access tokens were valid then.
	beforeEach(() => {
		vi.useFakeTimers({ now: Date.parse(instance.recorded_at), toFake: ['Date'] })
		forgetOldKeys()
		// Their hashes are in earnest.
		hashing.isReal = true
	})
	afterEach(() => {
		vi.useRealTimers()
		hashing.isReal = false
	})

	test('the job puts every name in one case, and a name is then taken in any spelling', async () => {
		await fillNames(systemContext({ ...env, ...instance.own }), NO_PLACE)
		const { results } = await db
			.prepare('SELECT login, username, email, login_caseless, username_caseless, email_caseless FROM users')
			.all<Record<string, string | null>>()
		for (const { login, username, email, ...forms } of results)
			expect(forms).toEqual({
				login_caseless: login?.toLowerCase(),
				username_caseless: username?.normalize('NFC').toLowerCase(),
				email_caseless: email?.toLowerCase() ?? null,
			})
		expect((await db.prepare('SELECT * FROM name_claims').all()).results).toEqual([])
	})

	test('every list says what it said', async () => {
		const { answers, tokens, call } = instance
		expect(answers.length).toBeGreaterThan(100)
		const found = { user: new Set<string>(), key: new Set<string>() }
		for (const { caller, path, status, body } of answers) {
			const now = await call('GET', path, tokens[caller])
			for (const difference of differencesBetween({ path, status, body }, now))
				found[caller === 'key' ? 'key' : 'user'].add(difference)
		}
		const ofKeys = [...found.key].filter((one) => !found.user.has(one)).map((difference) => `${difference} (API key)`)
		const meant = Object.entries(MEANT).flatMap(([difference, { since, route }]) =>
			version < since && version >= route ? [difference] : [],
		)
		expect([...found.user, ...ofKeys].toSorted()).toEqual(meant.toSorted())
	})

	test('everybody gets in with what they had', async () => {
		const { tokens, passwords, refresh_token, call } = instance
		for (const [caller, token] of Object.entries(tokens))
			expect(await call('GET', '/v1/plans', token), caller).toMatchObject({ status: 200 })
		for (const [login, password] of Object.entries(passwords))
			expect(await call('POST', '/v1/auth/login', undefined, { login, password }), login).toMatchObject({ status: 200 })
		const Cookie = `plinth_refresh=${refresh_token}`
		expect(await call('POST', '/v1/auth/refresh', undefined, {}, { Cookie })).toMatchObject({ status: 200 })
	})

	test('a repeated POST gets the answer that it got', async () => {
		const { tokens, idempotent } = instance
		const { path, key, body, answer } = idempotent
		// As it was: the new version may have more fields.
		const request = new Request(`${BASE}${path}`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${tokens.root}`, 'Idempotency-Key': key, 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
		})
		const again = await worker.fetch(request, { ...env, ...instance.own }, createExecutionContext())
		expect(await again.json()).toEqual(answer)
		expect(again.headers.get('Idempotency-Replayed')).toBe('true')
	})

	test('every job runs, every secret opens and is nowhere in clear, and every ledger adds up', async () => {
		const { secrets, passwords, call, own } = instance
		await db.prepare("UPDATE jobs SET next_run_at = '', leased_until = ''").run()
		await worker.scheduled({} as ScheduledController, { ...env, ...own })
		const { results: failed } = await db.prepare('SELECT name, last_error FROM jobs WHERE last_error IS NOT NULL').all()
		expect(failed).toEqual([])
		const { reader } = openDatabase(db, 'first-primary')
		for (const { plaintext, ...place } of secrets)
			expect(await openAt({ ...env, ...own }, reader, place), JSON.stringify(place)).toBe(plaintext)
		const { results: kept } = await db
			.prepare(
				'SELECT value AS text FROM config_entries UNION ALL SELECT coalesce(before, after) FROM audit_logs UNION ALL SELECT after FROM audit_logs',
			)
			.all()
		for (const { plaintext } of secrets) expect(JSON.stringify(kept)).not.toContain(plaintext)
		const credentials = { login: 'root', password: passwords.root }
		const token = (await call('POST', '/v1/auth/login', undefined, credentials)).body.access_token as string
		const verified = await call('POST', '/v1/admin/credits/verify', token, { from_start: true })
		expect(verified).toMatchObject({ status: 200, body: { differences: [] } })
	})

	test('every run costs what it cost: with a cost, with tokens alone on a model with a price, and if it began before', async () => {
		const { tokens, call } = instance
		const { org_id } = (await call('GET', '/v1/admin/runs/run-003', tokens.root)).body
		const charged = async (fields: object) => {
			const run = {
				run_id: 'run-upgraded',
				org_id,
				status: 'completed',
				credential_name: 'main',
				model: 'large',
				...fields,
			}
			return (await call('POST', '/v1/runtime/runs', tokens.root, run)).body.runs[0]
		}
		const used = { total_input_tokens: 30_000, total_output_tokens: 10 }
		expect(await charged({ ...used, total_cost_usd: 0.1 })).toMatchObject({ credits_used: 125 })
		expect(await charged({ run_id: 'run-of-tokens', ...used })).toMatchObject({ credits_used: 0, total_cost_usd: 0 })
		expect(await charged({ run_id: 'run-003', credential_name: null })).toMatchObject({
			total_cost_usd: 0.003,
			credits_used: 3,
		})
	})
})
