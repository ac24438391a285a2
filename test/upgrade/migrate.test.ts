import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { type Call, migrateInSteps } from '../../src/tools/migrate-in-steps.ts'
import type { Client } from '../../src/worker/operations/backups/derive.ts'
import { MIGRATIONS, quoted } from '../support/program.ts'
import { runsOf } from '../support/property.ts'
import { loadRelease, MIGRATED, OLDEST } from './releases.ts'

// `npm run migrate` sends large migrations in pieces. What it leaves must be what `wrangler d1 migrations apply` leaves.

const texts = import.meta.glob<string>('../../drizzle/*.sql', { query: '?raw', import: 'default', eager: true })
const files = new Map(
	Object.entries(texts)
		.map(([path, text]) => [path.split('/').at(-1) as string, text] as const)
		.toSorted(([a], [b]) => (a < b ? -1 : 1)),
)
const [one, other] = [env.COPIED_DB, env.EMPTY_DB]
const inPieces = { filled_at_once: 3 }
/** After how many steps a migration is killed: by night after each. */
const EVERY = runsOf(7, 1)

/** Schema, rows and the contents of the search indexes. What chance or the clock decide is left out. */
async function contentsOf(db: D1Database) {
	const { results: schema } = await db
		.prepare(
			"SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY type, name",
		)
		.all<{ type: string; name: string; sql: string | null }>()
	const tables = schema.filter(
		({ type, sql, name }) =>
			type === 'table' && !sql?.includes('VIRTUAL') && !/_search_(config|data|docsize|idx|content)$/.test(name),
	)
	const rows: Record<string, unknown[]> = {}
	for (const { name } of tables) {
		const { results } = await db.prepare(`SELECT * FROM ${quoted(name)}`).all()
		rows[name] = results.map(({ secret_id: _, applied_at: __, ...row }) => JSON.stringify(row)).toSorted()
	}
	return { schema, rows, indexed: await indexedIn(db) }
}

/** Every place of every term in the search indexes. */
async function indexedIn(db: D1Database) {
	const indexed: Record<string, unknown[]> = {}
	for (const name of ['users', 'orgs', 'invite_codes', 'redemption_codes']) {
		await db.prepare(`CREATE VIRTUAL TABLE terms USING fts5vocab(${name}_search, instance)`).run()
		const { results } = await db.prepare('SELECT * FROM terms ORDER BY term, doc, col, "offset"').all()
		await db.prepare('DROP TABLE terms').run()
		expect(results.length).toBeGreaterThan(0)
		indexed[name] = results.map((row) => JSON.stringify(row))
	}
	return indexed
}

const migrated = new Map<string, Awaited<ReturnType<typeof contentsOf>>>()

/** What Wrangler's way leaves of a release. */
async function atOnce(version: string) {
	const known = migrated.get(version)
	if (known) return known
	await loadRelease(other, version)
	await applyD1Migrations(other, MIGRATIONS)
	const contents = await contentsOf(other)
	migrated.set(version, contents)
	return contents
}

beforeEach(() => loadRelease(one, OLDEST))

test.for(MIGRATED)('%s in steps has the schema, rows and search indexes that it has at once', async (version) => {
	if (version !== OLDEST) await loadRelease(one, version)
	const calls: Call[] = []
	const names = await migrateInSteps(one, files, { ...inPieces, onCall: (call) => calls.push(call) })
	expect(names.at(-1)).toBe([...files.keys()].at(-1))
	expect(await contentsOf(one)).toEqual(await atOnce(version))
	expect(await migrateInSteps(one, files)).toEqual([])
	if (version === OLDEST) expect(calls.filter(({ rows }) => rows).length).toBeGreaterThan(6)
})

