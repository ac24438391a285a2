import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { type Reply, as, declared } from '../support/api.ts'
import { cutAt } from '../support/cut.ts'
import { withD1 } from '../support/d1.ts'
import { dump } from '../support/dump.ts'
import { NO_PLACE } from '../support/jobs.ts'
import worker, { CONFIRMABLE, endOverdue, systemContext } from '../support/program.ts'
import { runsOf } from '../support/property.ts'
import { booked, CHANGES, confirmIdOf, refused, revert, within } from '../support/reverts.ts'
import { onTrial } from '../support/samples.ts'
import { SPEC } from '../support/spec.ts'
import { auditOf } from '../support/spec/changes.ts'
import { sampleWorld } from '../support/spec/row.ts'
import { admin, create, unique, user, world } from '../support/world.ts'

const RULES = '/v1/ip-rules'

const object = (response: Reply) => env.CONFIRMATION.getByName(confirmIdOf(response))

/** Runs `work` as if this many seconds had passed. */
async function after<T>(seconds: number, work: () => Promise<T>): Promise<T> {
	vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
	try {
		return await work()
	} finally {
		vi.useRealTimers()
	}
}

/** Ends the window of ten seconds and runs the change's alarm. */
const timeOut = (response: Reply) => after(10.5, () => runDurableObjectAlarm(object(response)))

async function flagOnTrial() {
	const root = await admin()
	const flag = await create.featureFlag()
	const response = await root.patch(`/v1/feature-flags/${flag.key}`, { default_value: true }, within(10))
	expect(response.status).toBe(200)
	const value = async () => (await root.get(`/v1/feature-flags/${flag.key}`)).body.default_value
	return { root, flag, response, value }
}

