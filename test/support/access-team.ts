import { env } from 'cloudflare:workers'
import { exportJWK, generateKeyPair, type GenerateKeyPairResult, SignJWT } from 'jose'
import { vi } from 'vitest'
import { unique } from './world.ts'

// A team of Cloudflare Access that asserts whatever a test wants.

/** The variables of a deployment behind Access. */
export interface Behind {
	ACCESS_TEAM: string
	ACCESS_AUD: string
	ACCESS_DOMAINS?: string
}

export interface Team {
	issuer: string
	env: Behind
	/** How often its keys were read. */
	asked: () => number
	/** What its certificates answer instead. */
	instead: { answer?: () => Response }
	/** An assertion about somebody; `by: 'foreign'` signs it with a key that the team doesn't have, under the id of one that it has. */
	assert: (claims?: Record<string, unknown>, by?: 'own' | 'foreign') => Promise<string>
}

export const HEADER = 'Cf-Access-Jwt-Assertion'

let made: Promise<[GenerateKeyPairResult, GenerateKeyPairResult]> | undefined

/** The key of every team, and one that no team has. Access signs with RSA, whose keys take a third of a second to make. */
const pairs = () => (made ??= Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]))

/** A team of its own, whose keys no isolate has read yet. Nothing but its certificates can be reached while it answers. */
export async function newTeam(name = unique('team')): Promise<Team> {
	const issuer = `https://${name}.cloudflareaccess.com`
	const [own, foreign] = await pairs()
	const keys = [{ ...(await exportJWK(own.publicKey)), kid: 'current', use: 'sig', alg: 'RS256' }]
	const audience = unique('aud')
	const instead: Team['instead'] = {}
	const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
		const { url } = new Request(input, init)
		if (url !== `${issuer}/cdn-cgi/access/certs`) return Promise.reject(new TypeError('Network connection lost'))
		return Promise.resolve(instead.answer?.() ?? Response.json({ keys }))
	})
	return {
		issuer,
		env: { ACCESS_TEAM: name, ACCESS_AUD: audience },
		asked: () => fetched.mock.calls.length,
		instead,
		assert: (claims = {}, by = 'own') => {
			const at = Math.floor(Date.now() / 1000)
			const payload = {
				iss: issuer,
				aud: [audience],
				sub: unique('sub'),
				type: 'app',
				iat: at,
				exp: at + 300,
				...claims,
			}
			const { privateKey } = by === 'own' ? own : foreign
			return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'current' }).sign(privateKey)
		},
	}
}

/** A request with an assertion of the team that the tests' own variables name, about a new subject or the user's. */
export async function accessRequest(user_id?: string) {
	const [{ privateKey, publicKey }] = await pairs()
	const keys = [{ ...(await exportJWK(publicKey)), kid: 'own', use: 'sig', alg: 'RS256' }]
	const issuer = `https://${env.ACCESS_TEAM}.cloudflareaccess.com`
	const sub = user_id === undefined ? unique('sub') : await introduce({ issuer }, user_id)
	const assertion = await new SignJWT({ iss: issuer, aud: env.ACCESS_AUD ?? '', sub })
		.setProtectedHeader({ alg: 'RS256', kid: 'own' })
		.setIssuedAt()
		.setExpirationTime('5m')
		.sign(privateKey)
	return { headers: { [HEADER]: assertion }, upstream: () => Response.json({ keys }) }
}

/** Notes that somebody at the team is the user. */
export async function introduce(team: Pick<Team, 'issuer'>, user_id: string): Promise<string> {
	const sub = unique('sub')
	await env.DB.prepare(
		"INSERT INTO identities (id, user_id, issuer, subject, connection_id, created_at) VALUES (?, ?, ?, ?, 'access', ?)",
	)
		.bind(unique('idn'), user_id, team.issuer, sub, new Date().toISOString())
		.run()
	return sub
}
