import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fill } from './data.ts'
import { ROOT, type Running, start } from './workers.ts'

const MIGRATIONS = join(ROOT, 'drizzle')
const credentials = { login: 'root', password: 'bootstrap-password-1' }

/** The variables of every start of our Worker: the same keys, so that one access token is good at all of them. */
export const bindings = {
	JWT_KEYS: JSON.stringify([{ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: 'bench' }]),
	SECRETS_KEYS: '[]',
	BOOTSTRAP_ADMIN_LOGIN: credentials.login,
	BOOTSTRAP_ADMIN_PASSWORD: credentials.password,
	RATE_LIMITS: 'off',
	ALLOWED_ORIGINS: '',
}

/** Makes a migrated and filled D1 in `state`, to be copied for every Worker, and gives an access token, good for 15 minutes. */
export async function prepareState(script: string, state: string): Promise<string> {
	const ours = await start({ script, state, bindings })
	try {
		const db = await ours.database()
		await migrate(db)
		const { access_token } = await call<{ access_token: string }>(ours, '/v1/auth/login', {
			method: 'POST',
			body: JSON.stringify(credentials),
		})
		const me = await call<{ id: string; org_id: string }>(ours, '/v1/me', {
			headers: { Authorization: `Bearer ${access_token}` },
		})
		await db.batch(
			fill({ user_id: me.id, org_id: me.org_id }).map(([sql, ...params]) => db.prepare(sql).bind(...params)),
		)
		await call(ours, '/readyz')
		return access_token
	} finally {
		await ours.stop()
	}
}

// As `wrangler d1 migrations apply` leaves it, which `/readyz` reads.
async function migrate(db: D1Database) {
	await db
		.prepare(
			'CREATE TABLE d1_migrations(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
		)
		.run()
	for (const file of readdirSync(MIGRATIONS)
		.filter((name) => name.endsWith('.sql'))
		.sort()) {
		const statements = readFileSync(join(MIGRATIONS, file), 'utf8').split('--> statement-breakpoint')
		const recorded = db.prepare('INSERT INTO d1_migrations(name) VALUES (?)').bind(file)
		await db.batch([...statements.map((sql) => db.prepare(sql)), recorded])
	}
}

async function call<T>({ url }: Running, path: string, init?: RequestInit): Promise<T> {
	const response = await fetch(url + path, init)
	if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
	return response.json()
}
