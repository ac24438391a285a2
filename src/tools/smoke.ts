// `npm run smoke -- --url https://plinth.example.com`, after a deployment: five calls that show whether the instance works. Two of
// them need an access token or API key in PLINTH_TOKEN, and are left out without one. The exit code is 0 only if every call is
// right. `--header 'Name: value'` goes along with each call, for example to reach one version of a gradual deployment.
import { parseArgs } from 'node:util'
import { isAddress } from './config-api.ts'
import { faultOf, smokeCalls } from './smoke-calls.ts'

const { url, header } = parseArgs({
	options: { url: { type: 'string' }, header: { type: 'string', multiple: true, default: [] } },
}).values
const lines = header.map((line) => /^([\w-]+):\s*(.*)$/.exec(line))
if (!isAddress(url) || lines.includes(null)) {
	console.error("Use it so: npm run smoke -- --url https://plinth.example.com [--header 'Name: value']")
	process.exit(2)
}
const headers = new Headers(lines.map((line) => [line?.[1] ?? '', line?.[2] ?? '']))
const token = process.env.PLINTH_TOKEN
if (token) headers.set('Authorization', `Bearer ${token}`)

let failed = 0
for (const call of smokeCalls(token)) {
	const fault = await faultOf(url, headers, call)
	if (fault !== undefined) failed++
	console.log(`${fault === undefined ? 'ok    ' : 'failed'}  ${call.path}  ${call.name}${fault ? `: ${fault}` : ''}`)
}
if (!token) console.log('skipped  /v1/me and flags: PLINTH_TOKEN is not set')
process.exitCode = failed === 0 ? 0 : 1
