import { expect, test } from 'vitest'
import { withAccessLog } from '../support/logged.ts'
import { operator } from '../support/operators.ts'
import { tablesWith } from '../support/planted.ts'
import { runsOf } from '../support/property.ts'
import { proposed, proposer } from '../support/proposals.ts'
import { type Code, made, PATH } from '../support/redemption-codes.ts'
import { rows } from '../support/rows.ts'
import { samplesOf } from '../support/samples.ts'
import { SPEC } from '../support/spec.ts'
import { sampleWorld } from '../support/spec/row.ts'
import { type Caller, unique, user } from '../support/world.ts'

withAccessLog()

// A code is money. Whatever was done with codes, no read shows a whole one to who can't make codes: each read of the API is tried, as an
// auditor and as the owner of the org that redeemed.

const here = await sampleWorld()
const { admin, owner } = here
const auditor: Caller = await operator(['auditor'])

/** Every way to leave a trace of a code. */
async function used(): Promise<Code> {
	const key = { headers: { 'Idempotency-Key': unique('key') } }
	const [code, other] = (await made({ count: 2, batch_id: unique('used'), max_uses: 2 })) as [Code, Code]
	const at = `${PATH}/${code.id}`
	await admin.get(`${PATH}?q=${code.code}`)
	await admin.get(`/v1/admin/search?q=${code.code}`)
	await admin.get(`${PATH}/${code.code}`)
	await admin.patch(at, { is_active: false })
	await admin.patch(at, { is_active: true }, { headers: { 'Dry-Run': 'true' } })
	proposed(await (await proposer(admin, ['money.write', 'platform.read'])).patch(at, { is_active: true }))
	await admin.patch(at, { is_active: true })
	await owner.post('/v1/me/redeem', { code: code.code }, { headers: { 'Dry-Run': 'true' } })
	for (const typed of [code.code, code.code.toLowerCase(), `${code.code}-`])
		await owner.post('/v1/me/redeem', { code: typed }, key)
	await (await operator(['support'])).post('/v1/me/redeem', { code: code.code })
	await (await user()).post('/v1/me/redeem', { code: code.code })
	await admin.patch(`${PATH}/batches/${other.batch_id}`, { is_active: false })
	await owner.post('/v1/me/redeem', { code: other.code })
	return code
}

const code = await used()

/** The codes that a text has whole, however they are typed. */
async function codesIn(text: string): Promise<string[]> {
	const like = text.toUpperCase().match(/[A-Z2-9]{4}(-?[A-Z2-9]{4}){3}/g) ?? []
	if (like.length === 0) return []
	const codes = await rows<{ code: string }>('SELECT code FROM redemption_codes')
	return codes.flatMap(({ code: one }) =>
		like.some((found) => found.includes(one) || found.includes(one.replaceAll('-', ''))) ? [one] : [],
	)
}
const reads = SPEC.filter(({ method, noSample }) => method === 'GET' && !noSample)

test('no read of an auditor, or of the owner whose org redeemed, shows a whole code', async () => {
	const read: string[] = []
	for (const row of reads)
		for (const sample of (await samplesOf(row, here)).slice(0, runsOf(1, 99))) {
			const callers = sample.caller === admin ? [auditor] : [auditor, sample.caller]
			for (const caller of callers) {
				const { status, body, headers } = await sample.send({}, caller)
				if (status !== 200) continue
				read.push(row.name)
				const shown = JSON.stringify([body, [...headers]])
				expect.soft([sample.name, await codesIn(shown)]).toEqual([sample.name, []])
			}
		}
	expect(read).toEqual(
		expect.arrayContaining([
			`GET ${PATH}`,
			`GET ${PATH}/{id}`,
			'GET /v1/admin/access-log',
			'GET /v1/admin/audit-logs',
			'GET /v1/admin/requests',
			'GET /v1/admin/search',
			'GET /v1/traces/{trace_id}',
		]),
	)
	expect(new Set(read).size).toBeGreaterThan(100)
})

test('the table of codes keeps a code, and what replays the response to who made it, and nothing else', async () => {
	expect((await tablesWith(code.code)).toSorted()).toEqual(['idempotency_keys', 'redemption_codes'])
})
