// `npm run test:migrate`: a platform of 0.1.0 with a million users is migrated by `npm run migrate -- --local`, which is killed
// four times on the way. Prints the longest call. It takes half an hour and 5 GB, so `npm test` doesn't include it.
// `--users=… --orgs=… --runs=…` make it smaller, and `--state` takes a folder that an earlier run seeded.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
/** 0.1.0. */
const COMMIT = '6c27213'
const KILLS = 4
/** D1 ends a query after 30 seconds. A call has to stay far below it on a slower machine too. */
const MOST_SECONDS = 15

const { values } = parseArgs({
	options: {
		users: { type: 'string', default: '1000000' },
		orgs: { type: 'string', default: '100000' },
		runs: { type: 'string', default: '1000000' },
		state: { type: 'string' },
	},
})

const folder = mkdtempSync(join(tmpdir(), 'plinth-large-'))
const state = join(folder, 'state')
try {
	if (values.state) cpSync(values.state, state, { recursive: true })
	else seed()
	const seconds = new Map<string, number>()
	for (let killed = 0; ; killed += 1) {
		const run = await migrate(killed < KILLS ? 3 + 2 * killed : Infinity)
		for (const [file, most] of run.seconds) seconds.set(file, Math.max(most, seconds.get(file) ?? 0))
		if (run.isDone) break
		console.log(`Killed after ${run.calls} calls`)
	}
	check()
	for (const [file, most] of seconds) if (most >= 0.1) console.log(`${file}: at most ${most.toFixed(2)} s a call`)
	const longest = Math.max(...seconds.values())
	console.log(`The longest call took ${longest.toFixed(1)} s, for ${values.users} users and ${values.runs} runs.`)
	if (longest > MOST_SECONDS) throw new Error(`A call took more than ${MOST_SECONDS} s`)
} finally {
	rmSync(folder, { recursive: true, force: true })
}

/** Fills a database of 0.1.0 by its own seed, with the packages of this checkout. */
function seed() {
	const checkout = join(folder, 'checkout')
	execFileSync('sh', ['-c', `mkdir -p "${checkout}" && git archive ${COMMIT} | tar x -C "${checkout}"`], { cwd: ROOT })
	symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
	const sizes = (['users', 'orgs', 'runs'] as const).map((name) => `--${name}=${values[name]}`)
	const { status } = spawnSync(process.execPath, ['drizzle/seed/scale.ts', ...sizes], {
		cwd: checkout,
		env: { ...process.env, PERSIST_TO: state },
		stdio: 'inherit',
	})
	if (status !== 0) throw new Error('The seed of 0.1.0 failed')
}

/** Runs the migration, and kills it after some calls. */
async function migrate(killedAfter: number) {
	const command = spawn(process.execPath, ['src/tools/migrate-database.ts', '--local'], {
		cwd: ROOT,
		env: { ...process.env, PERSIST_TO: state },
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	let calls = 0
	const seconds = new Map<string, number>()
	for await (const line of createInterface(command.stdout)) {
		const [, file = '', took] = /^(\S+\.sql): .*, ([\d.]+) s$/.exec(line) ?? []
		if (took === undefined) continue
		seconds.set(file, Math.max(Number(took), seconds.get(file) ?? 0))
		calls += 1
		if (calls === killedAfter) command.kill('SIGKILL')
	}
	const code = await new Promise((done) =>
		command.exitCode === null && command.signalCode === null ? command.once('exit', done) : done(command.exitCode),
	)
	if (killedAfter === Infinity && code !== 0) throw new Error('The migration failed')
	return { calls, seconds, isDone: code === 0 }
}

/** Every search index has a row for each of its table, and every org its members. */
function check() {
	const [file] = globSync(join(state, 'v3/d1/**/*.sqlite')).filter((path) => !path.endsWith('metadata.sqlite'))
	const db = new DatabaseSync(file as string)
	const count = (sql: string) => Number(db.prepare(sql).get()?.count)
	const found = {
		users: count("SELECT count(*) AS count FROM users WHERE status <> 'deleted'"),
		users_indexed: count('SELECT count(*) AS count FROM users_search_docsize'),
		orgs: count('SELECT count(*) AS count FROM orgs'),
		orgs_indexed: count('SELECT count(*) AS count FROM orgs_search_docsize'),
		codes: count('SELECT count(*) AS count FROM redemption_codes'),
		codes_indexed: count('SELECT count(*) AS count FROM redemption_codes_search_docsize'),
		wrong_members: count(
			'SELECT count(*) AS count FROM orgs o WHERE member_count <> (SELECT count(*) FROM memberships m WHERE m.org_id = o.id)',
		),
		places: count("SELECT count(*) AS count FROM sqlite_master WHERE name = 'migration_places'"),
	}
	db.close()
	console.log(JSON.stringify(found))
	const { users, users_indexed, orgs, orgs_indexed, codes, codes_indexed, wrong_members, places } = found
	if (users !== users_indexed || orgs !== orgs_indexed || codes !== codes_indexed || wrong_members > 0 || places > 0)
		throw new Error('The migrated database is not complete')
}
