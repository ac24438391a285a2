import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import type { SmtpServer } from '../../src/worker/messages/email/send.ts'
import type { Mood, Sight } from './smtp-servers.ts'
import { started } from './started.ts'
import { until } from './until.ts'
import { admin, unique } from './world.ts'

export const CONFIG = '/v1/admin/email/config'
export const TEST = '/v1/admin/email/test'
/** The configuration that's shown while nothing is stored. */
export const EMPTY = {
	from: null,
	smtp_host: null,
	smtp_port: null,
	smtp_user: null,
	smtp_pass_set: false,
	smtp_tls_mode: null,
}

/** The password that the SMTP servers accept. */
export const GOOD_PASSWORD = 'good pässword 1'

export const ports = await started('smtp')

/** One of the servers, as the client is told of it, without TLS unless `fields` say otherwise. */
export const serverOf = (mood: Mood, fields: Partial<SmtpServer> = {}): SmtpServer => ({
	host: 'localhost',
	port: ports[mood],
	tls_mode: 'none',
	user: null,
	password: '',
	name: 'x.example',
	...fields,
})

/** Lets the Worker reach the servers. */
export const reaching = { OUTBOUND_ALLOWLIST: '127.0.0.1,localhost' }

export async function clearEmail(): Promise<void> {
	await env.DB.batch([
		env.DB.prepare('DELETE FROM email_config'),
		env.DB.prepare("DELETE FROM secrets WHERE table_name = 'email_config'"),
	])
}

/** Changes the settings as the platform admin. */
export const put = async (fields: object, headers: Record<string, string> = {}) =>
	(await admin()).put(CONFIG, fields, { headers })
/** The settings as they are shown, with these variables. */
export const config = async (variables: Partial<Env> = {}) =>
	(await (await admin()).get(CONFIG, { env: variables })).body
/** The stored password. */
export const sealed = async () =>
	(
		await env.DB.prepare("SELECT key_id, sealed FROM secrets WHERE table_name = 'email_config'").all<{
			sealed: string
		}>()
	).results

/** Configures plain SMTP to this machine with a new sender, and whatever `fields` say. */
export async function configure(fields: object): Promise<void> {
	const from = `${unique('sender')}@example.com`
	await clearEmail()
	const config = { from, smtp_host: 'localhost', smtp_tls_mode: 'none', ...fields }
	const response = await (await admin()).put(CONFIG, config, { env: reaching })
	expect(response).toMatchObject({ status: 204, body: '' })
}

export const recipient = (stem = 'reader') => `${unique(stem)}@example.com`

/** Asks for a test mail. */
export const sendTo = async (to: string, headers: Record<string, string> = {}) =>
	(await admin()).post(TEST, { to }, { env: reaching, headers })

export async function seenBy(mood: Mood): Promise<Sight[]> {
	return (await fetch(`http://127.0.0.1:${ports.seen}/?server=${mood}`)).json()
}

/** The one mail that a server accepted for `to`. */
export async function mailTo(mood: Mood, to: string): Promise<Sight> {
	const mails = (await seenBy(mood)).filter((sight) => sight.what === 'mail' && sight.to?.includes(to))
	expect(mails).toHaveLength(1)
	return mails[0] as Sight
}

/** What a server saw while `work` ran, once every connection is closed. */
export async function sights(mood: Mood, work: () => Promise<unknown>): Promise<Sight[]> {
	const before = (await seenBy(mood)).length
	await work()
	// The server sees the end of a connection a moment after the client does.
	return until(async () => {
		const seen = (await seenBy(mood)).slice(before)
		const count = (what: string) => seen.filter((sight) => sight.what === what).length
		expect(count('close')).toBe(count('open'))
		return seen
	})
}

const { setTimeout: start } = globalThis

/** Holds back the timer whose length passes `ms`. The result waits until the Worker starts that timer, and then fires it. */
export function heldTimer(ms: (wanted: number) => boolean) {
	const held: { end: () => void; ms: number }[] = []
	vi.spyOn(globalThis, 'setTimeout').mockImplementation(((end: () => void, wanted = 0) => {
		if (!ms(wanted)) return start(end, wanted)
		held.push({ end, ms: wanted })
		return undefined
	}) as typeof setTimeout)
	return async () => {
		await until(() => expect(held).toHaveLength(1))
		held[0]?.end()
		return held[0]?.ms
	}
}

/** The 502 of a test that failed at `stage`. */
export const failed = (stage: string, details: object = {}) => ({
	status: 502,
	body: { error: 'upstream_error', details: { reason: `smtp.${stage}`, stage, ...details } },
})
