import {
	allowInsecureRequests,
	authorizationCodeGrantRequest,
	type AuthorizationServer,
	calculatePKCECodeChallenge,
	type Client,
	ClientSecretBasic,
	ClientSecretPost,
	customFetch,
	discoveryRequest,
	getValidatedIdTokenClaims,
	type JWKSCacheInput,
	jwksCache,
	processAuthorizationCodeResponse,
	processDiscoveryResponse,
	processUserInfoResponse,
	userInfoRequest,
	validateApplicationLevelSignature,
	validateAuthResponse,
} from 'oauth4webapi'
import type * as z from 'zod'
import { errorName, logError } from '../../ground/http/log.ts'
import { isListed } from '../../ground/outbound/policy.ts'
import { OutboundError } from '../../ground/outbound/request.ts'
import { send } from '../../ground/outbound/send.ts'
import { forgettable } from '../../isolate.ts'
import type { oidcConnections } from '../../sign-in/identities/table.ts'
import { addressClaims, type Claims, isSubject, ProviderError } from './claims.ts'
import type { TestedConnection } from './schema.ts'

// OpenID Connect Core 1.0, the authorization code flow with PKCE. The library checks what the specifications say of the messages, and
// every request goes through `src/worker/ground/outbound`.

/** How long an isolate keeps what a provider says about itself, and its keys. A withdrawn key counts that much longer. */
const KEPT_MS = 300_000
const MAX_KEPT = 100
/** A provider's own documents are a few kilobytes. */
const MAX_BYTES = 262_144
const TIMEOUT_MS = 10_000

export type Connection = Pick<typeof oidcConnections.$inferSelect, 'id' | 'issuer' | 'client_id' | 'scopes'>

interface Known {
	server: AuthorizationServer
	keys: JWKSCacheInput
	until: number
}

const known = forgettable(new Map<string, Known>())

const calls = (env: Env) => ({
	[customFetch]: async (
		url: string,
		{ method, headers, body }: { method: string; headers: HeadersInit; body?: unknown },
	) => {
		const isInsecure = isListed(env, new URL(url))
		const answer = await send(env, url, {
			method: method as 'GET' | 'POST',
			headers: Object.fromEntries(new Headers(headers)),
			...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
			rules: { schemes: isInsecure ? ['https:', 'http:'] : ['https:'] },
			timeout_ms: TIMEOUT_MS,
			max_bytes: MAX_BYTES,
		})
		return new Response(answer.text, { status: answer.status, headers: answer.headers })
	},
	// The scheme is the policy's decision, not the library's.
	[allowInsecureRequests]: true,
})

/** The errors of RFC 6749 and of OpenID Connect Core 1.0 that a provider may answer with. Any other text of theirs is left out. */
const ERRORS = [
	'invalid_request',
	'invalid_client',
	'invalid_grant',
	'unauthorized_client',
	'unsupported_grant_type',
	'unsupported_response_type',
	'invalid_scope',
	'access_denied',
	'server_error',
	'temporarily_unavailable',
	'interaction_required',
	'login_required',
	'account_selection_required',
	'consent_required',
]

/** Runs a step. What goes wrong in it is the provider's fault, and is said by the name of its kind alone. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		const { code, error: named } = error as { code?: unknown; error?: unknown }
		const said =
			error instanceof OutboundError
				? error.failure
				: (ERRORS.find((one) => one === named) ?? (typeof code === 'string' ? code : errorName(error)))
		logError({ oidc: name, error: said })
		throw new ProviderError(`${name}: ${said}`)
	}
}

/** What a provider says about itself (OpenID Connect Discovery 1.0). Throws a `ProviderError`. */
async function discover(env: Env, { id, issuer }: Pick<Connection, 'id' | 'issuer'>): Promise<Known> {
	const key = `${id} ${issuer}`
	const found = known.get(key)
	if (found && found.until > Date.now()) return found
	const server = await step('discovery', async () => {
		const url = new URL(issuer)
		const read = await processDiscoveryResponse(url, await discoveryRequest(url, { algorithm: 'oidc', ...calls(env) }))
		// The library compares what the URLs mean. Tokens are compared with it letter by letter.
		if (read.issuer !== issuer) throw Object.assign(new Error('issuer'), { code: 'ISSUER_SPELLED_DIFFERENTLY' })
		return read
	})
	const now: Known = { server, keys: {}, until: Date.now() + KEPT_MS }
	known.delete(key)
	known.set(key, now)
	if (known.size > MAX_KEPT) known.delete(known.keys().next().value as string)
	return now
}

