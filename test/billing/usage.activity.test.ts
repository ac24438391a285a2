import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { invalidField } from '../support/replies.ts'
import { runner } from '../support/runs.ts'
import { admin, signIn, user, world } from '../support/world.ts'

// Usage by model over any range of days, and by day: who was active and how the runs went.

describe('by model', () => {
	test('a range of days returns the sum of its days', async () => {
		const { run, report, root, org_id } = await runner()
		await report(
			['2024-01-31', '2024-02-01', '2024-02-29', '2024-03-01'].map((day, i) =>
				run({ completed_at: `${day}T12:00:00Z`, model: `model-${i % 2}`, total_input_tokens: 10 ** i }),
			),
		)
		const tokens = async (query: string) =>
			(await root.get(`/v1/orgs/${org_id}/usage/by-model?${query}`)).body.map(
				(row: { model: string; input_tokens: number }) => [row.model, row.input_tokens],
			)
		expect(await tokens('start=2024-01-31&end=2024-03-01')).toEqual([
			['model-0', 101],
			['model-1', 1010],
		])
		expect(await tokens('start=2024-02-01&end=2024-02-29')).toEqual(await tokens('year=2024&month=2'))
		expect(await tokens('start=2024-02-02&end=2024-02-02')).toEqual([])
		expect((await root.get('/v1/admin/usage/by-model?start=2024-01-01&end=2024-12-31')).status).toBe(200)
	})

	test.each([
		['start=2024-01-01', 'end'],
		['end=2024-01-01', 'end'],
		['start=2024-01-02&end=2024-01-01', 'end'],
		['start=2024-01-01&end=2025-01-01', 'end'],
		['start=2024-01-01&end=2024-01-02&month=1', 'start'],
		['start=2024-1-1&end=2024-01-02', 'start'],
	])('%s is 400 naming %s', async (query, field) => {
		expect(await (await admin()).get(`/v1/admin/usage/by-model?${query}`)).toMatchObject(invalidField(field))
	})
})

describe('the runs of a day', () => {
	test('failed runs and the median duration, in an org, by the day on which runs ended', async () => {
		const { run, report, root, org_id } = await runner()
		const durations = [90, 100, 5_000, 61_000, 3_600_000]
		await report(
			durations.map((duration_ms, i) =>
				run({
					completed_at: '2024-02-29T10:00:00Z',
					duration_ms,
					status: i < 2 ? 'failed' : 'completed',
					model: `m-${i}`,
				}),
			),
		)
		await report(run({ completed_at: '2024-02-29T23:59:59Z', status: 'cancelled' }))
		await report(run({ completed_at: '2024-03-01T00:00:00Z' }))
		const { body } = await root.get(`/v1/orgs/${org_id}/usage/activity?start=2024-02-28&end=2024-03-01`)
		const day = { active_users: null, active_orgs: 1, failed_run_count: 0, median_duration_ms: null }
		expect(body).toEqual([
			{ ...day, date: '2024-02-28', active_orgs: 0, run_count: 0 },
			{
				...day,
				date: '2024-02-29',
				run_count: 6,
				failed_run_count: 2,
				median_duration_ms: expect.toSatisfy((ms: number) => Math.abs(ms / 5_000 - 1) < 0.045),
			},
			{ ...day, date: '2024-03-01', run_count: 1 },
		])
	})

	test('the median is less than 4.5 percent off, whatever the durations and however they are reported', async () => {
		const { run, report, root, org_id } = await runner()
		let state = 7
		const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
		for (const [index, scale] of [2, 30, 1_000, 60_000, 1e7, 1e12].entries()) {
			const date = `2018-06-0${index + 1}`
			const durations = Array.from({ length: 101 }, () => Math.ceil(scale * random() ** 3))
			const reports = durations.map((duration_ms, i) =>
				run({ completed_at: `${date}T10:00:00Z`, duration_ms, model: `m-${i % 3}` }),
			)
			await report(reports.slice(0, 60))
			await report(reports.slice(60, 100))
			await report(reports[100])
			await report(reports[100])
			const [day] = (await root.get(`/v1/orgs/${org_id}/usage/activity?start=${date}&end=${date}`)).body
			const exact = durations.toSorted((a, b) => a - b)[50] as number
			expect(day.run_count).toBe(101)
			expect(Math.abs(day.median_duration_ms - exact), `${exact}`).toBeLessThanOrEqual(Math.max(0.5, exact * 0.045))
		}
	})

	test('an org counts once a day on the platform, however many models and reports it has', async () => {
		const [one, two, root] = [await runner(), await runner(), await admin()]
		const date = '2022-11-05'
		const completed_at = `${date}T10:00:00Z`
		const none = { active_users: null, active_orgs: 0, run_count: 0, failed_run_count: 0, median_duration_ms: null }
		for (const { run, report } of [one, two])
			await report([run({ completed_at }), run({ completed_at, model: 'model-b', status: 'failed' })])
		await one.report(one.run({ completed_at, model: 'model-c' }))
		const { body } = await root.get(`/v1/admin/usage/activity?start=${date}&end=2022-11-06`)
		expect(body).toEqual([
			{ ...none, date, active_orgs: 2, run_count: 5, failed_run_count: 2 },
			{ ...none, date: '2022-11-06' },
		])
	})

	test('a day that was only partly counted is null', async () => {
		const { run, report, root, org_id } = await runner()
		const date = '2021-03-03'
		await env.DB.prepare(
			`INSERT INTO usage_days (scope, day, model, input_tokens, output_tokens, cost_microusd, run_count)
			VALUES (?1, ?2, 'model-a', 1, 1, 1, 3), ('platform', ?2, 'model-a', 1, 1, 1, 3)`,
		)
			.bind(org_id, date)
			.run()
		await report([
			run({ completed_at: `${date}T10:00:00Z`, duration_ms: 5 }),
			run({ completed_at: `${date}T10:00:00Z`, duration_ms: 5, model: 'model-b', status: 'failed' }),
		])
		const unknown = { date, active_users: null, run_count: 5, failed_run_count: null, median_duration_ms: null }
		const days = `start=${date}&end=${date}`
		expect((await root.get(`/v1/orgs/${org_id}/usage/activity?${days}`)).body).toEqual([{ ...unknown, active_orgs: 1 }])
		expect((await root.get(`/v1/admin/usage/activity?${days}`)).body).toEqual([{ ...unknown, active_orgs: null }])
	})

	test('only the first report of the day writes a row for it', async () => {
		const { run, report } = await runner()
		const completed_at = '2020-05-05T10:00:00Z'
		const rows = async () =>
			(await counted(() => report(run({ completed_at, created_at: completed_at, duration_ms: 10 })))).rows_written
		const [first, second, third] = [await rows(), await rows(), await rows()]
		expect(third).toBe(second)
		expect(first).toBeGreaterThan(second)
	})
})

