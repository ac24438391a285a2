import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IS_NIGHT } from './nightly.ts'

// What several processes and threads do with one folder, and with one client. The cases have one process at a time.

const CLIENT = join(import.meta.dirname, '../../src/client')
const ROUNDS = IS_NIGHT ? 1_000 : 10
const RACERS = 5

/** Takes and releases the locks of folders, as it's told. */
const RACER = {
	node: [
		process.execPath,
		'--input-type=module',
		'-e',
		`import { createInterface } from 'node:readline'
		import { fileStore } from ${JSON.stringify(join(CLIENT, 'file-store.ts'))}
		let unlock
		for await (const line of createInterface({ input: process.stdin })) {
			try {
				if (line === 'release') await unlock?.()
				else unlock = undefined, unlock = await fileStore(line).lock()
				console.log(line === 'release' ? 'released' : 'held')
			} catch (error) {
				console.log(error.name)
			}
		}`,
	],
	python: [
		'/usr/bin/python3',
		'-c',
		`import sys
sys.path.insert(0, ${JSON.stringify(CLIENT)})
from plinth_runtime import FileStore
store = None
for line in sys.stdin:
    line = line.strip()
    try:
        if line == "release":
            store.close()
        else:
            store = FileStore(line)
            store.keys("")
        print("released" if line == "release" else "held", flush=True)
    except Exception as error:
        print(type(error).__name__, flush=True)`,
	],
}

class Racer {
	readonly child: ChildProcess
	private readonly lines: AsyncIterator<string>

