import { env } from 'cloudflare:workers'
import { ulid } from 'ulid'
import { type Caller, create, unique, user } from '../world.ts'
import { peopleOrRunning, platform, reads, type Row, type Rows, running } from './row.ts'

// Spec 4.9 and the e-mail part of 4.11: notifications, broadcasts, e-mail.

const mine: Pick<Row, 'access' | 'stranger'> = { access: 'signed_in', stranger: 'its own' }
const UNAUDITED = 'What somebody has read is no setting'

/** Gives a user one notification that nobody has read. */
async function give({ user_id }: Caller): Promise<{ notification_id: string }> {
	const id = `ntf_${ulid()}`
	await env.DB.prepare(
		"INSERT INTO notifications (user_id, id, type, title, body, payload, created_at) VALUES (?, ?, 'credits.low', 'Title', 'Body', '{}', ?)",
	)
		.bind(user_id, id, new Date().toISOString())
		.run()
	return { notification_id: id }
}

/** A completed broadcast, which no longer changes while others are counted. */
async function completed(org_id: string): Promise<{ broadcast_id: string }> {
	const { id } = await create.broadcast(org_id)
	await env.DB.prepare("UPDATE broadcasts SET status = 'completed' WHERE id = ?").bind(id).run()
	return { broadcast_id: id }
}

export const messages: Rows = {
	'GET /v1/notifications': {
		...mine,
		read: async ({ member }) => {
			await give(member)
			return ['', 'unread_only=true', 'unread_only=true&type=credits.low', 'type=credits.low'].map((query) => ({
				query,
			}))
		},
	},
	'PATCH /v1/notifications': {
		...mine,
		write: async () => {
			const reader = await user()
			await give(reader)
			return { as: reader, responses: { count: 1 } }
		},
		notAudited: UNAUDITED,
	},
	'GET /v1/notifications/{notification_id}': {
		...mine,
		stranger: 'not found',
		read: async ({ member }) => ({ at: await give(member) }),
	},
	'PATCH /v1/notifications/{notification_id}': {
		...mine,
		stranger: 'not found',
		write: async ({ member }) => ({ at: await give(member) }),
		notAudited: UNAUDITED,
	},
	'POST /v1/admin/notifications/broadcasts': {
		...peopleOrRunning,
		write: ({ org_id }) => ({
			body: { type: 'announcement', title: unique('title'), body: 'Body', target: org_id },
			status: 202,
		}),
	},
	'GET /v1/admin/notifications/broadcasts': {
		...reads,
		read: async ({ org_id }) => {
			await completed(org_id)
			return {}
		},
	},
	'GET /v1/admin/notifications/broadcasts/{broadcast_id}': {
		...reads,
		read: async ({ org_id }) => ({ at: await completed(org_id) }),
	},
	'DELETE /v1/admin/notifications/broadcasts/{broadcast_id}': {
		...peopleOrRunning,
		write: async ({ org_id }) => ({ at: { broadcast_id: (await create.broadcast(org_id)).id }, status: 204 }),
	},
	'GET /v1/admin/email/status': { ...reads, read: () => ({}) },
	'GET /v1/admin/email/config': { ...reads, read: () => ({}) },
	'PUT /v1/admin/email/config': {
		...platform,
		// The value that's already set, since all tests share the platform's one configuration.
		write: () => ({ body: { smtp_host: null }, status: 204, isSame: true }),
	},
	'POST /v1/admin/email/test': {
		...running,
		noSample: 'It needs a server that takes the mail: email.smtp.test.ts has one',
	},
}
