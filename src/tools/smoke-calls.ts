// The five calls that show whether an instance works. Two of them need an access token or API key, and are left out without one.

export interface Call {
	name: string
	path: string
	init?: RequestInit
	/** What is wrong with the body of a 200; undefined if it's right. */
	faultIn: (body: unknown) => string | undefined
}

const TIMEOUT_MS = 10_000

const field = (body: unknown, name: string) => (body as Record<string, unknown> | null)?.[name]

const unless = (holds: boolean, fault: string) => (holds ? undefined : fault)

export function smokeCalls(token: string | undefined): Call[] {
	const open: Call[] = [
		{ name: 'the Worker runs', path: '/healthz', faultIn: () => undefined },
		{ name: 'the database has the schema', path: '/readyz', faultIn: () => undefined },
		{
			name: 'the API document is served',
			path: '/openapi.json',
			faultIn: (body) => unless(String(field(body, 'openapi')).startsWith('3.'), 'It is no OpenAPI document.'),
		},
	]
	if (!token) return open
	// An API key acts for a user in an org and can't read the user, so it asks for what every caller may.
	const isApiKey = token.startsWith('al_')
	return [
		...open,
		{
			name: 'the token signs in',
			path: isApiKey ? '/v1/plans' : '/v1/me',
			faultIn: (body) =>
				isApiKey
					? unless(Array.isArray(body), 'The response is no list.')
					: unless(typeof field(body, 'id') === 'string', 'The response names no user.'),
		},
		{
			name: 'flags are evaluated',
			path: '/ofrep/v1/evaluate/flags',
			init: { method: 'POST', body: '{"context":{"targetingKey":"smoke"}}' },
			faultIn: (body) => unless(Array.isArray(field(body, 'flags')), 'The response has no flags.'),
		},
	]
}

/** What is wrong with a call; undefined if it's right. */
export async function faultOf(
	url: string,
	headers: Headers,
	{ path, init, faultIn }: Call,
): Promise<string | undefined> {
	try {
		const response = await fetch(new URL(path, url), {
			...init,
			headers,
			redirect: 'manual',
			signal: AbortSignal.timeout(TIMEOUT_MS),
		})
		const text = await response.text()
		if (response.status !== 200) return `${response.status} ${text.slice(0, 200)}`
		return faultIn(JSON.parse(text))
	} catch (error) {
		const { cause, message } = error as Error
		return cause instanceof Error ? cause.message : message
	}
}
