// Our names beside those of OpenTelemetry's semantic conventions, each difference with its reason, and the `traceparent` that Plinth
// continues beside what @opentelemetry/core reads of it.
import assert from 'node:assert/strict'
import { counterpart, packages } from './packages.ts'
import { withPlinth } from './plinth.ts'

const CONVENTIONS = '@opentelemetry/semantic-conventions'
const VERSION = '1.45.0'
const CORE = '@opentelemetry/core'

/** Of a run, and of what an event says of one. They are columns and API, so a collector renames them. */
const FIELDS = {
	model: 'gen_ai.request.model',
	total_input_tokens: 'gen_ai.usage.input_tokens',
	total_output_tokens: 'gen_ai.usage.output_tokens',
	total_cache_read_tokens: 'gen_ai.usage.cache_read.input_tokens',
	total_cache_write_tokens: 'gen_ai.usage.cache_creation.input_tokens',
	agent_id: 'gen_ai.agent.id',
	thread_id: 'gen_ai.conversation.id',
	user_id: 'enduser.id',
}

/** Of `/metrics`, whose names follow Prometheus: the unit last, and a prefix for the program. */
const METRICS = {
	plinth_request_duration_seconds: 'http.server.request.duration',
	plinth_d1_call_duration_seconds: 'db.client.operation.duration',
}

const LABELS = {
	// A text here, a number there.
	status: 'http.response.status_code',
	// A class of routes instead of the route, since a label for each path makes too many series.
	class: 'http.route',
	reason: 'error.type',
	isolate: 'service.instance.id',
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const PARENTS = [
	`00-${TRACE}-${SPAN}-01`,
	`00-${TRACE}-${SPAN}-01-more`,
	`cc-${TRACE}-${SPAN}-01`,
	`cc-${TRACE}-${SPAN}-01-what-the-future-will-be`,
	`cc-${TRACE}-${SPAN}-01.more`,
	`ff-${TRACE}-${SPAN}-01`,
	`00-${TRACE.toUpperCase()}-${SPAN}-01`,
	`00-${'0'.repeat(32)}-${SPAN}-01`,
	`00-${TRACE}-${'0'.repeat(16)}-01`,
	`00-${TRACE}-${SPAN}`,
	`0-${TRACE}-${SPAN}-01`,
]

await counterpart('names', async () => {
	const { require } = packages(`${CONVENTIONS}@${VERSION}`, CORE, '@opentelemetry/api')
	const stable = new Set(Object.values(require(CONVENTIONS) as Record<string, unknown>))
	const all = new Set(Object.values(require(`${CONVENTIONS}/incubating`) as Record<string, unknown>))
	const { parseTraceParent } = require(CORE) as {
		parseTraceParent: (value: string) => { traceId: string } | null
	}
	const env = { METRICS_TOKEN: 'a-token-of-the-scraper-1' }
	return withPlinth(env, async ({ url }) => {
		const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
			components: { schemas: { Run: { properties: object } } }
		}
		for (const parent of PARENTS) {
			const { headers } = await fetch(`${url}/healthz`, { headers: { traceparent: parent } })
			assert.equal(headers.get('X-Trace-Id') === TRACE, parseTraceParent(parent)?.traceId === TRACE, parent)
		}
		const metrics = await (
			await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${env.METRICS_TOKEN}` } })
		).text()
		for (const name of Object.keys(METRICS)) assert.match(metrics, new RegExp(`^# TYPE ${name} histogram$`, 'm'))
		for (const name of Object.keys(LABELS)) assert.match(metrics, new RegExp(`[{,]${name}="`))
		for (const name of Object.keys(FIELDS)) assert(name in document.components.schemas.Run.properties, name)
		const theirs = Object.values({ ...FIELDS, ...METRICS, ...LABELS })
		assert.deepEqual(
			theirs.filter((name) => !all.has(name)),
			[],
		)
		const pairs = (names: object) => Object.entries(names).map(([ours, name]) => `${ours} = ${name}`)
		const firm = theirs.filter((name) => stable.has(name))
		return [
			`${PARENTS.length} values of traceparent are read as @opentelemetry/core reads them`,
			`fields of a run, as ${VERSION} names them: ${pairs(FIELDS).join(', ')}`,
			`metrics and labels: ${pairs({ ...METRICS, ...LABELS }).join(', ')}`,
			`stable there: ${firm.join(', ')}. The names of GenAI have moved out of the package, so ours don't follow them yet`,
		]
	})
})
