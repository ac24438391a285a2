import { expect, test } from 'vitest'
import { LENIENT } from '../support/api.ts'
import { admin, world } from '../support/world.ts'

const PATH = '/v1/ip-rules'
const ADDED = { type: 'blocklist', cidr: '198.51.100.0/24', note: 'Scraper' }

test('only the note of a rule can be changed', async () => {
	const { owner, member, stranger } = await world()
	const rule = (await owner.post(PATH, ADDED)).body
	const path = `${PATH}/${rule.id}`
	const change = { note: 'Scraper of 2026', type: 'allowlist', cidr: '10.0.0.0/8' }
	const renamed = await owner.patch(path, change, LENIENT)
	expect({ status: renamed.status, body: renamed.body }).toEqual({
		status: 200,
		body: { ...rule, note: 'Scraper of 2026' },
	})
	const read = await member.get(path)
	expect([read.body, read.headers.get('ETag')]).toEqual([renamed.body, renamed.headers.get('ETag')])
	expect((await owner.patch(path, {})).body).toEqual(renamed.body)
	expect((await owner.patch(path, { note: null })).body).toEqual({ ...rule, note: '' })
	for (const note of [7, {}, 'x'.repeat(501), 'a\u0000'])
		expect(await owner.patch(path, { note })).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'note' }] } },
		})
	expect((await member.patch(path, { note: 'Mine' })).status).toBe(403)
	expect((await stranger.patch(path, { note: 'Mine' })).status).toBe(404)
	expect((await owner.patch(`${PATH}/ipr_none`, { note: 'Nobody' })).status).toBe(404)
	expect((await owner.get(path)).body.note).toBe('')
})

test('changing a note that somebody else changed returns 412 and leaves it alone', async () => {
	const { owner } = await world()
	const path = `${PATH}/${(await owner.post(PATH, ADDED)).body.id}`
	const tag = (await owner.get(path)).headers.get('ETag') as string
	await owner.patch(path, { note: 'Theirs' })
	const late = await owner.patch(path, { note: 'Mine' }, { headers: { 'If-Match': tag } })
	expect(late).toMatchObject({ status: 412, body: { error: 'precondition_failed' } })
	expect((await owner.get(path)).body.note).toBe('Theirs')
})

test('the change is audited, and a revert restores the old note', async () => {
	const { owner } = await world()
	const rule = (await owner.post(PATH, ADDED)).body
	await owner.patch(`${PATH}/${rule.id}`, { note: 'Wrong' })
	const log = await (await admin()).get(`/v1/admin/audit-logs?target_id=${rule.id}&action=ip_rules.update`)
	expect(log.body).toMatchObject([{ before: { note: 'Scraper' }, after: { note: 'Wrong' }, org_id: rule.org_id }])
	expect((await owner.post(`/v1/admin/audit-logs/${log.body[0].id}/revert`)).status).toBe(200)
	expect((await owner.get(`${PATH}/${rule.id}`)).body).toEqual(rule)
	expect((await owner.post(`${PATH}/check`, { ip: '198.51.100.7' })).body).toEqual({ allowed: false, rule })
})
