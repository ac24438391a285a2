import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { as } from '../support/api.ts'
import { sendingBy } from '../support/d1.ts'
import { contextOf, countsOf, exported, furnishAll, linesOf, rowsOf } from '../support/departing.ts'
import { type Instance, instanceOn } from '../support/instance.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { STEPS as ERASED, archiveRuns, eraseOrgs, exportOrgs } from '../support/program.ts'
import { runsOf } from '../support/property.ts'
import { refused } from '../support/reverts.ts'
import { admin, signIn, unique, user } from '../support/world.ts'

// Exports and erasures that are cut off, and exports while runs move to the archive. Who may export, how often, and for how long.

const DAY_MS = 86_400_000

let here: Instance
let org_id: string

beforeAll(async () => {
	here = await instanceOn()
	;({ org_id } = await furnishAll(here))
})
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

/** Calls that a tick may send before it's killed, besides one to seven more. At night it's none, so that each call is the last one. */
const SPARED = runsOf(24, 0)

/** Runs `job` until it leaves nothing, and kills it after ever another number of calls. Returns the kills. */
async function killedEverywhere(job: () => Promise<boolean>, isDone: () => Promise<boolean>): Promise<number> {
	for (let kills = 0; ; kills += 1) {
		let left = SPARED + 1 + (kills % 7)
		const dying = () =>
			sendingBy(
				(send) =>
					async function (...args) {
						left -= 1
						// Every second kill comes after the call took effect.
						if (left < 0 && kills % 2 === 0) throw new Error('killed')
						const answer = await send.apply(this, args)
						if (left < 0) throw new Error('killed')
						return answer
					},
				job,
			)
		await dying().catch(() => undefined)
		if (await isDone()) return kills
		if (kills > 2_000) throw new Error('It never ends')
	}
}

test('an export that is killed after any call has every row once', async () => {
	const { id } = (await here.post(`/v1/orgs/${org_id}/exports`, undefined, 202)).body
	const at = `/v1/orgs/${org_id}/exports/${id}`
	const kills = await killedEverywhere(
		() => exportOrgs(contextOf(here), NO_PLACE),
		async () =>
			(await rowsOf(here.db, "SELECT 1 FROM org_exports WHERE id = ? AND status = 'completed'", id)).length > 0,
	)
	expect(kills).toBeGreaterThan(runsOf(2, 10))
	const cut = await linesOf(here, at)
	const other = (await here.post(`/v1/orgs/${org_id}/exports`, undefined, 202)).body
	await exported(here)
	const whole = await linesOf(here, `/v1/orgs/${org_id}/exports/${other.id}`)
	for (const [kind, lines] of whole) {
		if (kind === 'audit_logs') expect(cut.get(kind)).toHaveLength(lines.length - 1)
		else expect(cut.get(kind), kind).toEqual(lines)
	}
})