describe('active users', () => {
	const DAY_MS = 86_400_000
	const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

	test('a user counts once a day, by login and by refresh, in its org and on the platform', async () => {
		const [root, start] = [await admin(), Date.now()]
		const caller = await user()
		const today = dayOf(start)
		const range = `start=${dayOf(start - DAY_MS)}&end=${dayOf(start + 2 * DAY_MS)}`
		const users = async (path: string) =>
			(await root.get(`${path}/usage/activity?${range}`)).body.map(
				(day: { date: string; active_users: number | null }) => day.active_users,
			)
		const org = `/v1/orgs/${caller.org_id}`
		expect(await users(org)).toEqual([null, 1, 0, 0])
		const before = (await users('/v1/admin'))[1]
		await signIn(caller.login)
		let { cookie } = await signIn(caller.login)
		const refresh = async () => {
			const { status, headers } = await send('POST', '/v1/auth/refresh', { headers: { Cookie: cookie } })
			expect(status).toBe(200)
			cookie = headers.get('Set-Cookie')?.split(';')[0] ?? ''
		}
		await refresh()
		expect(await users(org)).toEqual([null, 1, 0, 0])
		expect((await users('/v1/admin'))[1]).toBe(before)
		vi.useFakeTimers({ now: start + DAY_MS, toFake: ['Date'] })
		await refresh()
		const { rows_written } = await counted(refresh)
		expect(rows_written).toBeLessThanOrEqual(8)
		vi.useRealTimers()
		expect(await users(org)).toEqual([null, 1, 1, 0])
		expect((await users('/v1/admin'))[2]).toBeGreaterThanOrEqual(1)
		expect(today).toBe(dayOf(start))
	})

	test('a user counts in each org they act in', async () => {
		const { org_id, admin: root, stranger } = await world()
		await root.put(`/v1/admin/orgs/${org_id}/members/${stranger.user_id}`, { role: 'member' })
		const date = dayOf(Date.now())
		const path = `/v1/orgs/${org_id}/usage/activity?start=${date}&end=${date}`
		// The owner, and the member who signed in there.
		expect((await root.get(path)).body[0].active_users).toBe(2)
		await signIn(stranger.login, org_id)
		expect((await root.get(path)).body[0].active_users).toBe(3)
	})
})
