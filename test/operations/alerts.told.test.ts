import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ago, alerting, evaluate, run, told } from '../support/alerts.ts'
import { mailTo, ports, seenBy } from '../support/email.ts'
import { JOBS, evaluateAlerts, systemContext } from '../support/program.ts'
import { unique } from '../support/world.ts'

const here = await alerting()

afterEach(() => evaluate())

/** Empties what was told, breaks something, and evaluates in this way. */
async function broken(work: () => Promise<unknown>) {
	await run('DELETE FROM notifications')
	await run('DELETE FROM events')
	await run("UPDATE jobs SET last_error = 'usage.differs:2026-11-01' WHERE name = 'verify-usage'")
	try {
		await work()
	} finally {
		await run("UPDATE jobs SET last_error = NULL WHERE name = 'verify-usage'")
	}
}

const NAME = 'verification_failed:verify-usage'
const TITLE = 'a check found something wrong'

describe('an alert sends one notice', () => {
	test('under repeated ticks', () =>
		broken(async () => {
			for (let count = 0; count < 4; count += 1) await evaluate()
			expect(await told(NAME, here.org_id)).toEqual({ notices: [`Alert: ${TITLE}`], events: ['open'] })
		}))

	test('under ten evaluations at once, when it opens and when it ends', async () => {
		const at_once = () =>
			Promise.all(Array.from({ length: 10 }, () => evaluateAlerts(systemContext({ ...env, ACCESS_LOG: 'off' }), JOBS)))
		await broken(async () => {
			await at_once()
			expect(await told(NAME, here.org_id)).toEqual({ notices: [`Alert: ${TITLE}`], events: ['open'] })
		})
		await at_once()
		expect((await told(NAME, here.org_id)).events).toEqual(['open', 'ended'])
		expect((await told(NAME, here.org_id)).notices).toHaveLength(2)
	})

	test.each(['INSERT INTO alerts', 'INSERT INTO notifications', 'UPDATE ON alerts'])(
		'when a tick dies at its %s',
		async (place) => {
			vi.spyOn(console, 'error').mockImplementation(() => undefined)
			const [event, table] = place.split(/ (?:INTO|ON) /) as [string, string]
			const dying = async (work: () => Promise<unknown>) => {
				await run(`CREATE TRIGGER dies BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'killed'); END`)
				try {
					await work()
				} finally {
					await run('DROP TRIGGER dies')
				}
			}
			await broken(async () => {
				if (event === 'INSERT') {
					await dying(() => evaluate())
					expect(await told(NAME, here.org_id)).toEqual({ notices: [], events: [] })
				}
				await evaluate()
				expect(await told(NAME, here.org_id)).toEqual({ notices: [`Alert: ${TITLE}`], events: ['open'] })
			})
			if (event === 'UPDATE') await dying(() => evaluate())
			expect((await told(NAME, here.org_id)).events).toEqual(['open'])
			await evaluate()
			expect((await told(NAME, here.org_id)).events).toEqual(['open', 'ended'])
		},
	)

	test('without alerts.org_id, or with an unknown or a deleted org, admins get their notice and nobody an event', async () => {
		const gone = (await here.post('/v1/admin/orgs', { name: unique('gone') }, 201)).body.id as string
		await here.delete(`/v1/orgs/${gone}`, undefined, 204)
		for (const value of ['org_unknown', gone, null]) {
			if (value === null) await run("DELETE FROM config_entries WHERE key = 'alerts.org_id'")
			else await run("UPDATE config_entries SET value = ? WHERE key = 'alerts.org_id'", value)
			await broken(async () => {
				await evaluate()
				expect(await told(NAME, value === gone ? gone : here.org_id)).toEqual({
					notices: [`Alert: ${TITLE}`],
					events: [],
				})
			})
			await evaluate()
		}
		await here.put('/v1/admin/config-entries/alerts.org_id', { value: here.org_id })
	})
})

describe('the mail', () => {
	/** Sends through this server, to an admin with this address. */
	async function mailing(to: string, port: number, isVerified = 1) {
		await here.put('/v1/admin/email/config', {
			from: 'plinth@example.com',
			smtp_host: 'localhost',
			smtp_tls_mode: 'none',
			smtp_port: port,
		})
		await run('UPDATE users SET email = ?, email_verified = ?', to, isVerified)
	}
	const mailsTo = async (to: string) => (await seenBy('plain')).filter((sight) => sight.to?.includes(to))

	test('goes to platform admins with a verified address: one when it opens, one when it ends', async () => {
		const to = `${unique('admin')}@example.com`
		await mailing(to, ports.plain)
		await broken(async () => {
			for (let count = 0; count < 3; count += 1) await evaluate()
			const mail = await mailTo('plain', to)
			expect(mail.text).toContain(`Subject: Plinth alert: ${TITLE}`)
			expect(mail.text).toContain('usage.differs:2026-11-01')
		})
		await evaluate()
		const [, ended] = await mailsTo(to)
		expect(ended?.text).toContain('Subject: Plinth alert ended')
		expect(await mailsTo(to)).toHaveLength(2)
	})

	test('is sent again when no server accepted it, and never to an address that nobody verified', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => undefined)
		const to = `${unique('admin')}@example.com`
		await mailing(to, 1)
		await broken(async () => {
			await evaluate()
			await mailing(to, ports.plain)
			await evaluate()
			expect(await mailsTo(to)).toEqual([])
			await run('UPDATE alerts SET mail_at = ? WHERE mail_at IS NOT NULL', ago(0))
			await evaluate()
			expect(await mailsTo(to)).toHaveLength(1)
		})
		const other = `${unique('admin')}@example.com`
		await mailing(other, ports.plain, 0)
		await evaluate()
		expect(await mailsTo(other)).toEqual([])
	})
})
