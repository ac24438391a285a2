import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { end, workspace } from './cleanup.ts'
import { count, requireSameAnswer } from './count.ts'
import type { Counted } from './counted.ts'
import type { Captured } from './floors.ts'
import { load, requireWrk, scriptOf } from './load.ts'
import { type Path, paths } from './paths.ts'
import { circumstances, isMissed, type Measured, type Round, table } from './report.ts'
import { bindings, prepareState } from './state.ts'
import { buildFloors, buildWorker, type Running, start } from './workers.ts'

// `npm run bench`: the built Worker beside the least code that gives the same answers, both in workerd on direct sockets.
// `--quick` makes one round, to try it out; `--only=<path>` measures one path. Exit code 0 also when a target is missed, 1 when nothing could be measured.

const quick = process.argv.includes('--quick')
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
const ROUNDS = quick ? 1 : 7
const WARM_UP_S = quick ? 1 : 2
const SLICE_S = 1

const say = (text: string) => process.stderr.write(`${text}\n`)

async function main() {
	if (process.platform !== 'linux')
		throw new Error('The benchmark reads CPU times from /proc, so it runs on Linux only.')
	await requireWrk()
	say('Building the Worker, its counting twin and the floors …')
	const [script, countedScript, floorScript] = await Promise.all([
		buildWorker('src/index.ts'),
		buildWorker('test/bench/counted.ts'),
		buildFloors(),
	])
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
	const measured: Measured[] = []
	for (const [path, counts] of counted) {
		if (only !== undefined && path.name !== only) continue
		say(`${path.name}: ${ROUNDS} × ${SLICE_S} s each …`)
		measured.push({ path, counted: counts, rounds: await roundsOf(path, ours, floor, token) })
	}
	await Promise.all([ours.stop(), floor.stop()])

	console.log(`${circumstances()}\n`)
	console.log(
		`wrk -t1 -c8, ${SLICE_S} s a side and round, rounds: ${ROUNDS}, medians. Ratios are ours to the floor's. D1 counts are of one warm request;`,
	)
	console.log('warm means that the caller is known, which costs each isolate one more D1 call every 5 s.\n')
	console.log(table(measured))
	const missed = measured.filter(isMissed).map(({ path }) => path.name)
	console.log(missed.length ? `\nMissed: ${missed.join('; ')}.` : '\nEvery target is met.')
}

async function countAll(worker: Running, token: string): Promise<Map<Path, Counted>> {
	const counted = new Map<Path, Counted>()
	for (const path of paths) counted.set(path, await count(worker, path, token))
	await worker.stop()
	return counted
}

// The floors run the very SQL that our Worker runs, so they cannot fall behind it.
function capturedFrom(counted: Map<Path, Counted>): Captured {
	const entries = [...counted].map(([{ name }, { text, statements }]) => [
		name,
		{ text, ...(statements.at(-1) ?? { sql: '', params: [] }) },
	])
	return Object.fromEntries(entries) as Captured
}

async function roundsOf(path: Path, ours: Running, floor: Running, token: string): Promise<Round[]> {
	const floorUrl = path.floor.kind === 'route' ? floor.url : floor.raw
	await requireSameAnswer(ours.url, floorUrl, path, token)
	const script = scriptOf(path)
	const slice = (seconds: number) => ({
		ours: () => load(ours.url + path.path, ours.pid, script, token, seconds),
		floor: () => load(floorUrl + path.path, floor.pid, script, token, seconds),
	})
	await slice(WARM_UP_S).ours()
	await slice(WARM_UP_S).floor()
	const rounds: Round[] = []
	const side = slice(SLICE_S)
	for (let round = 0; round < ROUNDS; round += 1) {
		// The order turns every round, so that what the first leaves behind burdens both alike.
		if (round % 2 === 0) rounds.push({ ours: await side.ours(), floor: await side.floor() })
		else rounds.push({ floor: await side.floor(), ours: await side.ours() })
	}
	return rounds
}

try {
	await main()
	await end(0)
} catch (error) {
	say(error instanceof Error ? error.message : String(error))
	await end(1)
}
