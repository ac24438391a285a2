import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { pagesOf } from '../support/pages.ts'
import { invalidField } from '../support/replies.ts'
import { runner } from '../support/runs.ts'
import { admin, unique } from '../support/world.ts'

describe('lists', () => {
	test('filter runs by org, status, model and time, newest first', async () => {
		const { run, report, root, org_id } = await runner()
		const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`
		const runs = [
			run({ created_at: at(1), completed_at: at(1) }),
			run({ created_at: at(3), status: 'running', model: 'model-b' }),
			run({ created_at: at(2), completed_at: at(2), status: 'failed' }),
			run({ created_at: at(2), completed_at: at(4), model: 'model-b' }),
		]
		await report(runs)
		const [first, second, third, fourth] = runs.map(({ run_id }) => run_id)
		const list = async (query: string) =>
			(await root.get(`/v1/admin/runs?org_id=${org_id}${query}`)).body.map((row: { run_id: string }) => row.run_id)
		const sameMoment = [third, fourth].sort().toReversed()
		expect(await list('')).toEqual([second, ...sameMoment, first])
		expect(await list('&status=completed')).toEqual([fourth, first])
		expect(await list('&model=model-b')).toEqual([second, fourth])
		expect(await list(`&since=${at(2)}`)).toEqual([second, ...sameMoment])
		expect(await list(`&since=${at(2)}&model=model-a&status=failed`)).toEqual([third])
		expect(await list('&model=none')).toEqual([])
	})

	test('a filter finds every rare run across short pages, and the last page has no cursor', async () => {
		const { root, org_id } = await runner()
		const model = unique('rare')
		// Every 1,500th run is of the model: 3 of 4,500, and one of them is the last that the second page looks at.
		await env.DB.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4500)
			INSERT INTO runs (run_id, org_id, status, model, created_at)
			SELECT ?2 || '-' || i, ?1, 'running', iif(i IN (1, 501, 3000), ?2, 'common'),
			strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + i * 60, 'unixepoch') FROM n`,
		)
			.bind(org_id, model)
			.run()
		const pages = await pagesOf(root, `/v1/admin/runs?org_id=${org_id}&model=${model}&limit=2`)
		expect(pages.map(({ body }) => body)).toMatchObject([3000, 501, 1].map((i) => [{ run_id: `${model}-${i}` }]))
	})

	test('an unknown run returns 404, an invalid filter 400', async () => {
		const root = await admin()
		expect((await root.get('/v1/admin/runs/none')).status).toBe(404)
		expect(await root.get('/v1/admin/runs?status=done')).toMatchObject(invalidField('status'))
		expect(await root.get('/v1/admin/runs?since=yesterday')).toMatchObject(invalidField('since'))
		expect((await root.get('/v1/admin/runs?org_id=org_none')).body).toEqual([])
	})
})
