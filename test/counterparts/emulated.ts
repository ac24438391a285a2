import { request } from 'node:http'
import { createServer } from 'node:https'
import { text as textOf } from 'node:stream/consumers'
import { certificate } from '../../src/tools/certificate.ts'

// What the scripts with providers of emulate share.

export interface Emulate {
	createEmulator: (options: object) => Promise<{ close: () => Promise<void> }>
}

export const PORT = 8857
const EMULATED = `http://127.0.0.1:${PORT}`

/** HTTPS before the emulator: it speaks HTTP, and an issuer is an HTTPS URL. */
export async function fronted() {
	let change = (text: string) => text
	const front = createServer(await certificate(), (incoming, outgoing) => {
		const { url, method, headers } = incoming
		const onward = request(`${EMULATED}${url}`, { method, headers }, (response) => {
			void textOf(response).then((text) => {
				outgoing.writeHead(response.statusCode ?? 502, { 'Content-Type': response.headers['content-type'] })
				outgoing.end(change(text))
			})
		})
		incoming.pipe(onward.on('error', () => outgoing.destroy()))
	})
	return { front, says: (how: typeof change) => void (change = how) }
}

interface SignedIn {
	id: string
	authorized: RequestInit
}

/** A whole sign-in, as one browser makes it. Throws if Plinth refuses it. */
export async function signedIn(url: string, connection_id: string, email: string): Promise<SignedIn> {
	const manual: RequestInit = { redirect: 'manual' }
	const begun = await fetch(`${url}/v1/auth/oidc/${connection_id}/start`, manual)
	const cookies = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
	const authorize = new URL(begun.headers.get('Location') ?? '')
	const page = await (await fetch(EMULATED + authorize.pathname + authorize.search)).text()
	const form = page.split('<form').find((part) => part.includes(email)) ?? ''
	const action = /action="([^"]+)"/.exec(form)?.[1] ?? ''
	const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
		([, name, value]) => [name, value] as [string, string],
	)
	const chosen = await fetch(EMULATED + action, { ...manual, method: 'POST', body: new URLSearchParams(fields) })
	const back = new URL(chosen.headers.get('Location') ?? '')
	const ended = await fetch(url + back.pathname + back.search, {
		...manual,
		headers: { Cookie: cookies(begun).join('; ') },
	})
	const refresh = cookies(ended).find((cookie) => cookie.startsWith('plinth_refresh='))
	if (!refresh) throw new Error(`refused: ${ended.status} ${ended.headers.get('Location')}`)
	const refreshed = await fetch(`${url}/v1/auth/refresh`, { method: 'POST', headers: { Cookie: refresh } })
	const { access_token } = (await refreshed.json()) as { access_token: string }
	const authorized = { headers: { Authorization: `Bearer ${access_token}` } }
	const { id } = (await (await fetch(`${url}/v1/me`, authorized)).json()) as { id: string }
	return { id, authorized }
}
