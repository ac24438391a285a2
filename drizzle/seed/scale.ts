// `npm run seed:scale`: a platform at its largest, in the local D1. None of its users can sign in, and its codes can be
// guessed. `--users=… --orgs=… --runs=…` make it smaller. It locks the database for an instance on the same state, which
// works again afterwards. A second run changes nothing.
import type { D1Database } from '@cloudflare/workers-types'
import { migrate } from '../../src/tools/migrate.ts'
import { withLocalD1 } from '../../src/tools/state.ts'

export interface Scale {
	users: number
	/** Each org is owned by the user with its number, so there can't be more orgs than users. */
	orgs: number
	runs: number
}

/** What to fill, with the statements of each batch. */
type Step = [what: string, batches: string[][]]

/** Few enough for a batch of a second or two. */
const CHUNK = 25_000
const DAY_MS = 86_400_000
const RUN_DAYS = 60
const ACCOUNT_DAYS = 720
/** As in `wrangler.toml`, because a run must cost the credits that its report would have charged. */
const CREDITS_PER_USD = 1000

const FIRST = `'["Ada","Amara","Bjorn","Chen","Dalia","Elif","Farid","Grace","Hana","Ivo","Jonas","Kaori","Lena","Mateo","Noor","Olga"]'`
const LAST = `'["Abbas","Bauer","Costa","Dlamini","Eriksen","Fischer","Gupta","Haddad","Ivanova","Jensen","Kaya","Lovelace","Moreau"]'`
const MODELS = `'["vendor-a-large","vendor-a-small","vendor-b-large","vendor-b-small"]'`

/** The ID of row `i`. IDs sort by number, and before every ID that was generated from a time. */
const idOf = (prefix: string, i: number) => `${prefix}_${String(i).padStart(26, '0')}`

