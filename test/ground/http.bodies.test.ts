import { expect, test } from 'vitest'
import { admin } from '../support/world.ts'

test("a value whose length can't be compared is 400", async () => {
	const root = await admin()
	const odd = [{ length: { toString: 1, valueOf: 1 } }, { length: [{ toString: 1 }] }]
	for (const value of odd) {
		expect((await root.post('/v1/plans', { name: value, display_name: 'x' })).status).toBe(400)
		expect((await root.post('/v1/admin/credits/reset-all', { note: value })).status).toBe(400)
		expect((await root.post('/v1/runtime/runs', { run_id: value, status: 'running' })).status).toBe(400)
		expect((await root.post('/v1/runtime/runs', [{ run_id: value, status: 'running' }])).status).toBe(400)
	}
})
