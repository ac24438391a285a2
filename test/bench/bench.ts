import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { isMissedBroadcasts } from './broadcasts.ts'
import { end, workspace } from './cleanup.ts'
import { configurationTable, measureConfiguration } from './configuration.ts'
import { count, requireSameResponse } from './count.ts'
import type { Counted } from './counted.ts'
import { memoryOf } from './cpu.ts'
import { dayLines, isMissedDay, measureDay } from './day.ts'
import type { Captured } from './floors.ts'
import { gateLines, measureGate, missedAtGate } from './gate.ts'
import { load, requireWrk, scriptOf } from './load.ts'
import { measureMessages, messageLines } from './messages.ts'
import { type Path, paths } from './paths.ts'
import { isMissedReceivers, measureReceivers, receiverLines } from './receivers.ts'
import { circumstances, isMissed, type Measured, type Round, table } from './report.ts'
import { scalePaths } from './scale-paths.ts'
import { grows, isMissedAtScale, scaleTable } from './scale-report.ts'
import { measureAtScale, type ScaleMeasured } from './scale.ts'
import { isMissedStartUp, measureStartUp, startUpTable } from './start-up.ts'
import { bindings, prepareState } from './state.ts'
import { buildFloors, buildWorker, type Running, start } from './workers.ts'

// `npm run bench` compares the built Worker with the least code that gives the same responses, then with itself on a thousand
// times as many rows. All of it runs in workerd on direct sockets. `--quick` makes one round on fewer rows, to try it out;
// `--only=<path>` measures one path, `--only=day` ten minutes of a platform, and
// `--only=receivers` what one that refuses costs the others. The exit code is 1 if nothing could be measured,
// or if a path reads more rows when there are more. A missed target doesn't change it.

const quick = process.argv.includes('--quick')
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
const ROUNDS = quick ? 1 : 7
const WARM_UP_S = quick ? 1 : 2
const SLICE_S = 1
const CONNECTIONS = 8
const SIZES = { small: 1_000, large: quick ? 20_000 : 1_000_000 }

const chosen = <T extends { name: string }>(all: T[]) => all.filter(({ name }) => only === undefined || name === only)

const MESSAGES = { name: 'messages' }
const GATE = { name: 'gate' }
const CONFIGURATION = { name: 'configuration' }
const START_UP = { name: 'start-up' }
const STARTS = quick ? 3 : 20
/** It takes ten minutes, so it only runs when asked for by name. */
const DAY = { name: 'day' }
/** It takes minutes, so it only runs when asked for by name. */
const RECEIVERS = { name: 'receivers' }

const say = (text: string) => process.stderr.write(`${text}\n`)

/** Returns the exit code. */
async function main(): Promise<number> {
	if (process.platform !== 'linux')
		throw new Error('The benchmark reads CPU times from /proc, so it runs on Linux only.')
	if (chosen([...paths, ...scalePaths, MESSAGES, GATE, CONFIGURATION, START_UP, DAY, RECEIVERS]).length === 0)
		throw new Error(`No path has the name ${only}`)
	if (only !== START_UP.name) await requireWrk()
	say('Building the Worker and its counting copy …')
	const [script, countedScript] = await Promise.all([
		buildWorker('src/worker/index.ts'),
		buildWorker('test/bench/counted.ts'),
	])
	let atStartUp: { path: { name: string } }[] = []
	if (chosen([START_UP]).length > 0) {
		say(`Starting workerd ${STARTS} times with the Worker, and without it …`)
		const figures = await measureStartUp(script, STARTS)
		console.log(`The start-up:\n\n${startUpTable(figures)}\n`)
		atStartUp = isMissedStartUp(figures) ? [{ path: START_UP }] : []
	}
	const measured = await besideFloors(script, countedScript)
	if (measured.length > 0) {
		console.log(`${circumstances()}\n`)
		console.log(
			`wrk -t1 -c${CONNECTIONS}, ${SLICE_S} s a side and round, rounds: ${ROUNDS}, medians. Ratios are ours to the floor's. D1 counts are those of one warm request;`,
		)
		console.log('warm means that the isolate knows the caller, which costs one more D1 call every 5 s.\n')
		console.log(table(measured))
	}
	const atScale = await besideItself(script, countedScript)
	if (atScale.length > 0) {
		console.log(
			`\nAt scale: wrk -t1 -c1, ${SLICE_S} s a side and round, rounds: ${ROUNDS}, medians. Users and runs at each`,
		)
		console.log('size, with a tenth as many orgs; the time ratio is of p50, the large size to the small one.\n')
		console.log(scaleTable(atScale, SIZES))
	}
	let atMessages: { path: { name: string } }[] = []
	if (chosen([MESSAGES]).length > 0) {
		const figures = await measureMessages({ script, users: SIZES.large, seconds: SLICE_S * ROUNDS, say })
		console.log(`\nMessages:\n\n${messageLines(figures)}`)
		atMessages = isMissedBroadcasts(figures.broadcasts) ? [{ path: { name: 'broadcast' } }] : []
	}
	let atGate: { path: { name: string } }[] = []
	if (chosen([GATE]).length > 0) {
		const how = { rounds: ROUNDS, warm_up_s: WARM_UP_S, slice_s: SLICE_S, connections: CONNECTIONS, say }
		const gate = await measureGate({ script, ...how })
		console.log(`\nThe middleware and the log:\n\n${gateLines(gate)}`)
		atGate = missedAtGate(gate).map((name) => ({ path: { name } }))
	}
	if (chosen([CONFIGURATION]).length > 0) {
		const figures = await measureConfiguration({ script, countedScript, rounds: ROUNDS, say })
		console.log(`\nThe configuration document:\n\n${configurationTable(figures)}`)
	}
	let atDay: { path: { name: string } }[] = []
	if (only === DAY.name) {
		const figures = await measureDay({ script, seconds: quick ? 30 : 600, say })
		console.log(`\nA day of 2,000,000 runs:\n\n${dayLines(figures)}`)
		atDay = isMissedDay(figures) ? [{ path: DAY }] : []
	}
	let atReceivers: { path: { name: string } }[] = []
	if (only === RECEIVERS.name) {
		const figures = await measureReceivers({ script, events: quick ? 1_000 : 13_000, say })
		console.log(`\nA receiver that refuses:\n\n${receiverLines(figures)}`)
		atReceivers = isMissedReceivers(figures) ? [{ path: RECEIVERS }] : []
	}
	const missed = [
		...atStartUp,
		...measured.filter(isMissed),
		...atScale.filter(isMissedAtScale),
		...atMessages,
		...atGate,
		...atDay,
		...atReceivers,
	].map(({ path }) => path.name)
	console.log(missed.length ? `\nMissed: ${missed.join('; ')}.` : '\nEvery target is met.')
	const growing = atScale.filter(grows).map(({ path }) => path.name)
	if (growing.length > 0) say(`These read more rows when there are more: ${growing.join('; ')}.`)
	return growing.length > 0 ? 1 : 0
}

