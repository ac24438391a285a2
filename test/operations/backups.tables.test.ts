import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { BACKUP_TABLES as TABLES, backUp, systemContext } from '../support/program.ts'

test('every table has a decision', async () => {
	const { results } = await env.DB.prepare(
		"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND substr(name, 1, 4) <> '_cf_'",
	).all<{ name: string }>()
	const names = results
		.map(({ name }) => name)
		.filter((name) => !/_search_(config|data|docsize|idx|content)$/.test(name))
	expect(Object.keys(TABLES).toSorted()).toEqual(names.toSorted())
})

test('every child is copied before its parents', async () => {
	const order = Object.keys(TABLES)
	const { results } = await env.DB.prepare(
		`SELECT t.value AS child, f."table" AS parent FROM json_each(?) t JOIN pragma_foreign_key_list(t.value) f`,
	)
		.bind(JSON.stringify(order))
		.all<{ child: string; parent: string }>()
	const wrong = results.filter(
		({ child, parent }) =>
			'copied' in (TABLES[child] ?? {}) &&
			'copied' in (TABLES[parent] ?? {}) &&
			order.indexOf(child) > order.indexOf(parent),
	)
	expect(wrong).toEqual([])
	expect(results.length).toBeGreaterThan(20)
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
