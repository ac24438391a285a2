import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { reaching } from './email.ts'
import { instanceOn } from './instance.ts'
import worker, { EVENT_TYPES } from './program.ts'
import { rows } from './rows.ts'

const db = env.DB

export const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
export const run = rows

/** The instance, where only the alerts are evaluated from here on, and its org that gets the events. */
export async function alerting() {
	const here = await instanceOn(db, reaching)
	const { org_id } = (await here.get('/v1/me')).body as { org_id: string }
	await here.put('/v1/admin/config-entries/alerts.org_id', { value: org_id })
	await here.tick()
	await run("UPDATE jobs SET last_error = NULL WHERE name <> 'alerts'")
	for (const table of ['alerts', 'events', 'notifications']) await run(`DELETE FROM ${table}`)
	return { ...here, org_id }
}

/** A lease that lasts for now: one that lies further ahead counts as lapsed. */
const leased = () => new Date(Date.now() + 44_000).toISOString()

/** Evaluates the rules, as cron does. */
export async function evaluate(more: Partial<Env> = {}) {
	const variables = { DB: db, WEBHOOK_QUEUE: { send: () => Promise.resolve(), sendBatch: () => Promise.resolve() } }
	await run("UPDATE jobs SET leased_until = '', next_run_at = '' WHERE name = 'alerts'")
	await run(
		`UPDATE jobs SET leased_until = ?2, last_started_at = iif(name = 'publish-tool-groups', last_started_at, ?1)
			WHERE name <> 'alerts'`,
		ago(0),
		leased(),
	)
	const instance = { ...env, ACCESS_LOG: 'off', ...reaching, ...variables, ...more } as unknown as Env
	await worker.scheduled({} as ScheduledController, instance)
}

export async function open(): Promise<string[]> {
	const alerts = await rows<{ name: string }>('SELECT name FROM alerts WHERE ended_at IS NULL ORDER BY name')
	return alerts.map(({ name }) => name)
}

/** What was told about an alert, by notice and by event. */
export async function told(name: string, org_id: string): Promise<{ notices: string[]; events: string[] }> {
	const notices = await rows<{ title: string }>(
		"SELECT title FROM notifications WHERE type = 'platform.alert' AND payload ->> 'name' = ? ORDER BY id",
		name,
	)
	const events = await rows<{ org_id: string; data: string }>(
		"SELECT org_id, data FROM events WHERE type = 'platform.alert' AND data ->> 'name' = ? ORDER BY id",
		name,
	)
	return {
		notices: notices.map(({ title }) => title),
		events: events.map((event) => {
			expect(event.org_id).toBe(org_id)
			const data = JSON.parse(event.data)
			expect(EVENT_TYPES['platform.alert'].data.parse(data)).toEqual(data)
			return data.status
		}),
	}
}
