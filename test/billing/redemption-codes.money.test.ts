import { beforeAll, expect, test } from 'vitest'
import { type Api, as } from '../support/api.ts'
import { operator } from '../support/operators.ts'
import { batch, type Code, made, PATH } from '../support/redemption-codes.ts'
import { rows } from '../support/rows.ts'
import { admin, type Caller, unique, user } from '../support/world.ts'

// A code is money: whoever reads it can redeem it. Each place where one may appear, for a caller who can make codes and for those
// who only read.

let root: Caller
let readers: [string, Api][]
beforeAll(async () => {
	root = await admin()
	const key = await root.post('/v1/api-keys', { name: unique('key'), scopes: ['platform.read'] })
	readers = [
		['an auditor', await operator(['auditor'])],
		['operations', await operator(['operations'])],
		["an admin's key that only reads", as(key.body.key)],
	]
})

const last = ({ code }: Code) => code.slice(-4)
const texts = (body: unknown) => JSON.stringify(body)

test('a code that an operator redeems is told to those who can make codes, without the code', async () => {
	const [code, other] = (await made({ count: 2 })) as [Code, Code]
	const [billing, support] = [await operator(['billing']), await operator(['support'])]
	expect((await support.post('/v1/me/redeem', { code: code.code })).status).toBe(200)
	expect((await (await user()).post('/v1/me/redeem', { code: other.code })).status).toBe(200)
	const told = async (who: Api) =>
		(await who.get('/v1/notifications?limit=50')).body.data.filter(
			({ type }: { type: string }) => type === 'security.code_redeemed_by_operator',
		)
	const [notice, ...more] = await told(billing)
	expect(notice.payload).toMatchObject({
		redemption_code_id: code.id,
		org_id: support.org_id,
		user_id: support.user_id,
	})
	expect(notice.payload.values).toMatchObject({ code_type: 'credits', value: expect.stringMatching(/^\d+$/) })
	expect(notice.body).toMatch(/ redeemed a code of the type credits for .*'s org\. Its value: \d+$/)
	expect(texts(notice)).not.toContain(code.code)
	expect([more, await told(support)]).toEqual([[], []])
})

test('lists, single codes and the directory show the last four characters to those who only read', async () => {
	const codes = await made({ count: 3, batch_id: unique('money') })
	const [code] = codes as [Code]
	const batch_id = encodeURIComponent(code.batch_id)
	for (const [who, reader] of readers) {
		const list = await reader.get(`${PATH}?q=${batch_id}`)
		expect({ who, codes: list.body.map((one: Code) => one.code) }).toEqual({ who, codes: codes.map(last) })
		expect((await reader.get(`${PATH}/${code.id}`)).body).toEqual({ ...code, code: last(code) })
		const names = await reader.post('/v1/admin/names', { ids: [code.id] })
		const found = await reader.get(`/v1/admin/search?q=${batch_id}`)
		for (const { body } of [names, found]) {
			expect(texts(body)).toContain(last(code))
			expect(texts(body)).not.toContain(code.code)
		}
	}
	const billing = await operator(['billing'])
	expect((await billing.get(`${PATH}/${code.id}`)).body).toEqual(code)
	expect((await billing.get(`${PATH}?q=${batch_id}`)).body).toEqual(codes)
})

test('those who only read find a code by type, batch and its last four characters, and by no other part', async () => {
	const [code] = (await made({ type: unique('type'), value: 'x', batch_id: unique('found') })) as [Code]
	const bare = code.code.replaceAll('-', '')
	const parts = [
		code.code,
		bare,
		bare.toLowerCase(),
		code.code.slice(0, 9),
		code.code.slice(0, 4),
		code.code.slice(5, 9),
	]
	const end = last(code)
	const finds = async (reader: Api, path: string, q: string) =>
		(await reader.get(`${path}?q=${encodeURIComponent(q)}`)).body.some(({ id }: Code) => id === code.id)
	for (const path of [PATH, '/v1/admin/search']) {
		for (const [who, reader] of readers) {
			for (const q of [end, end.toLowerCase(), code.batch_id, code.type, code.batch_id.slice(0, 4)])
				expect([who, path, q, await finds(reader, path, q)]).toEqual([who, path, q, true])
			for (const q of parts.filter((part) => part !== end))
				expect([who, path, q, await finds(reader, path, q)]).toEqual([who, path, q, false])
		}
		for (const q of [code.code, bare, end, code.type])
			expect([path, q, await finds(root, path, q)]).toEqual([path, q, true])
	}
	expect((await readers[0]?.[1].get(`${PATH}?q=${end}&type=other`))?.body).toEqual([])
})

test('audit states, dry runs, traces and exports hold the last four characters, for everybody', async () => {
	const [code] = (await made({ max_uses: 2 })) as [Code]
	const dry = await root.patch(`${PATH}/${code.id}`, { is_active: false }, { headers: { 'Dry-Run': 'true' } })
	expect(dry.body).toMatchObject({ body: { code: last(code) }, changes: [{ before: { code: last(code) } }] })
	const real = await root.patch(`${PATH}/${code.id}`, { is_active: false })
	expect(real.body).toEqual({ ...code, is_active: false })
	await root.patch(`${PATH}/${code.id}`, { is_active: true })
	const caller = await user()
	const typed = code.code.toLowerCase()
	const redeemed = await caller.post('/v1/me/redeem', { code: typed })
	expect(redeemed).toMatchObject({ status: 200, body: { code: code.code } })
	const shown = [
		dry,
		await root.get(`/v1/admin/audit-logs?target_id=${code.id}`),
		await root.get(`/v1/traces/${real.headers.get('X-Trace-Id')}`),
		await caller.get(`/v1/traces/${redeemed.headers.get('X-Trace-Id')}`),
		await caller.get(`/v1/orgs/${caller.org_id}/audit-logs`),
		await caller.get('/v1/me/credits'),
		await caller.get('/v1/notifications'),
	]
	for (const { status, body } of shown) {
		expect(status).toBe(200)
		expect(texts(body)).not.toContain(code.code)
	}
	const log = shown[1]?.body as { action: string; after: { code?: string } }[]
	expect(log.find(({ action }) => action === 'redemption_codes.update')?.after.code).toBe(last(code))
	const kept = ['audit_logs', 'audit_states', 'events', 'notifications', 'ledger_entries', 'redemptions']
	for (const table of kept) expect(texts(await rows(`SELECT * FROM ${table}`))).not.toContain(code.code)
})

test('an audit row from before shows the last four characters', async () => {
	const [code] = (await made()) as [Code]
	await root.patch(`${PATH}/${code.id}`, { is_active: false })
	await rows(
		"UPDATE audit_logs SET before = json_set(before, '$.code', ?1), after = json_set(after, '$.code', ?1) WHERE target_id = ?2 RETURNING id",
		code.code,
		code.id,
	)
	const log = (await root.get(`/v1/admin/audit-logs?target_id=${code.id}`)).body
	expect(log).toMatchObject([{ before: { code: last(code), is_active: true }, after: { code: last(code) } }])
})

test('the response that makes a batch is whole, and so is its replay while the caller can make codes', async () => {
	const maker = await operator(['billing'])
	const key = { 'Idempotency-Key': unique('key') }
	const body = { count: 2, type: 'credits', value: '5' }
	const make = () => maker.post(`${PATH}/batch`, body, { headers: key })
	const first = await make()
	expect(first.body).toHaveLength(2)
	expect((await make()).body).toEqual(first.body)
	await root.put(`/v1/admin/users/${maker.user_id}/roles`, { roles: ['auditor'] })
	expect((await make()).status).toBe(403)
	expect((await batch(body, key)).body[0].code).not.toBe(first.body[0].code)
})
