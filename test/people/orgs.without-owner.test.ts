import { expect, test } from 'vitest'
import { memberOf } from '../support/invitations.ts'
import { operator } from '../support/operators.ts'
import { admin, unique, user } from '../support/world.ts'

test('an org that only an operator could inherit waits in the list of orgs without an owner', async () => {
	const root = await admin()
	const [owner, support] = [await user('gone'), await operator(['support'])]
	const name = unique('waiting')
	const { id } = (await root.post('/v1/admin/orgs', { name, owner_user_id: owner.user_id })).body
	await root.put(`/v1/admin/orgs/${id}/members/${support.user_id}`, { role: 'admin' })
	const waiting = async (query = '') =>
		(await support.get(`/v1/admin/orgs?without_owner=true&limit=200${query}`)).body.map(
			({ id: org_id }: { id: string }) => org_id,
		)
	expect(await waiting()).not.toContain(id)
	expect((await root.delete(`/v1/admin/users/${owner.user_id}`)).status).toBe(204)
	expect(await waiting()).toContain(id)
	expect(await waiting(`&q=${name}`)).toEqual([id])
	await memberOf(id, 'owner')
	expect(await waiting()).not.toContain(id)
	expect(await support.get('/v1/admin/orgs?without_owner=yes')).toMatchObject({ status: 400 })
})
