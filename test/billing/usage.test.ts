import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { counted } from '../support/d1.ts'
import { systemContext, verifyUsage, verifyYesterday } from '../support/program.ts'
import { queryPlansOf } from '../support/query-plans.ts'
import { invalidField } from '../support/replies.ts'
import { runner } from '../support/runs.ts'
import { admin, unique } from '../support/world.ts'

interface Day {
	input_tokens: number
	output_tokens: number
	cost_usd: number
	run_count: number
}

const sum = (rows: Day[]) =>
	rows.reduce(
		(total, row) => ({
			total_input_tokens: total.total_input_tokens + row.input_tokens,
			total_output_tokens: total.total_output_tokens + row.output_tokens,
			// Summed as the service keeps it: in whole micro-dollars.
			microusd: total.microusd + Math.round(row.cost_usd * 1e6),
			run_count: total.run_count + row.run_count,
		}),
		{ total_input_tokens: 0, total_output_tokens: 0, microusd: 0, run_count: 0 },
	)

test('every day of the range is listed, by the UTC day on which runs ended', async () => {
	const { run, report, root, org_id } = await runner()
	await report([
		run({
			created_at: '2024-02-28T23:59:00Z',
			completed_at: '2024-02-29T00:01:00Z',
			total_input_tokens: 5,
			total_cost_usd: 0.1,
		}),
		run({ completed_at: '2024-02-29T23:59:59.999Z', total_output_tokens: 6, total_cost_usd: 0.2, status: 'failed' }),
		run({ completed_at: '2024-03-01T01:00:00+02:00', total_input_tokens: 7, status: 'cancelled' }),
		run({ created_at: '2024-03-01T00:00:00Z', status: 'running', total_input_tokens: 1000 }),
	])
	const { body } = await root.get(`/v1/orgs/${org_id}/usage/daily?start=2024-02-28&end=2024-03-01`)
	expect(body).toEqual([
		{ date: '2024-02-28', input_tokens: 0, output_tokens: 0, cost_usd: 0, run_count: 0 },
		{ date: '2024-02-29', input_tokens: 12, output_tokens: 6, cost_usd: 0.3, run_count: 3 },
		{ date: '2024-03-01', input_tokens: 0, output_tokens: 0, cost_usd: 0, run_count: 0 },
	])
	const february = await root.get(`/v1/orgs/${org_id}/usage/summary?year=2024&month=2`)
	expect(february.body).toEqual({
		year: 2024,
		month: 2,
		total_input_tokens: 12,
		total_output_tokens: 6,
		total_cost_usd: 0.3,
		run_count: 3,
	})
})

test('daily, summary and by-model agree for every month, for an org and for the platform', async () => {
	const [root, one, two] = [await admin(), await runner(), await runner()]
	const day = (i: number) => new Date(Date.UTC(2023, 0, 1 + ((i * 37) % 365), i % 24)).toISOString()
	for (const { run, report } of [one, two])
		await report(
			Array.from({ length: 100 }, (_, i) =>
				run({
					completed_at: day(i),
					model: i % 7 === 0 ? null : `model-${i % 3}`,
					total_input_tokens: i * 11,
					total_output_tokens: i * 3,
					total_cost_usd: (i * 0.123457) % 1,
				}),
			),
		)
	for (const base of ['/v1/admin/usage', `/v1/orgs/${one.org_id}/usage`, `/v1/orgs/${two.org_id}/usage`]) {
		let runs = 0
		for (let month = 1; month <= 12; month += 1) {
			const name = `2023-${String(month).padStart(2, '0')}`
			const last = new Date(Date.UTC(2023, month, 0)).toISOString().slice(0, 10)
			const [daily, summary, byModel] = await Promise.all([
				root.get(`${base}/daily?start=${name}-01&end=${last}`),
				root.get(`${base}/summary?year=2023&month=${month}`),
				root.get(`${base}/by-model?year=2023&month=${month}`),
			])
			const { year: _y, month: _m, total_cost_usd, ...totals } = summary.body
			const expected = { ...totals, microusd: Math.round(total_cost_usd * 1e6) }
			expect(sum(daily.body)).toEqual(expected)
			expect(sum(byModel.body)).toEqual(expected)
			runs += summary.body.run_count
		}
		expect(runs).toBe(base.includes('admin') ? 200 : 100)
	}
	const models = (await root.get(`/v1/orgs/${one.org_id}/usage/by-model?year=2023&month=1`)).body
	expect(models.map(({ model }: { model: string }) => model).sort()).toEqual([
		'model-0',
		'model-1',
		'model-2',
		'unknown',
	])
	const costs = models.map(({ cost_usd }: { cost_usd: number }) => cost_usd)
	expect(costs).toEqual([...costs].sort((a, b) => b - a))
})

