// `npm run seed`: a believable platform in the local D1, whether or not an instance is running on it. Does nothing twice.
import type { D1Database } from '@cloudflare/workers-types'
import { hashPassword } from '../../src/sign-in/passwords.ts'
import { withLocalD1 } from '../../src/local/state.ts'
import { migrate } from '../../src/local/migrate.ts'
import { accounts, DEMO_LOGIN, DEMO_PASSWORD } from './accounts.ts'
import { catalogue } from './catalogue.ts'
import { insertAll, type Row } from './insert.ts'
import { invitations } from './invitations.ts'
import { ledger } from './ledger.ts'
import { providers } from './providers.ts'
import { redemptions } from './redemptions.ts'
import { runs } from './runs.ts'
import { usage } from './usage.ts'
import { devVars } from '../../src/local/settings.ts'

async function seed(db: D1Database) {
	await migrate(db)
	if (await db.prepare('SELECT 1 FROM users WHERE login = ?').bind(DEMO_LOGIN).first()) {
		console.log('The demo platform is there already.')
		return
	}
	const people = accounts(await hashPassword(DEMO_PASSWORD))
	const configured = await providers(devVars() as unknown as Env, people.orgs)
	const before = {
		...people,
		...catalogue(people),
		...invitations(people),
		...redemptions(people),
		runs: runs(people, configured),
	}
	const tables: Record<string, Row[]> = { ...before, ...configured, ledger_entries: ledger(before) }
	try {
		await db.batch([
			...Object.entries(tables).flatMap(([table, rows]) => insertAll(db, table, rows)),
			...usage(db, before.runs),
		])
	} catch (error) {
		if (!String(error).includes('UNIQUE')) throw error
		console.error(
			'A plan, flag, setting or user of the demo is there under another id. Seed an empty state: PERSIST_TO=.wrangler/demo',
		)
		process.exitCode = 1
		return
	}
	for (const [table, rows] of Object.entries(tables)) console.log(`${String(rows.length).padStart(5)} ${table}`)
	console.log(`\nEvery demo user has the password "${DEMO_PASSWORD}"; try the login ${DEMO_LOGIN}.`)
}

await withLocalD1(seed)
