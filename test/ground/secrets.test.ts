import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { secrets } from '../../src/worker/ground/secrets/table.ts'
import type { Place } from '../../src/worker/ground/secrets/vault.ts'
import { openAt } from '../support/opened.ts'
import worker, { maskOf, open, openDatabase, seal } from '../support/program.ts'
import { admin, unique } from '../support/world.ts'

const place = (row = unique('row')): Place => ({ table: 'tests', row, column: 'api_key' })
const reader = () => openDatabase(env.DB, 'first-primary').reader
const store = ({ table_name, row_id, column_name, key_id, sealed, created_at }: typeof secrets.$inferInsert) =>
	env.DB.prepare(
		'INSERT INTO secrets (table_name, row_id, column_name, key_id, sealed, created_at) VALUES (?, ?, ?, ?, ?, ?)',
	)
		.bind(table_name, row_id, column_name, key_id, sealed, created_at)
		.run()
const keys = JSON.parse(env.SECRETS_KEYS) as { id: string; key: string }[]
const ring = (...ids: string[]) => ({
	...env,
	SECRETS_KEYS: JSON.stringify(ids.map((id) => keys.find((key) => key.id === id))),
})

test('a sealed secret opens only in its place, and sealing the same text twice gives two ciphertexts', async () => {
	const here = place()
	const [one, two] = [await seal(env, here, 'the key ✓'), await seal(env, here, 'the key ✓')]
	expect(one.sealed).not.toBe(two.sealed)
	expect(one.key_id).toBe('current')
	expect(await open(env, one)).toBe('the key ✓')
	await store(one)
	expect(await openAt(env, reader(), here)).toBe('the key ✓')
	expect(await openAt(env, reader(), place())).toBeUndefined()
})

test("a ciphertext that was moved, changed or truncated can't be opened", async () => {
	const row = await seal(env, place(), 'the key')
	const flipped = (row.sealed[0] === 'A' ? 'B' : 'A') + row.sealed.slice(1)
	for (const change of [
		{ table_name: 'other' },
		{ row_id: 'other' },
		{ column_name: 'other' },
		{ sealed: flipped },
		{ sealed: row.sealed.slice(0, -4) },
		{ key_id: 'previous' },
		{ key_id: 'unknown' },
	])
		await expect(open(env, { ...row, ...change }), JSON.stringify(change)).rejects.toThrow(/./)
})

test('the job re-seals everything under the newest key, and after that the old key can be removed', async () => {
	const here = place()
	await store(await seal(ring('previous'), here, 'rotated'))
	const rotating = ring('current', 'previous')
	await env.DB.prepare("UPDATE jobs SET next_run_at = '', leased_until = ''").run()
	await worker.scheduled({} as ScheduledController, rotating)
	const { results } = await env.DB.prepare('SELECT key_id FROM secrets WHERE row_id = ?')
		.bind(here.row)
		.all<{ key_id: string }>()
	expect(results).toEqual([{ key_id: 'current' }])
	expect(await openAt(ring('current'), reader(), here)).toBe('rotated')
})

test("a secret that can't be opened doesn't stop the others, and the job reports it", async () => {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const [broken, good] = [place(), place()]
	await store({ ...(await seal(ring('previous'), broken, 'x')), sealed: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })
	await store(await seal(ring('previous'), good, 'y'))
	await env.DB.prepare("UPDATE jobs SET next_run_at = '', leased_until = ''").run()
	await worker.scheduled({} as ScheduledController, env)
	expect(await openAt(ring('current'), reader(), good)).toBe('y')
	const job = await env.DB.prepare("SELECT last_error FROM jobs WHERE name = 'reseal'").first<{ last_error: string }>()
	expect(job?.last_error).toBe('OperationError')
})

test('a platform admin sees how many secrets each key seals', async () => {
	const root = await admin()
	await store(await seal(ring('previous'), place(), 'x'))
	await store({ ...(await seal(env, place(), 'x')), key_id: 'lost' })
	const { body } = await root.get('/v1/admin/secret-keys')
	const of = (id: string) => body.find(({ key_id }: { key_id: string }) => key_id === id)
	expect(of('current')).toMatchObject({ is_current: true, is_known: true })
	expect(of('previous')).toMatchObject({ is_current: false, is_known: true, secret_count: expect.any(Number) })
	expect(of('lost')).toEqual({ key_id: 'lost', is_current: false, is_known: false, secret_count: 1 })
})

test('a mask shows at most eight characters, and none of a short key', () => {
	expect(maskOf('sk-0123456789abcd')).toBe('sk-0****abcd')
	expect(maskOf('0123456789abcdef')).toBe('0123****cdef')
	expect(maskOf('0123456789abcde')).toBe('****')
	expect(maskOf('')).toBe('****')
})
