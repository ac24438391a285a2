import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { counted } from '../support/d1.ts'
import { rowsOfPages } from '../support/pages.ts'
import { audited, batch, type Code, list, made, PATH } from '../support/redemption-codes.ts'
import { invalidField, isoTime } from '../support/replies.ts'
import { refused } from '../support/reverts.ts'
import { admin, unique, user } from '../support/world.ts'

const WELL_FORMED = /^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){3}$/
const newest = async () => (await list({ limit: '1' }))[0]?.id

test('a batch is returned in full, newest first, and listed the same way', async () => {
	const root = await admin()
	const batch_id = unique('batch')
	const expires_at = new Date(Date.now() + 86_400_000).toISOString()
	const response = await batch({ count: 3, value: '250', max_uses: 7, expires_at, batch_id })
	expect(response.status).toBe(201)
	expect(response.body).toHaveLength(3)
	for (const code of response.body)
		expect(code).toEqual({
			id: expect.stringMatching(/^rcd_/),
			code: expect.stringMatching(WELL_FORMED),
			type: 'credits',
			value: '250',
			max_uses: 7,
			use_count: 0,
			expires_at,
			is_active: true,
			batch_id,
			created_by_user_id: root.user_id,
			created_at: isoTime,
		})
	expect(await list({ q: batch_id })).toEqual(response.body)
	expect((await list({ limit: '3' })).map(({ id }) => id)).toEqual(response.body.map(({ id }: Code) => id))
	const ids: string[] = response.body.map(({ id }: Code) => id)
	expect(ids.toSorted().toReversed()).toEqual(ids)
})

test('the space around a type and a batch ID is dropped, so codes that were meant to be credits are', async () => {
	const batch_id = unique('batch')
	const [code] = (await batch({ count: 1, type: ' credits ', value: '250', batch_id: ` ${batch_id} ` })).body
	expect(code).toMatchObject({ type: 'credits', batch_id })
	const typed = await batch({ count: 1, type: ' credits ', value: 'many' })
	expect(typed).toMatchObject(invalidField('value'))
})

test('fields that are left out or null have defaults: one use, no expiry, a new batch ID', async () => {
	const [one, other] = [await made(), await made({ max_uses: null, expires_at: null, batch_id: null })]
	for (const codes of [one, other])
		expect(codes).toMatchObject([{ max_uses: 1, expires_at: null, batch_id: expect.stringMatching(/^batch_/) }])
	expect(one[0]?.batch_id).not.toBe(other[0]?.batch_id)
})

test('a batch ID can be reused, and the codes join that batch', async () => {
	const batch_id = unique('joined')
	const [first, second] = [await made({ batch_id, count: 2 }), await made({ batch_id, count: 2 })]
	expect(await list({ q: batch_id })).toEqual([...second, ...first])
})

test('a thousand codes at once are unique and well-formed, in one D1 call and one small audit entry', async () => {
	await (await admin()).get('/v1/me')
	const batch_id = unique('thousand')
	let codes: Code[] = []
	const make = async () => (codes = await made({ count: 1000, batch_id, value: '9007199254740991' }))
	expect((await counted(make)).calls).toBe(1)
	expect(new Set(codes.map(({ code }) => code)).size).toBe(1000)
	expect(new Set(codes.map(({ id }) => id)).size).toBe(1000)
	expect(codes.filter(({ code }) => !WELL_FORMED.test(code))).toEqual([])
	const stored = await env.DB.prepare('SELECT id FROM redemption_codes WHERE batch_id = ? ORDER BY seq DESC')
		.bind(batch_id)
		.all()
	expect(stored.results).toEqual(codes.map(({ id }) => ({ id })))
	expect(await audited(batch_id)).toMatchObject([
		{
			action: 'redemption_codes.create_batch',
			target_type: 'redemption_codes',
			before: null,
			after: { batch_id, count: 1000, type: 'credits', value: '9007199254740991', max_uses: 1, expires_at: null },
		},
	])
})