const here = await sampleWorld()
const confirmable = SPEC.filter(({ method, path }) =>
	CONFIRMABLE.has(`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
)

test('every operation in the list exists', () => {
	const served = declared.map(({ method, path }) => `${method} ${path}`)
	for (const operation of CONFIRMABLE) expect(served).toContain(operation)
	expect(confirmable).toHaveLength(CONFIRMABLE.size)
})

test.each(confirmable.map((row) => [row.name, row] as const))(
	"%s is rolled back unless it's confirmed",
	async (_, row) => {
		for (const kept of [false, true].slice(0, runsOf(1, 2)))
			for (const sample of await onTrial(row, here, kept)) {
				const before = await dump()
				const response = await sample.succeed({ 'Confirm-Within': '10' })
				const changed = await dump()
				expect(confirmIdOf(response)).toMatch(/^chg_/)
				if (kept) expect((await sample.caller?.post(`${CHANGES}/${confirmIdOf(response)}/confirm`))?.status).toBe(200)
				await timeOut(response)
				const nothing = before.join() === changed.join()
				if (!nothing) expect(await booked(response)).toMatchObject({ status: kept ? 'confirmed' : 'reverted' })
				expect(await dump()).toEqual(kept ? changed : before)
			}
	},
)

test('all other operations refuse the header, and an invalid number of seconds is refused', async () => {
	const { admin: root, owner } = await world()
	const no = { status: 400, body: { details: { reason: 'change.not_confirmable' } } }
	expect(await root.post('/v1/plans', { name: unique('plan'), display_name: 'x' }, within(60))).toMatchObject(no)
	expect(await root.get('/v1/plans', within(60))).toMatchObject(no)
	expect(await owner.post(`${RULES}/check`, { ip: '192.0.2.1' }, within(60))).toMatchObject(no)
	expect((await root.get('/v1/nothing', within(60))).status).toBe(404)
	expect((await as().post(RULES, {}, within(60))).status).toBe(401)
	for (const wrong of [9, 601, -10, 'soon', '10.5', '', '1e2'])
		expect(await owner.post(RULES, { type: 'blocklist', cidr: '192.0.2.0/24' }, within(wrong))).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'Confirm-Within' }] } },
		})
	expect((await owner.get(RULES)).body).toEqual([])
})

test('at the end of its window a change is rolled back, its maker gets a notification, and the list says so', async () => {
	const { root, response, value } = await flagOnTrial()
	const id = confirmIdOf(response)
	const audit_id = await auditOf(response)
	const pending = await booked(response)
	expect(Date.parse(pending?.due_at ?? '') - Date.now()).toBeLessThanOrEqual(10_000)
	const alarm = await runInDurableObject(object(response), (_, state) => state.storage.getAlarm())
	expect(alarm).toBe(Date.parse(pending?.due_at ?? ''))
	await runDurableObjectAlarm(object(response))
	expect({ early: await value() }).toEqual({ early: true })
	await timeOut(response)
	expect(await value()).toBe(false)
	const shown = (await root.get(`${CHANGES}?status=reverted&limit=200`)).body.find(
		(one: { id: string }) => one.id === id,
	)
	expect(shown).toMatchObject({
		id,
		audit_id,
		action: 'feature_flags.update',
		maker_user_id: root.user_id,
		reason: null,
	})
	expect((await root.get('/v1/admin/audit-logs?action=feature_flags.revert&limit=1')).body[0]).toMatchObject({
		id: shown.reverted_by,
		reverts: audit_id,
		actor_user_id: null,
		client_address: 'system',
	})
	const { data } = (await root.get('/v1/notifications?type=change.reverted')).body
	expect(data[0]).toMatchObject({ payload: { change_id: id, audit_id } })
	expect(await root.post(`${CHANGES}/${id}/confirm`)).toMatchObject(refused('change.too_late'))
})

test("a change that's confirmed in time stays, and its maker can confirm it twice", async () => {
	const owner = await user('owner')
	const response = await owner.post(RULES, { type: 'blocklist', cidr: '192.0.2.0/24' }, within(10))
	const path = `${CHANGES}/${confirmIdOf(response)}/confirm`
	const { key } = (await owner.post('/v1/api-keys', { name: unique('key'), scopes: ['org.settings'] })).body
	expect((await owner.get(CHANGES)).body).toMatchObject([{ id: confirmIdOf(response), status: 'pending' }])
	const confirmed = await as(key).post(path)
	expect(confirmed).toMatchObject({ status: 200, body: { status: 'confirmed' } })
	expect((await owner.post(path)).body).toEqual(confirmed.body)
	await timeOut(response)
	expect((await owner.get(RULES)).body).toHaveLength(1)
	await after(11, async () => expect((await owner.post(path)).status).toBe(200))
})

test("after the window it's too late to confirm, even before the change is rolled back", async () => {
	const { root, response } = await flagOnTrial()
	await after(10.1, async () => {
		expect(await root.post(`${CHANGES}/${confirmIdOf(response)}/confirm`)).toMatchObject(refused('change.too_late'))
	})
})

test('a second change of the same target is refused while the first one is pending', async () => {
	const { root, flag, response } = await flagOnTrial()
	const again = (headers: object) => root.patch(`/v1/feature-flags/${flag.key}`, { default_value: false }, headers)
	expect(await again(within(10))).toMatchObject(refused('change.pending'))
	expect((await root.post(`${CHANGES}/${confirmIdOf(response)}/confirm`)).status).toBe(200)
	expect((await again(within(10))).status).toBe(200)
})

test('of many concurrent changes of one target, one is booked', async () => {
	const { root, flag, response } = await flagOnTrial()
	await timeOut(response)
	const change = () => root.patch(`/v1/feature-flags/${flag.key}`, { description: unique('one') }, within(10))
	const responses = await Promise.all(Array.from({ length: 20 }, change))
	expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
	expect(responses.filter(({ status }) => status === 409)).toHaveLength(19)
})

test('a change whose target changed since stays, and its maker learns why', async () => {
	const { root, flag, response, value } = await flagOnTrial()
	await root.delete(`/v1/feature-flags/${flag.key}`)
	await timeOut(response)
	expect(await booked(response)).toMatchObject({ status: 'failed', reason: 'audit.moved_on' })
	expect(await value()).toBeUndefined()
	const { data } = (await root.get('/v1/notifications?type=change.not_reverted')).body
	expect(data[0]).toMatchObject({ payload: { change_id: confirmIdOf(response), reason: 'audit.moved_on' } })
	expect(data[0].body).toMatch(/It wasn't rolled back, because something changed since\.$/)
})

test('a revert of a change on trial ends the trial, and nobody hears that the change stays', async () => {
	const { root, response } = await flagOnTrial()
	const { body } = await revert(root, response)
	expect(await booked(response)).toMatchObject({ status: 'reverted', reverted_by: body.id })
	await timeOut(response)
	expect(await booked(response)).toMatchObject({ status: 'reverted', reverted_by: body.id })
	const { data } = (await root.get('/v1/notifications?type=change.not_reverted')).body
	expect(JSON.stringify(data)).not.toContain(confirmIdOf(response))
	expect(await root.post(`${CHANGES}/${confirmIdOf(response)}/confirm`)).toMatchObject({ status: 409 })
})

test('users who block their own address are back within fifteen seconds, in every isolate', async () => {
	const owner = await user('owner')
	const headers = { 'CF-Connecting-IP': '203.0.113.9' }
	const rule = { type: 'blocklist', cidr: '203.0.113.0/24' }
	const response = await owner.post(`${RULES}?confirm=true`, rule, {
		headers: { 'Confirm-Within': '10', ...headers },
	})
	expect(response.status).toBe(201)
	const status = async () => (await owner.get('/v1/me', { headers })).status
	expect(await status()).toBe(403)
	// This isolate reads the rules at the last moment, and another one rolls the change back.
	await after(9.9, async () => expect(await status()).toBe(403))
	await env.DB.batch([
		env.DB.prepare('DELETE FROM ip_rules WHERE org_id = ?').bind(owner.org_id),
		env.DB.prepare("UPDATE unconfirmed_changes SET status = 'reverted' WHERE id = ?").bind(confirmIdOf(response)),
	])
	await after(11, async () => expect(await status()).toBe(200))
})

test('changes whose windows end at the same time are each rolled back by their object, which keeps nothing', async () => {
	const changes = [await flagOnTrial(), await flagOnTrial(), await flagOnTrial()]
	await after(10.5, () => Promise.all(changes.map(({ response }) => runDurableObjectAlarm(object(response)))))
	for (const { response, value } of changes) {
		expect(await value()).toBe(false)
		const kept = await runInDurableObject(object(response), (_, state) => state.storage.list())
		expect([...kept.keys()]).toEqual([])
	}
})

test('cron rolls a change back when its object was lost', async () => {
	const { response, value } = await flagOnTrial()
	await runInDurableObject(object(response), (_, state) => state.storage.deleteAll())
	await after(10.5, () => Promise.resolve(worker.scheduled({} as ScheduledController, env)))
	expect(await value()).toBe(false)
	expect(await booked(response)).toMatchObject({ status: 'reverted' })
})

test("a change is made and rolled back even if its object doesn't answer", async () => {
	const root = await admin()
	const { key } = await create.featureFlag()
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const CONFIRMATION = { getByName: () => ({ arm: () => Promise.reject(new Error('gone')) }) }
	const response = await root.patch(
		`/v1/feature-flags/${key}`,
		{ default_value: true },
		{
			...within(10),
			env: { CONFIRMATION } as unknown as Partial<Env>,
		},
	)
	expect(response.status).toBe(200)
	expect(log).toHaveBeenCalledOnce()
	await after(10.5, () => endOverdue(systemContext(env), NO_PLACE))
	expect(await booked(response)).toMatchObject({ status: 'reverted' })
})

test('a change that fails at any statement is neither made nor booked', async () => {
	const root = await admin()
	const { key } = await create.featureFlag()
	const before = await dump()
	const count = () => env.DB.prepare('SELECT count(*) AS n FROM unconfirmed_changes').first<number>('n')
	const bookedBefore = await count()
	for (const [verb, table] of [
		['INSERT', 'audit_logs'],
		['INSERT', 'audit_states'],
		['UPDATE', 'feature_flags'],
		['UPDATE', 'audit_logs'],
		['INSERT', 'unconfirmed_changes'],
	] as const) {
		const change = () => root.patch(`/v1/feature-flags/${key}`, { default_value: true }, within(10))
		expect((await cutAt(verb, table, change)).status).toBe(500)
		expect(await dump()).toEqual(before)
	}
	expect(await count()).toBe(bookedBefore)
})

test('a rollback that fails again and again is tried less and less often, and a minute later at the latest', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const { response } = await flagOnTrial()
	await env.DB.prepare(`UPDATE unconfirmed_changes SET audit_id = 'gone' WHERE id = '${confirmIdOf(response)}'`).run()
	const alarm = () => runInDurableObject(object(response), (_, { storage }) => storage.getAlarm())
	const pauses: number[] = []
	for (let tries = 0; tries < 8; tries += 1) {
		const at = (await alarm()) ?? 0
		vi.useFakeTimers({ now: at, toFake: ['Date'] })
		await runDurableObjectAlarm(object(response))
		pauses.push(((await alarm()) ?? 0) - at)
	}
	expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
	expect(log).toHaveBeenCalledTimes(8)
	vi.useRealTimers()
	await env.DB.prepare("DELETE FROM unconfirmed_changes WHERE audit_id = 'gone'").run()
})

test('a rollback that fails at any statement is made later', async () => {
	const { response, value } = await flagOnTrial()
	for (const [verb, table] of [
		['UPDATE', 'unconfirmed_changes'],
		['INSERT', 'audit_logs'],
		['UPDATE', 'feature_flags'],
		['INSERT', 'notifications'],
		['UPDATE', 'audit_logs'],
	] as const) {
		await cutAt(verb, table, () => timeOut(response))
		expect(await booked(response)).toMatchObject({ status: 'pending' })
		expect(await value()).toBe(true)
	}
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	await after(11, () =>
		withD1(
			() => Promise.reject(new Error('Network connection lost.')),
			() => endOverdue(systemContext(env), NO_PLACE).catch(() => undefined),
		),
	)
	log.mockRestore()
	await timeOut(response)
	expect(await value()).toBe(false)
})
