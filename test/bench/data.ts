// The rows that both sides of the benchmark read. Written in SQL, so that filling takes no time worth measuring.

const PLANS = 200
const FLAGS = 200
const ORGS = 50

/** The numbers 0 to `count` - 1 as `n.i`, for `INSERT … SELECT`. */
const series = (count: number) =>
	`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`

const CREATED_AT = `'2026-11-21T07:00:00.000Z'`
const ids = (prefix: string, number: string) => `printf('${prefix}_%026d', ${number})`

/** The id of plan `i`, 0 to 199. */
export const planId = (i: number) => `plan_${String(i).padStart(26, '0')}`

/** The ID of org `i`, of the orgs without members. */
export const orgId = (i: number) => `org_${String(i).padStart(26, '0')}`

/** The run that has begun in org `i`, of the orgs 0, 1 and 5. */
export const runId = (i: number) => `run_begun_${i}`

/** The key of flag `i`, 0 to 199. The signed-in caller's org overrides every tenth, so flag 0 and flag 10. */
export const flagKey = (i: number) => `bench.flag-${String(i).padStart(3, '0')}`

/** Statements that fill a migrated database: 200 plans of 5 entitlements, 200 flags, 51 orgs with overrides of both, one of them rich. */
export const fill = (caller: { user_id: string; org_id: string }): [sql: string, ...params: string[]][] => [
	[
		`${series(PLANS)} INSERT INTO plans (id, name, display_name, created_at)
		SELECT ${ids('plan', 'i')}, printf('plan-%03d', i), printf('Plan number %d', i), ${CREATED_AT} FROM n`,
	],
	[
		`${series(PLANS * 5)} INSERT INTO plan_entitlements (id, plan_id, key, value, value_type)
		SELECT ${ids('ent', 'i')}, ${ids('plan', 'i / 5')}, printf('quota.kind_%d', i % 5), i, 'integer' FROM n`,
	],
	[
		`${series(ORGS)} INSERT INTO orgs (id, name, created_at) SELECT ${ids('org', 'i')}, printf('Org %d', i), ${CREATED_AT} FROM n`,
	],
	[
		`INSERT INTO ledger_entries (org_id, seq, amount, balance_after, type, created_at)
		VALUES ('${orgId(0)}', 1, 1e12, 1e12, 'initial_grant', ${CREATED_AT})`,
	],
	[
		`${series(FLAGS)} INSERT INTO feature_flags (id, key, description, default_value, created_at)
		SELECT ${ids('flag', 'i')}, printf('bench.flag-%03d', i), 'A flag of the benchmark', i % 2, ${CREATED_AT} FROM n`,
	],
	[
		`INSERT INTO feature_flag_overrides (id, org_id, flag_key, enabled, created_at)
		SELECT printf('fov_%05d%s', o.seq, f.key), o.id, f.key, 1 - f.default_value, ${CREATED_AT}
		FROM orgs o, feature_flags f WHERE f.key GLOB '*0'`,
	],
	[
		`INSERT INTO entitlement_overrides (id, org_id, key, value, value_type, created_by_user_id, created_at)
		SELECT printf('eov_%05d', seq), id, 'quota.kind_1', '7', 'integer', ?, ${CREATED_AT} FROM orgs`,
		caller.user_id,
	],
	[
		`INSERT INTO subscriptions (id, org_id, plan_id, current_period_start, current_period_end, created_at)
		VALUES ('sub_bench', ?, '${planId(100)}', ${CREATED_AT}, '2126-11-21T07:00:00.000Z', ${CREATED_AT})`,
		caller.org_id,
	],
	// Nothing refuses, so what's measured is the whole of a beginning. Org 1 has one budget that applies, org 5 has five.
	[
		`${series(6)} INSERT INTO budgets (id, org_id, owner, name, scope, unit, "limit", window, mode, alerts, counts_since, created_at, updated_at)
		SELECT ${ids('bud', 'i')}, iif(i = 0, '${orgId(1)}', '${orgId(5)}'), iif(i = 0, '${orgId(1)}', '${orgId(5)}'), printf('Budget %d', i), 'org', 'credits', 1e15,
		'total', 'enforce', '[]', ${CREATED_AT}, ${CREATED_AT}, ${CREATED_AT} FROM n`,
	],
	...[0, 1, 5].map((count): [string] => [
		`INSERT INTO holds (run_id, org_id, run_created_at, credits, ttl_s, expires_at, begun_by, call_id, touched_at)
		VALUES ('${runId(count)}', '${orgId(count)}', ${CREATED_AT}, 100, 86400, '2126-11-21T07:00:00.000Z', '', '', ${CREATED_AT})`,
	]),
	...[0, 1, 5].map((count): [string] => [
		`INSERT INTO runs (run_id, org_id, status, created_at) VALUES ('${runId(count)}', '${orgId(count)}', 'running', ${CREATED_AT})`,
	]),
]