const WRONG = [
	['no count', 'count', { count: undefined }],
	['a count of 0', 'count', { count: 0 }],
	['a count of 1001', 'count', { count: 1001 }],
	['a broken count', 'count', { count: 1.5 }],
	['a count that is text', 'count', { count: '2' }],
	['no type', 'type', { type: undefined }],
	['a blank type', 'type', { type: ' ' }],
	['a type of 65', 'type', { type: 't'.repeat(65) }],
	['a type with NUL', 'type', { type: 'a\u0000b' }],
	['no value', 'value', { value: undefined }],
	['a value that is no string', 'value', { value: 100 }],
	...['0', '-5', '+5', '05', '1.5', '1e3', ' 5', '5\n', 'ten', '９', '9007199254740992', '99999999999999999'].map(
		(value) => [`credits of ${JSON.stringify(value)}`, 'value', { value }] as const,
	),
	['an empty value', 'value', { type: 'plan', value: '' }],
	['a blank value of another type', 'value', { type: 'plan', value: '\t' }],
	['a value of 1025', 'value', { type: 'plan', value: 'v'.repeat(1025) }],
	['a value with a lone surrogate', 'value', { type: 'plan', value: '\ud800' }],
	['no uses', 'max_uses', { max_uses: 0 }],
	['2^31 uses', 'max_uses', { max_uses: 2 ** 31 }],
	['an end without an offset', 'expires_at', { expires_at: '2126-01-01T00:00:00' }],
	['an empty end', 'expires_at', { expires_at: '' }],
	['a blank batch id', 'batch_id', { batch_id: ' ' }],
	['a batch id of 129', 'batch_id', { batch_id: 'b'.repeat(129) }],
] as const

test('a field that is missing, too long or no such value is 400 naming it, and makes no code', async () => {
	const before = await newest()
	for (const [name, path, fields] of WRONG)
		expect({ name, ...(await batch(fields)) }).toMatchObject({ name, ...invalidField(path) })
	expect(await newest()).toBe(before)
})

test('expires_at is returned in UTC; one in the past creates an expired code', async () => {
	const [code] = await made({ expires_at: '2126-01-01T01:00:00.1239+01:00' })
	expect(code).toMatchObject({ expires_at: '2126-01-01T00:00:00.123Z' })
	const [past] = await made({ expires_at: '2026-01-01t00:00:00+02:00' })
	expect(past).toMatchObject({ expires_at: '2025-12-31T22:00:00.000Z', is_active: true })
	expect(await (await user()).post('/v1/me/redeem', { code: past?.code })).toMatchObject(
		refused('redemption_codes.expired'),
	)
})

test('another type takes any text; the largest batch that fits is returned and replayed, and a larger one returns 400 for count', async () => {
	const value = `{"plan": "größer", "Ω": "'; DROP"}`
	expect(await made({ type: 'Credits', value: '-1' })).toMatchObject([{ type: 'Credits', value: '-1' }])
	expect(await made({ type: 'plan ✓', value })).toMatchObject([{ type: 'plan ✓', value }])
	const long = { count: 1000, type: 'blob', value: 'v'.repeat(1024), max_uses: 2 ** 31 - 1, batch_id: unique('long') }
	const key = { 'Idempotency-Key': unique('key') }
	const first = await batch(long, key)
	expect(first.status).toBe(201)
	const again = await batch(long, key)
	expect(again.headers.get('Idempotency-Replayed')).toBe('true')
	expect(again.body).toEqual(first.body)
	for (const wide of ['\u0001', '漢'])
		expect(await batch({ ...long, value: wide.repeat(1024) })).toMatchObject(invalidField('count'))
	const most = { ...long, count: 280, value: '\u0001'.repeat(1024), batch_id: unique('wide') }
	expect((await batch(most, { 'Idempotency-Key': unique('key') })).status).toBe(201)
})

test('a batch that fails halfway leaves no code', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const batch_id = unique('cut')
	await env.DB.prepare(
		`CREATE TRIGGER cut AFTER INSERT ON redemption_codes WHEN (SELECT count(*) FROM redemption_codes WHERE batch_id = new.batch_id) = 3 BEGIN SELECT RAISE(ABORT, 'cut'); END`,
	).run()
	const { status } = await batch({ count: 5, batch_id })
	await env.DB.prepare('DROP TRIGGER cut').run()
	expect(status).toBe(500)
	expect(log).toHaveBeenCalledOnce()
	expect(await list({ q: batch_id })).toEqual([])
	expect(await audited(batch_id)).toEqual([])
})

