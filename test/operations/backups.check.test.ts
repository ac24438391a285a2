import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { remoteBucket, remoteD1 } from '../../src/tools/remote.ts'
import { emptied } from '../support/database.ts'
import { expectSame, furnish, type Instance, instanceOn } from '../support/instance.ts'
import {
	SCHEMA_VERSION,
	backUp,
	checkAll,
	checkNewest,
	keysNeeded,
	manifestIn,
	restore,
	systemContext,
} from '../support/program.ts'

const NAME = 'check-backup'

let copied: Instance
let id: string

beforeAll(async () => {
	copied = await instanceOn()
	await furnish(copied)
	await makeBackup()
})

async function makeBackup() {
	id = (await copied.post('/v1/admin/backups', undefined, 202)).body.id
	await backUp(systemContext(env))
}

const shown = async () => (await copied.get(`/v1/admin/backups/${id}`)).body
const parts = async () => (await manifestIn(env.ARCHIVE, id)).parts

/** The job alone, as a tick runs it. */
const check = (bucket = env.ARCHIVE) => checkNewest(systemContext({ ...env, ARCHIVE: bucket }))

test('a job checks the newest backup every week, and its result stands with the backup', async () => {
	expect(await shown()).toMatchObject({ status: 'completed', checked_at: null, check_error: null })
	await copied.tick()
	expect(await shown()).toMatchObject({ checked_at: expect.any(String), check_error: null })
	const job = await copied.db
		.prepare('SELECT last_error, next_run_at, last_started_at FROM jobs WHERE name = ?')
		.bind(NAME)
		.first<Record<string, string>>()
	expect(job?.last_error).toBeNull()
	const pause_ms = Date.parse(job?.next_run_at ?? '') - Date.parse(job?.last_started_at ?? '')
	expect(Math.round(pause_ms / 86_400_000)).toBe(7)
})

test.for([
	['a damaged part', 'bucket.object_damaged', async (key: string) => env.ARCHIVE.put(key, 'damaged')],
	['a missing part', 'bucket.object_missing', async (key: string) => env.ARCHIVE.delete(key)],
	['a missing manifest', 'backups.no_manifest', async () => env.ARCHIVE.delete(`backups/${id}/manifest.json`)],
] as const)('the check of a backup with %s fails and names the backup', async ([, error, damage]) => {
	await makeBackup()
	await damage((await parts())[0]?.key ?? '')
	await expect(check()).rejects.toMatchObject({ name: `backups.damaged:${id}` })
	expect(await shown()).toMatchObject({ checked_at: expect.any(String), check_error: error })
})

test.each(['the first check', 'a later check'])(
	'%s that is cut off continues with the part where it was',
	async (which) => {
		await makeBackup()
		if (which === 'a later check') await check()
		const [first] = await parts()
		const many = Array.from({ length: 50 }, () => first)
		const manifest = { ...(await manifestIn(env.ARCHIVE, id)), parts: many }
		await env.ARCHIVE.put(`backups/${id}/manifest.json`, JSON.stringify(manifest))
		let reads = 0
		const dying = (after: number) =>
			new Proxy(env.ARCHIVE, {
				get: (target, name) => async (key: string) => {
					reads += 1
					if (reads > after) throw new Error('killed')
					return target[name as 'get'](key)
				},
			})
		await expect(check(dying(30))).rejects.toThrow('killed')
		const row = await copied.db
			.prepare('SELECT checked_part_count, checked_at FROM backups WHERE id = ?')
			.bind(id)
			.first()
		expect(row).toEqual({ checked_part_count: 20, checked_at: null })
		reads = 0
		expect(await check(dying(1_000))).toBe(false)
		// The manifest and the other 30 parts.
		expect(reads).toBe(31)
		expect((await shown()).checked_at).not.toBeNull()
	},
)

test('a check says which keys the secrets of the backup need', async () => {
	await makeBackup()
	const keys = await checkAll(env.ARCHIVE, await manifestIn(env.ARCHIVE, id))
	expect([...keys.keys()]).toEqual(['current'])
	expect(keys.get('current')).toBeGreaterThanOrEqual(2)
	expect(keysNeeded(keys)).toBe(
		`The secrets need these keys in SECRETS_KEYS: current (${keys.get('current')} secrets).`,
	)
	expect(keysNeeded(keys, ['current'])).toBeUndefined()
	expect(keysNeeded(keys, ['other'])).toContain('SECRETS_KEYS lacks current')
})

/** Cloudflare's API over the test's database and bucket. Every third call fails as a busy API does, half of them after their effect. */
function busyApi(db: D1Database) {
	let calls = 0
	const statuses = new Set<number>()
	vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
		calls += 1
		const url = new URL(input as string)
		expect(new Headers(init?.headers).get('Authorization')).toBe('Bearer token')
		const status = calls % 3 === 0 ? ([429, 503, 500] as const)[Math.floor(calls / 3) % 3] : undefined
		if (status) statuses.add(status)
		if (status && calls % 2 === 0) return new Response('busy', { status })
		if (url.pathname.includes('/r2/buckets/')) {
			const key = decodeURIComponent(url.pathname.split('/objects/')[1] ?? '')
			const object = await env.ARCHIVE.get(key)
			if (status) return new Response('busy', { status })
			return object ? new Response(await object.arrayBuffer()) : new Response('', { status: 404 })
		}
		const { batch } = JSON.parse(init?.body as string) as { batch: { sql: string; params: unknown[] }[] }
		const result = await db.batch(batch.map(({ sql, params }) => db.prepare(sql).bind(...params)))
		return status ? new Response('busy', { status }) : Response.json({ success: true, result })
	})
	return statuses
}

const ACCOUNT = { address: 'https://api.example.com/accounts/a', token: 'token', pause_ms: 1 }

test('a restore over the HTTP API continues while the API is busy', async () => {
	const empty = await emptied(env.EMPTY_DB)
	const statuses = busyApi(empty)
	const { orphans } = await restore(remoteD1(ACCOUNT, 'db'), remoteBucket(ACCOUNT, 'bucket'), id, SCHEMA_VERSION)
	vi.restoreAllMocks()
	expect(orphans).toEqual({})
	expect([...statuses].toSorted()).toEqual([429, 500, 503])
	await expectSame(copied.db, empty)
})

test('an API that stays away is reported in a sentence', async () => {
	const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('busy', { status: 503 }))
	const d1 = remoteD1(ACCOUNT, 'db')
	await expect(d1.prepare('SELECT 1').all()).rejects.toThrow(
		'D1 answered 503 7 times. Start the command again to continue.',
	)
	expect(fetched).toHaveBeenCalledTimes(7)
	fetched.mockImplementation(async () =>
		Response.json({ success: false, errors: [{ message: 'no such table: x' }] }, { status: 400 }),
	)
	await expect(d1.prepare('SELECT 1').all()).rejects.toThrow('D1 answered 400: no such table: x')
	expect(fetched).toHaveBeenCalledTimes(8)
})
