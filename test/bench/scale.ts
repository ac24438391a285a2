import { join } from 'node:path'
import { workspace } from './cleanup.ts'
import { count } from './count.ts'
import type { Counted } from './counted.ts'
import { load, type Slice, scriptOf } from './load.ts'
import type { ScalePath } from './scale-paths.ts'
import { bindings, prepareScale, signIn } from './state.ts'
import { type Running, start } from './workers.ts'

// Our Worker twice, with a small and a large database, in alternating rounds.

/** How many users and how many runs there are; orgs are a tenth. */
export type Sizes = Record<Size, number>
export type Size = (typeof SIZES)[number]

const SIZES = ['small', 'large'] as const

// One connection, so a time is that of the request and not of its queue.
const CONNECTIONS = 1

export interface ScaleMeasured {
	path: ScalePath
	counted: Record<Size, Counted>
	rounds: Record<Size, Slice>[]
}

interface Plan {
	script: string
	countedScript: string
	sizes: Sizes
	paths: ScalePath[]
	rounds: number
	warm_up_s: number
	slice_s: number
	say: (text: string) => void
}

interface Side {
	running: Running
	token: string
	counted: Map<ScalePath, Counted>
}

/** Measures paths at both sizes. Each database is filled once, used for counting, and then loaded. */
export async function measureAtScale(plan: Plan): Promise<ScaleMeasured[]> {
	const counted = { small: await countAt('small', plan), large: await countAt('large', plan) }
	const sides = { small: await sideAt('small', plan, counted.small), large: await sideAt('large', plan, counted.large) }
	const measured: ScaleMeasured[] = []
	for (const path of plan.paths) {
		plan.say(`${path.name}: ${plan.rounds} × ${plan.slice_s} s at each size …`)
		const [small, large] = SIZES.map((size) => sides[size].counted.get(path))
		if (small && large) measured.push({ path, counted: { small, large }, rounds: await roundsOf(path, sides, plan) })
	}
	await Promise.all(SIZES.map((size) => sides[size].running.stop()))
	return measured
}

const stateAt = (size: Size) => join(workspace, size)

async function countAt(size: Size, { script, countedScript, sizes, paths, say }: Plan) {
	const rows = sizes[size]
	const since = performance.now()
	say(`Filling a database with ${rows.toLocaleString('en')} users and runs …`)
	const token = await prepareScale(script, stateAt(size), { users: rows, orgs: rows / 10, runs: rows })
	say(`That took ${((performance.now() - since) / 1000).toFixed(0)} s. Counting D1 calls on it …`)
	const running = await start({ script: countedScript, state: stateAt(size), bindings })
	const counted = new Map<ScalePath, Counted>()
	for (const path of paths) counted.set(path, await count(running, path, token))
	await running.stop()
	return counted
}

async function sideAt(size: Size, { script }: Plan, counted: Map<ScalePath, Counted>): Promise<Side> {
	const running = await start({ script, state: stateAt(size), bindings })
	return { running, counted, token: await signIn(running) }
}

async function roundsOf(path: ScalePath, sides: Record<Size, Side>, plan: Plan) {
	const script = scriptOf(path)
	const slice = (size: Size, seconds: number) => {
		const { running, token } = sides[size]
		const { url, pid } = running
		return load({ url: url + path.path, pid, script, token, seconds, connections: CONNECTIONS })
	}
	for (const size of SIZES) await slice(size, plan.warm_up_s)
	const rounds: Record<Size, Slice>[] = []
	for (let round = 0; round < plan.rounds; round += 1) {
		// The order alternates every round, so whatever the first leaves behind burdens both equally.
		const [first, second] = round % 2 === 0 ? SIZES : (['large', 'small'] as const)
		const slices = { [first]: await slice(first, plan.slice_s), [second]: await slice(second, plan.slice_s) }
		rounds.push(slices as Record<Size, Slice>)
	}
	return rounds
}
