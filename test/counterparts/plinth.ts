import { serveDeployed } from '../support/served.ts'

/** A Plinth on a fresh state, with its first platform admin signed in. */
export interface Plinth {
	url: string
	/** Returns the body of a call that succeeds, and throws what any other answered. */
	// oxlint-disable-next-line typescript/no-explicit-any -- a script reads single fields of many shapes
	call: (method: string, path: string, body?: object, token?: string) => Promise<any>
}

/** Runs `work` with a Plinth of its own. */
export async function withPlinth<T>(env: Record<string, string>, work: (plinth: Plinth) => Promise<T>): Promise<T> {
	const { url, stop } = await serveDeployed({ env, isBuilt: process.env.IS_BUILT === 'true' })
	try {
		let admin = ''
		const call: Plinth['call'] = async (method, path, body, token = admin) => {
			const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
			const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
			const text = await response.text()
			if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
			return text === '' ? undefined : JSON.parse(text)
		}
		const account = { login: 'root', password: 'bootstrap-password-1' }
		;({ access_token: admin } = await call('POST', '/v1/auth/login', account))
		return await work({ url, call })
	} finally {
		await stop()
	}
}
