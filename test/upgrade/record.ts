// `npm run upgrade:record -- 0.3.0`: fills a new instance of this checkout through its API, and commits what an upgrade has to
// keep to `test/upgrade/<version>/`: the database, and what the API answered. `--checkout` names the folder of another version.
// Run it once for each release; upgrade.test.ts then upgrades its database in every `npm test`.
import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fill, type Filled } from './fill.ts'
import { readAll } from './read-all.ts'

const { values, positionals } = parseArgs({
	options: { checkout: { type: 'string', default: '.' }, port: { type: 'string', default: '8971' } },
	allowPositionals: true,
})
const [version] = positionals
if (!version) throw new Error('Name the version: npm run upgrade:record -- 0.3.0')
const checkout = resolve(values.checkout)
const folder = join(import.meta.dirname, version)
const state = mkdtempSync(join(tmpdir(), 'plinth-upgrade-'))
const address = `http://127.0.0.1:${values.port}`

// Anyone can read these keys: they're only for this database.
const variables = {
	JWT_KEYS: JSON.stringify([
		{ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: `upgrade-${version}` },
	]),
	SECRETS_KEYS: JSON.stringify([{ id: `upgrade-${version}`, key: randomBytes(32).toString('base64') }]),
	BOOTSTRAP_ADMIN_LOGIN: 'root',
	BOOTSTRAP_ADMIN_PASSWORD: 'bootstrap-password-1',
}

const server = spawn('npm', ['run', 'serve'], {
	cwd: checkout,
	detached: true,
	stdio: ['ignore', 'inherit', 'inherit'],
	env: {
		...process.env,
		...variables,
		PATH: `${join(checkout, 'node_modules/.bin')}:${process.env.PATH}`,
		PORT: values.port,
		PERSIST_TO: state,
		RATE_LIMITS: 'off',
	},
})
try {
	for (let waited = 0; !(await fetch(`${address}/readyz`).catch(() => undefined))?.ok; waited += 1) {
		if (waited > 600) throw new Error('The server did not start')
		await sleep(200)
	}
	const filled = await fill(address)
	const answers = await settled(filled)
	process.kill(-(server.pid as number), 'SIGTERM')
	await sleep(2_000)
	mkdirSync(folder, { recursive: true })
	write('database.jsonl', rowsOf(state))
	write('answers.jsonl', answers)
	const { tokens, ...rest } = filled
	write('instance.jsonl', [{ version, recorded_at: new Date().toISOString(), variables, tokens, ...rest }])
} finally {
	if (server.exitCode === null) process.kill(-(server.pid as number), 'SIGKILL')
	rmSync(state, { recursive: true, force: true })
}

/** What every caller reads, once two passes say the same: jobs and webhooks may still be at work. */
async function settled(filled: Filled) {
	for (;;) {
		const [one, two] = [await readAll(address, filled), await readAll(address, filled)]
		if (JSON.stringify(one) === JSON.stringify(two)) return two
		await sleep(1_000)
	}
}

function write(name: string, lines: unknown[]) {
	writeFileSync(join(folder, name), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
	console.log(`${join(folder, name)}: ${lines.length} lines`)
}

/** The migrations and the rows of the local D1, without the search indexes: triggers fill those. */
function rowsOf(persisted: string): unknown[] {
	const [file] = globSync(join(persisted, 'v3/d1/**/*.sqlite')).filter((path) => !path.endsWith('metadata.sqlite'))
	const db = new DatabaseSync(file as string, { readOnly: true })
	const tables = db
		.prepare(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name",
		)
		.all()
		.map(({ name }) => String(name))
		.filter((name) => !/_search_(config|data|docsize|idx|content)$/.test(name))
	const migrations = readdirSync(join(checkout, 'drizzle')).filter((name) => name.endsWith('.sql'))
	const lines = tables.flatMap((table): unknown[] => {
		const columns = db
			.prepare(`SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid`)
			.all(table)
			.map(({ name }) => String(name))
		const rows = db.prepare(`SELECT ${columns.map((name) => `"${name}"`).join()} FROM "${table}"`).all()
		return rows.length === 0 ? [] : [{ table, columns }, ...rows.map((row) => Object.values(row))]
	})
	db.close()
	return [{ migrations }, ...lines]
}