describe('query parameters', () => {
	test.each([
		['start=2026-02-01&end=2026-01-31', 'end'],
		['start=2025-01-01&end=2026-01-02', 'end'],
		['start=2025-02-29&end=2025-03-01', 'start'],
		['start=2026-01-01&end=2026-13-01', 'end'],
		['start=2026-1-1&end=2026-01-02', 'start'],
		['end=2026-01-02', 'start'],
		['start=2026-01-02', 'end'],
		['start=2026-01-01T00:00:00Z&end=2026-01-02', 'start'],
	])('daily and activity ?%s return 400 naming %s', async (query, field) => {
		for (const view of ['daily', 'activity'])
			expect(await (await admin()).get(`/v1/admin/usage/${view}?${query}`)).toMatchObject(invalidField(field))
	})

	test.each([
		['2026-02-29', "Must be a day that exists. There's no 2026-02-29"],
		['2026-13-01', "Must be a day that exists. There's no 2026-13-01"],
		['2026-2-1', 'Must be a date as YYYY-MM-DD'],
	])('an error says what is wrong with the day %s', async (start, message) => {
		const { body } = await (await admin()).get(`/v1/admin/usage/daily?start=${start}&end=2026-12-01`)
		expect(body.details.fields).toMatchObject([{ path: 'start', message }])
	})

	test.each(['month=13', 'month=0', 'month=x', 'month=1.5', 'month=-1'])(
		'summary and by-model ?%s return 400',
		async (query) => {
			const root = await admin()
			for (const view of ['summary', 'by-model'])
				expect(await root.get(`/v1/admin/usage/${view}?year=2026&${query}`)).toMatchObject(invalidField('month'))
			expect(await root.get('/v1/admin/usage/summary?year=99999')).toMatchObject(invalidField('year'))
		},
	)

	test('a range of 366 days is returned, leap days included', async () => {
		for (const view of ['daily', 'activity']) {
			const { body } = await (await admin()).get(`/v1/admin/usage/${view}?start=2024-01-01&end=2024-12-31`)
			expect(body).toHaveLength(366)
			expect(body[59].date).toBe('2024-02-29')
		}
	})

	test('year and month default to the current ones in UTC', async () => {
		const [root, now] = [await admin(), new Date()]
		const current = { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 }
		expect((await root.get('/v1/admin/usage/summary')).body).toMatchObject(current)
		expect((await root.get('/v1/admin/usage/summary?month=2')).body).toMatchObject({ ...current, month: 2 })
	})
})

