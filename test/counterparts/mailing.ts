import { connect } from 'node:net'
import type { Plinth } from './plinth.ts'

// What the scripts with mail servers share.

export const USER = 'plinth'
export const PASSWORD = 'a-password-of-the-server-1'

export const listens = (port: number) =>
	new Promise<boolean>((resolve) => {
		const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
		socket.on('connect', () => socket.end())
	})

/** Sends test mails. Each comes to "sent", or the stage at which it failed with the server's words. */
export async function mailing({ url, call }: Plinth): Promise<(to: string, settings: object) => Promise<string>> {
	const { access_token } = await call('POST', '/v1/auth/login', { login: 'root', password: 'bootstrap-password-1' })
	await call('PUT', '/v1/admin/email/config', { from: 'plinth@example.com', smtp_host: 'localhost' })
	return async (to, settings) => {
		await call('PUT', '/v1/admin/email/config', { smtp_user: USER, smtp_pass: PASSWORD, ...settings })
		const response = await fetch(`${url}/v1/admin/email/test`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${access_token}` },
			body: JSON.stringify({ to }),
		})
		return response.ok ? 'sent' : `${response.status} ${await response.text()}`
	}
}
