import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { BACKUP_TABLES as TABLES, backUp, systemContext } from '../support/program.ts'
import { references, tableNames } from '../support/rows.ts'

test('every table has a decision', async () => {
	expect(Object.keys(TABLES).toSorted()).toEqual((await tableNames()).toSorted())
})

test('every child is copied before its parents', async () => {
	const order = Object.keys(TABLES)
	const found = await references(order)
	const wrong = found.filter(
		({ child, parent }) =>
			'copied' in (TABLES[child] ?? {}) &&
			'copied' in (TABLES[parent] ?? {}) &&
			order.indexOf(child) > order.indexOf(parent),
	)
	expect(wrong).toEqual([])
	expect(found.length).toBeGreaterThan(20)
})

test('the first daily backup waits for the first user', async () => {
	const job = () => backUp(systemContext(env))
	const made = () => env.DB.prepare('SELECT kind FROM backups').all()
	await job()
	expect((await made()).results).toEqual([])
	const columns = 'id, login, username, email_verified, status, locale, timezone, created_at'
	await env.DB.prepare(
		`INSERT INTO users (${columns}) VALUES ('usr_first', 'first', 'first', 0, 'active', 'en', 'UTC', '2026-11-01')`,
	).run()
	await job()
	expect((await made()).results).toEqual([{ kind: 'daily' }])
})