	constructor([program = '', ...args]: string[]) {
		this.child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
		this.lines = createInterface({ input: this.child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
	}

	async say(line: string): Promise<string> {
		this.child.stdin?.write(`${line}\n`)
		const { value } = await this.lines.next()
		return String(value)
	}

	async kill() {
		this.child.kill('SIGKILL')
		await once(this.child, 'exit')
	}
}

let folders = ''
let count = 0
const newFolder = () => {
	count += 1
	const folder = join(folders, String(count))
	mkdirSync(folder)
	return folder
}

beforeAll(() => {
	folders = mkdtempSync(join(tmpdir(), 'plinth-locks-'))
})
afterAll(() => rmSync(folders, { recursive: true, force: true }))

describe.each(['node', 'python'] as const)('the lock of a folder, %s', (language) => {
	let racers: Racer[] = []
	/** What a process that was killed has left. */
	let stale = ''

	beforeAll(async () => {
		racers = Array.from({ length: RACERS }, () => new Racer(RACER[language]))
		const folder = newFolder()
		const killed = new Racer(RACER[language])
		await killed.say(folder)
		await killed.kill()
		stale = readFileSync(join(folder, 'lock'), 'utf8')
	})
	afterAll(() => Promise.all(racers.map((racer) => racer.kill())))

	test.each([
		['nobody left', () => undefined],
		['a killed process left', () => stale],
		['names a stranger that lives', () => JSON.stringify({ ...JSON.parse(stale), pid: 1 })],
		['has a number only, of a stranger that lives', () => '1'],
		[
			'has the number of a process that takes it',
			() => JSON.stringify({ ...JSON.parse(stale), pid: racers[1]?.child.pid }),
		],
		['is empty', () => ''],
	])('one process gets a lock that %s, however many try', async (_, left) => {
		for (let round = 0; round < ROUNDS; round += 1) {
			const folder = newFolder()
			const content = left()
			if (content !== undefined) writeFileSync(join(folder, 'lock'), content)
			const found = await Promise.all(racers.map((racer) => racer.say(folder)))
			expect(found.toSorted(), `round ${round}`).toEqual([...Array<string>(RACERS - 1).fill('StoreLocked'), 'held'])
			// What one lets go of, exactly one gets, while the others try.
			await racers[found.indexOf('held')]?.say('release')
			expect(await racers[round % RACERS]?.say(folder)).toBe('held')
			await racers[round % RACERS]?.say('release')
		}
	})

	test('a process that is killed in the middle of a race leaves a lock that the next one gets', async () => {
		for (let round = 0; round < (IS_NIGHT ? 50 : 2); round += 1) {
			const folder = newFolder()
			writeFileSync(join(folder, 'lock'), stale)
			const killed = new Racer(RACER[language])
			const held = killed.say(folder)
			const found = await Promise.all([held, ...racers.slice(0, 2).map((racer) => racer.say(folder))])
			expect(found.filter((one) => one === 'held')).toHaveLength(1)
			await killed.kill()
			const holder = racers[found.indexOf('held') - 1]
			if (holder) await holder.say('release')
			expect(await racers[2]?.say(folder)).toBe('held')
			await racers[2]?.say('release')
		}
	})
})

test.each([
	['node', 'python'],
	['python', 'node'],
] as const)(
	'a folder that a process in %s holds is locked for %s, and free when that is killed',
	async (one, other) => {
		const [holder, rival] = [new Racer(RACER[one]), new Racer(RACER[other])]
		const folder = newFolder()
		expect(await holder.say(folder)).toBe('held')
		expect(await rival.say(folder)).toBe('StoreLocked')
		await holder.kill()
		expect(await rival.say(folder)).toBe('held')
		expect(await rival.say('release')).toBe('released')
		await rival.kill()
	},
)

const reports: { run_id: string }[] = []
/** Answers flags by their keys, late enough that another process may read the answer. */
const server = createServer((request: IncomingMessage, response) => {
	void text(request).then((body) => {
		const key = /feature-flags\/([^/]+)\//.exec(request.url ?? '')?.[1]
		if (!key) reports.push(...(JSON.parse(body) as typeof reports))
		response.writeHead(200, { 'Content-Type': 'application/json', 'X-Trace-Id': '0'.repeat(32) })
		response.end(JSON.stringify(key ? { key, value: key === 'fork.a', reason: 'default' } : { accepted: 1, runs: [] }))
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

/** Runs a program to its end, and returns what it printed. */
async function printed(program: string, ...args: string[]): Promise<string> {
	const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
	const output = text(child.stdout as NodeJS.ReadableStream)
	await once(child, 'exit')
	return output
}

const inPython = (program: string) =>
	printed(
		'/usr/bin/python3',
		'-c',
		`import asyncio, os, sys, threading
sys.path.insert(0, ${JSON.stringify(CLIENT)})
from plinth_runtime import AsyncPlinth, FileStore, Plinth, PlinthError
url, folder = ${JSON.stringify(url)}, ${JSON.stringify(newFolder())}
${program}`,
	)

test('after a fork each process of Python gets its own answers, and what waits is sent by the parent, once', async () => {
	const said = await inPython(`
plinth = Plinth(url=url, key="key")
plinth.flag(org_id="org_1", key="fork.parent")
plinth.report(run_id="of-parent", org_id="org_1", status="completed")
stop = threading.Event()
def ask_on():
    while not stop.is_set():
        plinth.flag(org_id="org_1", key="fork.parent")
threading.Thread(target=ask_on).start()
children = []
for name in "ab" * ${IS_NIGHT ? 5 : 2}:
    child = os.fork()
    if child == 0:
        wrong = sum(plinth.flag(org_id="org_1", key=f"fork.{name}")["key"] != f"fork.{name}" for _ in range(40))
        plinth.report(run_id=f"of-{os.getpid()}", org_id="org_1", status="completed")
        plinth.flush()
        print(f"{wrong} wrong", flush=True)
        sys.exit()
    children.append(child)
codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
stop.set()
plinth.flush()
print(len(children) if not any(codes) else codes)`)
	const forks = IS_NIGHT ? 10 : 4
	expect(said.trim().split('\n')).toEqual([...Array<string>(forks).fill('0 wrong'), String(forks)])
	const sent = reports.map(({ run_id }) => run_id)
	expect(sent.filter((run_id) => run_id === 'of-parent')).toHaveLength(1)
	expect(new Set(sent).size).toBe(sent.length)
	expect(sent).toHaveLength(forks + 1)
})

test('a child of a fork has no part of its parent’s store, and leaves it locked', async () => {
	const said = await inPython(`
def tried(work):
    try:
        work()
        return "done"
    except PlinthError as error:
        return type(error).__name__
store = FileStore(folder)
plinth = Plinth(url=url, key="key", store=store, store_secret="secret")
plinth.report(run_id="of-parent", org_id="org_1", status="completed")
child = os.fork()
if child == 0:
    print(tried(lambda: plinth.flag(org_id="org_1", key="fork.a")), flush=True)
    store.close()
    sys.exit()
os.waitpid(child, 0)
print(tried(lambda: Plinth(url=url, key="key", store=FileStore(folder), store_secret="secret").flush()))
plinth.close()
print(tried(lambda: FileStore(folder).keys("")))`)
	expect(said.trim().split('\n')).toEqual(['StoreLocked', 'StoreLocked', 'done'])
	expect(reports).toEqual([expect.objectContaining({ run_id: 'of-parent' })])
})

test('an AsyncPlinth is refused in another loop and in a child, by name', async () => {
	const said = await inPython(`
async def made():
    global plinth
    plinth = AsyncPlinth(url=url, key="key")
    return await plinth.flag(org_id="org_1", key="fork.a")
async def asked():
    try:
        return await plinth.flag(org_id="org_1", key="fork.a")
    except PlinthError as error:
        return type(error).__name__
print(asyncio.run(made())["value"], asyncio.run(asked()), flush=True)
async def forked():
    await made()
    if (child := os.fork()) == 0:
        print(await asked(), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
    print((await plinth.flag(org_id="org_1", key="fork.a"))["value"])
asyncio.run(forked())`)
	expect(said.trim().split('\n')).toEqual(['True OtherLoop', 'OtherLoop', 'True'])
})

test('a thread of Node has clients of its own, and a folder has one of them', async () => {
	const program = `
		import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
		import { Plinth } from ${JSON.stringify(join(CLIENT, 'runtime.ts'))}
		import { fileStore } from ${JSON.stringify(join(CLIENT, 'file-store.ts'))}
		const { url, folder } = workerData ?? { url: process.argv[2], folder: process.argv[3] }
		const options = { url, key: 'key', store_secret: 'secret' }
		if (isMainThread) {
			const held = new Plinth({ ...options, store: fileStore(folder) })
			await held.flag({ org_id: 'org_1', key: 'fork.a' })
			const thread = new Worker(new URL(import.meta.url), { workerData: { url, folder } })
			console.log(await new Promise((resolve) => thread.on('message', resolve)))
			await held.close()
		} else {
			const own = new Plinth(options)
			await own.report({ run_id: 'of-thread', org_id: 'org_1', status: 'completed' })
			await own.close()
			const same = new Plinth({ ...options, store: fileStore(folder) })
			parentPort.postMessage(await same.flag({ org_id: 'org_1', key: 'fork.a' }).then(() => 'done', ({ name }) => name))
		}`
	const file = join(newFolder(), 'threads.mjs')
	writeFileSync(file, program)
	expect(await printed(process.execPath, file, url, newFolder())).toBe('StoreLocked\n')
	expect(reports).toEqual([expect.objectContaining({ run_id: 'of-thread' })])
})
