import { createServer } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificate } from '../../src/tools/certificate.ts'
import { migrate } from '../../src/tools/migrate.ts'
import { workspace } from './cleanup.ts'
import { bindings, signIn } from './state.ts'
import { start } from './workers.ts'

// What a receiver that refuses connections costs the others: the same events go to two receivers, first alone, then with a third
// endpoint at a port where nobody listens.

const RECEIVER_PORT = 8793
/** Nobody listens here. */
const CLOSED_PORT = 8794
const PER_REPORT = 100
/** The other receivers may be this much later than without the one that refuses. */
const MAX_DELAY_S = 10

interface Round {
	/** Until each of the two receivers had every event. */
	seconds: number
	/** The longest that an event took to a receiver, from its report. */
	slowest_s: number
	/** Attempts to the endpoint that refuses. */
	refused: number
}

interface ReceiverFigures {
	events: number
	alone: Round
	beside: Round
}

interface Plan {
	script: string
	events: number
	say: (text: string) => void
}

export async function measureReceivers({ script, events, say }: Plan): Promise<ReceiverFigures> {
	say(`${events.toLocaleString('en')} events to two receivers …`)
	const alone = await round(script, events, false)
	say('The same, and a third endpoint that refuses connections …')
	return { events, alone, beside: await round(script, events, true) }
}

async function round(script: string, events: number, isRefused: boolean): Promise<Round> {
	const paths = ['/first', '/second']
	const receiver = await receive(paths)
	const running = await start({
		script,
		state: join(workspace, `receivers-${isRefused}`),
		bindings: { ...bindings, OUTBOUND_ALLOWLIST: `localhost:${RECEIVER_PORT},localhost:${CLOSED_PORT}` },
	})
	try {
		const db = await running.database()
		await migrate(db)
		const headers = { Authorization: `Bearer ${await signIn(running)}` }
		const call = async <T>(method: string, path: string, body?: unknown) => {
			const response = await fetch(running.url + path, {
				method,
				headers,
				...(body ? { body: JSON.stringify(body) } : {}),
			})
			if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
			return (await response.json()) as T
		}
		const { org_id } = await call<{ org_id: string }>('GET', '/v1/me')
		const urls = paths.map((path) => `https://localhost:${RECEIVER_PORT}${path}`)
		if (isRefused) urls.push(`https://localhost:${CLOSED_PORT}/`)
		for (const url of urls) await call('POST', '/v1/webhook-endpoints', { url, events: ['run.completed'] })
		const since = performance.now()
		for (let sent = 0; sent < events; sent += PER_REPORT)
			await call(
				'POST',
				'/v1/runtime/runs',
				Array.from({ length: PER_REPORT }, (_, i) => ({ run_id: `run-${sent + i}`, org_id, status: 'completed' })),
			)
		while (paths.some((path) => receiver.count(path) < events)) await sleep(20)
		const seconds = (performance.now() - since) / 1_000
		const refused = await db
			.prepare('SELECT count(*) AS attempts FROM webhook_attempts WHERE error IS NOT NULL')
			.first<number>('attempts')
		return { seconds, slowest_s: receiver.slowest_s(), refused: refused ?? 0 }
	} finally {
		await running.stop()
		receiver.close()
	}
}

async function receive(paths: string[]) {
	const { key, cert } = await certificate()
	const seen = new Map(paths.map((path) => [path, new Set<string>()]))
	let slowest_ms = 0
	const server = createServer({ key, cert }, (request, response) => {
		const chunks: Buffer[] = []
		request
			.on('data', (chunk: Buffer) => chunks.push(chunk))
			.on('end', () => {
				const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string }
				slowest_ms = Math.max(slowest_ms, Date.now() - Date.parse(timestamp))
				seen.get(request.url ?? '')?.add(String(request.headers['webhook-id']))
				response.writeHead(204).end()
			})
	}).listen(RECEIVER_PORT)
	return {
		count: (path: string) => seen.get(path)?.size ?? 0,
		slowest_s: () => slowest_ms / 1_000,
		close: () => server.close(),
	}
}

const delayOf = ({ alone, beside }: ReceiverFigures) => beside.seconds - alone.seconds

export function receiverLines(figures: ReceiverFigures): string {
	const row = (name: string, { seconds, slowest_s, refused }: Round) =>
		`| ${name} | ${seconds.toFixed(1)} | ${slowest_s.toFixed(1)} | ${refused} |`
	return [
		`${figures.events.toLocaleString('en')} events to each of two receivers; a third that refuses delays them by ${delayOf(figures).toFixed(1)} s.`,
		'',
		'| | s until both have all | slowest event s | refused attempts |',
		'| --- | ---: | ---: | ---: |',
		row('the two receivers alone', figures.alone),
		row('beside one that refuses', figures.beside),
	].join('\n')
}

export const isMissedReceivers = (figures: ReceiverFigures) => delayOf(figures) > MAX_DELAY_S