async function besideFloors(script: string, countedScript: string): Promise<Measured[]> {
	if (chosen(paths).length === 0) return []
	const floorScript = await buildFloors()
	const filled = join(workspace, 'filled')
	const token = await prepareState(script, filled)
	const copyOfState = (name: string) => {
		const state = join(workspace, name)
		cpSync(filled, state, { recursive: true })
		return state
	}

	say('Counting D1 calls …')
	const counted = await countAll(await start({ script: countedScript, state: copyOfState('counted'), bindings }), token)

	const ours = await start({ script, state: copyOfState('ours'), bindings })
	const floor = await start({
		script: floorScript,
		state: copyOfState('floor'),
		bindings: {},
		captured: capturedFrom(counted),
	})
	const memory = () => [ours, floor].map(({ pid }) => memoryOf(pid))
	const idle = memory()
	const measured: Measured[] = []
	for (const [path, counts] of counted) {
		say(`${path.name}: ${ROUNDS} × ${SLICE_S} s each …`)
		measured.push({ path, counted: counts, rounds: await roundsOf(path, ours, floor, token) })
	}
	const after = memory()
	console.log(
		`Memory of workerd: ${idle[0]} MB at first and ${after[0]} MB after these paths; the floor's ${idle[1]} and ${after[1]} MB.\n`,
	)
	await Promise.all([ours.stop(), floor.stop()])
	return measured
}

async function besideItself(script: string, countedScript: string): Promise<ScaleMeasured[]> {
	const asked = chosen(scalePaths)
	if (asked.length === 0) return []
	const how = { rounds: ROUNDS, warm_up_s: WARM_UP_S, slice_s: SLICE_S, say }
	return measureAtScale({ script, countedScript, sizes: SIZES, paths: asked, ...how })
}

async function countAll(worker: Running, token: string): Promise<Map<Path, Counted>> {
	const counted = new Map<Path, Counted>()
	for (const path of chosen(paths)) {
		const counts = await count(worker, path, token)
		if (path.floor.kind === 'read' && counts.calls === 0)
			throw new Error(`${path.path} is a read, but no D1 call of it was seen`)
		counted.set(path, counts)
	}
	await worker.stop()
	return counted
}

// The floors run exactly the SQL that our Worker runs, so they can't fall behind it.
function capturedFrom(counted: Map<Path, Counted>): Captured {
	const entries = [...counted].map(([{ name }, { text, statements }]) => [
		name,
		{ text, ...(statements.at(-1) ?? { sql: '', params: [] }) },
	])
	return Object.fromEntries(entries) as Captured
}

async function roundsOf(path: Path, ours: Running, floor: Running, token: string): Promise<Round[]> {
	const floorUrl = path.floor.kind === 'route' ? floor.url : floor.raw
	await requireSameResponse(ours.url, floorUrl, path, token)
	const script = scriptOf(path)
	const slice = (seconds: number) => {
		const how = { script, token, seconds, connections: CONNECTIONS }
		return {
			ours: () => load({ url: ours.url + path.path, pid: ours.pid, ...how }),
			floor: () => load({ url: floorUrl + path.path, pid: floor.pid, ...how }),
		}
	}
	await slice(WARM_UP_S).ours()
	await slice(WARM_UP_S).floor()
	const rounds: Round[] = []
	const side = slice(SLICE_S)
	for (let round = 0; round < ROUNDS; round += 1) {
		// The order alternates every round, so whatever the first leaves behind burdens both equally.
		if (round % 2 === 0) rounds.push({ ours: await side.ours(), floor: await side.floor() })
		else rounds.push({ floor: await side.floor(), ours: await side.ours() })
	}
	return rounds
}

try {
	await end(await main())
} catch (error) {
	say(error instanceof Error ? error.message : String(error))
	await end(1)
}
