import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { BROADCAST_QUEUE, deliver, messages } from '../support/broadcasts.ts'
import { runJob } from '../support/jobs.ts'
import { seal } from '../support/program.ts'
import { confirmIdOf, within } from '../support/reverts.ts'
import { first, rows } from '../support/rows.ts'
import { admin, create, unique, world } from '../support/world.ts'

// One item's trouble delays no other, however often it fails. The job still shows as failing.

const FAILED = { last_error: expect.any(String) }
const WELL = { last_error: null }

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

/** Inserts as many rows as `count` says; in the values, `n.i` is the number of a row. */
const many = (count: number, into: string, values: string) =>
	rows(
		`WITH RECURSIVE n(i) AS (SELECT 100001 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) INSERT INTO ${into} SELECT ${values} FROM n`,
		100_000 + count,
	)

/** Runs `work` while the database refuses what the trigger says. */
async function refusing<T>(when: string, work: () => Promise<T>): Promise<T> {
	await rows(`CREATE TRIGGER refusing BEFORE ${when} BEGIN SELECT RAISE(ABORT, 'refused'); END`)
	try {
		return await work()
	} finally {
		await rows('DROP TRIGGER refusing')
	}
}

const newOrg = async () => (await (await admin()).post('/v1/admin/orgs', { name: unique('org') })).body.id as string

/** The bucket, which fails at every object of these orgs. */
const bucketWithout = (...orgs: string[]) =>
	new Proxy(env.ARCHIVE, {
		get:
			(target, name) =>
			(...given: unknown[]) => {
				if (orgs.some((id) => JSON.stringify(given[0]).includes(id))) throw new Error('R2 is down')
				return Reflect.apply(target[name as 'get'], target, given)
			},
	})

test('an export that fails holds up no other, and none that is purged', async () => {
	const root = await admin()
	const orgs = [await newOrg(), await newOrg(), await newOrg(), await newOrg()]
	const [bad, good, kept, gone] = orgs as [string, string, string, string]
	for (const id of orgs) expect((await root.post(`/v1/orgs/${id}/exports`)).status).toBe(202)
	const stateOf = (id: string) => first('SELECT status, purged_at FROM org_exports WHERE org_id = ?', id)
	await rows("UPDATE org_exports SET moved_at = '2026' WHERE org_id = ?", bad)
	await rows("UPDATE org_exports SET status = 'failed' WHERE org_id IN (?, ?)", kept, gone)
	expect(await runJob('export-orgs', { ARCHIVE: bucketWithout(bad, kept) })).toMatchObject(FAILED)
	expect(await stateOf(bad)).toEqual({ status: 'running', purged_at: null })
	expect(await stateOf(good)).toEqual({ status: 'completed', purged_at: null })
	expect(await stateOf(kept)).toMatchObject({ purged_at: null })
	expect(await stateOf(gone)).toMatchObject({ purged_at: expect.any(String) })
	// In the next ticks it comes after those that don't fail.
	const moved = await first<{ moved_at: string }>('SELECT moved_at FROM org_exports WHERE org_id = ?', bad)
	expect(moved?.moved_at.slice(0, 5)).not.toBe('2026')
	expect(await runJob('export-orgs')).toMatchObject(WELL)
	expect(await stateOf(bad)).toMatchObject({ status: 'completed' })
})

test('a broadcast that cannot be planned holds up no other, and no lost shard', async () => {
	const { org_id } = await world()
	const [sending, bad, good] = [
		await create.broadcast(org_id),
		await create.broadcast(org_id),
		await create.broadcast(org_id),
	]
	await deliver({ broadcast_id: sending.id })
	messages.length = 0
	vi.useFakeTimers({ now: Date.now() + 62_000, toFake: ['Date'] })
	const job = () => runJob('resume-broadcasts', { BROADCAST_QUEUE })
	const cannotPlan = `INSERT ON broadcast_shards WHEN new.broadcast_id = '${bad.id}'`
	expect(await refusing(cannotPlan, job)).toMatchObject(FAILED)
	const shardOf = ({ id }: { id: string }) => ({ broadcast_id: id, after_seq: 0 })
	expect(messages.splice(0)).toEqual([shardOf(sending), shardOf(good)])
	expect(await job()).toMatchObject(WELL)
	expect(messages.splice(0)).toEqual([shardOf(bad)])
})

test('broadcasts that can never be planned hold up none behind them', async () => {
	const { org_id } = await world()
	const last = await create.broadcast(org_id)
	const columns = 'type, title, body, target_type, target_id, payload, status, through_seq, created_by, created_at'
	await rows(
		`WITH RECURSIVE n(i) AS (SELECT 11 UNION ALL SELECT i + 1 FROM n WHERE i < 35)
		INSERT INTO broadcasts (id, ${columns}) SELECT 'brd_00' || n.i, ${columns} FROM broadcasts, n WHERE id = ?`,
		last.id,
	)
	vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ['Date'] })
	await refusing("INSERT ON broadcast_shards WHEN new.broadcast_id LIKE 'brd_00%'", async () => {
		for (let ticks = 0; ticks < 2; ticks += 1)
			expect(await runJob('resume-broadcasts', { BROADCAST_QUEUE })).toMatchObject(FAILED)
	})
	expect(messages.splice(0)).toEqual([{ broadcast_id: last.id, after_seq: 0 }])
	await rows("DELETE FROM broadcasts WHERE id LIKE 'brd_00%'")
})

