import { expect, test } from 'vitest'
import { create, unique, world } from '../support/world.ts'

test("neither a dry run nor the org's trace shows what the platform keeps about a code", async () => {
	const { admin: root, member, owner } = await world()
	const code = await create.redemptionCode({ batch_id: unique('partner-secret'), max_uses: 3 })
	const shown = { id: code.id, type: 'credits', value: '100' }
	const dry = await member.post('/v1/me/redeem', { code: code.code }, { headers: { 'Dry-Run': 'true' } })
	expect(dry.body.changes).toEqual([
		{ target_type: 'redemption_codes', target_id: code.id, before: shown, after: shown },
	])
	const real = await member.post('/v1/me/redeem', { code: code.code })
	const trace = await owner.get(`/v1/traces/${real.headers.get('X-Trace-Id')}`)
	expect(trace.status).toBe(200)
	for (const text of [JSON.stringify(dry.body), JSON.stringify(trace.body)])
		for (const kept of [code.batch_id, code.created_by_user_id, 'max_uses', 'use_count'])
			expect(text).not.toContain(kept)
	expect((await root.get(`/v1/admin/redemption-codes/${code.id}`)).body.use_count).toBe(1)
})
