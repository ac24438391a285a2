// Sign-ins through the Okta, Google and Microsoft of emulate, and the end of the access of somebody who came that way, by SCIM.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { directory, listening, resolver } from './directory.ts'
import { type Emulate, fronted, PORT, signedIn } from './emulated.ts'
import { counterpart, packages } from './packages.ts'
import { type Plinth, withPlinth } from './plinth.ts'

interface Service {
	name: 'okta' | 'google' | 'microsoft'
	/** The path of its issuer. */
	issuer: string
	/** What its users and its clients have besides. */
	user: (email: string) => object
	client: object
}

const SERVICES: Service[] = [
	{
		name: 'okta',
		issuer: '/oauth2/default',
		user: (login) => ({ login, status: 'ACTIVE', first_name: 'Ada', last_name: 'Example' }),
		client: { auth_server_id: 'default' },
	},
	{ name: 'google', issuer: '', user: () => ({ name: 'Ada' }), client: {} },
	{
		name: 'microsoft',
		issuer: '/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
		user: () => ({ name: 'Ada' }),
		client: {},
	},
]

await counterpart('sign-in', async () => {
	const { createEmulator } = (await import(packages('emulate@0.12.2').file('emulate/dist/api.js'))) as Emulate
	const { front, says } = await fronted()
	const host = `localhost:${await listening(front)}`
	const dns = await resolver()
	const env = {
		DNS_RESOLVERS: dns.urls,
		OUTBOUND_ALLOWLIST: `${dns.host},${host}`,
		PUBLIC_URL: 'https://plinth.example.com',
	}
	const lines: string[] = []
	try {
		await withPlinth(env, async (plinth) => {
			for (const service of SERVICES) {
				// That of Google says that it takes client_secret_basic, and doesn't.
				says((text) => (service.name === 'google' ? text.replace('client_secret_basic', 'private_key_jwt') : text))
				const domain = `${service.name}.example.com`
				const made = await directory(plinth, { issuer: `https://${host}${service.issuer}`, domain, say: dns.say })
				const users = [`ada@${domain}`, `eve@${domain}`, `mallory@elsewhere-${domain}`].map((email) => ({
					email,
					// That of Google takes it, that of Okta says true, and that of Microsoft nothing.
					email_verified: !email.startsWith('eve'),
					...service.user(email),
				}))
				const client = {
					client_id: 'plinth',
					client_secret: 'a-secret-of-the-provider',
					name: 'Plinth',
					redirect_uris: [made.connection.redirect_uri],
				}
				const seed = { [service.name]: { users, oauth_clients: [{ ...client, ...service.client }] } }
				const emulator = await createEmulator({ service: service.name, port: PORT, baseUrl: `https://${host}`, seed })
				try {
					await held(plinth, made, domain)
					await unverified(plinth, made.connection.id, `eve@${domain}`, service.name !== 'okta')
					lines.push(`${service.name}: signs in, finds nobody's account elsewhere, and ends by SCIM`)
				} finally {
					await emulator.close()
				}
			}
		})
	} finally {
		front.close()
		dns.close()
	}
	lines.push(
		"an address with email_verified: false or without it takes nobody's, and a verified one takes an unverified one over",
	)
	return lines
})

/** Somebody registered with an address that a person of the provider has. */
async function unverified({ url, call }: Plinth, connection_id: string, email: string, isKept: boolean) {
	const account = { login: `early-${email.split('@')[1]?.split('.')[0]}`, password: 'correct horse 1' }
	const { user_id } = await call('POST', '/v1/auth/register', { ...account, email }, '')
	const { id } = await signedIn(url, connection_id, email)
	assert.notEqual(id, user_id, 'who registers first is nobody of the provider')
	const { access_token } = await call('POST', '/v1/auth/login', account, '')
	const { email: kept } = await call('GET', '/v1/me', undefined, access_token)
	assert.equal(kept, isKept ? email : null, `whose address is ${email}`)
}

async function held(
	{ url, call }: Plinth,
	{ connection, scim }: Awaited<ReturnType<typeof directory>>,
	domain: string,
) {
	const [email, elsewhere] = [`ada@${domain}`, `mallory@elsewhere-${domain}`]
	const account = { login: `taken-${domain.split('.')[0]}`, password: 'correct horse 1', email: elsewhere }
	const taken = await call('POST', '/v1/auth/register', account, '')
	const ada = await signedIn(url, connection.id, email)
	assert.equal((await signedIn(url, connection.id, email)).id, ada.id, 'the second sign-in is the same user')
	const stranger = await signedIn(url, connection.id, elsewhere)
	assert.equal(typeof taken.user_id, 'string')
	assert.notEqual(stranger.id, taken.user_id, "an address outside of the verified domain finds nobody's account")
	const { body } = await scim('GET', '/Users?count=100')
	assert(
		(body.Resources as { id: string }[]).some(({ id }) => id === ada.id),
		'SCIM lists who came by OpenID Connect',
	)
	const out = await scim('PATCH', `/Users/${ada.id}`, { Operations: [{ op: 'replace', value: { active: false } }] })
	assert.equal(out.body.active, false)
	for (let waited = 0; (await fetch(`${url}/v1/me`, ada.authorized)).status !== 401; waited += 200) {
		assert(waited < 10_000, 'the token still works')
		await sleep(200)
	}
	await assert.rejects(signedIn(url, connection.id, email), /oidc\.inactive/, 'who is deactivated')
}
