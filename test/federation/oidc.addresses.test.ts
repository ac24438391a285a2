import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import {
	enter,
	newProvider,
	ofOrg,
	ofPlatform,
	refusalIn,
	serve,
	signInWith,
	someone,
	servedProvider,
} from '../support/oidc.ts'
import { runsOf } from '../support/property.ts'
import { admin, type Caller, hasVerified, unique, user } from '../support/world.ts'

// When an address at a provider leads to an account, or to an org.

const GOOGLE = 'https://accounts.google.com'
const ENTRA = `https://login.microsoftonline.com/${crypto.randomUUID()}/v2.0`
const PERSONAL = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0'

let root: Caller
beforeEach(async () => {
	root = await admin()
})

/** A connection of the platform to a provider, and somebody whose verified address is in its domain. */
async function known(issuer?: string) {
	const provider = await newProvider(issuer)
	serve(provider)
	const connection = await ofPlatform(provider, root)
	const ada = await user('ada')
	const email = `kate@${connection.domain}`
	await hasVerified(ada, email)
	const arrive = (fields: object) => signInWith(connection.id, provider, someone({ email, ...fields }))
	const whoCame = async () => {
		const { results } = await env.DB.prepare('SELECT user_id FROM sessions WHERE connection_id = ?')
			.bind(connection.id)
			.all<{ user_id: string }>()
		return results.map(({ user_id }) => user_id)
	}
	return { provider, connection, ada, email, arrive, whoCame }
}

describe('an address that leads to an account', () => {
	test.for<[string, string | undefined, object]>([
		['a provider says that it is verified', undefined, { email_verified: true }],
		['Google hosts its domain', GOOGLE, { email_verified: true, hd: 'acme.example.com' }],
		['the Entra tenant owns its domain', ENTRA, { xms_edov: true }],
		['the Entra tenant owns its domain, as a text', ENTRA, { xms_edov: '1' }],
	])('%s', async ([, issuer, fields]) => {
		const { ada, arrive, whoCame } = await known(issuer)
		expect((await arrive(fields)).headers.get('Location')).toBe('/console/')
		expect(await whoCame()).toEqual([ada.user_id])
	})

	test.for<[string, string | undefined, { email?: string; email_verified?: unknown; xms_edov?: boolean }]>([
		['verified is a text', undefined, { email_verified: 'true' }],
		['Google only verified it once, for a private account', GOOGLE, { email_verified: true }],
		['Entra says nothing of it', ENTRA, {}],
		['Entra says that the tenant does not own it', ENTRA, { xms_edov: false }],
		['another provider imitates Entra', undefined, { xms_edov: true }],
		['lower case would make it the address', undefined, { email: '\u212Aate', email_verified: true }],
	])('does not, where %s', async ([, issuer, fields]) => {
		const { connection, email, arrive, whoCame } = await known(issuer)
		const named = fields.email === undefined ? email : `${fields.email}@${connection.domain}`
		expect(refusalIn(await arrive({ ...fields, email: named }))).toMatchObject({ refused: 'oidc.no_account' })
		expect(await whoCame()).toEqual([])
	})

	test('takes no verification from the userinfo endpoint that is about another address', async () => {
		const { provider, connection, email, whoCame } = await known()
		const userinfo = { email: 'else@acme.example.com', email_verified: true }
		const reply = await signInWith(connection.id, provider, { ...someone({ email }), userinfo })
		expect(refusalIn(reply)).toMatchObject({ refused: 'oidc.no_account' })
		const same = await signInWith(connection.id, provider, {
			...someone({ email }),
			userinfo: { email, email_verified: true },
		})
		expect(same.headers.get('Location')).toBe('/console/')
		expect(await whoCame()).toHaveLength(1)
	})

	type Source = Record<string, unknown> & { email?: unknown }
	type Kind = Awaited<ReturnType<typeof known>> & { right: Source; vouches: (source: Source) => boolean }
	/** How each kind of provider vouches: what it says, and whether that is enough. */
	const KINDS: [string | undefined, Kind['right'], Kind['vouches']][] = [
		[undefined, { email_verified: true }, (claims) => claims['email_verified'] === true],
		[
			GOOGLE,
			{ email_verified: true, hd: 'acme.example.com' },
			({ email_verified, hd }) => email_verified === true && typeof hd === 'string' && hd !== '',
		],
		[ENTRA, { xms_edov: true }, ({ xms_edov }) => xms_edov === true || xms_edov === 'true'],
	]
	const SAID = [undefined, null, '', true, false, 'true']
	const ADDRESSES = ['theirs', undefined, null, '', 'else@acme.example.com']
	const trials = KINDS.flatMap(([issuer, right]) =>
		Object.keys(right).flatMap((claim) =>
			ADDRESSES.flatMap((inToken) =>
				ADDRESSES.flatMap((inUserinfo) =>
					SAID.flatMap((said) =>
						SAID.map((saidToo) => ({
							issuer,
							claim,
							sources: [
								[inToken, said],
								[inUserinfo, saidToo],
							] as const,
						})),
					),
				),
			),
		),
	)
	/** In which one source names the address, and the other vouches. */
	const isMixed = ({ sources: [[inToken, said], [inUserinfo, saidToo]] }: (typeof trials)[number]) =>
		inToken === undefined && said === true && inUserinfo === 'theirs' && saidToo === undefined

	test("counts only if one source says all of it: the ID token, or the userinfo's answer", async () => {
		// Odd, so that each of the lists takes its turns.
		const step = Math.ceil(trials.length / runsOf(30, 600)) | 1
		const kinds = new Map<string | undefined, Kind>()
		for (const [issuer, right, vouches] of KINDS) kinds.set(issuer, { ...(await known(issuer)), right, vouches })
		serve(...[...kinds.values()].map(({ provider }) => provider))
		for (const trial of trials.filter((one, index) => isMixed(one) || index % step === 0)) {
			const { connection, provider, email, right, vouches } = kinds.get(trial.issuer) as Kind
			const [token, userinfo] = trial.sources.map(([address, said]) => ({
				...right,
				email: address === 'theirs' ? email : address,
				[trial.claim]: said,
			})) as [Source, Source]
			const reply = await signInWith(connection.id, provider, { ...someone(token), userinfo })
			const isIn = reply.headers.get('Location') === '/console/'
			const says = [token, userinfo].map((source) => source.email === email && vouches(source))
			// The ID token's word always counts, the other only where the ID token leaves it to say.
			expect({ token, userinfo, isIn }).toEqual({ token, userinfo, isIn: says[0] || (isIn && says[1]) })
		}
		for (const { ada, whoCame } of kinds.values())
			expect([...(await whoCame()), ada.user_id].every((id) => id === ada.user_id)).toBe(true)
	})

	test('of two sources makes nobody a colleague at an org either', async () => {
		const provider = await servedProvider()
		const owner = await user('owner')
		const connection = await ofOrg(provider, owner, { default_role: 'member' })
		const email = `carol@${connection.domain}`
		const carol = await user('carol', { email, email_verified: true })
		const mixed = { ...someone({ email_verified: true }), userinfo: { email } }
		const mallory = await enter(provider, connection, mixed)
		expect((await mallory.get('/v1/me')).body).toMatchObject({
			id: expect.not.stringMatching(carol.user_id),
			email: null,
		})
	})

	test('is no way back for somebody who is suspended', async () => {
		const { ada, arrive, whoCame } = await known()
		await root.patch(`/v1/admin/users/${ada.user_id}`, { status: 'suspended' })
		expect(refusalIn(await arrive({ email_verified: true }))).toMatchObject({ refused: 'oidc.inactive' })
		expect(await whoCame()).toEqual([])
	})

	test('is in the audit log, as an identity that the account got', async () => {
		const { ada, arrive } = await known()
		await arrive({ email_verified: true })
		const { body } = await root.get(`/v1/admin/audit-logs?action=identities.create&limit=1`)
		expect(body).toMatchObject([{ actor_user_id: ada.user_id, after: { user_id: ada.user_id } }])
	})
})