test('a migration that is killed again and again continues, while the old version keeps writing', async () => {
	let killed = 0
	for (let number = 0; ; number += 1) {
		try {
			await migrateInSteps(dyingClient(EVERY), files, { filled_at_once: 8 })
			break
		} catch (error) {
			expect(String(error)).toContain('killed')
			killed += 1
		}
		await writeAsBefore(number)
	}
	expect(killed).toBeGreaterThan(80 / EVERY)
	const found = await indexedIn(one)
	await fillAgain(one)
	expect(found).toEqual(await indexedIn(one))
	const wrong = await one
		.prepare('SELECT id FROM orgs WHERE member_count <> (SELECT count(*) FROM memberships m WHERE m.org_id = orgs.id)')
		.all()
	expect(wrong.results).toEqual([])
	expect((await contentsOf(one)).schema).toEqual((await atOnce(OLDEST)).schema)
})

test('a step whose response was lost is sent again and not done again', async () => {
	await migrateInSteps(
		{
			prepare: (text) => one.prepare(text),
			batch: async (statements) => {
				await one.batch(statements)
				return one.batch(statements)
			},
		},
		files,
		inPieces,
	)
	expect(await contentsOf(one)).toEqual(await atOnce(OLDEST))
})

test('a database with a restore that has not ended is refused', async () => {
	await one.prepare("INSERT INTO d1_migrations (name) VALUES ('restore of bkp_x has not ended')").run()
	await expect(migrateInSteps(one, files)).rejects.toThrow('The restore of bkp_x has not ended')
})

/** A client that is killed with one of its steps, once D1 has committed it. */
function dyingClient(steps: number): Client {
	let batches = 0
	return {
		prepare: (text) => one.prepare(text),
		batch: async (statements) => {
			const results = await one.batch(statements)
			batches += 1
			// The first batch makes the tables of the record.
			if (batches > steps) throw new Error('killed')
			return results as never
		},
	}
}

/** Renames an org and a user, adds a user with a membership, and removes one: all of 0.1.0's columns are there throughout. */
async function writeAsBefore(number: number) {
	const id = `usr_${String(number).padStart(26, '0')}`
	await one.batch([
		one
			.prepare('UPDATE orgs SET name = ? WHERE seq = (SELECT seq FROM orgs ORDER BY seq LIMIT 1 OFFSET ?)')
			.bind(`Renamed ${number} – Größe`, number % 5),
		one
			.prepare(
				'UPDATE users SET username = ?, email = ? WHERE seq = (SELECT seq FROM users ORDER BY seq LIMIT 1 OFFSET ?)',
			)
			.bind(`Name ${number}`, `n${number}@example.com`, number % 5),
		one
			.prepare(
				"INSERT INTO users (id, login, username, email, email_verified, status, locale, timezone, created_at) SELECT ?, ?, ?, ?, 0, 'active', 'en', 'UTC', created_at FROM users LIMIT 1",
			)
			.bind(id, `new-${number}`, `New ${number}`, `new-${number}@example.com`),
		one
			.prepare(
				"INSERT INTO memberships (org_id, user_id, role, created_at) SELECT id, ?, 'member', created_at FROM orgs ORDER BY seq LIMIT 1",
			)
			.bind(id),
	])
}

async function fillAgain(db: D1Database) {
	const columns = {
		users: ['login', 'username', 'email'],
		orgs: ['name'],
		invite_codes: ['code', 'login', 'email'],
		redemption_codes: ['code', 'batch_id'],
	}
	const exact: Record<string, string> = { users: 'status', redemption_codes: 'type' }
	for (const [name, fields] of Object.entries(columns)) {
		const all = [...fields, ...(exact[name] ? [exact[name]] : [])]
		const texts = [
			...fields.map((field) => `max(text) FILTER (WHERE field = '${field}')`),
			...(exact[name] ? ['max(exact)'] : []),
		]
		await db.batch([
			db.prepare(`INSERT INTO ${name}_search (${name}_search) VALUES ('delete-all')`),
			db.prepare(
				`INSERT INTO ${name}_search (rowid, ${all.join()}) SELECT seq, ${texts.join()} FROM search_texts WHERE source = '${name}' GROUP BY seq`,
			),
		])
	}
}