const id = (prefix: string, i = 'i') => `printf('${prefix}_%026d', ${i})`
const time = (ms: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', (${ms}) / 1000.0, 'unixepoch')`
/** 0 to `below` - 1, scattered over the rows, the same in every run. */
const scattered = (below: number, salt: number) => `(((i + ${salt}) * 2654435761 >> 8 & 65535) % ${below})`
/** A code's symbols, different for each row: multiplying by an odd number is reversible. */
const symbols = (factor: number) =>
	[35, 30, 25, 20, 15, 10, 5, 0]
		.map((bits) => `substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + ((i + 1) * ${factor} >> ${bits} & 31), 1)`)
		.join(' || ')

/** A batch for each chunk of `count` rows, numbered by the `i` of `n`. */
const chunks = (count: number, statements: (series: string, from: number, to: number) => string[]) =>
	Array.from({ length: Math.ceil(count / CHUNK) }, (_, chunk) => {
		const [from, to] = [chunk * CHUNK, Math.min((chunk + 1) * CHUNK, count) - 1]
		return statements(`WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`, from, to)
	})

const filled = (what: string, count: number, insert: (series: string) => string): Step => [
	what,
	chunks(count, (series) => [insert(series)]),
]

// In this order. Triggers post, count and index the inserted rows.
function stepsOf({ users, orgs, runs }: Scale, now: number): Step[] {
	const joined = time(`${now - ACCOUNT_DAYS * DAY_MS} + i * ${((ACCOUNT_DAYS - RUN_DAYS) * DAY_MS) / users}`)
	return [
		filled('users', users, (series) => usersOf(series, joined, now)),
		filled('orgs', orgs, (series) => orgsOf(series, joined)),
		filled('memberships', users, (series) => membershipsOf(series, joined, orgs)),
		['runs', chunks(runs, (series, from, to) => runsOf({ series, from, to, orgs, runs, now }))],
		['ledger entries', chunks(orgs, (_, from, to) => ledgerOf(from, to))],
		filled('invite codes', Math.floor(users / 50), (series) => inviteCodesOf(series, joined, Math.floor(users / 100))),
		filled('referrals', Math.floor(users / 100), (series) => referralsOf(series, joined)),
		filled('redemption codes', Math.floor(users / 10), (series) => redemptionCodesOf(series, joined, now)),
	]
}

const usersOf = (series: string, joined: string, now: number) =>
	`${series} INSERT INTO users (id, login, username, email, login_caseless, username_caseless, email_caseless, email_verified, status, last_login_at, created_at)
	SELECT ${id('usr')}, lower(first || '-' || last) || number, first || ' ' || last || ' ' || number,
		lower(first || '-' || last) || number || '@example.com', lower(first || '-' || last) || number,
		lower(first || ' ' || last) || ' ' || number, lower(first || '-' || last) || number || '@example.com', ${scattered(4, 1)} > 0,
		iif(${scattered(100, 2)} = 0, 'suspended', 'active'),
		iif(${scattered(5, 3)} = 0, NULL, ${time(`${now} - ${scattered(60_000, 4)} * 86400`)}), ${joined}
	FROM (SELECT i, printf('%07d', i) AS number, ${FIRST} ->> ${scattered(16, 5)} AS first, ${LAST} ->> ${scattered(13, 6)} AS last FROM n)`

const orgsOf = (series: string, joined: string) =>
	`${series} INSERT INTO orgs (id, name, created_at)
	SELECT ${id('org')}, (${LAST} ->> ${scattered(13, 6)}) || ' ' || (${FIRST} ->> ${scattered(16, 7)}) || printf(' %06d', i), ${joined} FROM n`

const membershipsOf = (series: string, joined: string, orgs: number) =>
	`${series} INSERT INTO memberships (org_id, user_id, role, created_at)
	SELECT ${id('org', `i % ${orgs}`)}, ${id('usr')}, CASE WHEN i < ${orgs} THEN 'owner' WHEN i % 7 = 0 THEN 'admin' ELSE 'member' END, ${joined} FROM n`

// User k used the code of user k / 3: one tree, nine levels deep with a million users.
const inviteCodesOf = (series: string, joined: string, referrals: number) =>
	`${series} INSERT INTO invite_codes (id, user_id, code, use_count, created_at)
	SELECT ${id('inv')}, ${id('usr')}, ${symbols(742_938_285_387)}, max(0, min(3 * i + 2, ${referrals}) - max(3 * i, 1) + 1), ${joined} FROM n`

const referralsOf = (series: string, joined: string) =>
	`${series} INSERT INTO referrals (id, inviter_user_id, invitee_user_id, invite_code_id, credited, created_at)
	SELECT ${id('ref')}, ${id('usr', '(i + 1) / 3')}, ${id('usr', 'i + 1')}, ${id('inv', '(i + 1) / 3')}, 0, ${joined} FROM n`

const redemptionCodesOf = (series: string, joined: string, now: number) =>
	`${series}, c AS (SELECT i, ${symbols(742_938_285_387)} AS a, ${symbols(950_706_376_001)} AS b FROM n)
	INSERT INTO redemption_codes (id, code, type, value, max_uses, expires_at, is_active, batch_id, created_by_user_id, created_at)
	SELECT ${id('rcd')}, substr(a, 1, 4) || '-' || substr(a, 5) || '-' || substr(b, 1, 4) || '-' || substr(b, 5),
		iif(i / 1000 % 4 = 3, 'feature', 'credits'), iif(i / 1000 % 4 = 3, 'deep_research', '500'), 1,
		iif(i / 1000 % 2 = 0, NULL, ${time(`${now} + (i / 1000 % 20 - 5) * ${DAY_MS}`)}), i % 50 > 0,
		printf('batch-%04d', i / 1000), ${id('usr', '0')}, ${joined} FROM c`

interface RunChunk {
	series: string
	from: number
	to: number
	orgs: number
	runs: number
	now: number
}

const USAGE = ['input_tokens', 'output_tokens', 'cost_microusd', 'run_count', 'failed_run_count']

/** A chunk of runs with the usage and the totals that follow from them. Every tenth run is the first org's. */
function runsOf({ series, from, to, orgs, runs, now }: RunChunk): string[] {
	const begun = `${now - RUN_DAYS * DAY_MS} + i * ${(RUN_DAYS * DAY_MS) / runs}`
	// The last ones are still running; the others have ended.
	const running = runs - Math.ceil(runs / 5000)
	const chunk = `r.run_id BETWEEN '${idOf('run', from)}' AND '${idOf('run', to)}'`
	const mine = `${chunk} AND r.completed_at IS NOT NULL`
	const total = (name: string, column: string) =>
		`SELECT '${name}', '', sum(r.${column}) AS value FROM runs r WHERE ${mine}`
	return [
		`${series}, r AS (SELECT i, ${begun} AS begun, i >= ${running} AS is_running, ${scattered(100, 8)} AS chance,
			${MODELS} ->> ${scattered(4, 9)} AS model, 2000 + ${scattered(90, 10)} * 1000 AS duration_ms,
			500 + ${scattered(6000, 11)} AS input, 50 + ${scattered(1500, 12)} AS output FROM n),
		c AS (SELECT *, iif(is_running, 0, iif(model GLOB '*large', 3 * input + 15 * output, (3 * input + 15 * output) / 10)) AS cost FROM r)
		INSERT INTO runs (run_id, org_id, thread_id, status, model, provider_kind, credential_name, persona_model, duration_ms,
			total_input_tokens, total_output_tokens, cost_microusd, credits_used, settled_by, created_at, completed_at)
		SELECT ${id('run')}, ${id('org', `iif(i % 10 = 0, 0, (i - i / 10) * 2654435761 % ${orgs})`)}, ${id('thr', 'i / 3')},
			CASE WHEN is_running THEN 'running' WHEN chance < 4 THEN 'failed' WHEN chance < 7 THEN 'cancelled' ELSE 'completed' END,
			model, replace(substr(model, 1, 8), '-', '_'), 'main', 'main^' || model, iif(is_running, NULL, duration_ms),
			iif(is_running, 0, input), iif(is_running, 0, output), cost, (cost * ${CREDITS_PER_USD} + 999999) / 1000000,
			iif(is_running, NULL, ${id('rep')}), ${time('begun')}, iif(is_running, NULL, ${time('begun + duration_ms')}) FROM c`,
		`INSERT INTO usage_days (scope, day, model, ${USAGE.join(', ')}, durations)
		SELECT scope, day, model, ${USAGE.map((name) => `sum(${name})`).join(', ')}, json_group_object(bucket, run_count)
		FROM (SELECT iif(of_org.column1, r.org_id, 'platform') AS scope, substr(r.completed_at, 1, 10) AS day, r.model,
			CAST(8 * log2(max(r.duration_ms, 1)) AS INTEGER) AS bucket, sum(r.total_input_tokens) AS input_tokens,
			sum(r.total_output_tokens) AS output_tokens, sum(r.cost_microusd) AS cost_microusd, count(*) AS run_count,
			sum(r.status = 'failed') AS failed_run_count
			FROM runs r CROSS JOIN (VALUES (0), (1)) AS of_org WHERE ${mine} GROUP BY 1, 2, 3, 4)
		WHERE true GROUP BY scope, day, model
		ON CONFLICT DO UPDATE SET ${USAGE.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')},
			durations = json_patch(usage_days.durations, (SELECT json_group_object(key, value +
				coalesce(json_extract(usage_days.durations, '$."' || key || '"'), 0)) FROM json_each(excluded.durations)))`,
		`INSERT INTO counters (name, day, value) SELECT 'runs', day, count(*) FROM (
			SELECT iif(of_day.column1, substr(r.created_at, 1, 10), '') AS day FROM runs r CROSS JOIN (VALUES (0), (1)) AS of_day
			WHERE ${chunk}) WHERE true GROUP BY day ON CONFLICT DO UPDATE SET value = value + excluded.value`,
		`INSERT INTO counters (name, day, value) SELECT * FROM (${total('input_tokens', 'total_input_tokens')}
		UNION ALL ${total('output_tokens', 'total_output_tokens')} UNION ALL ${total('cost_microusd', 'cost_microusd')}) WHERE value > 0
		ON CONFLICT DO UPDATE SET value = value + excluded.value`,
	]
}

/** For a chunk of orgs: a grant that covers their runs, and what each run took from it. */
function ledgerOf(from: number, to: number): string[] {
	const mine = `org_id BETWEEN '${idOf('org', from)}' AND '${idOf('org', to)}'`
	return [
		`INSERT INTO ledger_entries (org_id, seq, amount, balance_after, type, created_at)
		SELECT id, 1, amount, amount, 'initial_grant', created_at FROM (
			SELECT o.id, o.created_at, (SELECT coalesce(sum(credits_used), 0) / 1000 * 1000 + 1000 FROM runs WHERE org_id = o.id) AS amount
			FROM orgs o WHERE o.${mine.replace('org_id', 'id')})`,
		`INSERT INTO ledger_entries (org_id, seq, amount, balance_after, type, reference_type, reference_id, created_at)
		SELECT r.org_id, 1 + row_number() OVER each, -r.credits_used, a.balance - sum(r.credits_used) OVER each,
			'consumption', 'run', r.run_id, r.completed_at
		FROM runs r JOIN credit_accounts a ON a.org_id = r.org_id
		WHERE r.${mine} AND r.credits_used > 0
		WINDOW each AS (PARTITION BY r.org_id ORDER BY r.completed_at, r.run_id) ORDER BY r.org_id, r.completed_at, r.run_id`,
	]
}

/** Fills a migrated database. Tells `say` how long each kind of row took. */
export async function fillToScale(db: D1Database, scale: Scale, say: (text: string) => void): Promise<void> {
	for (const [what, batches] of stepsOf(scale, Date.now())) {
		const since = performance.now()
		for (const statements of batches) await db.batch(statements.map((statement) => db.prepare(statement)))
		say(`${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s  ${what}`)
	}
}

function refuse(why: string): never {
	console.error(why)
	process.exit(1)
}

function given(name: string, fallback: number): number {
	const argument = process.argv.find((one) => one.startsWith(`--${name}=`))
	const count = argument === undefined ? fallback : Number(argument.slice(name.length + 3))
	if (!Number.isSafeInteger(count) || count < 1) refuse(`--${name} must be a positive integer.`)
	return count
}

function asked(): Scale {
	const scale = { users: given('users', 1_000_000), orgs: given('orgs', 100_000), runs: given('runs', 1_000_000) }
	if (scale.orgs > scale.users) refuse('Each org has an owner: --orgs must not exceed --users.')
	return scale
}

async function seed(db: D1Database, scale: Scale) {
	await migrate(db)
	if (await db.prepare('SELECT 1 FROM users WHERE id = ?').bind(idOf('usr', 0)).first()) {
		console.error('The database already has rows of this seed. Seed an empty state: PERSIST_TO=.wrangler/scale')
		process.exitCode = 1
		return
	}
	await fillToScale(db, scale, console.log)
}

if (import.meta.main) {
	const scale = asked()
	await withLocalD1((db) => seed(db, scale))
}
