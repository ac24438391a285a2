import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { featureFlags, openDatabase, prepared } from '../support/program.ts'

const reader = () => openDatabase(env.DB, 'first-primary').reader

test('each use of a prepared statement has its own values, alone and in a batch', async () => {
	const told = prepared(['text'], (db, { text }) =>
		db.select({ text: sql<string>`${text}`.as('text'), at: sql<string>`${db.now()}`.as('at') }).from(sql`(SELECT 1)`),
	)
	const [first] = await told(reader(), { text: 'one' })
	const db = reader()
	const [[second], [third]] = await db.batch([told(db, { text: 'two' }), told(db, { text: 'three' })])
	expect([first?.text, second?.text, third?.text]).toEqual(['one', 'two', 'three'])
	expect(Date.parse(second?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.at ?? ''))
})

test('a prepared statement refuses a value that would stay the same as in its first use', () => {
	const flag = prepared([], (db) => db.select().from(featureFlags).where(eq(featureFlags.key, 'one')))
	expect(() => flag(reader(), {})).toThrow("binds a value that isn't a placeholder")
})

test('a prepared write runs only through write()', async () => {
	const remove = prepared(['key'], (db, { key }) => db.delete(featureFlags).where(eq(featureFlags.key, key)))
	await expect(remove(reader(), { key: 'none' })).rejects.toMatchObject({ cause: new Error('A write outside write()') })
})

test('a given value overrides the one from the handle', async () => {
	const traced = prepared(['trace_id'], (db, { trace_id }) =>
		db.select({ trace_id: sql<string>`${trace_id}` }).from(sql`(SELECT 1)`),
	)
	expect(await traced(reader(), { trace_id: 'a' })).toEqual([{ trace_id: 'a' }])
})
