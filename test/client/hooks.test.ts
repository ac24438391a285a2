import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fileStore } from '../../src/client/file-store.ts'
import { Plinth, type PlinthOptions } from '../../src/client/runtime.ts'
import { some } from './nightly.ts'

// What keeps a program alive until its reports have left. The cases end their processes by a signal.

const reports: unknown[] = []
const server = createServer((request: IncomingMessage, response) => {
	void text(request).then((body) => {
		reports.push(...(JSON.parse(body) as unknown[]))
		response.writeHead(200, { 'Content-Type': 'application/json', 'X-Trace-Id': '0'.repeat(32) })
		response.end('{"accepted":1}')
	})
})
let url = ''

beforeAll(async () => {
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
	reports.length = 0
})
afterAll(() => server.close())

const REPORT = { run_id: 'run_1', org_id: 'org_1', status: 'completed' } as const

const ENDS = [
	['that has nothing left to do', ''],
	['that is interrupted', 'process.kill(process.pid, "SIGINT"); setInterval(() => undefined, 1_000)'],
	['that exits', 'process.exit(0)'],
	['that fails', 'throw new Error("It fails")'],
] as const

test.each(some(ENDS, 2))('a program %s sends its reports before it ends', async (_, end) => {
	const client = join(import.meta.dirname, '../../src/client/runtime.ts')
	const program = `
		import { Plinth } from ${JSON.stringify(client)}
		const plinth = new Plinth({ url: ${JSON.stringify(url)}, key: 'key' })
		await plinth.report(${JSON.stringify(REPORT)})
		${end}`
	const ended = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
	const failed = await ended.then(
		() => undefined,
		({ code, signal }: { code: unknown; signal: unknown }) => code ?? signal,
	)
	expect(failed).toBe(end.startsWith('throw') ? 1 : end.includes('SIGINT') ? 'SIGINT' : undefined)
	expect(reports).toEqual([REPORT])
})

test('a Worker stays alive until the report has left', async () => {
	const kept: Promise<unknown>[] = []
	const plinth = new Plinth({ url, key: 'key', waitUntil: (work) => void kept.push(work) })
	await plinth.report(REPORT)
	expect(kept).toHaveLength(1)
	expect(reports).toEqual([])
	await plinth.flush()
	await Promise.all(kept)
	expect(reports).toEqual([REPORT])
})

test("what the caller changes after a report isn't sent", async () => {
	const plinth = new Plinth({ url, key: 'key' })
	const metadata = { steps: [1] }
	await plinth.report({ ...REPORT, metadata })
	metadata.steps[0] = NaN
	await plinth.flush()
	expect(reports).toEqual([{ ...REPORT, metadata: { steps: [1] } }])
})

test('a binding or a folder that is unset is named', () => {
	const unset = { binding: undefined } as unknown as PlinthOptions
	expect(() => new Plinth(unset)).toThrow(expect.objectContaining({ name: 'Invalid', reason: 'binding' }))
	expect(() => fileStore('')).toThrow(expect.objectContaining({ name: 'Invalid', reason: 'folder' }))
})
