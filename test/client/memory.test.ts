import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Plinth, type PlinthOptions } from '../../src/client/runtime.ts'

// A runtime lives for months: what a call has waited for is let go when the call ends.

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** A clock on which no wait takes time. */
const clock = { now: Date.now, monotonic: () => 0, random: () => 0.5, after: soon }
function soon(_: number, run: () => void) {
	const next = setImmediate(run)
	return () => clearImmediate(next)
}

test('a call that paused and was sent again keeps nothing of its caller', async () => {
	let calls = 0
	const begin = () => {
		calls += 1
		return Promise.resolve(calls % 2 ? { error: 'rate_limit' } : { run: { run_id: 'run_1', org_id: 'org_1' } })
	}
	const plinth = new Plinth({ binding: { begin }, clock } as unknown as PlinthOptions)
	const begun = async () => {
		const { signal } = new AbortController()
		await plinth.begin({ org_id: 'org_1' }, { signal })
		return new WeakRef(signal)
	}
	const signals = [await begun(), await begun(), await begun()]
	expect(calls).toBe(6)
	await new Promise(setImmediate)
	collect()
	expect(signals.filter((signal) => signal.deref() !== undefined)).toEqual([])
})

test('a client that closes without an answer ends whoever waits for its reports', async () => {
	const reportRuns = () => new Promise(() => undefined)
	const plinth = new Plinth({ binding: { reportRuns }, clock } as unknown as PlinthOptions)
	await plinth.report({ run_id: 'run_1', org_id: 'org_1', status: 'completed' })
	const flushed = plinth.flush().then(
		() => 'sent',
		(error: Error) => error.name,
	)
	await expect(plinth.close({ deadline_ms: 10 })).rejects.toThrow('in time')
	expect(await flushed).toBe('Unavailable')
})

/** Runs a program with a client whose transport answers each request by `answer`, and returns what it printed. */
async function inPython(answer: string, program: string): Promise<string> {
	const { stdout } = await promisify(execFile)('/usr/bin/python3', [
		'-c',
		`import sys, threading, time
sys.path.insert(0, ${JSON.stringify(join(import.meta.dirname, '../../src/client'))})
import httpx
from plinth_runtime import Plinth, PlinthError
def traced(status, content):
    return httpx.Response(status, headers={"X-Trace-Id": "0" * 32}, content=content)
answering = threading.Event()
class Transport(httpx.BaseTransport):
    def handle_request(self, request):
        ${answer}
plinth = Plinth(url="http://plinth.test", key="key", transport=Transport())
def tried(call, **given):
    try:
        return call(**given)
    except PlinthError as error:
        return type(error).__name__
${program}`,
	])
	return stdout.trim()
}

test('an answer that comes after its caller has gone is kept nowhere but as the known good, in Python', async () => {
	const said = await inPython(
		`answering.wait(); return traced(200, '{"key":"late","value":true,"reason":"default"}')`,
		`
print(tried(plinth.flag, org_id="org_1", key="late.1", deadline_ms=1), tried(plinth.flag, org_id="org_1", key="late.2", deadline_ms=1))
answering.set()
while any(thread.name == "plinth" for thread in threading.enumerate()):
    time.sleep(0.001)
print(len(plinth._core._known), len(plinth._core._asking))`,
	)
	expect(said).toBe('Unavailable Unavailable\n2 0')
})

test('of all who were refused the client keeps the last thousand, in Python', async () => {
	const said = await inPython(
		`return traced(403, '{"error":"run.paused","message":"No","details":{"scope":"user","subject":"%s"}}' % user)`,
		`
plinth._core._refused |= dict.fromkeys(f"user_{number}" for number in range(999))
for user in ("user_999", "user_1000"):
    assert tried(plinth.begin, org_id="org_1", user_id=user) == "Stopped"
refused = list(plinth._core._refused)
print(len(refused), "user_1" == refused[0], "user_1000" in refused[-1])`,
	)
	expect(said).toBe('1000 True True')
})

test('an answer that is nested too deep is none, in Python', async () => {
	const said = await inPython(
		`return traced(200, "[" * 100_000)`,
		`
print(tried(plinth.flag, org_id="org_1", key="deep", deadline_ms=50))`,
	)
	expect(said).toBe('Unavailable')
})