describe('verification', () => {
	const verify = async (date: string) => (await (await admin()).post('/v1/admin/usage/verify', { date })).body

	test('a day recorded correctly has no difference', async () => {
		const { run, report } = await runner()
		await report(
			Array.from({ length: 30 }, (_, i) =>
				run({ completed_at: `2022-05-01T${String(i % 24).padStart(2, '0')}:59:59.999Z`, total_cost_usd: 0.000001 * i }),
			),
		)
		expect(await verify('2022-05-01')).toEqual({ date: '2022-05-01', run_count: 30, differences: [] })
	})

	test('the endpoint and the job both name the differences', async () => {
		const { run, report, org_id } = await runner()
		const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
		await report(run({ completed_at: `${yesterday}T12:00:00Z`, total_input_tokens: 9 }))
		const tamper = (by: number) =>
			env.DB.prepare('UPDATE usage_days SET input_tokens = input_tokens + ? WHERE scope = ? AND day = ?')
				.bind(by, org_id, yesterday)
				.run()
		await tamper(1)
		const sums = { output_tokens: 0, cost_usd: 0, run_count: 1 }
		expect((await verify(yesterday)).differences).toEqual([
			{
				scope: org_id,
				model: 'model-a',
				recorded: { input_tokens: 10, ...sums },
				derived: { input_tokens: 9, ...sums },
			},
		])
		await expect(verifyYesterday(systemContext(env))).rejects.toMatchObject({ name: `usage.differs:${yesterday}` })
		await tamper(-1)
		expect((await verify(yesterday)).differences).toEqual([])
	})

	test('reads a day in slices, whatever runs end at the same time and whatever their ids are', async () => {
		const day = '2022-05-02'
		const reported = await Promise.all([runner(), runner()])
		for (const [index, { run, report }] of reported.entries())
			await report(
				Array.from({ length: 40 + index }, (_, i) =>
					run({
						// Strings that JavaScript and SQLite sort differently.
						run_id: unique(['run', '\uff5e', '😀', ' '][i % 4] as string),
						completed_at: `${day}T${['00:00:00.000', '00:00:00.001', '12:00:00.000', '23:59:59.999'][i % 3 && i % 4]}Z`,
						model: [undefined, 'model-a', 'model-b'][i % 3],
						total_input_tokens: i,
						total_cost_usd: 0.000001 * i,
					}),
				),
			)
		const right = await verify(day)
		expect(right).toEqual({ date: day, run_count: 81, differences: [] })
		const { db } = systemContext(env).var
		for (const rows of [1, 2, 27, 80, 81, 82])
			expect(await verifyUsage(db, day, { runs_per_read: rows, rows_per_read: rows })).toEqual(right)
	})

	test('no statement sorts a day or reads more than its slice', async () => {
		const day = '2022-05-03'
		const { run, report } = await runner()
		await report(Array.from({ length: 100 }, () => run({ completed_at: `${day}T12:00:00Z`, model: unique('m') })))
		const { db } = systemContext(env).var
		const verified = () => verifyUsage(db, day, { runs_per_read: 10, rows_per_read: 10 })
		const { calls, rows_read } = await counted(verified)
		expect(calls).toBe(11 + 1 + 21)
		// Each slice reads the index twice, the rows once, and then its groups.
		expect(rows_read / calls).toBeLessThan(4 * 10)
		for (const { sql, steps } of await queryPlansOf(verified)) {
			const walks = steps.filter((step) => /^SCAN (?!\(subquery)|FOR ORDER BY/.test(step))
			expect(walks, sql).toEqual([])
			if (!sql.includes('archived_usage')) expect(steps.join()).toMatch(/>\(\?,\?\)/)
		}
	})

	test('an invalid date returns 400', async () => {
		expect(await (await admin()).post('/v1/admin/usage/verify', { date: '2025-02-29' })).toMatchObject(
			invalidField('date'),
		)
	})
})

test('usage reads no more rows because more runs were reported', async () => {
	const { run, report, root, org_id } = await runner()
	const [days, inJune] = ['start=2021-06-01&end=2021-06-30', 'year=2021&month=6']
	const views = [`daily?${days}`, `activity?${days}`, `summary?${inJune}`, `by-model?${inJune}`]
	const rowsRead = async () => {
		const rows: number[] = []
		for (const base of ['/v1/admin/usage', `/v1/orgs/${org_id}/usage`])
			for (const view of views) rows.push((await counted(() => root.get(`${base}/${view}`))).rows_read)
		return rows
	}
	const month = () =>
		Array.from({ length: 100 }, (_, i) =>
			run({ model: `m-${i % 2}`, completed_at: `2021-06-${String(1 + (i % 30)).padStart(2, '0')}T00:00:00Z` }),
		)
	await report(month())
	const few = await rowsRead()
	await report(month())
	expect(await rowsRead()).toEqual(few)
})
