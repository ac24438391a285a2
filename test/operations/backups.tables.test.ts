import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { COPIED, ORG_TABLES as TABLES, backUp, systemContext } from '../support/program.ts'
import { references } from '../support/rows.ts'

test('a backup copies each table whose decision does not say why not', () => {
	const wanted = Object.entries(TABLES).flatMap(([name, { backup }]) => (backup === undefined ? [name] : []))
	expect(COPIED.toSorted()).toEqual(wanted.toSorted())
})

test('every child is copied before its parents', async () => {
	const found = (await references(COPIED)).filter(({ parent }) => COPIED.includes(parent))
	const wrong = found.filter(({ child, parent }) => COPIED.indexOf(child) > COPIED.indexOf(parent))
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
