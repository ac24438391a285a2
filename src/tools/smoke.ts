// `npm run smoke -- --url https://plinth.example.com`, after a deployment: five calls that show whether the instance works. Two of
// them need an access token or API key in PLINTH_TOKEN, and are left out without one. The exit code is 0 only if every call is
// right. `--header 'Name: value'` goes along with each call, for example to reach one version of a gradual deployment.
import { parseArgs } from 'node:util'

interface Call {
	name: string
	path: string
	init?: RequestInit
	/** What is wrong with the body of a 200; undefined if it's right. */
	faultIn: (body: unknown) => string | undefined
}

const TIMEOUT_MS = 10_000

const { url, header } = parseArgs({
	options: { url: { type: 'string' }, header: { type: 'string', multiple: true, default: [] } },
}).values
const lines = header.map((line) => /^([\w-]+):\s*(.*)$/.exec(line))
if (!url || !URL.canParse(url) || lines.includes(null)) {
	console.error("Use it so: npm run smoke -- --url https://plinth.example.com [--header 'Name: value']")
	process.exit(2)
}
const headers = new Headers(lines.map((line) => [line?.[1] ?? '', line?.[2] ?? '']))
const token = process.env.PLINTH_TOKEN
if (token) headers.set('Authorization', `Bearer ${token}`)

const field = (body: unknown, name: string) => (body as Record<string, unknown> | null)?.[name]

const unless = (holds: boolean, fault: string) => (holds ? undefined : fault)

/** An API key acts for a user in an org and can't read the user, so it asks for what every caller may. */
const isApiKey = token?.startsWith('al_') === true

const CALLS: Call[] = [
	{ name: 'the Worker runs', path: '/healthz', faultIn: () => undefined },
	{ name: 'the database has the schema', path: '/readyz', faultIn: () => undefined },
	{
		name: 'the API document is served',
		path: '/openapi.json',
		faultIn: (body) => unless(String(field(body, 'openapi')).startsWith('3.'), 'It is no OpenAPI document.'),
	},
]
if (token)
	CALLS.push(
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
	)

/** What is wrong with a call; undefined if it's right. */
async function faultOf({ path, init, faultIn }: Call): Promise<string | undefined> {
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

let failed = 0
for (const call of CALLS) {
	const fault = await faultOf(call)
	if (fault !== undefined) failed++
	console.log(`${fault === undefined ? 'ok    ' : 'failed'}  ${call.path}  ${call.name}${fault ? `: ${fault}` : ''}`)
}
if (!token) console.log('skipped  /v1/me and flags: PLINTH_TOKEN is not set')
process.exitCode = failed === 0 ? 0 : 1
