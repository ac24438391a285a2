import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { end, run, workspace } from './cleanup.ts'
import { load, scriptOf } from './load.ts'
import { paths } from './paths.ts'
import { bindings, prepareState } from './state.ts'
import { buildFloors, buildWorker, ROOT, start } from './workers.ts'

const [mode, name = 'flag evaluation, warm', other, roundsText = '9'] = process.argv.slice(2)
const path = paths.find((p) => p.name === name)!
const build = async (root: string, minify: boolean, out: string) => {
	const wrangler = join(ROOT, 'node_modules/wrangler/wrangler-dist/cli.js')
	await run(process.execPath, [wrangler, 'deploy', join(root, 'src/index.ts'), '--config', join(root, 'wrangler.toml'), '--dry-run', ...(minify ? ['--minify'] : []), '--outdir', out], {
		CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_HIDE_BANNER: 'true', WRANGLER_LOG_PATH: join(workspace, 'l'), WRANGLER_SEND_METRICS: 'false' })
	return join(out, 'index.js')
}
async function main() {
	if (mode === 'prof') {
		const script = await build(ROOT, false, join(workspace, 'p'))
		const state = join(workspace, 'st')
		const token = await prepareState(script, state)
		process.env.PROF_INSPECT = '9330'
		const ours = await start({ script, state, bindings })
		const args = (s: number) => ({ url: ours.url + path.path, pid: ours.pid, script: scriptOf(path), token, seconds: s, connections: 8 })
		await load(args(2))
		const l = load(args(7))
		execFileSync('/usr/bin/env', [process.execPath, '/tmp/prof.mjs', '5', '/tmp/prof.cpuprofile'], { stdio: 'inherit' })
		console.log(await l)
		await ours.stop()
	} else {
		const a = await build(other!, true, join(workspace, 'a'))
		const b = await build(ROOT, true, join(workspace, 'b'))
		const state = join(workspace, 'st')
		const token = await prepareState(a, state)
		cpSync(state, join(workspace, 'st2'), { recursive: true })
		const A = await start({ script: a, state, bindings })
		const B = await start({ script: b, state: join(workspace, 'st2'), bindings })
		for (const n of name.split('|')) {
			const p = paths.find((q) => q.name === n)!
			const script = scriptOf(p)
			const one = async (r: typeof A, s: number) => { const x = await load({ url: r.url + p.path, pid: r.pid, script, token, seconds: s, connections: 8 }); if ('failure' in x) throw new Error(x.failure); return x }
			await one(A, 2); await one(B, 2)
			const ra: number[] = [], rb: number[] = [], qa: number[] = [], qb: number[] = []
			for (let i = 0; i < Number(roundsText); i++) {
				const order = i % 2 ? [A, B] : [B, A]
				for (const side of order) { const x = await one(side, 1); (side === A ? ra : rb).push(x.cpu_us); (side === A ? qa : qb).push(x.requests_per_s) }
			}
			const med = (v: number[]) => v.toSorted((x, y) => x - y)[v.length >> 1]!
			const min = (v: number[]) => Math.min(...v)
			console.log(`${n}: CPU A ${med(ra).toFixed(1)} B ${med(rb).toFixed(1)} (min ${min(ra).toFixed(1)} ${min(rb).toFixed(1)}) ratio ${med(ra.map((x, i) => rb[i]! / x)).toFixed(3)}; req/s ${med(qa)} ${med(qb)}`)
		}
		await A.stop(); await B.stop()
	}
}
void main().then(() => end(0), (e) => { console.error(e); return end(1) })
