import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { systemContext, tellLeavings } from '../support/program.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { unique, user } from '../support/world.ts'

// A service account that makes keys of another one has seen them, as a person has.

const KEY = { name: 'made' }

/** An account with keys that another one, the maker, has made and rotated. */
async function made() {
	const owner = await user('owner')
	const { org_id } = owner
	const [maker, other] = [await serviceOf(owner, org_id), await serviceOf(owner, org_id)]
	const key = (await maker.post(`${other.path}/keys`, KEY)).body
	const left = async () => (await owner.get(`/v1/orgs/${org_id}/left-behind`)).body.items
	const keyAt = `${other.path}/keys/${key.id}`
	return { owner, org_id, maker, other, key, keyAt, left }
}

const ENDS = {
	'is deleted': {},
	'is suspended': { is_active: false },
	'may make no keys any longer': { scopes: ['data.secrets'] },
}

test.each(Object.entries(ENDS))('keys of others that an account made are listed once it %s', async (_, change) => {
	const { owner, org_id, maker, other, key, keyAt, left } = await made()
	const isDeleted = Object.keys(change).length === 0
	const { name } = (await owner.get(maker.path)).body
	await owner.patch(maker.path, { name: unique('renamed') })
	await owner.patch(maker.path, { name })
	expect(await left()).toEqual([])
	await (isDeleted ? owner.delete(maker.path) : owner.patch(maker.path, change))
	const { maker_left_at } = (await owner.get(keyAt)).body
	expect(await left()).toEqual([
		{
			kind: 'service_account_key',
			id: key.id,
			name: expect.any(String),
			service_account_id: other.id,
			org_id,
			user_id: null,
			by_service_account_id: maker.id,
			username: isDeleted ? maker.id : name,
			left_at: maker_left_at,
		},
	])
	await tellLeavings(systemContext(env))
	const { data } = (await owner.get('/v1/notifications?limit=50')).body
	const [notice] = data.filter(({ type }: { type: string }) => type === 'security.left_behind')
	expect(notice).toMatchObject({
		body: expect.stringMatching(new RegExp(`^${isDeleted ? maker.id : name} no longer decides here`)),
		payload: { user_id: null, service_account_id: maker.id, service_account_key_ids: [key.id] },
	})
	// A right that comes back takes no mark away, and a rotation does.
	if (!isDeleted) await owner.patch(maker.path, { is_active: true, role: 'admin' })
	expect(await left()).toHaveLength(1)
	await owner.post(`${keyAt}/rotate`, { overlap_s: 0 })
	expect(await left()).toEqual([])
})

test('an account that may still make keys leaves none, whatever else it loses', async () => {
	const { owner, maker, left } = await made()
	await owner.patch(maker.path, { scopes: ['org.settings'] })
	expect(await left()).toEqual([])
})
