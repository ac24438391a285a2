import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { Running } from './servers.ts'

/**
 * A real OpenID provider. Whoever the parameter `login_hint` names signs in, without a page. It admits any redirect URI, because a
 * connection gets its own.
 */
export async function startOidcServer(): Promise<Running<{ oidc: number }>> {
	const server = createServer()
	await once(server.listen(0, '127.0.0.1'), 'listening')
	const { port } = server.address() as AddressInfo
	const provider = new Provider(`http://localhost:${port}`, {
		clients: [{ client_id: 'plinth', client_secret: 'a-client-secret', redirect_uris: ['http://localhost/callback'] }],
		claims: { email: ['email', 'email_verified'], groups: ['groups'] },
		scopes: ['openid', 'email', 'groups'],
		features: { devInteractions: { enabled: false } },
		interactions: { url: (_, { uid }) => `/interaction/${uid}` },
		findAccount: (_, sub) => ({
			accountId: sub,
			claims: () => ({ sub, email: `${sub}@example.com`, email_verified: true, groups: ['staff'] }),
		}),
		cookies: { keys: ['a key of a test'] },
		pkce: { required: () => true },
	})
	const { Client } = provider as unknown as { Client: { prototype: { redirectUriAllowed: () => boolean } } }
	Client.prototype.redirectUriAllowed = () => true
	const answer = provider.callback()
	server.on('request', (request, response) => {
		if (!request.url?.startsWith('/interaction/')) {
			void answer(request, response)
			return
		}
		void signIn(provider, request, response).catch((error: unknown) => {
			response.writeHead(500).end(String(error))
		})
	})
	return { ports: { oidc: port }, stop: () => server.close() }
}

/** Signs in whoever is named, and grants what's asked. */
async function signIn(provider: Provider, ...[request, response]: Parameters<Provider['interactionDetails']>) {
	const { params } = await provider.interactionDetails(request, response)
	const accountId = String(params.login_hint)
	const grant = new provider.Grant({ accountId, clientId: String(params.client_id) })
	grant.addOIDCScope('openid email groups')
	const grantId = await grant.save()
	await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } })
}