test('search finds codes by any part of the code or the batch ID, in any case, with or without dashes', async () => {
	const batch_id = unique('Spring Sale "100%"')
	const [code] = await made({ batch_id })
	const text = code?.code as string
	const bare = text.replaceAll('-', '')
	for (const q of [
		text,
		text.toLowerCase(),
		text.slice(3, 12),
		bare,
		bare.toLowerCase(),
		text.replaceAll('-', ' '),
		` ${text} `,
		batch_id,
		batch_id.toLowerCase(),
		batch_id.slice(7),
	])
		expect([q, await list({ q })]).toEqual([q, [code]])
	expect(await list({ q: text.slice(0, 2) })).toContainEqual(code)
	for (const q of [`${text}X`, `${bare}2`, `${batch_id}%`, bare.slice(0, 9), unique('nothing')])
		expect([q, await list({ q })]).toEqual([q, []])
})

test('search also finds a batch ID with as many letters and digits as a code', async () => {
	const batch_id = Array.from({ length: 16 }, () => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(Math.random() * 26)]).join(
		'',
	)
	const codes = await made({ batch_id, count: 3 })
	expect(await list({ q: batch_id })).toEqual(codes)
	expect(await list({ q: batch_id, type: 'credits' })).toEqual(codes)
	expect(await list({ q: batch_id, type: 'plan' })).toEqual([])
})

test('codes can be filtered by type, with and without a search', async () => {
	const [type, batch_id] = [unique('kind'), unique('mixed')]
	const mine = await made({ type, value: 'x', batch_id, count: 2 })
	const [credits] = (await made({ batch_id })) as [Code]
	const longer = await made({ type: `${type}er`, value: 'x', batch_id })
	expect(await list({ type })).toEqual(mine)
	expect(await list({ q: batch_id, type })).toEqual(mine)
	expect(await list({ q: batch_id, type: 'credits' })).toEqual([credits])
	expect(await list({ q: batch_id })).toEqual([...longer, credits, ...mine])
	expect(await list({ type: type.slice(1) })).toEqual([])
	expect(await list({ q: batch_id, type: type.slice(1) })).toEqual([])
	const bare = credits.code.replaceAll('-', '')
	expect(await list({ q: bare, type: 'credits' })).toEqual([credits])
	expect(await list({ q: bare, type })).toEqual([])
})

test('paging with each filter returns every code once, newest first', async () => {
	const root = await admin()
	const [type, batch_id] = [unique('walked'), unique('walked')]
	const codes = await made({ type, value: 'x', batch_id, count: 5 })
	for (const filter of [`type=${type}`, `q=${batch_id}`, `q=${batch_id}&type=${type}`])
		expect([filter, await rowsOfPages(root, `${PATH}?${filter}&limit=2`)]).toEqual([filter, codes])
	const cursor = (await root.get(`${PATH}?type=${type}&limit=2`)).headers.get('Next-Cursor')
	expect(await root.get(`${PATH}?q=${batch_id}&cursor=${cursor}`)).toMatchObject(invalidField('cursor'))
})

test('a page reads no more rows than it shows, however many match', async () => {
	const [type, batch_id] = [unique('many'), unique('many')]
	await made({ type, value: 'x', batch_id, count: 400 })
	const [rare] = await made({ batch_id: unique('rare') })
	const root = await admin()
	await root.get('/v1/me')
	const reads = async (filter: string) => (await counted(() => root.get(`${PATH}?limit=10&${filter}`))).rows_read
	const bare = rare?.code.replaceAll('-', '')
	for (const filter of ['', `type=${type}`, ...[batch_id, bare].flatMap((q) => [`q=${q}`, `q=${q}&type=${type}`])])
		expect.soft([filter, await reads(filter)]).toEqual([filter, expect.toSatisfy((rows: number) => rows <= 60)])
})
