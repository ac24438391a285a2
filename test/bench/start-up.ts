import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { type Unstable_Config, unstable_readConfig as readConfig } from 'wrangler'
import { modulesOf } from '../../src/tools/build.ts'
import { workspace } from './cleanup.ts'
import { markdown, median } from './report.ts'
import { ROOT } from './workers.ts'

// What a new isolate costs before its first request: the CPU time that workerd takes from its start until it listens. By then it has
// compiled every module and evaluated those that every request needs. The floor reads the same files, but as data, and runs an empty
// Worker.

const TARGET_MS = 80

interface Start {
	cpu_ms: number
	wall_ms: number
}

interface StartUp {
	ours: Start[]
	floor: Start[]
}

/** Starts workerd this many times on each side, by turns. */
export async function measureStartUp(script: string, rounds: number): Promise<StartUp> {
	const files = modulesOf(script).modules.map(({ path }) => path)
	const empty = join(workspace, 'empty.mjs')
	writeFileSync(empty, 'export default { fetch: () => new Response() }')
	const modules = files.map((path) => moduleAt(path, 'esModule'))
	const data = files.map((path) => moduleAt(path, 'data'))
	const ours = configured('start-up', modules)
	const floor = configured('start-up-floor', [moduleAt(empty, 'esModule'), ...data])
	// The first start of each reads the files from the disk.
	for (const config of [ours, floor]) await startOnce(config)
	const measured: StartUp = { ours: [], floor: [] }
	for (let round = 0; round < rounds; round += 1) {
		measured.ours.push(await startOnce(ours))
		measured.floor.push(await startOnce(floor))
	}
	return measured
}

/** A module of a configuration. All are in one folder, and import each other by name. */
const moduleAt = (path: string, kind: 'esModule' | 'data') =>
	`(name = "${basename(path)}", ${kind} = embed "${relative(workspace, path)}")`

/** Writes a configuration with one Worker and no binding, since nothing needs one before the first request. Its first module starts. */
function configured(name: string, modules: string[]): string {
	const config: Unstable_Config = readConfig({ config: join(ROOT, 'wrangler.toml') })
	const { compatibility_date, compatibility_flags } = config
	const path = join(workspace, `${name}.capnp`)
	const text = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
	services = [(name = "main", worker = .worker)],
	sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
	modules = [${modules.join(', ')}],
	compatibilityDate = "${compatibility_date}",
	compatibilityFlags = [${compatibility_flags.map((flag) => `"${flag}"`).join(', ')}],
);
`
	writeFileSync(path, text)
	return path
}

const miniflare = createRequire(createRequire(import.meta.url).resolve('miniflare'))
const { default: workerd } = miniflare('workerd') as { default: string }

async function startOnce(config: string): Promise<Start> {
	const began = performance.now()
	const child = spawn(workerd, ['serve', '--control-fd=3', config], { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
	try {
		// It writes a line once it listens.
		await Promise.race([once(child.stdio[3] as Readable, 'data'), failed(child)])
		return { cpu_ms: cpuOfThreads(child.pid ?? 0), wall_ms: performance.now() - began }
	} finally {
		child.kill('SIGKILL')
	}
}

async function failed(child: ChildProcess): Promise<never> {
	const [code] = (await once(child, 'exit')) as [number | null]
	throw new Error(`workerd ended with ${code} before it listened`)
}

/** CPU milliseconds that all threads of a process have used. Unlike `/proc/<pid>/stat`, Linux counts these in nanoseconds. */
const cpuOfThreads = (pid: number) =>
	readdirSync(`/proc/${pid}/task`)
		.map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
		.reduce((sum, ms) => sum + ms, 0)

/** What the Worker takes beyond the floor: the median of the rounds. */
const beyond = ({ ours, floor }: StartUp) =>
	median(ours.map(({ cpu_ms }, round) => cpu_ms - (floor[round]?.cpu_ms ?? Number.NaN)))

export const isMissedStartUp = (measured: StartUp) => !(beyond(measured) <= TARGET_MS)

/** The result as a Markdown table. */
export function startUpTable(measured: StartUp): string {
	const side = (starts: Start[]) => [
		median(starts.map(({ cpu_ms }) => cpu_ms)).toFixed(0),
		Math.min(...starts.map(({ cpu_ms }) => cpu_ms)).toFixed(0),
		median(starts.map(({ wall_ms }) => wall_ms)).toFixed(0),
	]
	const decision = isMissedStartUp(measured) ? 'missed' : 'met'
	return markdown([
		['start of workerd', 'CPU ms, median', 'CPU ms, least', 'ms until it listens'],
		['with the Worker', ...side(measured.ours)],
		['with the same files as data', ...side(measured.floor)],
		[`the Worker takes ${beyond(measured).toFixed(0)} ms; target ≤ ${TARGET_MS}, ${decision}`, '', '', ''],
	])
}
