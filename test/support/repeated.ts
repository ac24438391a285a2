import { env } from 'cloudflare:workers'

/** What one call leaves in a table of counts, as if it had been made `count` times. Nothing else stays in the table. */
export async function repeated(
	table: 'login_failures' | 'sign_in_requests',
	count: number,
	once: () => Promise<unknown>,
) {
	await env.DB.prepare(`DELETE FROM ${table}`).run()
	await once()
	await env.DB.prepare(
		`INSERT INTO ${table} (id, subject, created_at) SELECT one.id || key, subject, created_at FROM ${table} one, json_each(?)`,
	)
		.bind(JSON.stringify(Array(count - 1).fill(0)))
		.run()
}
