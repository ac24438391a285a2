// A provider that changes its key, and one whose claims are texts: the Okta of emulate, started again with another key under another
// name, and its Apple, which says "true".
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { directory, listening, resolver } from './directory.ts'
import { type Emulate, fronted, PORT, signedIn } from './emulated.ts'
import { counterpart, packages } from './packages.ts'
import { type Plinth, withPlinth } from './plinth.ts'

const SECRET = 'a-secret-of-the-provider'
/** How long the keys of a provider are kept before one that's unknown is looked up again. */
const KEPT_MS = 61_000

/** Emulate as another process would have it: with keys of its own. `names` changes those of the keys. */
async function emulate(names: (text: string) => string = (text) => text): Promise<Emulate> {
	const folder = packages('emulate@0.12.2').file('emulate/dist')
	for (const file of readdirSync(folder).filter((one) => one.endsWith('.js'))) {
		const path = join(folder, file)
		writeFileSync(path, names(readFileSync(path, 'utf8')))
	}
	return (await import(join(folder, 'api.js'))) as Emulate
}

await counterpart('rotation', async () => {
	const [first, second] = [await emulate(), await emulate((text) => text.replace('emulate-okta-1', 'emulate-okta-2'))]
	const { front } = await fronted()
	const host = `localhost:${await listening(front)}`
	const dns = await resolver()
	const env = {
		DNS_RESOLVERS: dns.urls,
		OUTBOUND_ALLOWLIST: `${dns.host},${host}`,
		PUBLIC_URL: 'https://plinth.example.com',
	}
	const baseUrl = `https://${host}`
	const start = (emulator: Emulate, service: string, seed: object) =>
		emulator.createEmulator({ service, port: PORT, baseUrl, seed: { [service]: seed } })
	try {
		return await withPlinth(env, async (plinth) => [
			await rotated(plinth, { first, second, start, issuer: `${baseUrl}/oauth2/default`, say: dns.say }),
			await ofTexts(plinth, { first, start, issuer: baseUrl, say: dns.say }),
		])
	} finally {
		front.close()
		dns.close()
	}
})

interface Providers {
	first: Emulate
	start: (emulator: Emulate, service: string, seed: object) => ReturnType<Emulate['createEmulator']>
	issuer: string
	say: (value: string) => void
}

async function rotated(plinth: Plinth, { first, second, start, issuer, say }: Providers & { second: Emulate }) {
	const email = 'ada@rotated.example.com'
	const { connection } = await directory(plinth, { issuer, domain: 'rotated.example.com', say })
	const seed = {
		users: [{ okta_id: 'ada', login: email, email, status: 'ACTIVE', first_name: 'Ada', last_name: 'Example' }],
		oauth_clients: [
			{
				client_id: 'plinth',
				client_secret: SECRET,
				name: 'Plinth',
				redirect_uris: [connection.redirect_uri],
				auth_server_id: 'default',
			},
		],
	}
	const old = await start(first, 'okta', seed)
	const ada = await signedIn(plinth.url, connection.id, email)
	const since = Date.now()
	await old.close()
	const renewed = await start(second, 'okta', seed)
	try {
		await assert.rejects(signedIn(plinth.url, connection.id, email), /oidc\./)
		await sleep(KEPT_MS - (Date.now() - since))
		assert.equal((await signedIn(plinth.url, connection.id, email)).id, ada.id)
		// A key that was withdrawn signs nobody in any longer, once the new ones are known.
		await renewed.close()
		const again = await start(first, 'okta', seed)
		await assert.rejects(signedIn(plinth.url, connection.id, email), /oidc\./)
		await again.close()
	} finally {
		await renewed.close().catch(() => undefined)
	}
	return 'Okta with a new key signs the same person in within a minute, and the withdrawn key nobody'
}

async function ofTexts(plinth: Plinth, { first, start, issuer, say }: Providers) {
	const email = 'eve@texts.example.com'
	const { connection } = await directory(plinth, { issuer, domain: 'texts.example.com', say })
	const account = { login: 'early-eve', password: 'correct horse 1', email }
	const { user_id } = await plinth.call('POST', '/v1/auth/register', account, '')
	const apple = await start(first, 'apple', {
		users: [{ email, name: 'Eve Example' }],
		oauth_clients: [{ client_id: 'plinth', team_id: 'TEAM', name: 'Plinth', redirect_uris: [connection.redirect_uri] }],
	})
	try {
		const { id, authorized } = await signedIn(plinth.url, connection.id, email)
		assert.notEqual(id, user_id, 'a text verifies no address')
		const me = (await (await fetch(`${plinth.url}/v1/me`, authorized)).json()) as { email: string | null }
		assert.equal(me.email, null)
	} finally {
		await apple.close()
	}
	return 'Apple\'s email_verified is the text "true", which verifies nothing: its people sign in without an address'
}
