import { expect, test } from 'vitest'
import { admin, user } from '../support/world.ts'

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

test('an error names what a field must be, in our own words', async () => {
	const root = await admin()
	const problems = async (path: string, body: unknown) => {
		const reply = await root.post(path, body)
		expect(reply.status).toBe(400)
		return (reply.body.details as { fields: Record<'path' | 'message' | 'code' | 'values', unknown>[] }).fields
	}
	const plans = await root.get('/v1/plans?limit=0')
	expect(plans).toMatchObject({ status: 400, body: { details: { fields: [{ message: 'Must be at least 1' }] } } })
	expect(await problems('/v1/plans', { display_name: 5 })).toEqual([
		{ path: 'name', message: 'Must be given', code: 'required', values: {} },
		{ path: 'display_name', message: 'Must be a string', code: 'string', values: {} },
	])
	expect(await problems('/v1/ip-rules', { type: 'neither', cidr: '192.0.2.0/24' })).toEqual([
		{
			path: 'type',
			message: 'Must be one of allowlist, blocklist',
			code: 'one_of',
			values: { allowed: ['allowlist', 'blocklist'] },
		},
	])
	expect(await problems('/v1/plans', { name: 'x', display_name: '' })).toEqual([
		{ path: 'display_name', message: 'Must not be blank', code: 'not_blank', values: {} },
	])
})

test('an error says whether a code is malformed or unknown', async () => {
	const caller = await user()
	const messageOf = async (code: string) =>
		(await caller.post('/v1/me/redeem', { code })).body.details.fields[0].message
	expect(await messageOf('ABCD-EFGH')).toBe('Must be a redemption code: 16 letters and digits')
	expect(await messageOf('abcd-EFGH-jklmnpqr')).toBe("Must be a known redemption code. There's none like this")
})
