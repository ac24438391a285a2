import { expect, test } from 'vitest'
import { LENIENT } from '../support/api.ts'
import { audited, type Code, list, made, PATH } from '../support/redemption-codes.ts'
import { invalidField, missing } from '../support/replies.ts'
import { admin, create, unique, user } from '../support/world.ts'

test('a code is deactivated and activated again, is returned in full, and each change is audited', async () => {
	const root = await admin()
	const code = await create.redemptionCode()
	const patch = (body?: object) => root.patch(`${PATH}/${code.id}`, body)
	expect(await patch({ is_active: false })).toMatchObject({ status: 200, body: { ...code, is_active: false } })
	expect(await list({ q: code.code })).toEqual([{ ...code, is_active: false }])
	expect(await patch()).toMatchObject({ status: 200, body: { ...code, is_active: false } })
	expect(await patch({ is_active: true })).toMatchObject({ status: 200, body: code })
	expect(await patch({})).toMatchObject({ status: 200, body: code })
	const log = await audited(code.id)
	expect(log).toHaveLength(2)
	expect(log[1]).toMatchObject({
		action: 'redemption_codes.update',
		before: { is_active: true },
		after: { is_active: false },
	})
})

test('a redeemed code can be deactivated and keeps its count', async () => {
	const [root, caller, code] = [await admin(), await user(), await create.redemptionCode({ max_uses: 2 })]
	expect((await caller.post('/v1/me/redeem', { code: code.code })).status).toBe(200)
	const reply = await root.patch(`${PATH}/${code.id}`, { is_active: false, use_count: 0 }, LENIENT)
	expect(reply).toMatchObject({ status: 200, body: { ...code, use_count: 1, is_active: false } })
})

test('an unknown code or batch returns 404, and an invalid is_active returns 400 and changes nothing', async () => {
	const root = await admin()
	for (const id of ['rcd_01JD6Z5W3T9V7K2M4N8P0Q1R2S', 'x', '%00', 'batches/nothing'])
		for (const body of [{ is_active: false }, {}])
			expect([id, await root.patch(`${PATH}/${id}`, body)]).toMatchObject([id, missing])
	const [code] = (await made()) as [Code]
	for (const path of [code.id, `batches/${code.batch_id}`])
		for (const is_active of [null, 'false', 0])
			expect(await root.patch(`${PATH}/${path}`, { is_active })).toMatchObject(invalidField('is_active'))
	expect(await list({ q: code.code })).toEqual([code])
})

test('a batch is deactivated and activated again in one call, with one audit row that counts', async () => {
	const root = await admin()
	const batch_id = `${unique('campaign')} 1/2`
	const path = `${PATH}/batches/${encodeURIComponent(batch_id)}`
	const codes = [...(await made({ count: 3, batch_id })), ...(await made({ count: 2, batch_id }))]
	const [other] = await made()
	await root.patch(`${PATH}/${codes[0]?.id}`, { is_active: false })
	const off = await root.patch(path, { is_active: false })
	expect(off).toMatchObject({ status: 200, body: { batch_id, code_count: 5, active_count: 0 } })
	const states = async () =>
		Promise.all(
			[...codes, other].map(async (code) => (await root.get(`${PATH}/${code?.id}`)).body.is_active as boolean),
		)
	expect(await states()).toEqual([false, false, false, false, false, true])
	const [row] = (await root.get(`/v1/admin/audit-logs?action=redemption_codes.update_batch&limit=1`)).body
	expect(row).toMatchObject({
		id: off.headers.get('Audit-Id'),
		before: { active_count: 4 },
		after: { active_count: 0 },
	})
	expect((await root.patch(path, { is_active: true })).body).toEqual({ batch_id, code_count: 5, active_count: 5 })
	expect((await root.patch(path, {})).body).toEqual({ batch_id, code_count: 5, active_count: 5 })
	expect(await states()).toEqual(Array<boolean>(6).fill(true))
})
