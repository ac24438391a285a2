import { expect, test } from 'vitest'
import { ofPlatform, servedProvider } from '../support/oidc.ts'
import { operator } from '../support/operators.ts'
import { admin } from '../support/world.ts'

test.for(['PUT', 'DELETE'] as const)(
	'%s: whoever takes a platform role keeps a connection in the same call',
	async (way) => {
		const provider = await servedProvider()
		const root = await admin()
		const waits = async (id: string) => (await root.get(`/v1/admin/oidc-connections/${id}`)).body
		const take = (user_id: string, kept?: string) => {
			const at = `/v1/admin/users/${user_id}`
			return way === 'PUT'
				? root.put(`${at}/roles`, { roles: [], ...(kept && { keep_connections: [kept] }) })
				: root.delete(`${at}/platform-admin${kept ? `?keep_connections=${kept}` : ''}`)
		}
		const [leaver, other] = [await operator(['admin']), await operator(['admin'])]
		const kept = await ofPlatform(provider, leaver)
		const left = await ofPlatform(provider, other)
		expect(await take(leaver.user_id, left.id)).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'keep_connections' }] } },
		})
		expect((await take(leaver.user_id, kept.id)).status).toBe(way === 'PUT' ? 200 : 204)
		expect(await waits(kept.id)).toMatchObject({ waits_since: null, decided_by: root.user_id })
		await take(other.user_id)
		expect(await waits(left.id)).toMatchObject({ waits_since: expect.stringMatching(/^20/), decided_by: other.user_id })
	},
)
