import { unique } from '../world.ts'
import { type Here, people, reads, type Row, type Rows } from './row.ts'

// The keys of users, for themselves and for operators.

const mine: Pick<Row, 'access' | 'stranger'> = { access: 'user', stranger: 'its own' }

const apiKey = async ({ member }: Here) => (await member.post('/v1/api-keys', { name: unique('key') })).body

export const apiKeys: Rows = {
	'POST /v1/api-keys': {
		...mine,
		write: ({ owner }) => ({ as: owner, body: { name: unique('key'), scopes: ['data.secrets'] }, status: 201 }),
		shownOnce: ['key'],
	},
	'GET /v1/api-keys': {
		...mine,
		read: async (here) => {
			await apiKey(here)
			return {}
		},
	},
	'GET /v1/api-keys/{id}': {
		...mine,
		stranger: 'not found',
		read: async (here) => ({ at: { id: (await apiKey(here)).id } }),
	},
	'PATCH /v1/api-keys/{id}': {
		...mine,
		stranger: 'not found',
		write: async (here) => ({ at: { id: (await apiKey(here)).id }, body: { mode: 'propose' } }),
	},
	'DELETE /v1/api-keys/{id}': {
		...mine,
		stranger: 'not found',
		write: async (here) => ({ at: { id: (await apiKey(here)).id }, status: 204 }),
	},
	'POST /v1/api-keys/{id}/rotate': {
		...mine,
		stranger: 'not found',
		write: async (here) => ({ at: { id: (await apiKey(here)).id }, body: { overlap_s: 60 }, status: 201 }),
		notReplayed: 'A repeat makes another key',
	},
	'GET /v1/admin/users/{user_id}/api-keys': {
		...reads,
		read: async (here) => ({ at: { user_id: (await apiKey(here)).user_id } }),
	},
	'GET /v1/admin/users/{user_id}/api-keys/{id}': {
		...reads,
		read: async (here) => {
			const { user_id, id } = await apiKey(here)
			return { at: { user_id, id } }
		},
	},
	'DELETE /v1/admin/users/{user_id}/api-keys/{id}': {
		...people,
		write: async (here) => {
			const { user_id, id } = await apiKey(here)
			return { at: { user_id, id }, status: 204 }
		},
	},
}