test('groups whose objects never respond hold up no other group', async () => {
	const group = (owner: string) => `${owner}, 'web_search', 2, 1`
	await many(100, 'tool_groups', group("'bad' || n.i"))
	await rows(`INSERT INTO tool_groups SELECT ${group("'good'")}`)
	const published: string[] = []
	const publish = async ({ owner }: { owner: string }) => {
		if (owner.startsWith('bad')) throw new Error('overloaded')
		published.push(owner)
	}
	const TOOL_GROUP = { getByName: () => ({ publish }) } as unknown as Env['TOOL_GROUP']
	for (let ticks = 0; ticks < 2; ticks += 1)
		expect(await runJob('publish-tool-groups', { TOOL_GROUP })).toMatchObject(FAILED)
	expect(published).toEqual(['good'])
	await rows("DELETE FROM tool_groups WHERE group_name = 'web_search' AND published_generation = 1")
})

test('orgs that can never be erased hold up no other erasure', async () => {
	const good = await newOrg()
	expect((await (await admin()).delete(`/v1/orgs/${good}`)).status).toBe(204)
	await many(20, 'orgs (id, name, created_at, deleted_at)', "'org_0bad' || n.i, '', '2020', '2020'")
	await many(20, 'org_deletions (org_id, deleted_at, erase_at)', "'org_0bad' || n.i, '2020', '2021'")
	await rows("UPDATE org_deletions SET erase_at = '2022' WHERE org_id = ?", good)
	const isErased = async () =>
		(await first<{ at: string | null }>('SELECT erased_at AS at FROM org_deletions WHERE org_id = ?', good))?.at !==
		null
	const cannotErase = "UPDATE ON org_deletions WHEN old.org_id LIKE 'org_0bad%' AND old.next_table IS NOT NULL"
	await refusing(cannotErase, async () => {
		for (let ticks = 0; ticks < 2; ticks += 1) expect(await runJob('erase-orgs')).toMatchObject(FAILED)
	})
	expect(await isErased()).toBe(true)
	await rows("DELETE FROM org_deletions WHERE org_id LIKE 'org_0bad%'")
})