type Told = z.infer<typeof TestedConnection>['provider']

/** Asks the provider about itself again. */
export async function toldBy(env: Env, connection: Pick<Connection, 'id' | 'issuer'>): Promise<Told> {
	known.delete(`${connection.id} ${connection.issuer}`)
	try {
		const { authorization_endpoint: at, scopes_supported: scopes } = (await discover(env, connection)).server
		return {
			failure: null,
			authorization_endpoint: typeof at === 'string' ? at.slice(0, 2048) : null,
			scopes: Array.isArray(scopes)
				? scopes.filter((one: unknown) => typeof one === 'string' && one.length <= 100).slice(0, 50)
				: null,
		}
	} catch (error) {
		if (error instanceof ProviderError) return { failure: error.said, authorization_endpoint: null, scopes: null }
		throw error
	}
}

/** What a browser proves to have begun with: all of it follows from the cookie. */
export interface Secrets {
	state: string
	nonce: string
	verifier: string
}

/** The address at the provider where somebody signs in. Throws a `ProviderError`. */
export async function authorizationUrl(
	env: Env,
	connection: Connection,
	secrets: Secrets,
	{ redirect_uri, max_age }: { redirect_uri: string; max_age?: number | undefined },
) {
	const { server } = await discover(env, connection)
	const url = URL.parse(server.authorization_endpoint ?? '')
	if (!url || (url.protocol !== 'https:' && !isListed(env, url)))
		throw new ProviderError('discovery: no authorization endpoint')
	const parameters = {
		response_type: 'code',
		client_id: connection.client_id,
		redirect_uri,
		scope: connection.scopes.join(' '),
		state: secrets.state,
		nonce: secrets.nonce,
		code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
		code_challenge_method: 'S256',
		...(max_age === undefined ? {} : { max_age: String(max_age) }),
	}
	for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
	return url.href
}

interface Answered {
	url: URL
	secrets: Secrets
	redirect_uri: string
}

/**
 * What the provider says of the person who came back: the claims of the ID token, whose signature, issuer, audience, nonce and time are
 * checked, and those of the userinfo endpoint about the same subject. Throws a `ProviderError`.
 */
export async function claimsOf(
	env: Env,
	connection: Connection & { client_secret: string },
	{ url, secrets, redirect_uri }: Answered,
): Promise<Claims> {
	const { server, keys } = await discover(env, connection)
	const client: Client = { client_id: connection.client_id }
	const options = calls(env)
	const takesBasic = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true
	const authentication = (takesBasic ? ClientSecretBasic : ClientSecretPost)(connection.client_secret)
	const parameters = await step('authorization', async () =>
		validateAuthResponse(server, client, url.searchParams, secrets.state),
	)
	const tokens = await step('token', async () => {
		const { verifier } = secrets
		const answer = await authorizationCodeGrantRequest(
			server,
			client,
			authentication,
			parameters,
			redirect_uri,
			verifier,
			options,
		)
		const expected = { expectedNonce: secrets.nonce, requireIdToken: true }
		const granted = await processAuthorizationCodeResponse(server, client, answer, expected)
		await validateApplicationLevelSignature(server, answer, { ...options, [jwksCache]: keys })
		return granted
	})
	const claims = getValidatedIdTokenClaims(tokens)
	if (!claims || !isSubject(claims.sub)) throw new ProviderError('token: no subject')
	if (!server.userinfo_endpoint) return claims
	const more = await step('userinfo', async () => {
		const answer = await userInfoRequest(server, client, tokens.access_token, options)
		return processUserInfoResponse(server, client, claims.sub, answer)
	})
	// The ID token is about this sign-in. The userinfo endpoint only says more about the person.
	return { ...more, ...claims, auth_time: claims.auth_time, ...addressClaims(claims, more) }
}