describe('where anybody can have an account, the connection of an org lets in', () => {
	const ofAnOrg = async (issuer: string) => {
		const provider = await newProvider(issuer)
		serve(provider)
		const owner = await user('owner')
		return { provider, owner, connection: await ofOrg(provider, owner, { default_role: 'member' }) }
	}

	test.for([GOOGLE, PERSONAL])('nobody whose address it does not speak for: %s', async (issuer) => {
		const { provider, connection } = await ofAnOrg(issuer)
		for (const fields of [
			{},
			{ email: `${unique('eve')}@gmail.com`, email_verified: true },
			{ email: `eve@${connection.domain}`, email_verified: false },
		])
			expect(refusalIn(await signInWith(connection.id, provider, someone(fields)))).toMatchObject({
				refused: 'oidc.no_role',
			})
	})

	test('people of its domain, and members', async () => {
		const { provider, owner, connection } = await ofAnOrg(GOOGLE)
		const said = someone({ email: `ada@${connection.domain}`, email_verified: true, hd: connection.domain })
		const ada = await enter(provider, connection, said)
		expect((await ada.get('/v1/me')).body.org_id).toBe(owner.org_id)
		await enter(provider, connection, { claims: { sub: said.claims.sub } })
	})
})

test('a sign-in for which somebody is always faster gives up', async () => {
	const provider = await servedProvider()
	const connection = await ofPlatform(provider, root)
	const said = someone({ email: `ada@${connection.domain}`, email_verified: true })
	const faster = "RAISE(ABORT, 'UNIQUE constraint failed: users.login')"
	await env.DB.prepare(`CREATE TRIGGER faster BEFORE INSERT ON users BEGIN SELECT ${faster}; END`).run()
	try {
		expect((await signInWith(connection.id, provider, said)).status).toBe(503)
	} finally {
		await env.DB.prepare('DROP TRIGGER faster').run()
	}
})