test('the place of an erasure by a version that only kept what it had booked is still one', async () => {
	await runJob('erase-orgs')
	await rows("UPDATE jobs SET place = '0' WHERE name = 'erase-orgs'")
	expect(await runJob('erase-orgs')).toMatchObject({ ...WELL, place: expect.stringMatching(/^\["\d+",/) })
})

test('secrets that never open hold up no other, in use or replaced', async () => {
	const place = { table: 'tests', row: unique('row'), column: 'api_key' }
	const { sealed } = await seal(env, place, 'a secret')
	const [{ id, ...current }] = JSON.parse(env.SECRETS_KEYS) as [{ id: string; key: string }]
	const SECRETS_KEYS = JSON.stringify([
		{ id: 'next', key: btoa('a key of the thirty-two bytes...') },
		{ id, ...current },
	])
	const columns = 'table_name, row_id, column_name, key_id, sealed, created_at'
	await many(200, `secrets (${columns})`, `'a', 'bad' || n.i, 'x', '${id}', 'nonsense', ''`)
	await many(
		200,
		`replaced_secrets (id, ${columns}, replaced_at)`,
		`'bad' || n.i, 'a', 'bad', 'x', '${id}', 'y', '', ''`,
	)
	await rows(`INSERT INTO secrets (${columns}) VALUES ('tests', ?, 'api_key', ?, ?, '')`, place.row, id, sealed)
	await rows(
		`INSERT INTO replaced_secrets (id, ${columns}, replaced_at) VALUES ('good', 'tests', ?, 'api_key', ?, ?, '', '')`,
		place.row,
		id,
		sealed,
	)
	for (let ticks = 0; ticks < 2; ticks += 1) expect(await runJob('reseal', { SECRETS_KEYS })).toMatchObject(FAILED)
	for (const table of ['secrets', 'replaced_secrets']) {
		const { key_id } = (await first(`SELECT key_id FROM ${table} WHERE row_id = ?`, place.row)) ?? {}
		expect({ table, key_id }).toEqual({ table, key_id: 'next' })
		await rows(`DELETE FROM ${table} WHERE table_name IN ('a', 'tests')`)
	}
})

test('changes that can never be rolled back hold up no other', async () => {
	const root = await admin()
	const flag = await create.featureFlag()
	const response = await root.patch(`/v1/feature-flags/${flag.key}`, { default_value: true }, within(10))
	await many(
		100,
		'unconfirmed_changes (id, audit_id, action, target_type, target_id, maker_user_id, status, created_at, due_at, rival_count)',
		"'chg_00' || n.i, 'gone' || n.i, 'a', 't', 't', 'usr_x', 'pending', '', '2020', 0",
	)
	vi.useFakeTimers({ now: Date.now() + 11_000, toFake: ['Date'] })
	for (let ticks = 0; ticks < 2; ticks += 1) expect(await runJob('revert-unconfirmed')).toMatchObject(FAILED)
	vi.useRealTimers()
	expect(await first('SELECT status FROM unconfirmed_changes WHERE id = ?', confirmIdOf(response))).toEqual({
		status: 'reverted',
	})
	await rows("DELETE FROM unconfirmed_changes WHERE id LIKE 'chg_00%'")
})

test('rows that cannot be deleted hold up no other kind of expired rows', async () => {
	await rows(
		"INSERT INTO idempotency_keys (id, fingerprint, status, body, created_at) VALUES ('old', 'x', 200, '', '2020')",
	)
	await rows("INSERT INTO login_failures (id, subject, created_at) VALUES ('lfl_00', 'x', '')")
	expect(await refusing('DELETE ON idempotency_keys', () => runJob('retention'))).toMatchObject(FAILED)
	expect(await rows("SELECT id FROM login_failures WHERE id = 'lfl_00'")).toEqual([])
	expect(await runJob('retention')).toMatchObject(WELL)
	expect(await rows("SELECT id FROM idempotency_keys WHERE id = 'old'")).toEqual([])
})

test('an alert that cannot be opened holds up no other', async () => {
	await rows("INSERT INTO rejected_reports VALUES ('rej_1', 'run_1', 'org_1', 'runs.not_written', '{}', '')")
	await rows(
		"INSERT INTO secrets (table_name, row_id, column_name, key_id, sealed, created_at) VALUES ('tests', 'x', 'x', 'unknown', 'x', '')",
	)
	const cannotOpen = "INSERT ON alerts WHEN new.name = 'reports_rejected'"
	expect(await refusing(cannotOpen, () => runJob('alerts'))).toMatchObject(FAILED)
	const open = async () =>
		(await rows("SELECT name FROM alerts WHERE name NOT LIKE 'job_late%' ORDER BY 1")).map(({ name }) => name)
	expect(await open()).toEqual(['secrets_unreadable'])
	expect(await runJob('alerts')).toMatchObject(WELL)
	expect(await open()).toEqual(['reports_rejected', 'secrets_unreadable'])
})

test("connections that can't be written hold up neither the domains nor the tokens of others", async () => {
	const connection = "'', 'x', 'https://login.example.com', 'x', '[]', '{}', 3600, 'usr_x', '', ''"
	const columns =
		'id, org_id, name, issuer, client_id, scopes, role_map, session_max_age, decided_by, created_at, updated_at'
	const org_id = await newOrg()
	await many(20, `oidc_connections (${columns})`, `'oid_bad' || n.i, ${connection.replace("''", `'${org_id}'`)}`)
	await rows(`INSERT INTO oidc_connections (${columns}) SELECT 'oid_good', ${connection.replace("''", `'${org_id}'`)}`)
	await rows(
		`INSERT INTO oidc_domains SELECT id, id || '.example', 'x', '2020', iif(id = 'oid_good', '2022', '2021') FROM oidc_connections WHERE org_id = ?`,
		org_id,
	)
	await rows(
		`INSERT INTO scim_tokens (connection_id, token_hash, created_by, narrowed_at, told_at, created_at)
		SELECT id, id, 'usr_x', ?2, '2021', '' FROM oidc_connections WHERE org_id = ?1`,
		org_id,
		new Date().toISOString(),
	)
	const seen = async () => {
		const domain = await first("SELECT checked_at FROM oidc_domains WHERE connection_id = 'oid_good'")
		const token = await first("SELECT told_at FROM scim_tokens WHERE connection_id = 'oid_good'")
		return { ...domain, ...token }
	}
	for (let ticks = 0; ticks < 3; ticks += 1) {
		const domains = () => runJob('prove-domains', { DNS_RESOLVERS: 'one' })
		expect(await refusing("UPDATE ON oidc_domains WHEN new.connection_id LIKE 'oid_bad%'", domains)).toMatchObject(
			FAILED,
		)
		const tokens = () => runJob('tell-leavings')
		expect(await refusing("UPDATE ON scim_tokens WHEN new.connection_id LIKE 'oid_bad%'", tokens)).toMatchObject(FAILED)
	}
	const recent = expect.stringMatching(/^20[3-9]\d|^202[3-9]/)
	expect(await seen()).toEqual({ checked_at: recent, told_at: recent })
	for (const table of ['scim_tokens', 'oidc_domains']) await rows(`DELETE FROM ${table}`)
})
