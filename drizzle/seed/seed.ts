// `npm run seed`: a realistic platform in the local D1, even while an instance is running on it. A second run changes nothing.
import { randomBytes, scryptSync } from 'node:crypto'
import type { D1Database } from '@cloudflare/workers-types'
import { migrate } from '../../src/tools/migrate.ts'
import { devVars } from '../../src/tools/settings.ts'
import { onLocalD1 } from '../../src/tools/state.ts'
import { toHash } from '../../src/worker/sign-in/passwords/passwords.ts'
import { COST } from '../../src/worker/sign-in/passwords/work.ts'
import { accounts, DEMO_LOGIN, DEMO_PASSWORD } from './accounts.ts'
import { activity } from './activity.ts'
import { broadcasts, fanOut } from './broadcasts.ts'
import { budgets } from './budgets.ts'
import { catalogue } from './catalogue.ts'
import { apiKeys, auditLogs, decisions } from './changes.ts'
import { deletedOrg, orgExports } from './departures.ts'
import { holds } from './holds.ts'
import { insertAll, type Row } from './insert.ts'
import { invitations } from './invitations.ts'
import { ipRules } from './ip-rules.ts'
import { ledger } from './ledger.ts'
import { notices } from './notices.ts'
import { pauses } from './pauses.ts'
import { bodiesOf, proposals } from './proposals.ts'
import { providers } from './providers.ts'
import { redemptions } from './redemptions.ts'
import { decide, runsThatAsk } from './requests.ts'
import { runs } from './runs.ts'
import { team } from './team.ts'
import { usage } from './usage.ts'
import { webhooks } from './webhooks.ts'

/** The hash of the demo users' password. Node computes it, because the Worker's hashing object doesn't run here. */
function demoHash(): string {
	const salt = randomBytes(16)
	return toHash(salt, scryptSync(DEMO_PASSWORD, salt, 32, { ...COST, maxmem: 2 ** 26 }))
}

/** The table of the row that was there before, as SQLite names it. */
const whatIsThere = (error: string) => `A row of ${/UNIQUE constraint failed: (\w+)/.exec(error)?.[1] ?? 'the demo'}`

async function seed(db: D1Database) {
	await migrate(db)
	if (await db.prepare('SELECT 1 FROM users WHERE login = ?').bind(DEMO_LOGIN).first()) {
		console.log('The demo platform already exists.')
		return
	}
	const people = accounts(demoHash())
	const env = devVars() as unknown as Env
	const configured = await providers(env, people.orgs)
	const before = {
		...people,
		...catalogue(people),
		...invitations(people),
		...redemptions(people),
		runs: runs(people, configured),
	}
	const ledger_entries = ledger(before)
	const members = team(people)
	const audit_logs = auditLogs({ ...before, ...configured })
	const api_keys = apiKeys(people)
	const limits = budgets(people, before.runs)
	const asked = [
		...runsThatAsk(people, before.runs, limits, members),
		...proposals(people, { audit_logs, budgets: limits, api_keys }, members),
	]
	// After the ledger, which says what each run was charged.
	const hooks = await webhooks(env, before, before.runs, asked)
	const { signing_keys, ...told } = hooks
	const sent = broadcasts(people)
	const tables: Record<string, Row[]> = {
		...before,
		...configured,
		secrets: [...configured.secrets, ...signing_keys, ...(await bodiesOf(env, asked))],
		ledger_entries,
		...told,
		ip_rules: ipRules(people),
		pauses: pauses(people),
		...members,
		org_exports: orgExports(people),
		broadcasts: sent,
		audit_logs: [...audit_logs, ...decisions(people, asked)],
		api_keys,
		// After the runs, which the database counts then.
		budgets: limits,
		// After the budgets, which count what live runs hold.
		holds: holds(people, before.runs),
		requests: asked.map(({ row }) => row),
	}
	try {
		await db.batch([
			...[...Object.entries(tables), ...Object.entries(deletedOrg(people))].flatMap(([table, rows]) =>
				insertAll(db, table, rows),
			),
			...decide(db, people, asked),
			...usage(db, before.runs),
			...activity(db, people),
			...fanOut(db, sent, people),
			notices(db, people, configured, hooks),
		])
	} catch (error) {
		if (!String(error).includes('UNIQUE')) throw error
		console.error(
			`${whatIsThere(String(error))} already exists under another ID. Seed an empty state: PERSIST_TO=.wrangler/demo`,
		)
		process.exitCode = 1
		return
	}
	for (const [table, rows] of Object.entries(tables)) console.log(`${String(rows.length).padStart(5)} ${table}`)
	console.log(
		`\nEvery demo user has the password "${DEMO_PASSWORD}"; try the login ${DEMO_LOGIN}, or auditor.demo, support.demo and billing.demo.`,
	)
}

await onLocalD1(seed)