test('an erasure that is killed after any call erases everything', async () => {
	const before = await countsOf(here.db, org_id)
	expect((await here.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
	await here.db.prepare("UPDATE org_deletions SET erase_at = '2026-01-01'").run()
	const isErased = async () =>
		(await rowsOf(here.db, 'SELECT 1 FROM org_deletions WHERE erased_at IS NOT NULL')).length === 1
	const kills = await killedEverywhere(() => eraseOrgs(contextOf(here), NO_PLACE), isErased)
	expect(kills).toBeGreaterThan(ERASED.length / (SPARED + 7))
	const after = await countsOf(here.db, org_id)
	for (const name of ['secrets', 'replaced_secrets', 'api_keys', 'memberships', 'llm_models', 'audit_states', 'holds'])
		expect(`${name} ${after[name]}`).toBe(`${name} 0`)
	for (const name of ['ledger_entries', 'runs', 'usage_days', 'run_archives', 'subscriptions'])
		expect(`${name} ${after[name]}`).toBe(`${name} ${before[name]}`)
	here = await here.again()
	for (const run of (await here.get(`/v1/admin/runs?org_id=${org_id}&limit=200`)).body)
		expect(run).toMatchObject({ thread_id: null, agent_id: null })
	expect(await rowsOf(here.db, 'SELECT key FROM replaced_objects')).toHaveLength(2)
})

test('runs that move to the archive during an export are in it once', async () => {
	const { id: org_id } = (await here.post('/v1/admin/orgs', { name: unique('org') }, 201)).body
	const started = Date.now() - 45 * DAY_MS
	const reports = Array.from({ length: 100 }, (_, index) => {
		const created_at = new Date(started + index * (DAY_MS / 4)).toISOString()
		return { run_id: unique('run'), org_id, status: 'completed', created_at, completed_at: created_at }
	})
	await here.post('/v1/runtime/runs', reports, 200)
	// More than one page holds.
	await here.db.prepare("UPDATE runs SET thread_id = printf('%020000d', 1) WHERE org_id = ?").bind(org_id).run()
	const { id } = (await here.post(`/v1/orgs/${org_id}/exports`, undefined, 202)).body
	let pages = 0
	await sendingBy(
		(send) =>
			async function (...args) {
				const isPage = JSON.stringify(args[1]).includes('FROM \\"runs\\" WHERE org_id')
				const answer = await send.apply(this, args)
				// Between the first page and the second, everything that is old enough moves.
				if (isPage && (pages += 1) === 1) await archiveRuns(contextOf(here), NO_PLACE)
				return answer
			},
		() => exported(here),
	)
	expect(pages).toBeGreaterThan(1)
	expect(
		(await rowsOf(here.db, 'SELECT count(*) AS count FROM run_archives WHERE org_id = ?', org_id))[0]?.count,
	).toBeGreaterThan(3)
	const lines = await linesOf(here, `/v1/orgs/${org_id}/exports/${id}`)
	const ids = lines.get('runs')?.map(({ run_id }) => run_id) ?? []
	expect(ids).toHaveLength(reports.length)
	expect(new Set(ids)).toEqual(new Set(reports.map(({ run_id }) => run_id)))
})

test('the files are gone after seven days, and at once when the org is deleted', async () => {
	const { id: org_id } = (await here.post('/v1/admin/orgs', { name: unique('org') }, 201)).body
	const made = async () => {
		const { id } = (await here.post(`/v1/orgs/${org_id}/exports`, undefined, 202)).body
		await exported(here)
		return `/v1/orgs/${org_id}/exports/${id}`
	}
	const first = await made()
	const [{ url }] = (await here.get(first)).body.manifest.files
	expect((await here.get(url)).status).toBe(200)
	vi.useFakeTimers({ now: Date.now() + 7 * DAY_MS + 1_000, toFake: ['Date'] })
	await exported(here)
	vi.useRealTimers()
	expect((await here.get(first)).body).toMatchObject({ status: 'expired', manifest: null })
	expect((await here.get(url)).status).toBe(404)
	expect((await env.ARCHIVE.list({ prefix: `exports/${org_id}/` })).objects).toEqual([])

	await made()
	expect((await here.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
	expect(
		(await rowsOf(here.db, 'SELECT status FROM org_exports WHERE org_id = ?', org_id)).map(({ status }) => status),
	).toEqual(['expired', 'expired'])
	await exported(here)
	expect((await env.ARCHIVE.list({ prefix: `exports/${org_id}/` })).objects).toEqual([])
})

test.each(['an operator', 'its owner'])('an org that is deleted while %s begins its export gets none', async (who) => {
	const [root, owner] = [await admin(), await user('owner')]
	const { id } = (await root.post('/v1/admin/orgs', { name: unique('org') })).body
	await root.put(`/v1/admin/orgs/${id}/members/${owner.user_id}`, { role: 'owner' })
	let deleted: number | undefined
	const begun = await sendingBy(
		(send) =>
			async function (...args) {
				if (deleted === undefined && /insert into \\?"org_exports/i.test(JSON.stringify(args))) {
					deleted = 0
					deleted = (await owner.delete(`/v1/orgs/${id}`)).status
				}
				return send.apply(this, args)
			},
		() => (who === 'its owner' ? owner : root).post(`/v1/orgs/${id}/exports`),
	)
	expect([deleted, begun.status]).toEqual([204, 404])
	expect(await rowsOf(env.DB, 'SELECT id FROM org_exports WHERE org_id = ?', id)).toEqual([])
})

test('an org exports five times a day, and not without a bucket', async () => {
	const limited = await instanceOn(here.db, { RATE_LIMITS: 'on' })
	const { id: org_id } = (await here.post('/v1/admin/orgs', { name: unique('org') }, 201)).body
	for (let made = 0; made < 5; made += 1) {
		await limited.post(`/v1/orgs/${org_id}/exports`, undefined, 202)
		await here.db.prepare("UPDATE org_exports SET status = 'completed' WHERE org_id = ?").bind(org_id).run()
	}
	expect((await limited.post(`/v1/orgs/${org_id}/exports`)).status).toBe(429)
	await here.post(`/v1/orgs/${org_id}/exports`, undefined, 202)
	const without = await instanceOn(here.db, { ARCHIVE: undefined } as unknown as Partial<Env>)
	expect(await without.post(`/v1/orgs/${org_id}/exports`)).toMatchObject(refused('backups.no_bucket'))
})

test('only an owner in person and a platform admin can make and read an export', async () => {
	const [root, owner, other] = [await admin(), await user('owner'), await user('other')]
	const { org_id } = owner
	await root.put(`/v1/admin/orgs/${org_id}/members/${other.user_id}`, { role: 'admin' })
	const member = await signIn(other.login, org_id)
	const { key } = (await owner.post('/v1/api-keys', { name: 'k', scopes: ['org.settings'] })).body
	const { body } = await owner.post(`/v1/orgs/${org_id}/exports`)
	const paths = ['', `/${body.id}`, `/${body.id}/files/0`].map((path) => `/v1/orgs/${org_id}/exports${path}`)
	const ownerOnly = { status: 403, body: { details: { reason: 'orgs.owner_only' } } }
	for (const path of paths) {
		for (const caller of [member, as(key)]) expect(await caller.get(path)).toMatchObject(ownerOnly)
		expect((await (await user('stranger')).get(path)).status).toBe(404)
	}
	for (const caller of [member, as(key)]) expect(await caller.post(paths[0] ?? '')).toMatchObject(ownerOnly)
	expect(await owner.get(`/v1/orgs/${org_id}/exports`)).toMatchObject({
		status: 200,
		body: [{ id: body.id, status: 'running' }],
	})
	expect((await owner.get(paths[2] ?? '')).status).toBe(404)
})
